// Who won against whom: as a picture, or as a list of pairs; behind each pair are the rows of the input.
import { useCallback, useMemo, useState } from "preact/hooks";
import { Chart, type ChartOption, type Colours, textTooltip } from "../shared/chart";
import { amount, grouped, percent, plural } from "../shared/format";
import { LongTable } from "../shared/long_table";
import { useNarrow } from "../shared/media";
import { AnswersTable } from "./answers";
import { Choice } from "./choice";
import { Dialog } from "./dialog";
import { cellSummary, cellTitle, groupName, type Order, orderOf, type Square, squaresOf } from "./matrix_view";
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

function pictureOf(matrix: Matrix, names: string[], squares: Square[]) {
  return (colours: Colours, width: number): ChartOption => {
    const room = roomForNames(names, width);
    const axis = { type: "category", data: names, axisTick: { show: false }, axisLine: { show: false } } as const;
    const text = {
      show: room > 0,
      color: colours["ink-soft"],
      fontSize: 11,
      width: room - 8,
      overflow: "truncate",
      interval: 0,
    } as const;
    return {
      tooltip: {
        ...textTooltip(colours),
        formatter: (point) => {
          const square = squares[(point as unknown as { dataIndex: number }).dataIndex]!;
          const row = names[square.row];
          const wins =
            square.row === square.column
              ? `the item ranked higher won ${percent(square.share)}`
              : `${row} won ${percent(square.share)} against ${names[square.column]}`;
          return `${wins}\n${plural(matrix.cells.comparisons[square.cell]!, "answer", "answers")}`;
        },
      },
      grid: { left: room || EDGE, right: EDGE, top: EDGE, bottom: room || EDGE, containLabel: false },
      xAxis: { ...axis, axisLabel: { ...text, rotate: 60 } },
      yAxis: { ...axis, inverse: true, axisLabel: text },
      visualMap: {
        show: false,
        min: 0,
        max: 1,
        dimension: 2,
        inRange: { color: [colours["data-other"], colours.line, colours.data] },
      },
      series: [
        {
          type: "heatmap",
          data: squares.map((square) => [square.column, square.row, square.share]),
          itemStyle: { borderColor: colours.surface, borderWidth: names.length > 40 ? 0.5 : 1 },
          emphasis: { itemStyle: { borderColor: colours.ink, borderWidth: 2 } },
        },
      ],
    };
  };
}

function Picture(props: { report: Report; matrix: Matrix; order: Order; onOpen: (cell: number) => void }) {
  const { report, matrix, order, onOpen } = props;
  const drawn = useMemo(() => {
    const groups = orderOf(matrix, order);
    const squares = squaresOf(matrix, groups);
    const names = groups.map((group) => groupName(matrix, report.ranking, group));
    return { squares, names, option: pictureOf(matrix, names, squares) };
  }, [report, matrix, order]);
  const height = useCallback((width: number) => width, []); // the same room is left beside and below: squares
  const rows = plural(matrix.groups.count, "row", "rows");
  const pairs = plural(matrix.cells.count, "pair", "pairs");
  const open = useCallback((index: number) => onOpen(drawn.squares[index]!.cell), [drawn, onOpen]);
  return (
    <figure class="matrix card">
      <Chart
        label={`Win matrix of ${rows} and as many columns, ${pairs} with answers. The list of pairs has the same.`}
        option={drawn.option}
        height={height}
        onClick={open}
      />
      <figcaption>
        <span class="legend" aria-hidden="true">
          <span>row loses</span>
          <i />
          <span>row wins</span>
        </span>
        <span class="faint">
          {order === "ranking" && "The best at the top and left. "}
          Blank: never compared. Choose a square for its rows.
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
  const wins = { width: narrow ? "4.6rem" : "8rem", number: true };
  return (
    <>
      <div class="tools">
        <div class="grow">
          <label for="pair-search">Find a pair</label>
          <input
            id="pair-search"
            class="field"
            type="search"
            value={text}
            autocomplete="off"
            onInput={(event) => setText(event.currentTarget.value)}
          />
        </div>
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
        <Picture report={report} matrix={matrix} order={order} onOpen={setOpen} />
      ) : (
        <PairList report={report} matrix={matrix} onOpen={setOpen} />
      )}
      {open !== null && <CellDialog report={report} matrix={matrix} cell={open} onClose={() => setOpen(null)} />}
    </Section>
  );
}
