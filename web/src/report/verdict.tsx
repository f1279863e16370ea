// The verdict, the checks behind it, and what else is to be known.
import { grouped, percent } from "../shared/format";
import { Fold } from "./fold";
import type { Check, Report } from "./model";
import { Prose, Section } from "./section";

export function Verdict({ report }: { report: Report }) {
  const { counts } = report;
  const facts: [string, string][] = [
    ["items", grouped(counts.items!)],
    ["answers", grouped(counts.comparisons!)],
    ["pairs compared", `${grouped(counts.pairs!)} (${percent(counts.share_of_pairs_seen!)})`],
    ["annotators", counts.annotators! > 0 ? grouped(counts.annotators!) : "unknown"],
    ["method", report.method],
  ];
  return (
    <section class="verdict" aria-labelledby="verdict">
      {report.title && <p class="eyebrow">Ranking of {report.title}</p>}
      <h1 id="verdict">{report.headline}</h1>
      {report.sentences.map((sentence) => (
        <p key={sentence} class="sentence">
          <Prose text={sentence} />
        </p>
      ))}
      <dl class="facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const GRADES = {
  good: { mark: "M5 12.5l4.5 4.5L19 7.5", word: "Good" },
  open: { mark: "M9 9.2a3 3 0 1 1 4.3 2.7c-.9.5-1.3 1-1.3 2.1M12 17.6v.2", word: "Open" },
  warn: { mark: "M12 6.5v7M12 17.3v.2", word: "Take care" },
  bad: { mark: "M7 7l10 10M17 7L7 17", word: "Problem" },
};

const WORST_FIRST: Check["grade"][] = ["bad", "warn", "open", "good"];

export function Checks({ report }: { report: Report }) {
  const rank = ({ grade }: Check) => WORST_FIRST.indexOf(grade);
  return (
    <Section id="trust" title="Can you trust it?">
      <ul class="checks">
        {[...report.checks].sort((a, b) => rank(a) - rank(b)).map((check) => (
          <li key={check.name} class={`check card ${check.grade}`} data-check={check.name} data-grade={check.grade}>
            <svg class="mark" viewBox="0 0 24 24" aria-hidden="true">
              <path d={GRADES[check.grade].mark} />
            </svg>
            <div>
              <h3>
                {check.title}{" "}
                <span class={check.grade === "good" ? "visually-hidden" : `badge ${check.grade}`}>
                  {GRADES[check.grade].word}
                </span>
              </h3>
              <p>
                <Prose text={check.text} />
              </p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}

export function hasNotes(report: Report): boolean {
  return report.notes.length > 0 || report.firstSkipped.length > 0;
}

export function Notes({ report }: { report: Report }) {
  return (
    <Section id="notes" title="What else to know">
      <ul class="notes">
        {report.notes.map((note) => (
          <li key={note}>
            <Prose text={note} />
          </li>
        ))}
      </ul>
      {report.firstSkipped.length > 0 && (
        <Fold title="The first rows that were skipped">
          <ul class="notes">
            {report.firstSkipped.map((line) => (
              <li key={line}>
                <code>{line}</code>
              </li>
            ))}
          </ul>
        </Fold>
      )}
    </Section>
  );
}
