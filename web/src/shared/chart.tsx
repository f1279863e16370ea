// Charts as SVG, drawn at the width of their place; colours come from the theme's CSS. Beside a chart there must be a
// text or table that says the same: to those who do not see it, it is a picture with a label.
import type { ComponentChildren, JSX } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { logTicks, ticks } from "./ticks";

interface PictureProps {
  label: string;
  height: (width: number) => number;
  children: (width: number, height: number) => ComponentChildren;
  svg?: JSX.SVGAttributes<SVGSVGElement>; // what else the element has: listeners, a class
}

/** An SVG of a pixel a unit on the screen; on paper it is scaled. */
export function Picture({ label, height, children, svg }: PictureProps) {
  const place = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(640);
  useLayoutEffect(() => {
    const element = place.current!;
    const measure = () => element.clientWidth > 0 && setWidth(element.clientWidth);
    measure();
    const watcher = new ResizeObserver(measure);
    watcher.observe(element);
    return () => watcher.disconnect();
  }, []);
  return (
    <div ref={place} class="chart">
      <svg {...svg} viewBox={`0 0 ${width} ${height(width)}`} role="img" aria-label={label}>
        {children(width, height(width))}
      </svg>
    </div>
  );
}

export interface Axis {
  title?: string;
  least: number;
  most: number;
  log?: boolean;
  marks?: number[]; // in place of round numbers
  format: (value: number) => string;
}

/** Where values are on the picture, in its units. */
export interface Places {
  x: (value: number) => number;
  y: (value: number) => number;
}

function placing({ least, most, log }: Axis, from: number, to: number) {
  const of = log ? Math.log : (value: number) => value;
  const span = of(most) - of(least) || 1;
  return (value: number) => {
    const share = (of(Math.min(Math.max(value, least), most)) - of(least)) / span;
    return Math.round(10 * (from + share * (to - from))) / 10;
  };
}

function marksOf(axis: Axis, about: number): number[] {
  return axis.marks ?? (axis.log ? logTicks : ticks)(axis.least, axis.most, about);
}

interface PlotProps {
  label: string;
  height: number;
  x: Axis;
  y: Axis;
  children: (at: Places) => ComponentChildren;
}

const DIGIT = 7; // pixels of a character at the size of marks
const LINE = 16;

/** Two axes and what is drawn between them. */
export function Plot({ label, height, x, y, children }: PlotProps) {
  return (
    <Picture label={label} height={() => height}>
      {(width) => {
        const yMarks = marksOf(y, height / 40);
        const left = 10 + DIGIT * Math.max(...yMarks.map((mark) => y.format(mark).length));
        const right = width - 18;
        const top = y.title ? LINE + 10 : 8;
        const bottom = height - LINE - 6 - (x.title ? LINE + 2 : 0);
        const widest = Math.max(...[x.least, x.most].map((mark) => x.format(mark).length));
        const xMarks = marksOf(x, Math.max(1, Math.min(6, (right - left) / (DIGIT * (widest + 3)))));
        const at = { x: placing(x, left, right), y: placing(y, bottom, top) };
        return (
          <>
            {yMarks.map((mark) => (
              <g key={mark}>
                <line class="grid" x1={left} x2={right} y1={at.y(mark)} y2={at.y(mark)} />
                <text x={left - 6} y={at.y(mark) + 4} text-anchor="end">
                  {y.format(mark)}
                </text>
              </g>
            ))}
            {xMarks.map((mark) => (
              <g key={mark}>
                <line class="grid" x1={at.x(mark)} x2={at.x(mark)} y1={bottom} y2={bottom + 4} />
                <text x={at.x(mark)} y={bottom + LINE + 2} text-anchor="middle">
                  {x.format(mark)}
                </text>
              </g>
            ))}
            {y.title && (
              <text class="title" x={2} y={LINE - 4}>
                {y.title}
              </text>
            )}
            {x.title && (
              <text class="title" x={(left + right) / 2} y={height - 5} text-anchor="middle">
                {x.title}
              </text>
            )}
            {children(at)}
          </>
        );
      }}
    </Picture>
  );
}

/** The path through points; nothing where a number is none. */
export function path(points: [number, number][]): string {
  return points.map(([x, y], k) => `${k === 0 ? "M" : "L"}${x} ${y}`).join("");
}

/** A line through points with the band that it may be in. */
export function Band({ at, points }: { at: Places; points: { x: number; y: number; low: number; high: number }[] }) {
  const upper = points.map((point): [number, number] => [at.x(point.x), at.y(point.high)]);
  const lower = points.map((point): [number, number] => [at.x(point.x), at.y(point.low)]).reverse();
  return (
    <>
      <path class="band" d={`${path([...upper, ...lower])}Z`} />
      <path class="series" d={path(points.map((point) => [at.x(point.x), at.y(point.y)]))} />
    </>
  );
}
