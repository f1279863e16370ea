// Rows of the input: who said what, and how far to believe it.
import { useMemo } from "preact/hooks";
import { amount, grouped, percent, score } from "../shared/format";
import { type Column, LongTable, widthOf } from "../shared/long_table";
import { useNarrow } from "../shared/media";
import type { Answers, Report } from "./model";

interface Props {
  label: string;
  report: Report;
  answers: Answers;
  numbers: number[]; // which of them
  maxHeight?: string;
}

export function AnswersTable({ label, report, answers, numbers, maxHeight }: Props) {
  const narrow = useNarrow();
  const has = useMemo(
    () => ({
      annotators: answers.annotator.some((id) => id >= 0),
      probability: answers.probability.some(Number.isFinite),
      weight: answers.weight.some(Number.isFinite),
      times: answers.times.some((count) => count !== 1),
    }),
    [answers],
  );
  const name = (place: number) => report.ranking.item[place]!;
  const annotator = (n: number) => (answers.annotator[n]! < 0 ? "" : report.annotators.name[answers.annotator[n]!]!);
  const longest = (values: Float64Array, text: (value: number) => string) =>
    text(values.reduce((most, value) => Math.max(most, value), 0));
  const columns: (Column | false)[] = [
    { title: "Row", width: widthOf("Row", longest(answers.row, grouped)), number: true },
    { title: "Answer" },
    has.annotators && !narrow && { title: "Annotator", width: "22%" },
    has.times && !narrow && {
      title: "Counts",
      width: widthOf("Counts", longest(answers.times, amount), "0.5"),
      number: true,
    },
    has.weight && !narrow && {
      title: "Weight",
      width: widthOf("-1.0e-10", longest(answers.weight, score)),
      number: true,
      hint: "PD-Rank's: low where others contradict the answer",
    },
    has.probability && {
      title: "Right",
      width: widthOf(">99.9 %"),
      number: true,
      hint: "Probability that it is right",
    },
  ];
  return (
    <LongTable
      label={label}
      columns={columns.filter((column) => column !== false)}
      rows={numbers.length}
      rowHeight={!narrow ? 40 : has.annotators ? 80 : 58}
      maxHeight={maxHeight}
      cells={(row) => {
        const n = numbers[row]!;
        const [winner, loser] = [name(answers.winner[n]!), name(answers.loser[n]!)];
        const word = answers.tie[n] ? "ties with" : "over";
        const first = <span class={answers.tie[n] ? undefined : "strong"}>{winner}</span>;
        const second = (
          <>
            <span class="soft">{word}</span> {loser}
          </>
        );
        return (
          <>
            <td class="number">{grouped(answers.row[n]!)}</td>
            <td class="item">
              {narrow ? (
                <>
                  <span class="cut">{first}</span> <span class="cut">{second}</span>
                  {has.annotators && <span class="cut faint">{annotator(n)}</span>}
                </>
              ) : (
                <span class="cut">
                  {first} {second}
                </span>
              )}
            </td>
            {has.annotators && !narrow && (
              <td>
                <span class="cut">{annotator(n)}</span>
              </td>
            )}
            {has.times && !narrow && <td class="number">{amount(answers.times[n]!)}</td>}
            {has.weight && !narrow && <td class="number">{score(answers.weight[n]!)}</td>}
            {has.probability && <td class="number">{percent(answers.probability[n]!)}</td>}
          </>
        );
      }}
    />
  );
}
