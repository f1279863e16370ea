// The rankings of segments side by side: a row for every item, a column for every board.
import { useMemo, useState } from "preact/hooks";
import { grouped, percent, plural, range } from "../shared/format";
import { LongTable } from "../shared/long_table";
import { useNarrow } from "../shared/media";
import { Choice } from "./choice";
import { boardName, placesOnBoards } from "./boards_view";
import type { BoardLine, Report } from "./model";
import { Section } from "./section";

function Cell({ line }: { line: BoardLine | undefined }) {
  if (!line) return <td />;
  return (
    <td class={`number ${line.differs}`}>
      {line.differs && <span class="differs">{line.differs} </span>}
      <span class="strong">{grouped(line.rank)}</span>
      <span class="cut faint">{range(line.low, line.high)}</span>
    </td>
  );
}

export function BoardsSection({ report }: { report: Report }) {
  const { boards, ranking, options } = report;
  const narrow = useNarrow();
  const [which, setWhich] = useState<"all" | "differing">("all");
  const places = useMemo(
    () => ({ all: placesOnBoards(report, false), differing: placesOnBoards(report, true) }),
    [report],
  );
  const shown = places[which];
  const width = ranking.count < 1000 ? "5.25rem" : "7.5rem"; // ten boards beside each other
  const level = percent(Number(options.level ?? 0.9));
  return (
    <Section
      id="boards"
      title={`Boards by ${options.by}`}
      lead={
        `The rank of each item on each board, and below it the range where it belongs with ${level} probability. ` +
        "Higher or lower: its score there differs from that of the whole with a probability of 95 %. " +
        "Blank: not compared there."
      }
    >
      {places.differing.length > 0 && places.differing.length < places.all.length && (
        <div class="tools">
          <Choice
            label="Which items of the boards"
            value={which}
            of={[
              ["all", "All items"],
              ["differing", "Items that differ"],
            ]}
            onChange={setWhich}
          />
        </div>
      )}
      <p class="faint status" role="status">
        {places.differing.length === 0
          ? "No item differs from the whole on any board."
          : `${plural(places.differing.length, "item differs", "items differ")} from the whole on some board.`}
      </p>
      <LongTable
        label="Boards"
        columns={[
          { title: "Item", width: narrow ? "6.5rem" : "8rem" },
          { title: "Whole", width: "4.25rem", number: true },
          ...boards.map((board) => ({ title: boardName(board), hint: board.value, width, number: true })),
        ]}
        rows={shown.length}
        rowHeight={48}
        rowKey={(row) => shown[row]!}
        cells={(row) => {
          const place = shown[row]!;
          return (
            <>
              <th scope="row" class="item">
                <span class="cut">{ranking.item[place]}</span>
              </th>
              <td class="number soft">{grouped(ranking.rank[place]!)}</td>
              {boards.map((board) => (
                <Cell key={board.value} line={board.lines.get(place)} />
              ))}
            </>
          );
        }}
      />
    </Section>
  );
}
