import { expect, it } from "vitest";
import { commandFor, outputsFor, wordsOf } from "./words";

it.each([
  ["", []],
  ["  --ties drop ", ["--ties", "drop"]],
  [`--columns "winner=best answer,loser=other" --by 'a b'`, ["--columns", "winner=best answer,loser=other", "--by", "a b"]],
  [`--where lang="new 'speak'"`, ["--where", "lang=new 'speak'"]],
])("%j has its words", (line, words) => expect(wordsOf(line)).toEqual(words));

it.each([
  ["votes.csv", "votes-ranking.csv"],
  ["battles.jsonl.gz", "battles-ranking.csv"],
  ["no ending", "no ending-ranking.csv"],
  [".csv", "answers-ranking.csv"],
])("%j is ranked into %j", (name, ranking) => expect(outputsFor(name).ranking).toBe(ranking));

it("is the command that a terminal would be given", () => {
  expect(commandFor(["-a.csv", "b.csv"], { method: "elo", skipsBadRows: true, more: "--ties drop" })).toEqual([
    "rank", "./-a.csv", "b.csv", "--method", "elo", "--skip-bad-rows", "--ties", "drop",
    "--output=a-ranking.csv", "--report=a-report.html",
  ]);
  expect(commandFor(["a.csv"], { method: "", skipsBadRows: false, more: "" })).toEqual([
    "rank", "a.csv", "--output=a-ranking.csv", "--report=a-report.html",
  ]);
});
