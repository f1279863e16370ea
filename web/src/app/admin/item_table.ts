// A table of items, as spreadsheets save it.
import type { Kind, NewItem } from "../api";
import { rowsOfTable } from "../../shared/table_rows";
import { isAddress, nameOfFile } from "./new_items";

const KINDS: string[] = ["text", "markdown", "image"];
const COLUMNS = ["name", "content", "kind", "alt", "authors"];

export interface ItemTable {
  items: NewItem[]; // those of pictures have the file's name for their content
  pictures: string[]; // the files that must come with the table
  wrong: string[]; // sentences about rows that cannot be used
}

function kindOf(kind: string, content: string): Kind {
  if (kind) return kind as Kind;
  return isAddress(content) || /\.(png|jpe?g|gif|webp)$/i.test(content) ? "image" : "text";
}

// The columns are name, content, kind, alt and authors, in any order, of which only the first is needed; without such a
// heading they are name and content. A kind that is not named is that of the content.
export function itemsOfTable(text: string): ItemTable {
  const rows = rowsOfTable(text);
  const names = rows[0]?.map((one) => one.trim().toLowerCase()) ?? [];
  const hasHeading = names.includes("name") || names.includes("content");
  const place = (column: string) => (hasHeading ? names.indexOf(column) : COLUMNS.indexOf(column));
  const table: ItemTable = { items: [], pictures: [], wrong: [] };
  for (const name of hasHeading ? names : []) {
    if (!COLUMNS.includes(name)) table.wrong.push(`There is a column “${name}”; known ones are ${COLUMNS.join(", ")}.`);
  }
  for (const [number, row] of rows.entries()) {
    if (hasHeading && number === 0) continue;
    const cell = (column: string) => row[place(column)]?.trim() ?? "";
    const content = cell("content");
    const kind = cell("kind").toLowerCase();
    const name = cell("name") || nameOfFile(content);
    if (kind && !KINDS.includes(kind)) table.wrong.push(`Row ${number + 1}: “${kind}” is none of ${KINDS.join(", ")}.`);
    else if (!name) table.wrong.push(`Row ${number + 1} has no name.`);
    else {
      const authors = cell("authors")
        .split(/[;\n]/)
        .map((one) => one.trim())
        .filter(Boolean);
      const item: NewItem = content ? { name, kind: kindOf(kind, content), content } : { name };
      if (cell("alt")) item.alt = cell("alt");
      if (authors.length > 0) item.authors = authors;
      table.items.push(item);
      if (item.kind === "image" && !isAddress(content)) table.pictures.push(content);
    }
  }
  return table;
}
