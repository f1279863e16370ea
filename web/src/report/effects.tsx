// What answers depend on beside the items: each effect in words, and those that are offsets on one axis.
import { Whisker } from "../shared/whisker";
import { axisEnd, effectTitle, evidenceText, isOffset, offsetText } from "./effects_view";
import type { Effect, Report } from "./model";
import { Prose, Section } from "./section";

const LINES =
  " The line is an effect's 90 % interval in log-odds; right of 0, the item that stands first or has more is chosen " +
  "more often.";

function Offset({ effect, end }: { effect: Effect; end: number }) {
  return (
    <div class="offset">
      <Whisker
        least={-end}
        most={end}
        low={effect.low ?? NaN}
        high={effect.high ?? NaN}
        at={effect.estimate}
        kind={effect.used ? "half" : "half unused"}
      />
      <p class="axis faint" aria-hidden="true">
        <span>-{end}</span>
        <span>0</span>
        <span>+{end}</span>
      </p>
      <p class="number">
        <span class="visually-hidden">In log-odds: </span>
        {offsetText(effect)}
      </p>
    </div>
  );
}

export function EffectsSection({ report: { effects } }: { report: Report }) {
  const end = axisEnd(effects);
  return (
    <Section
      id="effects"
      title="What else answers depend on"
      lead={`Besides the scores of the items.${effects.some(isOffset) ? LINES : ""}`}
    >
      <ul class="effects card">
        {effects.map((effect) => (
          <li key={effect.meaning} data-effect={effect.name}>
            <div>
              <h3>
                {effectTitle(effect)}{" "}
                <span class={effect.used ? "badge used" : "badge"}>{effect.used ? "used" : "not used"}</span>
              </h3>
              <p>
                <Prose text={effect.meaning} />
              </p>
              {effect.evidence !== null && <p class="faint">{evidenceText(effect.evidence)}</p>}
            </div>
            {isOffset(effect) && <Offset effect={effect} end={end} />}
          </li>
        ))}
      </ul>
    </Section>
  );
}
