// Who won against whom: as a picture, or as a list of pairs; behind each pair are the rows of the input.
import { useMemo, useState } from "preact/hooks";
import { Picture } from "../shared/chart";
import { amount, grouped, percent, plural } from "../shared/format";
import { LongTable, widthOf } from "../shared/long_table";
import { useNarrow } from "../shared/media";
import { AnswersTable } from "./answers";
import { Choice } from "./choice";
import { Dialog } from "./dialog";
import { FindField } from "./find_field";
import {
  cellSummary,
  cellTitle,
  groupName,
  type Order,
  orderOf,
  saturation,
  shareColour,
  type Square,
  squaresOf,
} from "./matrix_view";
import type { Matrix, Report } from "./model";
import { Section } from "./section";

const KINDS = { items: "All items", sample: "A sample of items", groups: "Groups of neighbours" };
const NAMES_SHOWN = 30; // beside the picture, where it is wide enough
const EDGE = 4;

/** The pixels that names take on the left and below; 0 where they are not shown. */
function roomForNames(names: string[], width: number): number {
  if (width <= 480 || names.length > NAMES_SHOWN) return 0;
  const longest = Math.max(...names.map((name) => name.length));
  return Math.min(120, 12 + 6 * longest);
}

function cutTo(name: string, room: number): string {
  const most = Math.floor((room - 12) / 6);
  return name.length > most ? `${name.slice(0, most - 1)}…` : name;
}

interface Drawn {
  squares: Square[];
  names: string[];
  most: number; // answers that any square has
}

/** What a square says, in words. */
function squareText(matrix: Matrix, { names }: Drawn, square: Square): string {
  const wins =
    square.row === square.column
      ? `The item ranked higher won ${percent(square.share)}`
      : `${names[square.row]} won ${percent(square.share)} against ${names[square.column]}`;
  return `${wins}: ${plural(matrix.cells.comparisons[square.cell]!, "answer", "answers")}.`;
}

/** Drawn anew only when something in it changes: pointing at a square does not. */
function Squares({ drawn, width }: { drawn: Drawn; width: number }) {
  return useMemo(() => squaresAndNames(drawn, width), [drawn, width]);
}

function squaresAndNames(drawn: Drawn, width: number) {
  const { squares, names, most } = drawn;
  const room = roomForNames(names, width);
  const left = room || EDGE;
  const side = (width - left - EDGE) / names.length;
  const at = (k: number) => (k + 0.5) * side;
  const gap = names.length > 40 ? 0.5 : 1;
  return (
    <>
      {room > 0 &&
        names.map((name, k) => {
          const shown = cutTo(name, room);
          return (
            <g key={k}>
              <text x={left - 6} y={EDGE + at(k) + 4} text-anchor="end">
                {shown}
              </text>
              <text
                transform={`translate(${left + at(k) + 4} ${width - room + 8}) rotate(-60)`}
                text-anchor="end"
              >
                {shown}
              </text>
            </g>
          );
        })}
      {names.map((_, k) => (
        <rect key={k} class="self" x={left + k * side} y={EDGE + k * side} width={side} height={side} />
      ))}
      {squares.map(({ column, row, share, answers }, k) => (
        <rect
          key={k}
          data-square={k}
          x={left + column * side + gap / 2}
          y={EDGE + row * side + gap / 2}
          width={side - gap}
          height={side - gap}
          style={{ fill: shareColour(share), fillOpacity: saturation(answers, most) }}
        />
      ))}
      <line class="diagonal" x1={left} y1={EDGE} x2={width - EDGE} y2={EDGE + side * names.length} />
    </>
  );
}

const square = (event: Event) => (event.target as Element).getAttribute("data-square");

function MatrixPicture(props: { report: Report; matrix: Matrix; order: Order; onOpen: (cell: number) => void }) {
  const { report, matrix, order, onOpen } = props;
  const [pointed, setPointed] = useState<string | null>(null);
  const drawn = useMemo(() => {
    const groups = orderOf(matrix, order);
    const squares = squaresOf(matrix, groups);
    const names = groups.map((group) => groupName(matrix, report.ranking, group));
    return { squares, names, most: squares.reduce((most, { answers }) => Math.max(most, answers), 1) };
  }, [report, matrix, order]);
  const rows = plural(matrix.groups.count, "row", "rows");
  const pairs = plural(matrix.cells.count, "pair", "pairs");
  const best = order === "ranking" ? "The best at the top and left. " : "";
  const text = pointed === null ? null : squareText(matrix, drawn, drawn.squares[Number(pointed)]!);
  return (
    <figure class="matrix card">
      <Picture
        label={`Win matrix of ${rows} and as many columns, ${pairs} with answers. The list of pairs has the same.`}
        height={(width) => width} // the same room is left beside and below: squares
        svg={{
          onClick: (event) => square(event) !== null && onOpen(drawn.squares[Number(square(event))]!.cell),
          onPointerMove: (event) => setPointed(square(event)),
          onPointerLeave: () => setPointed(null),
        }}
      >
        {(width) => <Squares drawn={drawn} width={width} />}
      </Picture>
      <figcaption>
        <span class="legend" aria-hidden="true">
          <span>row loses</span>
          <i />
          <span>row wins</span>
        </span>
        <span class="legend" aria-hidden="true">
          <span>1 answer</span>
          <i class="count" />
          <span>{grouped(drawn.most)}</span>
        </span>
        <span class="faint pointed" aria-hidden="true">
          {text ?? `${best}Blank: never compared. Choose a square for its rows.`}
        </span>
      </figcaption>
    </figure>
  );
}

function PairList({ report, matrix, onOpen }: { report: Report; matrix: Matrix; onOpen: (cell: number) => void }) {
  const narrow = useNarrow();
  const [text, setText] = useState("");
  const { cells } = matrix;
  const titles = useMemo(
    () => Array.from({ length: cells.count }, (_, cell) => cellTitle(matrix, report.ranking, cell)),
    [matrix, report, cells],
  );
  const found = useMemo(() => {
    const wanted = text.trim().toLowerCase();
    return titles.map((_, cell) => cell).filter((cell) => titles[cell]!.toLowerCase().includes(wanted));
  }, [titles, text]);
  const groups = matrix.kind === "groups";
  const longest = amount(cells.aWins.reduce((most, wins, cell) => Math.max(most, wins, cells.bWins[cell]!), 0));
  const wins = { width: narrow ? widthOf("2nd", longest) : widthOf("Second won", longest), number: true };
  return (
    <>
      <div class="tools">
        <FindField id="pair-search" label="Find a pair" text={text} onText={setText} />
      </div>
      <p class="faint status" role="status">
        {plural(found.length, "pair", "pairs")} with answers
      </p>
      <LongTable
        label="Pairs"
        columns={[
          { title: groups ? "Groups" : "Pair, higher rank first" },
          { title: narrow ? "1st" : groups ? "Higher won" : "First won", hint: "How often the first won", ...wins },
          { title: narrow ? "2nd" : groups ? "Lower won" : "Second won", hint: "How often the second won", ...wins },
          ...(narrow ? [] : [{ title: "Ties", width: "5rem", number: true }]),
        ]}
        rows={found.length}
        rowHeight={44}
        rowKey={(row) => found[row]!}
        cells={(row) => {
          const cell = found[row]!;
          return (
            <>
              <th scope="row" class="item">
                <button type="button" class="link" onClick={() => onOpen(cell)}>
                  {titles[cell]}
                </button>
              </th>
              <td class="number">{amount(cells.aWins[cell]!)}</td>
              <td class="number">{amount(cells.bWins[cell]!)}</td>
              {!narrow && <td class="number">{amount(cells.ties[cell]!)}</td>}
            </>
          );
        }}
      />
    </>
  );
}

function CellDialog(props: { report: Report; matrix: Matrix; cell: number; onClose: () => void }) {
  const { report, matrix, cell, onClose } = props;
  const first = matrix.cells.firstAnswer[cell]!;
  const shown = matrix.cells.shown[cell]!;
  const all = matrix.cells.comparisons[cell]!;
  const numbers = useMemo(() => Array.from({ length: shown }, (_, k) => first + k), [first, shown]);
  return (
    <Dialog title={cellTitle(matrix, report.ranking, cell)} onClose={onClose}>
      <p>{cellSummary(matrix, report.ranking, cell)}.</p>
      {shown < all && (
        <p class="faint">
          The first {grouped(shown)} of {grouped(all)} are listed.
        </p>
      )}
      <AnswersTable label="Answers" report={report} answers={matrix.answers} numbers={numbers} maxHeight="50vh" />
    </Dialog>
  );
}

function leadOf(matrix: Matrix, report: Report): string {
  const items = grouped(report.ranking.count);
  const count = matrix.groups.count;
  const orders =
    "Ordered by the ranking, right answers are blue above the diagonal; " +
    "clustered, items that win and lose alike stand together.";
  if (matrix.kind === "items")
    return `Each square is a pair of items: blue where the row has won more often. ${orders}`;
  if (matrix.kind === "sample")
    return (
      `${count} of ${items} items: one from each of as many sections of the ranking, ` +
      `the one that was compared most. ${orders}`
    );
  const largest = report.parts.length > 1 ? "The largest part" : "The ranking";
  return `${largest} cut into ${count} groups of neighbours; a square has all answers between two groups. ${orders}`;
}

export function MatrixSection({ report }: { report: Report }) {
  const [kind, setKind] = useState<Matrix["kind"]>(report.matrices[0]!.kind);
  const [order, setOrder] = useState<Order>("ranking");
  const [view, setView] = useState<"picture" | "list">("picture");
  const [open, setOpen] = useState<number | null>(null);
  const matrix = report.matrices.find((one) => one.kind === kind)!;
  return (
    <Section id="matrix" title="Who won against whom" lead={leadOf(matrix, report)}>
      <div class="tools">
        {report.matrices.length > 1 && (
          <Choice
            label="Rows"
            value={kind}
            of={report.matrices.map((one) => [one.kind, KINDS[one.kind]])}
            onChange={setKind}
          />
        )}
        <Choice
          label="Order"
          value={order}
          of={[
            ["ranking", "By ranking"],
            ["clustered", "Clustered"],
          ]}
          onChange={setOrder}
        />
        <Choice
          label="View"
          value={view}
          of={[
            ["picture", "Picture"],
            ["list", "List of pairs"],
          ]}
          onChange={setView}
        />
      </div>
      {view === "picture" ? (
        <MatrixPicture report={report} matrix={matrix} order={order} onOpen={setOpen} />
      ) : (
        <PairList report={report} matrix={matrix} onOpen={setOpen} />
      )}
      {open !== null && <CellDialog report={report} matrix={matrix} cell={open} onClose={() => setOpen(null)} />}
    </Section>
  );
}
