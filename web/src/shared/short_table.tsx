// A table of a few rows, in a box that scrolls sideways where the screen is narrow. Columns are numbers unless they say
// otherwise; `rows` are table rows.
import type { ComponentChildren } from "preact";

type Column = string | { title: ComponentChildren; class: string };

interface Props {
  label: string; // for who does not see it
  columns: Column[];
  narrow?: boolean;
  rows: ComponentChildren;
}

/** A column of texts. */
export const words = (title: string): Column => ({ title, class: "" });

export function ShortTable({ label, columns, narrow, rows }: Props) {
  return (
    <div class={narrow ? "table-box small" : "table-box"} tabIndex={0} role="group" aria-label={label}>
      <table class="table">
        <thead>
          <tr>
            {columns.map((column, k) => (
              <th key={k} scope="col" class={typeof column === "string" ? "number" : column.class || undefined}>
                {typeof column === "string" ? column : column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{rows}</tbody>
      </table>
    </div>
  );
}
