import { expect, it } from "vitest";
import { rowsOfTable } from "./table_rows";

it.each([
  ["a,b\r\nc,d\n", [["a", "b"], ["c", "d"]]],
  ["\ufeffa;b,c\n\n ; \nd;e", [["a", "b,c"], ["d", "e"]]],
  ["a\tb, c;d", [["a", "b, c;d"]]],
  ['"a ""b"", c","two\nlines"\n', [['a "b", c', "two\nlines"]]],
  ["", []],
])("%j has its rows", (text, rows) => {
  expect(rowsOfTable(text)).toEqual(rows);
});
