// The ranking: every item with its range of ranks, searchable, of any length.
import { useMemo, useState } from "preact/hooks";
import { amount, grouped, percent, plural, range, score } from "../shared/format";
import { type Column, LongTable } from "../shared/long_table";
import { useNarrow } from "../shared/media";
import { Whisker } from "../shared/whisker";
import { ItemDialog } from "./item_dialog";
import { flagsOf, type Ranking, type Report } from "./model";
import { Search } from "./search";
import { Section } from "./section";

const PARTS_LISTED = 200;
const NINETY = 1.645; // standard errors on each side hold 90 %

/** The scale of the whiskers: ranks of the part, or all scores. */
function useScale({ ranking, parts }: Report) {
  return useMemo(() => {
    let least = Infinity;
    let most = -Infinity;
    for (let place = 0; place < ranking.count; place++) {
      const margin = NINETY * (ranking.standardError?.[place] || 0);
      least = Math.min(least, ranking.score[place]! - margin);
      most = Math.max(most, ranking.score[place]! + margin);
    }
    return { least, most, itemsOf: (place: number) => parts[ranking.part[place]! - 1]! };
  }, [ranking, parts]);
}

function Interval({ ranking, place, scale }: { ranking: Ranking; place: number; scale: ReturnType<typeof useScale> }) {
  if (ranking.low && ranking.high)
    return (
      <Whisker
        least={1}
        most={scale.itemsOf(place)}
        low={ranking.low[place]!}
        high={ranking.high[place]!}
        at={ranking.rank[place]!}
      />
    );
  const at = ranking.score[place]!;
  const margin = NINETY * (ranking.standardError?.[place] ?? NaN);
  return <Whisker least={scale.least} most={scale.most} low={at - margin} high={at + margin} at={at} />;
}

function columnsFor(report: Report, narrow: boolean): Column[] {
  const { ranking } = report;
  const several = report.parts.length > 1;
  const columns: (Column | false)[] = [
    { title: "Rank", width: narrow ? "4.2rem" : "5rem", number: true },
    ranking.tier !== null && !narrow && { title: "Tier", width: "3.75rem", number: true },
    several && !narrow && { title: "Part", width: "3.75rem", number: true },
    { title: "Item" },
    !narrow && { title: ranking.low ? "Where it belongs" : "On the scale of scores", width: "27%" },
    ranking.low !== null && !narrow && { title: "Range", width: "6.5rem", number: true },
    ranking.rankWithout !== null && {
      title: "Without",
      hint: "Rank if nothing were controlled for",
      width: "5.25rem",
      number: true,
    },
    { title: "Score", width: narrow ? "4.6rem" : "5.5rem", number: true },
    !narrow && { title: "Won", width: "4.5rem", number: true },
    !narrow && { title: "Lost", width: "4.5rem", number: true },
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

function leadOf({ ranking, options, parts }: Report): string {
  const level = percent(Number(options.level ?? 0.9));
  const how = ranking.low
    ? `The line is where an item belongs with ${level} probability, the dot its rank. Shading changes from tier to ` +
      "tier: a new tier begins at the first item that belongs below the best of the tier above."
    : ranking.standardError
      ? "The line is the score with its 90 % interval. Ranges of ranks and tiers come with `method posterior` or " +
        "`bootstrap 200`."
      : "This method gives no ranges of ranks and no tiers: `method posterior` does, and so does `bootstrap 200` " +
        "with any method.";
  const sentences = [how];
  if (ranking.rankWithout) sentences.push("Without: the rank if nothing were controlled for.");
  if (parts.length > 1) sentences.push("Each part has a ranking of its own.");
  return sentences.join(" ");
}

export function RankingSection({ report }: { report: Report }) {
  const { ranking, parts } = report;
  const narrow = useNarrow();
  const scale = useScale(report);
  const search = useMemo(() => new Search(ranking), [ranking]);
  const [text, setText] = useState("");
  const [part, setPart] = useState(0);
  const [flagged, setFlagged] = useState(false);
  const [open, setOpen] = useState<number | null>(null);
  const found = useMemo(() => search.find({ text, part, flagged }), [search, text, part, flagged]);
  const anyFlags = useMemo(() => ranking.flags.some((bits) => bits !== 0), [ranking]);
  const rows = found?.length ?? ranking.count;
  const placeOf = (row: number) => found?.[row] ?? row;

  const cells = (row: number) => {
    const place = placeOf(row);
    const name = (
      <button type="button" class="link" onClick={() => setOpen(place)}>
        {ranking.item[place]}
      </button>
    );
    if (narrow)
      return (
        <>
          <td class="number strong">{grouped(ranking.rank[place]!)}</td>
          <th scope="row" class="item">
            <span class="name">
              {name}
              <Flags bits={ranking.flags[place]!} />
            </span>
            <span class="below">
              <Interval ranking={ranking} place={place} scale={scale} />
              {ranking.low && <span class="faint range">{range(ranking.low[place]!, ranking.high![place]!)}</span>}
            </span>
          </th>
          {ranking.rankWithout && <td class="number soft">{grouped(ranking.rankWithout[place]!)}</td>}
          <td class="number">{score(ranking.score[place]!)}</td>
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
        <td>
          <Interval ranking={ranking} place={place} scale={scale} />
        </td>
        {ranking.low && <td class="number">{range(ranking.low[place]!, ranking.high![place]!)}</td>}
        {ranking.rankWithout && <td class="number soft">{grouped(ranking.rankWithout[place]!)}</td>}
        <td class="number">{score(ranking.score[place]!)}</td>
        <td class="number soft">{amount(ranking.wins[place]!)}</td>
        <td class="number soft">{amount(ranking.losses[place]!)}</td>
      </>
    );
  };

  return (
    <Section id="ranking" title="Ranking" lead={leadOf(report)}>
      <form class="tools" role="search" onSubmit={(event) => event.preventDefault()}>
        <div class="grow">
          <label for="search">Find an item</label>
          <input
            id="search"
            class="field"
            type="search"
            value={text}
            autocomplete="off"
            spellcheck={false}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        </div>
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
      </form>
      <p class="faint status" role="status">
        {found ? `${plural(rows, "item", "items")} of ${grouped(ranking.count)}` : plural(rows, "item", "items")}
      </p>
      <LongTable
        label="Ranking"
        columns={columnsFor(report, narrow)}
        rows={rows}
        rowHeight={narrow ? 60 : 40}
        cells={cells}
        rowKey={placeOf}
        rowClass={(row) => rowClass(ranking, placeOf(row), row === 0)}
      />
      {open !== null && <ItemDialog report={report} place={open} onClose={() => setOpen(null)} />}
    </Section>
  );
}
