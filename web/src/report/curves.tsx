// How scores changed over time: a small chart for each of the first items, all on the same axes.
import { useMemo, useState } from "preact/hooks";
import { type Axis, Band, Plot } from "../shared/chart";
import { figure, grouped, percent } from "../shared/format";
import { usePrinting } from "../shared/media";
import { momentOf, timeText } from "./curves_view";
import type { Curve, Report } from "./model";
import { Section } from "./section";

const AT_ONCE = 12;

export function CurveChart({ curve, name, x, y }: { curve: Curve; name: string; x: Axis; y: Axis }) {
  const points = curve.points.map(({ time, score, low, high }) => ({ x: momentOf(time), y: score, low, high }));
  const [first, last] = [curve.points[0]!, curve.points.at(-1)!];
  return (
    <Plot
      label={
        `Score of ${name} over time: ${figure(first.score)} at ${first.time}, ${figure(last.score)} at ${last.time}. ` +
        "The file of --curves has all points."
      }
      height={150}
      x={x}
      y={y}
    >
      {(at) => <Band at={at} points={points} />}
    </Plot>
  );
}

/** Axes that hold all of the curves. */
export function axesOf(curves: Curve[]): { x: Axis; y: Axis } {
  const points = curves.flatMap((curve) => curve.points);
  const times = points.map((point) => momentOf(point.time));
  const ends = (values: number[]) => ({
    least: values.reduce((a, b) => Math.min(a, b), Infinity),
    most: values.reduce((a, b) => Math.max(a, b), -Infinity),
  });
  const span = ends(times);
  const text = timeText(points[0]!.time, span.most - span.least);
  return {
    x: { ...span, marks: [span.least, span.most], format: text },
    y: { ...ends(points.flatMap((point) => [point.low, point.high])), format: figure },
  };
}

export function CurvesSection({ report }: { report: Report }) {
  const { curves, ranking, options } = report;
  const [from, setFrom] = useState(0);
  const axes = useMemo(() => axesOf(curves), [curves]);
  const shown = usePrinting() ? curves : curves.slice(from, from + AT_ONCE);
  const groups = Array.from({ length: Math.ceil(curves.length / AT_ONCE) }, (_, k) => k * AT_ONCE);
  const rankOf = (k: number) => grouped(ranking.rank[curves[Math.min(k, curves.length - 1)]!.item]!);
  return (
    <Section
      id="curves"
      title="Scores over time"
      lead={
        `The line is the score, the band where it was with ${percent(Number(options.level ?? 0.9))} probability. All ` +
        "charts have the same axes. At every time the scores of all items have the mean 0."
      }
    >
      {groups.length > 1 && (
        <div class="tools">
          <div>
            <label for="curves-from">Items</label>
            <select
              id="curves-from"
              class="field"
              value={from}
              onChange={(event) => setFrom(Number(event.currentTarget.value))}
            >
              {groups.map((first) => (
                <option key={first} value={first}>
                  Ranks {rankOf(first)} to {rankOf(first + AT_ONCE - 1)}
                </option>
              ))}
            </select>
          </div>
        </div>
      )}
      <div class="small-charts">
        {shown.map((curve) => (
          <figure key={curve.item} class="card plot">
            <h3>
              <span class="soft">{grouped(ranking.rank[curve.item]!)}</span> {ranking.item[curve.item]}
            </h3>
            <CurveChart curve={curve} name={ranking.item[curve.item]!} {...axes} />
          </figure>
        ))}
      </div>
      {ranking.count > curves.length && (
        <p class="faint">
          The first {grouped(curves.length)} of {grouped(ranking.count)} items; the file of --curves has all.
        </p>
      )}
    </Section>
  );
}
