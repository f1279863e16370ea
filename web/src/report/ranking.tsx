// The ranking: every item with its range of ranks, searchable, of any length.
import { useMemo, useState } from "preact/hooks";
import { amount, figure, grouped, percent, plural, range, score, scoreRange } from "../shared/format";
import { type Column, LongTable, small, widthOf } from "../shared/long_table";
import { useNarrow } from "../shared/media";
import { rankTicks, ticks } from "../shared/ticks";
import { Whisker, WhiskerAxis, type WhiskerScale } from "../shared/whisker";
import { Choice } from "./choice";
import { FindField } from "./find_field";
import { ItemDialog } from "./item_dialog";
import { flagsOf, type Ranking, type Report } from "./model";
import { Search } from "./search";
import { Section } from "./section";

const PARTS_LISTED = 200;

type Drawn = "ranks" | "scores";

/** The ends of all scores, with their intervals, the most answers that an item has won or lost, and the last tier. */
function useExtent(ranking: Ranking) {
  return useMemo(() => {
    const extent = { least: Infinity, most: -Infinity, answers: 0, whole: true, tiers: 0 };
    for (let place = 0; place < ranking.count; place++) {
      const [low, high] = [ranking.scoreLow?.[place] ?? NaN, ranking.scoreHigh?.[place] ?? NaN];
      const at = ranking.score[place]!;
      extent.least = Math.min(extent.least, at, Number.isFinite(low) ? low : at);
      extent.most = Math.max(extent.most, at, Number.isFinite(high) ? high : at);
      extent.tiers = Math.max(extent.tiers, ranking.tier?.[place] ?? 0);
      extent.answers = Math.max(extent.answers, ranking.wins[place]!, ranking.losses[place]!);
      extent.whole &&= Number.isInteger(ranking.wins[place]) && Number.isInteger(ranking.losses[place]);
    }
    return extent;
  }, [ranking]);
}

/** Where an item is on the scale: its ranks, or its scores. */
function Interval(props: { ranking: Ranking; place: number; drawn: Drawn; scale: WhiskerScale }) {
  const { ranking, place, drawn, scale } = props;
  return drawn === "ranks" ? (
    <Whisker {...scale} low={ranking.low![place]!} high={ranking.high![place]!} at={ranking.rank[place]!} />
  ) : (
    <Whisker
      {...scale}
      low={ranking.scoreLow?.[place] ?? NaN}
      high={ranking.scoreHigh?.[place] ?? NaN}
      at={ranking.score[place]!}
    />
  );
}

const scoreInterval = ({ scoreLow, scoreHigh }: Ranking, place: number) =>
  scoreLow ? scoreRange(scoreLow[place]!, scoreHigh![place]!) : "";

function gradeText({ grades, ranking }: Report, place: number): string {
  const grade = ranking.grade?.[place] ?? -1;
  return grade < 0 ? "" : grades[grade]!;
}

/** On a phone a line has one interval written beside it, that which is drawn. */
const hasInterval = (ranking: Ranking, narrow: boolean, drawn: Drawn) =>
  ranking.scoreLow !== null && (!narrow || drawn === "scores");

interface Look {
  narrow: boolean;
  drawn: Drawn;
  scale: WhiskerScale;
  extent: ReturnType<typeof useExtent>;
}

function columnsFor(report: Report, { narrow, drawn, scale, extent }: Look): Column[] {
  const { ranking } = report;
  const several = report.parts.length > 1;
  const showsInterval = hasInterval(ranking, narrow, drawn);
  const last = grouped(report.parts[0]!);
  const ranges = ranking.low !== null ? [narrow ? small(`${last}–${last}`) : `${last}–${last}`] : [];
  const won = extent.whole ? grouped(extent.answers) : amount(Math.floor(extent.answers) + 0.5);
  const ends = [extent.least, extent.most];
  const longest = ends.map((end) => Math.min(Math.max(end, -99.999), 99.999)); // larger ones have fewer digits
  const scores = [...ends, ...longest].map(score);
  if (showsInterval) scores.push(small(scoreRange(extent.least, extent.most)));
  const few = !narrow ? 4 : last.length > 5 ? 1 : 3;
  const axis =
    drawn === "ranks" ? (
      <WhiskerAxis {...scale} marks={rankTicks(scale.most, few)} format={grouped} />
    ) : (
      <WhiskerAxis {...scale} marks={ticks(scale.least, scale.most, few)} format={figure} />
    );
  const columns: (Column | false)[] = [
    { title: "Rank", width: widthOf("Rank", last, ...(narrow && drawn === "ranks" ? ranges : [])), number: true },
    ranking.tier !== null && !narrow && { title: "Tier", width: widthOf("Tier", grouped(extent.tiers)), number: true },
    several && !narrow && { title: "Part", width: widthOf("Part", grouped(report.parts.length)), number: true },
    { title: "Item", below: narrow && axis },
    !narrow && { title: `Where it belongs: ${drawn}`, width: "26%", below: axis },
    ranking.low !== null && !narrow && { title: "Range", width: widthOf("Range", ...ranges), number: true },
    ranking.rankWithout !== null && {
      title: "Without",
      hint: "Rank without controls",
      width: widthOf("Without", last),
      number: true,
    },
    ranking.grade !== null && !narrow && {
      title: "Grade",
      hint: "Its grade, and the probability that it is right",
      width: widthOf("Grade", ...report.grades.map((grade) => `${grade} 100 %`)),
    },
    { title: "Score", width: widthOf("Score", ...scores), number: true },
    !narrow && { title: "Won", width: widthOf("Won", won), number: true },
    !narrow && { title: "Lost", width: widthOf("Lost", won), number: true },
  ];
  return columns.filter((column) => column !== false);
}

/** In one mark, so that the name keeps its room; an item with few comparisons needs no bridge to be doubted. */
function Flags({ bits }: { bits: number }) {
  const flags = flagsOf(bits);
  if (flags.length === 0) return null;
  const few = flags.some((flag) => flag.name === "few");
  const words = flags.filter((flag) => flag.name !== "bridge" || !few).map((flag) => flag.name);
  return (
    <span class="badge warn flag" title={flags.map((flag) => `${flag.name}: ${flag.text}`).join("; ")}>
      {words.join(", ")}
    </span>
  );
}

function rowClass(ranking: Ranking, place: number, first: boolean): string {
  const classes = [];
  if (ranking.tier) classes.push(ranking.tier[place]! % 2 === 1 ? "odd-tier" : "even-tier");
  if (!first && place > 0) {
    if (ranking.part[place] !== ranking.part[place - 1]) classes.push("part-start");
    else if (ranking.tier && ranking.tier[place] !== ranking.tier[place - 1]) classes.push("tier-start");
  }
  return classes.join(" ");
}

function leadOf({ ranking, options, parts, scoreMeaning }: Report): string {
  const level = percent(Number(options.level ?? 0.9));
  const how = ranking.low
    ? (options.simultaneous === "true"
        ? `The line is where an item belongs, the dot its rank; all lines are true together with ${level} probability. `
        : `The line is where an item belongs with ${level} probability, the dot its rank. `) +
      "Shading changes from tier to tier: a new tier begins at the first item that belongs below the best of the " +
      "tier above."
    : ranking.scoreLow
      ? "The line is the score with its 90 % interval. Ranges of ranks and tiers come with `method posterior` or " +
        "`bootstrap 200`."
      : "This method gives no ranges of ranks and no tiers: `method posterior` does, and so does `bootstrap 200` " +
        "with any method.";
  const sentences = [how, scoreMeaning];
  if (ranking.rankWithout) sentences.push("Without: the rank without controls.");
  if (parts.length > 1) sentences.push("Each part has a ranking of its own.");
  return sentences.join(" ");
}

export function RankingSection({ report }: { report: Report }) {
  const { ranking, parts } = report;
  const narrow = useNarrow();
  const extent = useExtent(ranking);
  const search = useMemo(() => new Search(ranking), [ranking]);
  const [text, setText] = useState("");
  const [part, setPart] = useState(0);
  const [flagged, setFlagged] = useState(false);
  const [wanted, setDrawn] = useState<Drawn>("ranks");
  const [open, setOpen] = useState<number | null>(null);
  const drawn = ranking.low ? wanted : "scores";
  const scale = drawn === "ranks" ? { least: 1, most: parts[Math.max(part, 1) - 1]! } : extent;
  const found = useMemo(() => search.find({ text, part, flagged }), [search, text, part, flagged]);
  const anyFlags = useMemo(() => ranking.flags.some((bits) => bits !== 0), [ranking]);
  const rows = found?.length ?? ranking.count;
  const placeOf = (row: number) => found?.[row] ?? row;

  const showsInterval = hasInterval(ranking, narrow, drawn);
  const cells = (row: number) => {
    const place = placeOf(row);
    const name = (
      <button type="button" class="link" onClick={() => setOpen(place)}>
        {ranking.item[place]}
      </button>
    );
    const shown = <Interval ranking={ranking} place={place} drawn={drawn} scale={scale} />;
    const ranks = ranking.low ? range(ranking.low[place]!, ranking.high![place]!) : "";
    const points = (
      <td class="number">
        {score(ranking.score[place]!)}
        {showsInterval && <span class="second faint">{scoreInterval(ranking, place)}</span>}
      </td>
    );
    if (narrow)
      return (
        <>
          <td class="number strong">
            {grouped(ranking.rank[place]!)}
            {drawn === "ranks" && <span class="second faint">{ranks}</span>}
          </td>
          <th scope="row" class="item">
            <span class="name">
              {name}
              {gradeText(report, place) && <span class="badge">{gradeText(report, place)}</span>}
              <Flags bits={ranking.flags[place]!} />
            </span>
            {shown}
          </th>
          {ranking.rankWithout && <td class="number soft">{grouped(ranking.rankWithout[place]!)}</td>}
          {points}
        </>
      );
    return (
      <>
        <td class="number strong">{grouped(ranking.rank[place]!)}</td>
        {ranking.tier && <td class="number soft">{grouped(ranking.tier[place]!)}</td>}
        {parts.length > 1 && <td class="number soft">{grouped(ranking.part[place]!)}</td>}
        <th scope="row" class="item">
          <span class="name">
            {name}
            <Flags bits={ranking.flags[place]!} />
          </span>
        </th>
        <td>{shown}</td>
        {ranking.low && <td class="number">{ranks}</td>}
        {ranking.rankWithout && <td class="number soft">{grouped(ranking.rankWithout[place]!)}</td>}
        {ranking.grade && (
          <td>
            <span class="strong">{gradeText(report, place)}</span>{" "}
            <span class="soft">{percent(ranking.gradeProbability![place]!)}</span>
          </td>
        )}
        {points}
        <td class="number soft">{amount(ranking.wins[place]!)}</td>
        <td class="number soft">{amount(ranking.losses[place]!)}</td>
      </>
    );
  };

  return (
    <Section id="ranking" title="Ranking" lead={leadOf(report)}>
      <form class="tools" role="search" onSubmit={(event) => event.preventDefault()}>
        <FindField id="search" label="Find an item" text={text} onText={setText} />
        {parts.length > 1 && (
          <div>
            <label for="part">Part</label>
            <select
              id="part"
              class="field"
              value={part}
              onChange={(event) => setPart(Number(event.currentTarget.value))}
            >
              <option value={0}>All {grouped(parts.length)}</option>
              {[...parts.slice(0, PARTS_LISTED)].map((items, k) => (
                <option key={k} value={k + 1}>
                  {k + 1}: {plural(items, "item", "items")}
                </option>
              ))}
            </select>
          </div>
        )}
        {anyFlags && (
          <div class="choice" role="group" aria-label="Which items">
            <button type="button" aria-pressed={!flagged} onClick={() => setFlagged(false)}>
              All
            </button>
            <button type="button" aria-pressed={flagged} onClick={() => setFlagged(true)}>
              Flagged
            </button>
          </div>
        )}
        {ranking.low && ranking.scoreLow && (
          <Choice
            label="What the lines show"
            value={drawn}
            of={[
              ["ranks", "Ranks"],
              ["scores", "Scores"],
            ]}
            onChange={setDrawn}
          />
        )}
      </form>
      <p class="faint status" role="status">
        {found ? `${plural(rows, "item", "items")} of ${grouped(ranking.count)}` : plural(rows, "item", "items")}
      </p>
      <LongTable
        label="Ranking"
        columns={columnsFor(report, { narrow, drawn, scale, extent })}
        rows={rows}
        rowHeight={narrow ? 64 : 44}
        cells={cells}
        rowKey={placeOf}
        rowClass={(row) => rowClass(ranking, placeOf(row), row === 0)}
      />
      {open !== null && <ItemDialog report={report} place={open} onClose={() => setOpen(null)} />}
    </Section>
  );
}
