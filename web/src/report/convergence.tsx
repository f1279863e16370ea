// Whether the method came to its end, and how.
import { path, Plot } from "../shared/chart";
import { figure, grouped, plural } from "../shared/format";
import { ShortTable } from "../shared/short_table";
import { Facts } from "./facts";
import { Fold } from "./fold";
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

const SERIES: [string, keyof Trace, string][] = [
  ["scores", "scoreChange", "series"],
  ["weights", "weightChange", "series other"],
];

function TraceChart({ trace }: { trace: Trace }) {
  const series = SERIES.map(([name, key, kind]) => ({
    name,
    kind,
    points: Array.from(trace.round, (round, k): [number, number] => [round, (trace[key] as Float64Array)[k]!]).filter(
      ([, change]) => change > 0,
    ),
  }));
  const changes = series.flatMap(({ points }) => points.map(([, change]) => change));
  const [least, most] = [Math.min(...changes, 1), Math.max(...changes)];
  const rounds = plural(trace.count, "round", "rounds");
  const cell = (value: number) => <td class="number">{Number.isFinite(value) ? figure(value) : ""}</td>;
  return (
    <>
      <figure class="card plot">
        <Plot
          label={`Change of scores and weights over ${rounds}. The table below has the same.`}
          height={260}
          x={{ title: "round", least: 1, most: Math.max(2, trace.round[trace.count - 1]!), format: grouped }}
          y={{ title: "change, relative to the round before", least, most, log: true, format: figure }}
        >
          {(at) =>
            series.map(({ name, kind, points }) => (
              <g key={name}>
                <path class={kind} d={path(points.map(([round, change]) => [at.x(round), at.y(change)]))} />
              </g>
            ))
          }
        </Plot>
        <figcaption class="key">
          {series.map(({ name, kind }) => (
            <span key={name}>
              <i class={kind} aria-hidden="true" /> change of {name}
            </span>
          ))}
        </figcaption>
      </figure>
      <Fold title="Round by round">
        <ShortTable
          label="Rounds"
          columns={["Round", "Objective", "Change of scores", "Change of weights"]}
          rows={Array.from(trace.round, (round, k) => (
            <tr key={round}>
              {cell(round)}
              {cell(trace.objective[k]!)}
              {cell(trace.scoreChange[k]!)}
              {cell(trace.weightChange[k]!)}
            </tr>
          ))}
        />
      </Fold>
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
        <Facts of={named(figures).map(([name, value]) => [MEANINGS[name] ?? name, value])} card />
      )}
      {convergence.trace.count <= 1 && (
        <p class="faint">
          This method keeps no record of its rounds; <code>method pdrank</code> does.
        </p>
      )}
    </Section>
  );
}
