// How settled the ranking is, and whether to go on: in words, in figures, and by the number of answers.
import { path, Plot } from "../../shared/chart";
import { amount, grouped, percent } from "../../shared/format";
import { ShortTable } from "../../shared/short_table";
import type { Settled } from "../api";

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function Curve({ settled }: { settled: Settled }) {
  const { curve, answers, ssr } = settled;
  const most = curve.at(-1)!.answers;
  return (
    <details>
      <summary>Reliability as answers come in</summary>
      <div class="stack">
        <Plot
          label="Reliability to expect by the number of answers. The table below has the same."
          height={240}
          x={{ title: "answers", least: 0, most, format: grouped }}
          y={{ title: "reliability", least: 0, most: 1, format: (value) => value.toFixed(1) }}
        >
          {(at) => (
            <>
              {[0.8, 0.9].map((aim) => (
                <line key={aim} class="aim" x1={at.x(0)} x2={at.x(most)} y1={at.y(aim)} y2={at.y(aim)} />
              ))}
              <path class="series" d={path(curve.map((point) => [at.x(point.answers), at.y(point.ssr)]))} />
              <circle class="point" cx={at.x(answers)} cy={at.y(ssr!)} r={5} />
              <text class="note" x={at.x(answers) + 10} y={at.y(ssr!) + 18}>
                now
              </text>
            </>
          )}
        </Plot>
        <p class="faint">
          It is assumed that pairs go on to be chosen as they were. Broken lines: the usual aims, 0.8 and 0.9.
        </p>
        <ShortTable
          label="Reliability by number of answers"
          columns={["Answers", "Reliability"]}
          narrow
          rows={curve.map((point) => (
            <tr key={point.answers}>
              <td class="number">{amount(point.answers)}</td>
              <td class="number">{point.ssr.toFixed(2)}</td>
            </tr>
          ))}
        />
      </div>
    </details>
  );
}

export function SettledPanel({ settled }: { settled: Settled }) {
  return (
    <section class="stack tight card padded" aria-labelledby="settled">
      <h3 id="settled">Time to stop?</h3>
      {settled.advice.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <dl class="figures">
        <Figure name="Best item" value={settled.first > 0.99 ? "> 99 %" : percent(settled.first)} />
        <Figure name="Settled neighbours" value={percent(settled.neighbours)} />
        {settled.ssr !== null && <Figure name="Reliability" value={settled.ssr.toFixed(2)} />}
      </dl>
      {settled.ssr !== null && settled.curve.length > 1 && <Curve settled={settled} />}
    </section>
  );
}
