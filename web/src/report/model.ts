// What src/pdrank/report/report_json writes, as the page uses it.

type RawColumn = number | null | (number | null)[];
interface RawTable {
  count: number;
}

export interface Check {
  name: string;
  grade: "good" | "open" | "warn" | "bad";
  title: string;
  text: string;
}

export interface Ranking {
  count: number;
  item: string[];
  rank: Float64Array;
  part: Float64Array;
  score: Float64Array;
  wins: Float64Array;
  losses: Float64Array;
  ties: Float64Array;
  flags: Float64Array; // bits of FLAGS
  standardError: Float64Array | null;
  // Where the score is, of methods that say so:
  scoreLow: Float64Array | null;
  scoreHigh: Float64Array | null;
  infit: Float64Array | null;
  outfit: Float64Array | null;
  grade: Float64Array | null; // of Report.grades; -1: none
  gradeProbability: Float64Array | null;
  rankWithout: Float64Array | null; // without controls, if there are any
  // Of methods that say how uncertain the ranks are:
  low: Float64Array | null;
  high: Float64Array | null;
  tier: Float64Array | null;
}

/** Something beside the items that answers depend on; src/pdrank/core/result.hpp says what the fields mean. */
export interface Effect {
  name: string;
  estimate: number;
  low: number | null;
  high: number | null;
  evidence: number | null;
  used: boolean;
  meaning: string;
  unit: number | null;
}

/** How far the scores tell the items apart; src/pdrank/core/reliability_result.hpp says what the fields mean. */
export interface Reliability {
  ssr: number | null;
  separation: number | null;
  answers: number;
  more_for_80: number | null;
  more_for_90: number | null;
  curve: { answers: number; ssr: number }[];
  split_half: number | null;
  split_half_low: number | null;
  split_half_high: number | null;
  meaning: string[];
}

export interface AnnotatorPair {
  annotator: string;
  other: string;
  questions: number;
  agreement: number;
}

/** How far annotators agree. */
export interface Agreement {
  alpha: number | null;
  alpha_low: number | null;
  alpha_high: number | null;
  questions: number;
  answers: number;
  closest: AnnotatorPair[];
  furthest: AnnotatorPair[];
  meaning: string[];
}

/** Answers by how sure the ranking was of them, and how often what it expected came true. */
export interface Calibration {
  count: number;
  expectedError: number;
  answers: Float64Array;
  predicted: Float64Array;
  cameTrue: Float64Array;
}

/** How much of the answers the ranking contradicts, and how much any order would have to. */
/** The fewest answers without which the ranking would say something else. */
export interface Fragility {
  question: string;
  answers: number | null;
  of: number;
  before: string;
  after: string;
  removed: { row: number; answers: number; winner: string; loser: string; annotator: string }[];
  meaning: string;
}

export interface Certificate {
  answers: number;
  contradicted: number;
  at_least: number;
  best_found: number | null;
  meaning: string;
}

/** The score of an item over time. */
export interface Curve {
  item: number; // place in the ranking
  points: { time: string; score: number; low: number; high: number }[];
}

/** The answers of one annotator, or of all, about the places a and b, a < b. */
export interface Encounters {
  count: number;
  byAnnotator: boolean;
  a: Float64Array;
  b: Float64Array;
  annotator: Float64Array; // -1: none
  aWins: Float64Array;
  bWins: Float64Array;
  ties: Float64Array;
}

/** The ranking of one segment of the answers. */
export interface Board {
  value: string; // of the column
  lines: Map<number, BoardLine>; // by the item's place in the ranking, best first
}

export interface BoardLine {
  rank: number;
  low: number;
  high: number;
  score: number;
  scoreLow: number;
  scoreHigh: number;
  differs: "higher" | "lower" | ""; // than the whole
}

/** Comparisons of the input; winner and loser are places of the ranking. */
export interface Answers {
  count: number;
  row: Float64Array;
  winner: Float64Array;
  loser: Float64Array;
  tie: Float64Array;
  annotator: Float64Array; // -1: none
  times: Float64Array; // how often it counts
  weight: Float64Array;
  probability: Float64Array;
}

export interface Annotators {
  count: number;
  name: string[];
  comparisons: Float64Array;
  reliability: Float64Array;
  low: Float64Array;
  high: Float64Array;
  infit: Float64Array;
  outfit: Float64Array;
  agreement: Float64Array; // with the others
  flag: string[];
}

export interface Matrix {
  kind: "items" | "sample" | "groups";
  groups: { count: number; first: Float64Array; last: Float64Array; clustered: Float64Array };
  cells: {
    count: number;
    a: Float64Array;
    b: Float64Array;
    aWins: Float64Array;
    bWins: Float64Array;
    ties: Float64Array;
    comparisons: Float64Array;
    firstAnswer: Float64Array; // in `answers`
    shown: Float64Array;
  };
  answers: Answers;
}

export interface Trace {
  count: number;
  round: Float64Array;
  objective: Float64Array;
  scoreChange: Float64Array;
  weightChange: Float64Array;
}

export interface Report {
  title: string;
  command: string;
  files: string[];
  version: string;
  method: string;
  chosenBecause: string;
  seed: string;
  options: Record<string, string>;
  headline: string;
  sentences: string[];
  checks: Check[];
  notes: string[];
  firstSkipped: string[];
  counts: Record<string, number>;
  parts: Float64Array; // items of each
  ranking: Ranking;
  scoreMeaning: string;
  grades: string[]; // from the best on
  reliability: Reliability;
  agreement: Agreement;
  calibration: Calibration | null;
  certificate: Certificate | null;
  fragility: Fragility | null;
  effects: Effect[];
  curves: Curve[];
  boards: Board[];
  annotators: Annotators;
  encounters: Encounters;
  doubtful: Answers;
  matrices: Matrix[];
  convergence: { converged: boolean; message: string; trace: Trace };
  figures: Record<string, number>;
}

/** In the order of their bits. */
export const FLAGS = [
  { name: "unbeaten", text: "never lost: how far above the rest it belongs is open" },
  { name: "winless", text: "never won: how far below the rest it belongs is open" },
  { name: "bridge", text: "only one pair links it to the rest" },
  { name: "few", text: "has too few comparisons to say much" },
];

export function flagsOf(bits: number): typeof FLAGS {
  return FLAGS.filter((_, bit) => (bits >> bit) & 1);
}

/** A column: an array, or one value for all rows. NaN where there is none. */
export function column(raw: RawColumn | undefined, count: number): Float64Array {
  const values = new Float64Array(count);
  if (Array.isArray(raw)) for (let row = 0; row < count; row++) values[row] = raw[row] ?? NaN;
  else values.fill(raw ?? NaN);
  return values;
}

/** A column that is given by its steps. */
export function sums(raw: RawColumn, count: number): Float64Array {
  const values = column(raw, count);
  for (let row = 1; row < count; row++) values[row]! += values[row - 1]!;
  return values;
}

type Raw<T extends string> = RawTable & Record<T, RawColumn>;

function readRanking(
  raw: Raw<"rank" | "part" | "score" | "wins" | "losses" | "ties" | "flags"> & {
    item: string[];
    up?: RawColumn;
    down?: RawColumn;
    tier?: RawColumn;
    standard_error?: RawColumn;
    rank_without?: RawColumn;
    below?: RawColumn;
    above?: RawColumn;
    infit?: RawColumn;
    outfit?: RawColumn;
  },
  graded?: Raw<"grade" | "probability">,
): Ranking {
  const { count } = raw;
  const rank = sums(raw.rank, count);
  const score = column(raw.score, count);
  const ifAny = (values: RawColumn | undefined) => (values === undefined ? null : column(values, count));
  const hasRanges = raw.up !== undefined;
  return {
    count,
    item: raw.item,
    rank,
    part: column(raw.part, count),
    score,
    wins: column(raw.wins, count),
    losses: column(raw.losses, count),
    ties: column(raw.ties, count),
    flags: column(raw.flags, count),
    standardError: ifAny(raw.standard_error),
    scoreLow: ifAny(raw.below)?.map((below, row) => score[row]! - below) ?? null,
    scoreHigh: ifAny(raw.above)?.map((above, row) => score[row]! + above) ?? null,
    infit: ifAny(raw.infit),
    outfit: ifAny(raw.outfit),
    grade: ifAny(graded?.grade),
    gradeProbability: ifAny(graded?.probability),
    rankWithout: ifAny(raw.rank_without),
    low: hasRanges ? column(raw.up, count).map((up, row) => rank[row]! - up) : null,
    high: hasRanges ? column(raw.down, count).map((down, row) => rank[row]! + down) : null,
    tier: hasRanges ? sums(raw.tier!, count) : null,
  };
}

function readCalibration(
  raw: (Raw<"answers" | "predicted" | "came_true"> & { expected_error: number }) | null,
): Calibration | null {
  if (raw === null) return null;
  return {
    count: raw.count,
    expectedError: raw.expected_error,
    answers: column(raw.answers, raw.count),
    predicted: column(raw.predicted, raw.count),
    cameTrue: column(raw.came_true, raw.count),
  };
}

function readCurves(raw: Raw<"item" | "score" | "low" | "high"> & { time: string[] }): Curve[] {
  const of = (values: RawColumn) => column(values, raw.count);
  const [item, score, low, high] = [of(raw.item), of(raw.score), of(raw.low), of(raw.high)];
  const curves: Curve[] = [];
  raw.time.forEach((time, k) => {
    if (curves.at(-1)?.item !== item[k]) curves.push({ item: item[k]!, points: [] });
    curves.at(-1)!.points.push({ time, score: score[k]!, low: low[k]!, high: high[k]! });
  });
  return curves;
}

function readEncounters(
  raw: Raw<"a" | "b" | "annotator" | "a_wins" | "b_wins" | "ties"> & { by_annotator: boolean },
): Encounters {
  const of = (values: RawColumn) => column(values, raw.count);
  return {
    count: raw.count,
    byAnnotator: raw.by_annotator,
    a: of(raw.a),
    b: of(raw.b),
    annotator: of(raw.annotator),
    aWins: of(raw.a_wins),
    bWins: of(raw.b_wins),
    ties: of(raw.ties),
  };
}

interface RawBoards extends RawTable {
  value: string[];
  places: RawColumn;
  lines: Raw<"item" | "rank" | "rank_low" | "rank_high" | "score" | "score_low" | "score_high" | "differs">;
}

function readBoards({ count, value, places, lines }: RawBoards): Board[] {
  const of = (values: RawColumn) => column(values, lines.count);
  const [item, low, high] = [of(lines.item), of(lines.rank_low), of(lines.rank_high)];
  const [score, scoreLow, scoreHigh] = [of(lines.score), of(lines.score_low), of(lines.score_high)];
  const [rank, differs] = [sums(lines.rank, lines.count), of(lines.differs)];
  const sizes = column(places, count);
  let next = 0;
  return value.map((name, board) => {
    const ofBoard: Board["lines"] = new Map();
    for (const end = next + sizes[board]!; next < end; next++)
      ofBoard.set(item[next]!, {
        rank: rank[next]!,
        low: low[next]!,
        high: high[next]!,
        score: score[next]!,
        scoreLow: scoreLow[next]!,
        scoreHigh: scoreHigh[next]!,
        differs: differs[next]! > 0 ? "higher" : differs[next]! < 0 ? "lower" : "",
      });
    return { value: name, lines: ofBoard };
  });
}

type RawAnswers = Raw<"row" | "winner" | "loser" | "tie" | "annotator" | "times" | "weight" | "probability">;

function readAnswers(raw: RawAnswers): Answers {
  const of = (name: keyof RawAnswers) => column(raw[name] as RawColumn, raw.count);
  return {
    count: raw.count,
    row: of("row"),
    winner: of("winner"),
    loser: of("loser"),
    tie: of("tie"),
    annotator: of("annotator"),
    times: of("times"),
    weight: of("weight"),
    probability: of("probability"),
  };
}

function readAnnotators(
  raw: Raw<"comparisons" | "reliability" | "low" | "high" | "infit" | "outfit" | "agreement"> & {
    name: string[];
    flag: string | string[];
  },
): Annotators {
  const of = (values: RawColumn) => column(values, raw.count);
  return {
    count: raw.count,
    name: raw.name,
    comparisons: of(raw.comparisons),
    reliability: of(raw.reliability),
    low: of(raw.low),
    high: of(raw.high),
    infit: of(raw.infit),
    outfit: of(raw.outfit),
    agreement: of(raw.agreement),
    flag: Array.isArray(raw.flag) ? raw.flag : new Array<string>(raw.count).fill(raw.flag),
  };
}

interface RawMatrix {
  kind: Matrix["kind"];
  groups: Raw<"first" | "last" | "clustered">;
  cells: Raw<"a" | "b" | "a_wins" | "b_wins" | "ties" | "comparisons" | "shown">;
  answers: RawAnswers;
}

function readMatrix({ kind, groups, cells, answers }: RawMatrix): Matrix {
  const ofGroup = (values: RawColumn) => column(values, groups.count);
  const ofCell = (values: RawColumn) => column(values, cells.count);
  const shown = ofCell(cells.shown);
  const firstAnswer = new Float64Array(cells.count);
  for (let cell = 1; cell < cells.count; cell++) firstAnswer[cell] = firstAnswer[cell - 1]! + shown[cell - 1]!;
  return {
    kind,
    groups: {
      count: groups.count,
      first: ofGroup(groups.first),
      last: ofGroup(groups.last),
      clustered: ofGroup(groups.clustered),
    },
    cells: {
      count: cells.count,
      a: ofCell(cells.a),
      b: ofCell(cells.b),
      aWins: ofCell(cells.a_wins),
      bWins: ofCell(cells.b_wins),
      ties: ofCell(cells.ties),
      comparisons: ofCell(cells.comparisons),
      firstAnswer,
      shown,
    },
    answers: readAnswers(answers),
  };
}

export function readReport(text: string): Report {
  const raw = JSON.parse(text);
  const trace = raw.convergence.trace;
  return {
    title: raw.title,
    command: raw.command,
    files: raw.files,
    version: raw.version,
    method: raw.method,
    chosenBecause: raw.chosen_because,
    seed: raw.seed,
    options: raw.options,
    headline: raw.headline,
    sentences: raw.sentences,
    checks: raw.checks,
    notes: raw.notes,
    firstSkipped: raw.first_skipped,
    counts: raw.counts,
    parts: column(raw.parts.items, raw.parts.count),
    ranking: readRanking(raw.ranking, raw.graded),
    scoreMeaning: raw.score_meaning,
    grades: raw.grades,
    reliability: raw.reliability,
    agreement: raw.agreement,
    calibration: readCalibration(raw.calibration),
    certificate: raw.certificate,
    fragility: raw.fragility,
    effects: raw.effects,
    curves: readCurves(raw.curves),
    boards: readBoards(raw.boards),
    annotators: readAnnotators(raw.annotators),
    encounters: readEncounters(raw.encounters),
    doubtful: readAnswers(raw.doubtful),
    matrices: raw.matrices.map(readMatrix),
    convergence: {
      converged: raw.convergence.converged === 1,
      message: raw.convergence.message,
      trace: {
        count: trace.count,
        round: column(trace.round, trace.count),
        objective: column(trace.objective, trace.count),
        scoreChange: column(trace.score_change, trace.count),
        weightChange: column(trace.weight_change, trace.count),
      },
    },
    figures: raw.figures,
  };
}
