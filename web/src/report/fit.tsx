// Whose answers do not fit the scores: infit against outfit.
import { useMemo, useState } from "preact/hooks";
import { Plot } from "../shared/chart";
import { amount, grouped, plural } from "../shared/format";
import { LongTable, widthOf } from "../shared/long_table";
import { useNarrow } from "../shared/media";
import { Choice } from "./choice";
import { type Fit, fitEnds, fitOfAnnotators, fitOfItems } from "./fit_view";
import { Fold } from "./fold";
import type { Report } from "./model";
import { Section } from "./section";

const DRAWN = 1000; // points of the picture, those that fit worst first
const NAMED = 5;

/** Those whose names do not run into those before. */
function apart(all: Fit[], heightOf: (one: Fit) => number): Fit[] {
  const kept: Fit[] = [];
  for (const one of all)
    if (kept.every((other) => Math.abs(heightOf(one) - heightOf(other)) > 14)) kept.push(one);
  return kept;
}

function Scatter({ fit, kind }: { fit: Fit[]; kind: string }) {
  const { least, most } = fitEnds(fit);
  const axis = { least, most, log: true, format: (value: number) => String(value) };
  const drawn = fit.slice(0, DRAWN);
  return (
    <figure class="card plot">
      <Plot
        label={`Infit against outfit of ${plural(drawn.length, kind, `${kind}s`)}. The table below has the same.`}
        height={360}
        x={{ ...axis, title: "infit" }}
        y={{ ...axis, title: "outfit" }}
      >
        {(at) => (
          <>
            <line class="aim" x1={at.x(1)} x2={at.x(1)} y1={at.y(least)} y2={at.y(most)} />
            <line class="aim" x1={at.x(least)} x2={at.x(most)} y1={at.y(1)} y2={at.y(1)} />
            {drawn.map((one) => (
              <circle key={one.id} class="point faded" cx={at.x(one.infit)} cy={at.y(one.outfit)} r={4}>
                <title>{`${one.name}: infit ${one.infit.toFixed(2)}, outfit ${one.outfit.toFixed(2)}`}</title>
              </circle>
            ))}
            {apart(drawn.slice(0, NAMED), (one) => at.y(one.outfit)).map((one) => {
              const toLeft = at.x(one.infit) > (at.x(least) + at.x(most)) / 2;
              return (
                <text
                  key={one.id}
                  class="note"
                  x={at.x(one.infit) + (toLeft ? -8 : 8)}
                  y={at.y(one.outfit) + 4}
                  text-anchor={toLeft ? "end" : "start"}
                >
                  {one.name.length > 20 ? `${one.name.slice(0, 19)}…` : one.name}
                </text>
              );
            })}
          </>
        )}
      </Plot>
      <figcaption>
        1 is as expected; 1.5 is half as many surprises again. Both axes are logarithmic.
        {fit.length > DRAWN && ` The chart shows the ${grouped(DRAWN)} that fit worst.`}
      </figcaption>
    </figure>
  );
}

export function hasFit({ ranking }: Report): boolean {
  return ranking.infit !== null;
}

export function FitSection({ report }: { report: Report }) {
  const of = useMemo(() => ({ item: fitOfItems(report), annotator: fitOfAnnotators(report) }), [report]);
  const [kind, setKind] = useState<"item" | "annotator">(of.annotator.length > 1 ? "annotator" : "item");
  const fit = of[kind];
  const narrow = useNarrow();
  const longest = (name: "infit" | "outfit" | "answers", digits: number) =>
    fit.reduce((most, one) => Math.max(most, one[name]), 0).toFixed(digits);
  return (
    <Section
      id="fit"
      title="Answers that do not fit"
      lead={
        "How surprising the answers about an item or by an annotator are, given the scores. A high infit is a sign " +
        "of an annotator who judges something else, or of an item that divides people. A single answer against a " +
        "large difference of scores is enough to raise the outfit. With few answers, both scatter widely by chance."
      }
    >
      {of.annotator.length > 1 && (
        <div class="tools">
          <Choice
            label="Whose answers"
            value={kind}
            of={[
              ["annotator", "Annotators"],
              ["item", "Items"],
            ]}
            onChange={setKind}
          />
        </div>
      )}
      <Scatter fit={fit} kind={kind} />
      <Fold title={kind === "item" ? "Fit of every item" : "Fit of every annotator"}>
        <LongTable
          label="Fit"
          maxHeight="28rem"
          columns={[
            { title: kind === "item" ? "Item" : "Annotator" },
            { title: "Infit", width: widthOf("Infit", longest("infit", 2)), number: true },
            { title: "Outfit", width: widthOf("Outfit", longest("outfit", 2)), number: true },
            ...(narrow ? [] : [{ title: "Answers", width: widthOf("Answers", longest("answers", 1)), number: true }]),
          ]}
          rows={fit.length}
          rowHeight={40}
          rowKey={(row) => fit[row]!.id}
          cells={(row) => (
            <>
              <th scope="row" class="item">
                <span class="cut">{fit[row]!.name}</span>
              </th>
              <td class="number">{fit[row]!.infit.toFixed(2)}</td>
              <td class="number">{fit[row]!.outfit.toFixed(2)}</td>
              {!narrow && <td class="number soft">{amount(fit[row]!.answers)}</td>}
            </>
          )}
        />
      </Fold>
    </Section>
  );
}
