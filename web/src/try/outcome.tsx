// What came out: the ranking as a table, the report as the page that it is, both to be saved.
import { useEffect, useMemo, useState } from "preact/hooks";
import { download } from "../shared/download";
import { amount, grouped, range, score } from "../shared/format";
import { type Column, LongTable, widthOf } from "../shared/long_table";
import { useNarrow } from "../shared/media";
import type { Place, Ranked } from "./rank";

export function Outcome({ ranked }: { ranked: Ranked }) {
  const address = useAddress(ranked.report.content);
  return (
    <div class="stack">
      <div class="row spread">
        <h2>{ranked.title}</h2>
        <div class="row">
          <button type="button" class="button primary" onClick={() => download(ranked.report.content, ranked.report.name)}>
            Save the report
          </button>
          <button type="button" class="button" onClick={() => download(ranked.ranking.content, ranked.ranking.name)}>
            Save the ranking
          </button>
        </div>
      </div>
      {ranked.note && <p class="notice warn said">{ranked.note}</p>}
      <Ranking places={ranked.places} />
      <div class="row spread">
        <h2>Report</h2>
        {address && (
          <a class="button small" href={address} target="_blank" rel="noopener">
            Open it by itself
          </a>
        )}
      </div>
      {address && (
        <iframe
          class="report card"
          src={address}
          title={`Report on ${ranked.title}`}
          sandbox="allow-scripts allow-downloads"
          allow="clipboard-write *"
        />
      )}
    </div>
  );
}

function useAddress(content: Blob): string {
  const [address, setAddress] = useState("");
  useEffect(() => {
    const made = URL.createObjectURL(content);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [content]);
  return address;
}

function Ranking({ places }: { places: Place[] }) {
  const narrow = useNarrow();
  const { columns, hasRanges } = useMemo(() => columnsFor(places, narrow), [places, narrow]);
  return (
    <LongTable
      label="Ranking"
      columns={columns}
      rows={places.length}
      rowHeight={36}
      maxHeight="26rem"
      cells={(row) => {
        const place = places[row]!;
        return (
          <>
            <td class="number">{grouped(place.rank)}</td>
            <th scope="row" title={place.item}>
              {place.item}
            </th>
            {hasRanges && <td class="number">{range(place.low, place.high)}</td>}
            <td class="number">{score(place.score)}</td>
            {!narrow && <td class="number">{amount(place.wins)}</td>}
            {!narrow && <td class="number">{amount(place.losses)}</td>}
          </>
        );
      }}
    />
  );
}

function columnsFor(places: Place[], narrow: boolean) {
  let [last, most, longest] = [1, 0, "Score"];
  for (const place of places) {
    last = Math.max(last, place.rank);
    most = Math.max(most, place.wins, place.losses);
    const text = score(place.score);
    if (text.length > longest.length) longest = text;
  }
  const hasRanges = places.some((place) => Number.isFinite(place.low));
  const numbers = (title: string, ...texts: string[]): Column => ({ title, width: widthOf(title, ...texts), number: true });
  const columns = [
    numbers("Rank", grouped(last)),
    { title: "Item" },
    hasRanges && numbers("Range", range(Math.max(1, last - 1), last)),
    numbers("Score", longest),
    !narrow && numbers("Won", amount(most)),
    !narrow && numbers("Lost", amount(most)),
  ].filter((column): column is Column => column !== false);
  return { columns, hasRanges };
}
