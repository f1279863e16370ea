// How far the scores can be expected to tell the items apart, by the number of answers.
import { path, Plot } from "./chart";
import { grouped } from "./format";

const AIMS = [0.8, 0.9];
export const CURVE_NOTE =
  "Each point assumes that pairs are chosen as they were so far. Broken lines: the usual aims, 0.8 and 0.9.";

/** `ssr` is that of the answers so far. A table beside it has the same figures. */
export function ReliabilityPlot(props: {
  curve: { answers: number; ssr: number }[];
  answers: number;
  ssr: number;
  height: number;
}) {
  const { curve, answers, ssr } = props;
  const most = curve.at(-1)!.answers;
  return (
    <Plot
      label="Expected reliability with more or fewer answers. The table below has the same."
      height={props.height}
      x={{ title: "answers", least: 0, most, format: grouped }}
      y={{ title: "reliability (SSR)", least: 0, most: 1, format: (value) => value.toFixed(1) }}
    >
      {(at) => (
        <>
          {AIMS.map((aim) => (
            <line key={aim} class="aim" x1={at.x(0)} x2={at.x(most)} y1={at.y(aim)} y2={at.y(aim)} />
          ))}
          <path class="series" d={path(curve.map((point) => [at.x(point.answers), at.y(point.ssr)]))} />
          <circle class="point" cx={at.x(answers)} cy={at.y(ssr)} r={5} />
          <text class="note" x={at.x(answers) + 10} y={at.y(ssr) + 18}>
            now
          </text>
        </>
      )}
    </Plot>
  );
}
