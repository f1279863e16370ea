// How many answers the ranking contradicts, and how many of them any order would have to.
import { amount, percent } from "../shared/format";
import type { Certificate, Report } from "./model";
import { Prose, Section } from "./section";

/** The answers cut into those that go with the ranking, those that every order contradicts, and the rest. */
function partsOf({ answers, contradicted, at_least, best_found }: Certificate): [string, string, number][] {
  const isKnown = best_found !== null;
  const found = best_found ?? at_least;
  const parts: [string, string, number][] = [
    ["unavoidable", "no order avoids them", at_least],
    ["open", "it is open whether an order avoids them", found - at_least],
    ["avoidable", isKnown ? "another order avoids them" : "another order might avoid them", contradicted - found],
    ["with", "as the ranking says", answers - contradicted],
  ];
  return parts.filter(([, , count]) => count > 1e-9 * answers);
}

export function hasContradictions({ certificate }: Report): boolean {
  return certificate !== null && certificate.contradicted > 0;
}

export function ContradictionsSection({ report }: { report: Report }) {
  const certificate = report.certificate!;
  const parts = partsOf(certificate);
  return (
    <Section
      id="contradictions"
      title="Unavoidable contradictions"
      lead="Answers contradict each other, so every order goes against some of them."
    >
      <p class="sentence small">
        <Prose text={certificate.meaning} />
      </p>
      <div class="stack" aria-hidden="true">
        {parts.map(([kind, , count]) => (
          <i key={kind} class={kind} style={{ flexGrow: count / certificate.answers }} />
        ))}
      </div>
      <ul class="key">
        {parts.map(([kind, text, count]) => (
          <li key={kind}>
            <i class={kind} aria-hidden="true" />
            <span class="strong">{amount(count)}</span>{" "}
            <span class="soft">({percent(count / certificate.answers)})</span> {text}
          </li>
        ))}
      </ul>
    </Section>
  );
}
