// The fewest answers without which the ranking would say something else.
import { amount } from "../shared/format";
import { ShortTable, words } from "../shared/short_table";
import type { Report } from "./model";
import { Prose, Section } from "./section";

const MOST_ROWS = 50;

export function FragilitySection({ report }: { report: Report }) {
  const { removed, meaning } = report.fragility!;
  const shown = removed.slice(0, MOST_ROWS);
  const hasAnnotators = removed.some((row) => row.annotator !== "");
  return (
    <Section
      id="fragility"
      title="What would change it"
      lead={shown.length > 0 ? "The ranking was made again without these answers; look at them before you rely on it." : ""}
    >
      <p class="sentence small">
        <Prose text={meaning} />
      </p>
      {shown.length > 0 && (
        <ShortTable
          label="Answers that would change it"
          columns={["Row", "Answers", words("Winner"), words("Loser"), ...(hasAnnotators ? [words("Annotator")] : [])]}
          rows={shown.map((row) => (
            <tr key={row.row}>
              <td class="number">{amount(row.row)}</td>
              <td class="number">{amount(row.answers)}</td>
              <td>{row.winner}</td>
              <td>{row.loser}</td>
              {hasAnnotators && <td>{row.annotator}</td>}
            </tr>
          ))}
        />
      )}
      {shown.length < removed.length && <p class="soft small">and {amount(removed.length - shown.length)} more rows</p>}
    </Section>
  );
}
