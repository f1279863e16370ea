// Whether the method came to its end, and how.
import { useCallback, useMemo } from "preact/hooks";
import { Chart, type ChartOption, type Colours, textTooltip } from "../shared/chart";
import { figure, plural } from "../shared/format";
import type { Report, Trace } from "./model";
import { Section } from "./section";

const MEANINGS: Record<string, string> = {
  noise: "Share of answers that are plain mistakes",
  spread: "Spread of the scores, in log-odds",
  shape_parts: "Groups that the scores form",
  draws: "Draws of the scores",
  gamma: "Gamma, the pull towards zero",
  rounds_chosen: "Rounds, chosen by held-out answers",
  held_out_log_loss: "Log loss of held-out answers",
  gradient_share: "Share of the answers that fits a ranking",
  curl_share: "Share that contradicts itself in triples",
  harmonic_share: "Share that contradicts itself in longer circles",
  triangles: "Triples compared with each other",
  noise_level: "Share of wrong answers",
  stages: "Stages",
  examples: "Examples",
};

/** A figure with its interval, where it has one, in one. */
function named(figures: Report["figures"]): [string, string][] {
  const text = (name: string) => figure(figures[name] ?? NaN);
  const interval = (name: string) =>
    `${name}_low` in figures ? ` (${text(`${name}_low`)} to ${text(`${name}_high`)})` : "";
  return Object.keys(figures)
    .filter((name) => !/_(low|high)$/.test(name))
    .map((name) => [name, text(name) + interval(name)]);
}

const SERIES: [string, keyof Trace][] = [
  ["scores", "scoreChange"],
  ["weights", "weightChange"],
];

function lines(trace: Trace) {
  return (colours: Colours): ChartOption => ({
    color: [colours.data, colours["data-other"]],
    tooltip: { ...textTooltip(colours), trigger: "axis", valueFormatter: (value) => figure(Number(value)) },
    legend: { top: 0, left: 0, textStyle: { color: colours["ink-soft"] }, itemHeight: 8 },
    grid: { left: 56, right: 16, top: 36, bottom: 44 },
    xAxis: {
      type: "value",
      name: "round",
      nameLocation: "middle",
      nameGap: 26,
      minInterval: 1,
      min: 1,
      max: Math.max(2, trace.round[trace.count - 1] ?? 2),
      nameTextStyle: { color: colours["ink-soft"] },
      axisLabel: { color: colours["ink-soft"] },
      splitLine: { show: false },
      axisLine: { show: true, lineStyle: { color: colours.line } },
    },
    yAxis: {
      type: "log",
      axisLabel: { color: colours["ink-soft"], formatter: (value: number) => value.toExponential(0) },
      splitLine: { lineStyle: { color: colours.line } },
    },
    series: SERIES.map(([name, key]) => ({
      name: `change of ${name}`,
      type: "line",
      symbolSize: 6,
      data: Array.from({ length: trace.count }, (_, k) => [trace.round[k]!, (trace[key] as Float64Array)[k]!]).filter(
        ([, value]) => value! > 0,
      ),
    })),
  });
}

function TraceChart({ trace }: { trace: Trace }) {
  const option = useMemo(() => lines(trace), [trace]);
  const height = useCallback(() => 260, []);
  const rounds = plural(trace.count, "round", "rounds");
  const cell = (value: number) => <td class="number">{Number.isFinite(value) ? figure(value) : ""}</td>;
  return (
    <>
      <figure class="card plot">
        <Chart
          label={`Change of scores and weights over ${rounds}. The table below has the same.`}
          option={option}
          height={height}
        />
      </figure>
      <details>
        <summary>Round by round</summary>
        <div class="table-box" tabIndex={0} role="group" aria-label="Rounds">
          <table class="table">
            <thead>
              <tr>
                {["Round", "Objective", "Change of scores", "Change of weights"].map((title) => (
                  <th key={title} scope="col" class="number">
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {Array.from(trace.round, (round, k) => (
                <tr key={round}>
                  {cell(round)}
                  {cell(trace.objective[k]!)}
                  {cell(trace.scoreChange[k]!)}
                  {cell(trace.weightChange[k]!)}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </>
  );
}

export function ConvergenceSection({ report }: { report: Report }) {
  const { convergence, figures, method, chosenBecause } = report;
  const how = `Method ${method}${chosenBecause ? `, ${chosenBecause}` : ""}: ${convergence.message}.`;
  return (
    <Section id="convergence" title={convergence.converged ? "Convergence" : "Not converged"} lead={how}>
      {convergence.trace.count > 1 && <TraceChart trace={convergence.trace} />}
      {Object.keys(figures).length > 0 && (
        <dl class="details card">
          {named(figures).map(([name, value]) => (
            <div key={name}>
              <dt>{MEANINGS[name] ?? name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {convergence.trace.count <= 1 && (
        <p class="faint">
          This method keeps no record of its rounds; <code>method pdrank</code> does.
        </p>
      )}
    </Section>
  );
}
