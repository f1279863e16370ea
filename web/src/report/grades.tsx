// How many items have each grade, and how sure that is.
import { grouped, percent, plural } from "../shared/format";
import { ShortTable, words } from "../shared/short_table";
import { gradeCounts, unsureOfGrade } from "./grades_view";
import type { Report } from "./model";
import { Section } from "./section";

const SURE = 0.5;
const NAMED = 10;

export function hasGrades({ grades }: Report): boolean {
  return grades.length > 0;
}

export function GradesSection({ report }: { report: Report }) {
  const counts = gradeCounts(report);
  const most = Math.max(...counts.map(({ items }) => items));
  const unsure = unsureOfGrade(report, SURE);
  const names = unsure.slice(0, NAMED).map((place) => report.ranking.item[place]!);
  const others = unsure.length > NAMED ? ` and ${grouped(unsure.length - NAMED)} more` : "";
  return (
    <Section
      id="grades"
      title="Grades"
      lead={
        `By the boundaries ${report.options.boundaries}. Right: the probability that an item with the grade deserves ` +
        "it, on average."
      }
    >
      <ShortTable
        label="Grades"
        columns={[words("Grade"), "Items", { title: <span class="visually-hidden">As a bar</span>, class: "bar-cell" }, "Right"]}
        rows={counts.map(({ grade, items, right }) => (
          <tr key={grade}>
            <th scope="row">{grade}</th>
            <td class="number">{grouped(items)}</td>
            <td class="bar-cell">
              <i class="bar" style={{ width: `${(100 * items) / most}%` }} aria-hidden="true" />
            </td>
            <td class="number">{percent(right)}</td>
          </tr>
        ))}
      />
      {unsure.length > 0 && (
        <p class="below-table">
          Look again at {plural(unsure.length, "item", "items")} whose grade is more likely wrong than right, the least
          sure first: {names.join(", ")}
          {others}.
        </p>
      )}
    </Section>
  );
}
