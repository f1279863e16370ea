// The answers to look at first.
import { useMemo } from "preact/hooks";
import { amount, grouped } from "../shared/format";
import { AnswersTable } from "./answers";
import type { Report } from "./model";
import { Section } from "./section";

function leadOf({ counts, doubtful, method, ranking }: Report): string {
  const all = counts.with! + counts.level! + counts.against!;
  if (counts.against === 0) return "No answer goes against the ranking.";
  const go = counts.against === 1 ? "goes" : "go";
  const against = `${amount(counts.against!)} of ${amount(all)} ${all === 1 ? "answer" : "answers"} ${go} against the ranking.`;
  if (doubtful.count === 0)
    return (
      `${against} Method ${method} does not say how credible each is: ` +
      "`method posterior` does, `method pdrank` by weights, and `bootstrap 200` with any method."
    );
  const some = doubtful.count < counts.against! && `Here ${doubtful.count === 1 ? "is the least credible row" : `are the ${grouped(doubtful.count)} least credible rows`}.`;
  const meaning = ranking.low
    ? "Right: the probability that the winner really belongs above the loser."
    : "Weight: how much PD-Rank lets it count; the less, the more the other answers contradict it.";
  return `${against} ${some || "The least credible come first."} ${meaning}`;
}

export function DoubtfulSection({ report }: { report: Report }) {
  const numbers = useMemo(() => Array.from({ length: report.doubtful.count }, (_, k) => k), [report]);
  return (
    <Section id="doubtful" title="Least credible answers" lead={leadOf(report)}>
      {numbers.length > 0 && (
        <AnswersTable
          label="Least credible answers"
          report={report}
          answers={report.doubtful}
          numbers={numbers}
          maxHeight="28rem"
        />
      )}
      {numbers.length > 0 && <p class="faint">Row 1 is the first line after the header.</p>}
    </Section>
  );
}
