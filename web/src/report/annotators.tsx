// The annotators' report card.
import { useMemo, useState } from "preact/hooks";
import { amount, grouped, percent, plural } from "../shared/format";
import { LongTable } from "../shared/long_table";
import { useNarrow } from "../shared/media";
import { Whisker } from "../shared/whisker";
import type { Annotators, Report } from "./model";
import { Section } from "./section";

const KINDS: Record<string, string> = { adversary: "bad", random: "warn" };
const MANY = 20; // worth a search

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
        "coin's 50 %. An adversary answers against the ranking, random is no better than a coin. The least reliable " +
        "come first."
      }
    >
      {annotators.count > MANY && (
        <>
          <div class="tools">
            <div class="grow">
              <label for="annotator-search">Find an annotator</label>
              <input
                id="annotator-search"
                class="field"
                type="search"
                value={text}
                autocomplete="off"
                onInput={(event) => setText(event.currentTarget.value)}
              />
            </div>
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
            ? [{ title: "Annotator" }, { title: "Reliability", width: "6.5rem", number: true }]
            : [
                { title: "Annotator" },
                { title: "Flag", width: "7rem" },
                { title: "Reliability", width: "30%" },
                { title: "Share", width: "5rem", number: true },
                { title: "90 % interval", width: "8.5rem", number: true },
                { title: "Answers", width: "6rem", number: true },
              ]
        }
        rows={found.length}
        rowHeight={narrow ? 60 : 40}
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
                  <span class="cut faint">{interval(annotators, k)}</span>
                </td>
              </>
            );
          return (
            <>
              <th scope="row" class="item">
                <span class="cut">{annotators.name[k]}</span>
              </th>
              <td>{flag(k)}</td>
              <td>{whisker(k)}</td>
              <td class="number">{percent(annotators.reliability[k]!)}</td>
              <td class="number soft">{interval(annotators, k)}</td>
              <td class="number soft">{amount(annotators.comparisons[k]!)}</td>
            </>
          );
        }}
      />
    </Section>
  );
}
