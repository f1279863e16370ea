// How far annotators agree where they have answered the same questions, and who agrees with whom.
import { plural } from "../shared/format";
import { ShortTable, words } from "../shared/short_table";
import { ticks } from "../shared/ticks";
import { Whisker, WhiskerAxis } from "../shared/whisker";
import type { AnnotatorPair, Report } from "./model";
import { Prose, Section } from "./section";

function Pairs({ title, pairs }: { title: string; pairs: AnnotatorPair[] }) {
  if (pairs.length === 0) return null;
  return (
    <div>
      <h3>{title}</h3>
      <ShortTable
        label={title}
        columns={[words("Annotators"), "Agreement", "Questions"]}
        rows={pairs.map((pair) => (
          <tr key={`${pair.annotator}\n${pair.other}`}>
            <th scope="row" class="plain">
              {pair.annotator} <span class="soft">and</span> {pair.other}
            </th>
            <td class="number">{pair.agreement.toFixed(2)}</td>
            <td class="number soft">{pair.questions}</td>
          </tr>
        ))}
      />
    </div>
  );
}

export function hasAgreement({ agreement }: Report): boolean {
  return agreement.meaning.length > 0;
}

export function AgreementSection({ report: { agreement } }: { report: Report }) {
  const { alpha, alpha_low: low, alpha_high: high } = agreement;
  const scale = { least: Math.min(0, Math.floor(5 * (low ?? 0)) / 5), most: 1 };
  return (
    <Section
      id="agreement"
      title="How far annotators agree"
      lead={
        `Measured on ${plural(agreement.questions, "pair", "pairs")} of items that at least two annotators answered. ` +
        "A low agreement does not make a ranking bad: annotators disagree about items that are close."
      }
    >
      {agreement.meaning.map((sentence) => (
        <p key={sentence} class="sentence small">
          <Prose text={sentence} />
        </p>
      ))}
      {alpha !== null && (
        <div class="card gauge">
          <WhiskerAxis {...scale} marks={ticks(scale.least, 1, 5)} format={(value) => value.toFixed(1)} />
          <Whisker {...scale} low={low ?? NaN} high={high ?? NaN} at={alpha} />
        </div>
      )}
      <div class="columns">
        <Pairs title="Who agrees most" pairs={agreement.closest} />
        <Pairs title="Who agrees least" pairs={agreement.furthest} />
      </div>
    </Section>
  );
}
