// Whether what the ranking expects of an answer comes true as often as it says.
import { Plot } from "../shared/chart";
import { amount, percent } from "../shared/format";
import { ShortTable } from "../shared/short_table";
import { Fold } from "./fold";
import type { Calibration, Report } from "./model";
import { Section } from "./section";

const NINETY = 1.645; // standard errors on each side hold 90 %

function Diagram({ calibration }: { calibration: Calibration }) {
  const { predicted, cameTrue, answers } = calibration;
  const least = Math.min(0.5, Math.floor(10 * Math.min(...cameTrue)) / 10);
  const format = (value: number) => `${Math.round(100 * value)} %`;
  return (
    <figure class="card plot">
      <Plot
        label="How often what was expected came true, by how sure the ranking was. The table below has the same."
        height={300}
        x={{ title: "expected with a probability of", least: 0.5, most: 1, format }}
        y={{ title: "came true", least, most: 1, format }}
      >
        {(at) => (
          <>
            <line class="aim" x1={at.x(0.5)} y1={at.y(0.5)} x2={at.x(1)} y2={at.y(1)} />
            {Array.from(predicted, (p, k) => {
              const reach = NINETY * Math.sqrt((p * (1 - p)) / answers[k]!);
              return (
                <g key={k}>
                  <line class="error" x1={at.x(p)} x2={at.x(p)} y1={at.y(p - reach)} y2={at.y(p + reach)} />
                  <circle class="point" cx={at.x(p)} cy={at.y(cameTrue[k]!)} r={5}>
                    <title>{`${percent(cameTrue[k]!)} of ${amount(answers[k]!)} answers`}</title>
                  </circle>
                </g>
              );
            })}
          </>
        )}
      </Plot>
      <figcaption>
        A dot on the broken line is exactly right. The grey lines show where a dot lies in 90 of 100 cases if the
        probabilities are right.
      </figcaption>
    </figure>
  );
}

export function CalibrationSection({ report }: { report: Report }) {
  const calibration = report.calibration!;
  return (
    <Section
      id="calibration"
      title="Are its probabilities right?"
      lead={
        "How often did answers go as the ranking expected, by how sure it was? It has seen these answers, so it does " +
        "a little better here than on new ones; `pdrank compare` holds answers out. On average, a probability is " +
        `${(100 * calibration.expectedError).toFixed(1)} points off.`
      }
    >
      <Diagram calibration={calibration} />
      <Fold title="In numbers">
        <ShortTable
          label="Calibration"
          columns={["Expected with", "Came true", "Answers"]}
          narrow
          rows={Array.from(calibration.predicted, (p, k) => (
            <tr key={k}>
              <td class="number">{percent(p)}</td>
              <td class="number">{percent(calibration.cameTrue[k]!)}</td>
              <td class="number soft">{amount(calibration.answers[k]!)}</td>
            </tr>
          ))}
        />
      </Fold>
    </Section>
  );
}
