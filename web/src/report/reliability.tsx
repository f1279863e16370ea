// How far the scores tell the items apart, and what more answers would do.
import { amount, grouped } from "../shared/format";
import { CURVE_NOTE, ReliabilityPlot } from "../shared/reliability_plot";
import { ShortTable } from "../shared/short_table";
import { Facts } from "./facts";
import { Fold } from "./fold";
import type { Reliability, Report } from "./model";
import { Prose, Section } from "./section";

function more(number: number | null): string {
  if (number === null) return "no number is enough";
  return number === 0 ? "reached" : `about ${grouped(Number(number.toPrecision(2)))} more answers`;
}

function figuresOf(reliability: Reliability): [string, string][] {
  const facts: [string, string][] = [];
  if (reliability.ssr !== null)
    facts.push(
      ["Reliability (SSR)", reliability.ssr.toFixed(2)],
      ["Separation", reliability.separation?.toFixed(2) ?? "none"],
      ["For an SSR of 0.8", more(reliability.more_for_80)],
      ["For an SSR of 0.9", more(reliability.more_for_90)],
    );
  if (reliability.split_half !== null) {
    const { split_half_low: low, split_half_high: high } = reliability;
    const interval = low !== null && high !== null ? ` (${low.toFixed(2)} to ${high.toFixed(2)})` : "";
    facts.push(["Correlation of split halves", reliability.split_half.toFixed(2) + interval]);
  }
  return facts;
}

function CurveOfReliability({ reliability }: { reliability: Reliability }) {
  const { curve, answers, ssr } = reliability;
  return (
    <figure class="card plot">
      <ReliabilityPlot curve={curve} answers={answers} ssr={ssr!} height={280} />
      <figcaption>{CURVE_NOTE}</figcaption>
    </figure>
  );
}

function CurveTable({ reliability }: { reliability: Reliability }) {
  return (
    <Fold title="Reliability by number of answers">
      <ShortTable
        label="Reliability by number of answers"
        columns={["Answers", "SSR"]}
        narrow
        rows={reliability.curve.map((point) => (
          <tr key={point.answers}>
            <td class="number">{amount(point.answers)}</td>
            <td class="number">{point.ssr.toFixed(2)}</td>
          </tr>
        ))}
      />
    </Fold>
  );
}

export function hasReliability({ reliability }: Report): boolean {
  return reliability.ssr !== null || reliability.split_half !== null;
}

export function ReliabilitySection({ report }: { report: Report }) {
  const { reliability } = report;
  return (
    <Section
      id="reliability"
      title="How reliable the scores are"
      lead="The share of the differences between scores that is real, and what more answers would do for it."
    >
      {reliability.meaning.map((sentence) => (
        <p key={sentence} class="sentence small">
          <Prose text={sentence} />
        </p>
      ))}
      <Facts of={figuresOf(reliability)} card />
      {reliability.curve.length > 1 && reliability.ssr !== null && (
        <>
          <CurveOfReliability reliability={reliability} />
          <CurveTable reliability={reliability} />
        </>
      )}
    </Section>
  );
}
