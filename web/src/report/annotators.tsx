// The annotators' report card.
import { useMemo, useState } from "preact/hooks";
import { amount, grouped, percent, plural } from "../shared/format";
import { LongTable, widthOf } from "../shared/long_table";
import { useNarrow } from "../shared/media";
import { Whisker } from "../shared/whisker";
import { FindField } from "./find_field";
import type { Annotators, Report } from "./model";
import { Section } from "./section";

const KINDS: Record<string, string> = { adversary: "bad", random: "warn" };
const MANY = 20; // worth a search
const FIT = ["Infit", "Outfit"];
const AGREES = "Agreement with the others who answered the same pairs: 1 always, 0 as if by coin toss";
const decimals = (value: number) => (Number.isFinite(value) ? value.toFixed(2) : "");

/** The least reliable first; those of whom nothing is known last. */
function sorted({ count, reliability }: Annotators): number[] {
  const value = (k: number) => (Number.isFinite(reliability[k]) ? reliability[k]! : Infinity);
  return Array.from({ length: count }, (_, k) => k).sort((a, b) => value(a) - value(b) || a - b);
}

function interval({ low, high }: Annotators, k: number): string {
  return Number.isFinite(low[k]) ? `${Math.round(100 * low[k]!)}–${Math.round(100 * high[k]!)} %` : "";
}

export function AnnotatorsSection({ report }: { report: Report }) {
  const { annotators } = report;
  const narrow = useNarrow();
  const order = useMemo(() => sorted(annotators), [annotators]);
  const [text, setText] = useState("");
  const found = useMemo(() => {
    const wanted = text.trim().toLowerCase();
    return order.filter((k) => annotators.name[k]!.toLowerCase().includes(wanted));
  }, [annotators, order, text]);
  if (annotators.count === 0)
    return (
      <Section
        id="annotators"
        title="Annotators"
        lead={
          "The data do not say who gave which answer. " +
          "With a column annotator (or worker, judge), everyone gets a report card here."
        }
      />
    );
  const has = {
    flags: annotators.flag.some((one) => one !== ""),
    fit: annotators.infit.some(Number.isFinite),
    agreement: annotators.agreement.some(Number.isFinite),
  };
  const most = annotators.comparisons.reduce((a, b) => Math.max(a, b), 0);
  const flag = (k: number) =>
    annotators.flag[k] ? <span class={`badge ${KINDS[annotators.flag[k]!]}`}>{annotators.flag[k]}</span> : null;
  const whisker = (k: number) => (
    <Whisker
      least={0}
      most={1}
      low={annotators.low[k]!}
      high={annotators.high[k]!}
      at={annotators.reliability[k]!}
      kind={KINDS[annotators.flag[k]!] ?? "half"}
    />
  );
  return (
    <Section
      id="annotators"
      title="Annotators"
      lead={
        "How far each annotator's answers can be trusted, with a 90 % interval; the mark in the middle is a " +
        "coin's 50 %. An adversary answers against the ranking; random is no better than a coin. The least reliable " +
        "come first."
      }
    >
      {annotators.count > MANY && (
        <>
          <div class="tools">
            <FindField id="annotator-search" label="Find an annotator" text={text} onText={setText} />
          </div>
          <p class="faint status" role="status">
            {plural(found.length, "annotator", "annotators")} of {grouped(annotators.count)}
          </p>
        </>
      )}
      <LongTable
        label="Annotators"
        maxHeight="32rem"
        columns={
          narrow
            ? [{ title: "Annotator" }, { title: "Reliability", width: widthOf("Reliability"), number: true }]
            : [
                { title: "Annotator" },
                ...(has.flags ? [{ title: "Flag", width: "7rem" }] : []),
                { title: "Reliability", width: "22%" },
                { title: "Share", width: widthOf("100–100 %"), number: true },
                ...(has.fit ? FIT.map((title) => ({ title, width: widthOf("Outfit", "10.00"), number: true })) : []),
                ...(has.agreement ? [{ title: "Agrees", hint: AGREES, width: widthOf("Agrees"), number: true }] : []),
                { title: "Answers", width: widthOf("Answers", amount(most)), number: true },
              ]
        }
        rows={found.length}
        rowHeight={narrow ? 60 : 44}
        rowKey={(row) => found[row]!}
        cells={(row) => {
          const k = found[row]!;
          if (narrow)
            return (
              <>
                <th scope="row" class="item">
                  <span class="name">
                    <span class="cut">{annotators.name[k]}</span>
                    {flag(k)}
                  </span>
                  <span class="below">{whisker(k)}</span>
                </th>
                <td class="number">
                  {percent(annotators.reliability[k]!)}
                  <span class="second faint">{interval(annotators, k)}</span>
                </td>
              </>
            );
          return (
            <>
              <th scope="row" class="item">
                <span class="cut">{annotators.name[k]}</span>
              </th>
              {has.flags && <td>{flag(k)}</td>}
              <td>{whisker(k)}</td>
              <td class="number">
                {percent(annotators.reliability[k]!)}
                <span class="second faint">{interval(annotators, k)}</span>
              </td>
              {has.fit && <td class="number soft">{decimals(annotators.infit[k]!)}</td>}
              {has.fit && <td class="number soft">{decimals(annotators.outfit[k]!)}</td>}
              {has.agreement && <td class="number soft">{decimals(annotators.agreement[k]!)}</td>}
              <td class="number soft">{amount(annotators.comparisons[k]!)}</td>
            </>
          );
        }}
      />
    </Section>
  );
}
