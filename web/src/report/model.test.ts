import { describe, expect, it } from "vitest";
import { boardName, placesOnBoards } from "./boards_view";
import { momentOf, timeText } from "./curves_view";
import { axisEnd, effectTitle, evidenceText, isOffset, offsetText } from "./effects_view";
import { byAnnotator, byOpponent } from "./encounters_view";
import { fitEnds, fitOfAnnotators, fitOfItems } from "./fit_view";
import { gradeCounts, unsureOfGrade } from "./grades_view";
import { cellSummary, cellTitle, groupName, orderOf, saturation, shareColour, squaresOf } from "./matrix_view";
import { column, type Effect, flagsOf, type Matrix, type Ranking, readReport, sums } from "./model";
import { Search } from "./search";

const answers = {
  count: 3,
  row: [1, 2, 3],
  winner: [0, 1, 0],
  loser: [1, 0, 2],
  tie: [0, 0, 1],
  annotator: -1,
  times: 1,
  weight: null,
  probability: [0.9, 0.1, null],
};
const trace = { count: 0, round: [], objective: [], score_change: [], weight_change: [] };
const raw = {
  title: "votes.csv",
  command: "pdrank rank votes.csv",
  files: ["votes.csv"],
  version: "1",
  method: "posterior",
  chosen_because: "",
  seed: "18446744073709551615",
  options: { level: "0.9" },
  headline: "Alpha comes first",
  sentences: [],
  checks: [],
  notes: [],
  first_skipped: [],
  counts: { items: 3 },
  parts: { count: 2, items: [2, 1] },
  ranking: {
    count: 3,
    item: ["Alpha", "Beta", "alphabet"],
    rank: [1, 1, -1],
    part: [1, 1, 2],
    score: [0.9, 0.1, 0.5],
    wins: 2,
    losses: [0, 1, 2],
    ties: 0,
    flags: [0, 9, 0],
    below: [0.1, 0.2, null],
    above: 0.5,
    infit: [0.9, 1.4, 1],
    outfit: [0.8, 9, null],
    up: [0, 1, 0],
    down: [1, 0, 0],
    tier: [1, 0, 0],
  },
  score_meaning: "",
  grades: ["A", "B"],
  graded: { count: 3, grade: [0, 1, -1], probability: [0.9, 0.6, null] },
  reliability: { ssr: null, separation: null, curve: [], meaning: [] },
  agreement: { alpha: null, closest: [], furthest: [], meaning: [] },
  calibration: { count: 1, expected_error: 0.01, answers: 3, predicted: 0.7, came_true: 0.71 },
  certificate: null,
  fragility: null,
  effects: [],
  curves: { count: 3, item: [0, 0, 2], time: ["1", "2", "1"], score: [0, 1, 2], low: -1, high: 3 },
  boards: {
    count: 2,
    value: ["", "German"],
    places: [1, 2],
    lines: {
      count: 3,
      item: [2, 1, 0],
      rank: [1, 0, 1],
      rank_low: 1,
      rank_high: [1, 2, 2],
      score: [0, 0.5, -0.5],
      score_low: -1,
      score_high: 1,
      differs: [0, 1, -1],
    },
  },
  annotators: {
    count: 0,
    name: [],
    comparisons: [],
    reliability: [],
    low: [],
    high: [],
    infit: [],
    outfit: [],
    agreement: [],
    flag: [],
  },
  encounters: {
    count: 3,
    by_annotator: true,
    a: 0,
    b: [1, 1, 2],
    annotator: [-1, 4, -1],
    a_wins: [1, 0, 0],
    b_wins: [0, 2, 1],
    ties: [0, 0, 3],
  },
  doubtful: answers,
  matrices: [
    {
      kind: "items",
      groups: { count: 3, first: [0, 1, 2], last: [0, 1, 2], clustered: [2, 0, 1] },
      cells: {
        count: 2,
        a: 0,
        b: [1, 2],
        a_wins: [1, 0],
        b_wins: [1, 0],
        ties: [0, 1],
        comparisons: [2, 1],
        shown: [2, 1],
      },
      answers,
    },
  ],
  convergence: { converged: 1, message: "", rounds: 1, trace },
  figures: {},
};
const report = readReport(JSON.stringify(raw));

describe("columns", () => {
  it("are arrays or one value, and NaN where there is none", () => {
    expect([...column([1, null, 3], 3)]).toEqual([1, NaN, 3]);
    expect([...column(7, 3)]).toEqual([7, 7, 7]);
    expect([...column(null, 2)]).toEqual([NaN, NaN]);
    expect([...column([], 0)]).toEqual([]);
  });
  it("may be given by steps", () => {
    expect([...sums(1, 4)]).toEqual([1, 2, 3, 4]);
    expect([...sums([1, 1, -1], 3)]).toEqual([1, 2, 1]);
  });
});

describe("a report", () => {
  it("has ranks, ranges and tiers", () => {
    const { rank, low, high, tier } = report.ranking;
    expect([...rank]).toEqual([1, 2, 1]);
    expect([...low!]).toEqual([1, 1, 1]);
    expect([...high!]).toEqual([2, 2, 1]);
    expect([...tier!]).toEqual([1, 1, 1]);
    expect(report.seed).toBe("18446744073709551615");
  });
  it("does without ranges", () => {
    const { up: _up, down: _down, tier: _tier, ...plain } = raw.ranking;
    const without = readReport(JSON.stringify({ ...raw, ranking: plain }));
    expect(without.ranking.rankWithout).toBeNull();
    expect([without.ranking.low, without.ranking.high, without.ranking.tier]).toEqual([null, null, null]);
  });
  it("knows where the answers of a cell begin", () => {
    expect([...report.matrices[0]!.cells.firstAnswer]).toEqual([0, 2]);
  });
  it("has scores with their ends", () => {
    expect([...report.ranking.scoreLow!].map((end) => end.toFixed(1))).toEqual(["0.8", "-0.1", "NaN"]);
    expect([...report.ranking.scoreHigh!].map((end) => end.toFixed(1))).toEqual(["1.4", "0.6", "1.0"]);
  });
  it("has curves one behind the other", () => {
    expect(report.curves.map(({ item, points }) => [item, points.map(({ time }) => time)])).toEqual([
      [0, ["1", "2"]],
      [2, ["1"]],
    ]);
  });
  it("names flags by their bits", () => {
    expect(flagsOf(9).map((flag) => flag.name)).toEqual(["unbeaten", "few"]);
    expect(flagsOf(0)).toEqual([]);
  });
});

describe("grades", () => {
  it("are counted, with how sure they are", () => {
    expect(gradeCounts(report)).toEqual([
      { grade: "A", items: 1, right: 0.9 },
      { grade: "B", items: 1, right: 0.6 },
    ]);
    expect(unsureOfGrade(report, 0.95)).toEqual([1, 0]);
  });
});

describe("an item's answers", () => {
  it("are added up by opponent, the best first", () => {
    expect(byOpponent(report, 0)).toEqual([
      { name: "Beta", wins: 1, losses: 2, ties: 0 },
      { name: "alphabet", wins: 0, losses: 1, ties: 3 },
    ]);
    expect(byOpponent(report, 1)).toEqual([{ name: "Alpha", wins: 2, losses: 1, ties: 0 }]);
  });
  it("are added up by annotator, those with most first", () => {
    expect(byAnnotator(report, 0).map(({ wins, losses, ties }) => [wins, losses, ties])).toEqual([
      [1, 1, 3],
      [0, 2, 0],
    ]);
  });
});

describe("fit", () => {
  it("has the worst first, and only what is known", () => {
    expect(fitOfItems(report).map(({ name }) => name)).toEqual(["Beta", "Alpha"]);
    expect(fitOfAnnotators(report)).toEqual([]);
    expect(fitEnds(fitOfItems(report)).most).toBeCloseTo(9.9);
    expect(fitEnds([{ id: 0, name: "", infit: 0.001, outfit: 1000, answers: 1 }])).toEqual({ least: 0.05, most: 20 });
  });
});

describe("times", () => {
  it("are dates or numbers", () => {
    expect(momentOf("1970-01-02")).toBe(86_400_000);
    expect(momentOf("12.5")).toBe(12.5);
    const year = 365 * 86_400_000;
    const marks = [0.1, 1, 10].map((years) => timeText("2020-01-01", years * year)(0));
    expect(marks).toEqual(["1970-01-01", "1970-01", "1970"]);
    expect(timeText("12", 5)(12.5)).toBe("12.5");
  });
});

describe("effects", () => {
  const effect = (name: string, estimate: number, reach: number | null, unit: number | null = null): Effect => ({
    name,
    estimate,
    low: reach && estimate - reach,
    high: reach && estimate + reach,
    evidence: null,
    used: true,
    meaning: "",
    unit,
  });
  const order = effect("order", 0.6, 0.05);
  const column = effect("ties", -0.5, 0.25, 154);
  const ties = effect("ties", 3, 0.5);
  it("are offsets where they are of the order, or of a column", () => {
    expect([order, column, ties, effect("segments", 1, 0.5)].map(isOffset)).toEqual([true, true, false, false]);
    expect([order, column, ties].map(effectTitle)).toEqual(["Standing first", "More of ties", "Ties"]);
  });
  it("share an axis that holds the intervals of offsets", () => {
    expect(axisEnd([order, column, ties])).toBe(1);
    expect(axisEnd([effect("order", -1.4, 0.2)])).toBe(2);
    expect(axisEnd([effect("order", 0.01, null)])).toBe(0.5);
  });
  it("are written with their signs", () => {
    expect(offsetText(column)).toBe("-0.50 (-0.75 to -0.25)");
    expect(offsetText(effect("order", 0.6, null))).toBe("+0.60");
    expect(offsetText(effect("order", -0.001, 0.002))).toBe("0.00 (0.00 to 0.00)");
  });
  it("have their evidence in words", () => {
    expect([-0.9, 0, 0.9].map(evidenceText)).toEqual(new Array(3).fill("No clear evidence for it or against it."));
    expect(evidenceText(1.77)).toBe("Some evidence for it: the answers are 5.9 times as likely with it as without it.");
    expect(evidenceText(-4)).toMatch(/^Strong evidence against it: the answers are 55 times as likely without it as/);
    expect(evidenceText(18)).toMatch(/^Very strong evidence for it: the answers are more than 1,000 times/);
  });
});

describe("boards", () => {
  it("are read one behind the other", () => {
    expect(report.boards.map(boardName)).toEqual(["(empty)", "German"]);
    const told = report.boards.map(({ lines }) =>
      [...lines].map(([place, { rank, low, high, differs }]) => [place, rank, low, high, differs]),
    );
    expect(told).toEqual([
      [[2, 1, 1, 1, ""]],
      [
        [1, 1, 1, 2, "higher"],
        [0, 2, 1, 2, "lower"],
      ],
    ]);
  });
  it("have items in the order of the ranking", () => {
    expect(placesOnBoards(report, false)).toEqual([0, 1, 2]);
    expect(placesOnBoards(report, true)).toEqual([0, 1]);
  });
});

describe("search", () => {
  const search = new Search(report.ranking);
  const find = (text: string, part = 0, flagged = false) => {
    const found = search.find({ text, part, flagged });
    return found && [...found];
  };
  it("finds parts of names, whatever their case", () => {
    expect(find("ALPHA")).toEqual([0, 2]);
    expect(find("  bet ")).toEqual([1, 2]);
    expect(find("nobody")).toEqual([]);
  });
  it("has all where nothing is asked for", () => {
    expect(find(" ")).toBeNull();
  });
  it("keeps to a part, and to flagged items", () => {
    expect(find("", 2)).toEqual([2]);
    expect(find("alpha", 1)).toEqual([0]);
    expect(find("", 0, true)).toEqual([1]);
  });
});

describe("the win matrix", () => {
  const matrix: Matrix = report.matrices[0]!;
  const ranking: Ranking = report.ranking;
  it("shows every cell from both sides", () => {
    const squares = squaresOf(matrix, orderOf(matrix, "ranking"));
    expect(squares).toEqual([
      { column: 1, row: 0, share: 0.5, answers: 2, cell: 0 },
      { column: 0, row: 1, share: 0.5, answers: 2, cell: 0 },
      { column: 2, row: 0, share: 0.5, answers: 1, cell: 1 },
      { column: 0, row: 2, share: 0.5, answers: 1, cell: 1 },
    ]);
  });
  it("moves rows and columns alike", () => {
    const order = orderOf(matrix, "clustered");
    expect(order).toEqual([2, 0, 1]);
    expect(squaresOf(matrix, order)[0]).toEqual({ column: 2, row: 1, share: 0.5, answers: 2, cell: 0 });
  });
  it("is paler where answers are few, and never blank", () => {
    expect([1, 10, 100].map((answers) => saturation(answers, 100))).toEqual([0.3, 0.65, 1]);
    expect(saturation(1, 1)).toBe(1);
    expect(shareColour(1)).toBe("color-mix(in srgb, var(--data) 100%, var(--even))");
    expect(shareColour(0.25)).toBe("color-mix(in srgb, var(--data-other) 50%, var(--even))");
  });
  it("says what is in a cell", () => {
    expect(cellTitle(matrix, ranking, 0)).toBe("Alpha and Beta");
    expect(cellSummary(matrix, ranking, 0)).toBe("2 answers: 1 for Alpha, 1 for Beta");
    expect(cellSummary(matrix, ranking, 1)).toBe("1 answer: 0 for Alpha, 0 for alphabet, 1 tie");
  });
  it("names groups by their ranks", () => {
    const groups: Matrix = { ...matrix, kind: "groups", groups: { ...matrix.groups, last: Float64Array.of(1, 1, 2) } };
    expect(groupName(groups, ranking, 0)).toBe("ranks 1–2");
    expect(groupName(groups, ranking, 1)).toBe("rank 2");
    expect(cellTitle(groups, ranking, 0)).toBe("Ranks 1–2 against rank 2");
    expect(cellSummary(groups, ranking, 0)).toBe("2 answers: 1 for the item ranked higher, 1 for the other");
  });
});
