// A table of any length. A short one is shown as it is; of a long one, in a box that scrolls, only the rows in sight
// exist. On paper there are all rows up to a number.
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { grouped } from "./format";
import { usePrinting } from "./media";
import { rowsInSight } from "./window";

export interface Column {
  title: string;
  hint?: string; // what the title means, where it does not say it itself
  width?: string; // of CSS; what has none shares the rest
  number?: boolean;
  below?: ComponentChildren; // the title, such as an axis
}

interface Props {
  label: string;
  columns: Column[];
  rows: number;
  rowHeight: number;
  /** The cells of a row. */
  cells: (row: number) => ComponentChildren;
  rowClass?: (row: number) => string | undefined;
  rowKey?: (row: number) => string | number;
  maxHeight?: string;
}

const HEAD_HEIGHT = 36;
export const SHORT = 50; // rows that need no box of their own
export const PRINTED = 300;
const TALLEST = 2000; // pixels that a box shows; before the page is printed it is as high as all rows for a moment

/** The width of a column of numbers that have so many characters at most, or a title of as many. */
export function widthOf(...texts: string[]): string {
  return `calc(${Math.max(...texts.map((text) => text.length))}ch + var(--cell-room))`;
}

/** As much of a text as is as wide at full size as all of it is at the size of captions. */
export const small = (text: string) => text.slice(0, Math.ceil(0.88 * text.length));

export function LongTable(props: Props) {
  const { columns, rows, rowHeight } = props;
  const box = useRef<HTMLDivElement>(null);
  const [scrolled, setScrolled] = useState(0);
  const [viewport, setViewport] = useState(800);
  const printing = usePrinting();
  useLayoutEffect(() => {
    const element = box.current!;
    const measure = () => setViewport(Math.min(element.clientHeight || 800, TALLEST));
    measure();
    const watcher = new ResizeObserver(measure);
    watcher.observe(element);
    return () => watcher.disconnect();
  }, []);
  useEffect(() => {
    box.current!.scrollTop = 0; // other rows: from the top
    setScrolled(0);
  }, [rows]);
  const window = printing
    ? { first: 0, end: Math.min(rows, PRINTED), above: 0, below: 0 }
    : rows <= SHORT
      ? { first: 0, end: rows, above: 0, below: 0 }
      : rowsInSight(scrolled, viewport - HEAD_HEIGHT, rows, rowHeight);
  const shown: JSX.Element[] = [];
  for (let row = window.first; row < window.end; row++)
    shown.push(
      <tr
        key={props.rowKey?.(row) ?? row}
        class={props.rowClass?.(row)}
        aria-rowindex={row + 2}
        style={{ height: `${rowHeight}px` }}
      >
        {props.cells(row)}
      </tr>,
    );
  return (
    <>
      <div
        ref={box}
        class="table-box long"
        style={rows <= SHORT ? undefined : { maxHeight: props.maxHeight ?? "min(70vh, 44rem)" }}
        role="group"
        aria-label={props.label}
        tabIndex={0}
        onScroll={(event) => setScrolled(event.currentTarget.scrollTop)}
      >
        <table class="table" aria-label={props.label} aria-rowcount={rows + 1}>
          <colgroup>
            {columns.map((column, k) => (
              <col key={k} style={column.width ? { width: column.width } : undefined} />
            ))}
          </colgroup>
          <thead>
            <tr aria-rowindex={1}>
              {columns.map((column, k) => (
                <th key={k} scope="col" class={column.number ? "number" : undefined} title={column.hint}>
                  <span>{column.title}</span>
                  {column.below}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <Gap height={window.above} columns={columns.length} />
            {shown}
            <Gap height={window.below} columns={columns.length} />
          </tbody>
        </table>
      </div>
      {printing && rows > PRINTED && (
        <p class="faint">
          The first {PRINTED} of {grouped(rows)} rows are printed; the page itself has all of them.
        </p>
      )}
    </>
  );
}

/** Stands for rows out of sight. */
function Gap({ height, columns }: { height: number; columns: number }) {
  if (height === 0) return null;
  return (
    <tr class="gap" aria-hidden="true">
      <td colSpan={columns} style={{ height: `${height}px` }} />
    </tr>
  );
}
