// The rows of a table as spreadsheets and pdrank write it: CSV with commas, semicolons or tabs.

// Fields in quotes may have separators, line ends and doubled quotes. Rows without any text are left out.
export function rowsOfTable(text: string): string[][] {
  const first = text.slice(0, text.search(/[\r\n]|$/));
  const separator = ["\t", ";", ","].find((mark) => first.includes(mark)) ?? ",";
  const rows: string[][] = [];
  let row: string[] = [];
  let field = "";
  let quoted = false;
  const endRow = () => {
    row.push(field);
    if (row.some((one) => one.trim() !== "")) rows.push(row);
    row = [];
    field = "";
  };
  for (let at = text.charCodeAt(0) === 0xfeff ? 1 : 0; at < text.length; ++at) {
    const char = text[at]!;
    if (quoted) {
      if (char !== '"') field += char;
      else if (text[at + 1] === '"') field += text[++at];
      else quoted = false;
    } else if (char === '"' && field === "") quoted = true;
    else if (char === separator) {
      row.push(field);
      field = "";
    } else if (char === "\n") endRow();
    else if (char !== "\r") field += char;
  }
  endRow();
  return rows;
}
