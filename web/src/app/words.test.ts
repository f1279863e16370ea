import { expect, it } from "vitest";
import { formatOfName } from "./admin/transfer_tab";
import { fileName } from "../shared/download";
import { secretIn } from "./secret";
import { ago } from "./words";

it.each([
  [-5, "just now"],
  [1_400, "just now"],
  [59_000, "59 seconds ago"],
  [60_000, "1 minute ago"],
  [3_600_000, "1 hour ago"],
  [47.4 * 3_600_000, "47 hours ago"],
  [72 * 3_600_000, "3 days ago"],
])("%i ms is %s", (milliseconds, text) => {
  expect(ago(milliseconds)).toBe(text);
});

it.each([
  ["votes.csv", "csv"],
  ["votes.tsv.gz", "tsv"],
  ["votes.ndjson", "jsonl"],
  ["VOTES.JSONL.ZST", "jsonl"],
  ["votes", "csv"],
])("%s is %s", (name, format) => {
  expect(formatOfName(name)).toBe(format);
});

it("names files after the project", () => {
  expect(fileName("Holiday pictures, 2024!", "votes.csv")).toBe("holiday-pictures-2024-votes.csv");
  expect(fileName("../../etc/passwd", "votes.csv")).toBe("etc-passwd-votes.csv");
  expect(fileName("写真", "votes.csv")).toBe("pdrank-votes.csv");
});

it("finds the secret in what is pasted", () => {
  expect(secretIn(" http://127.0.0.1:8080/#admin=abc-_1 \n")).toBe("abc-_1");
  expect(secretIn("abc-_1")).toBe("abc-_1");
});
