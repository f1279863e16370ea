// How settled the ranking is, and whether to go on: in words, in figures, and by the number of answers.
import { amount, percent } from "../../shared/format";
import { CURVE_NOTE, ReliabilityPlot } from "../../shared/reliability_plot";
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
  return (
    <details>
      <summary>Reliability as answers come in</summary>
      <div class="stack">
        <ReliabilityPlot curve={curve} answers={answers} ssr={ssr!} height={240} />
        <p class="faint">{CURVE_NOTE}</p>
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
