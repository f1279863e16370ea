import { expect, it } from "vitest";
import { goldOfLines, linesOfGold } from "./study_fields";

it("reads gold pairs, and tells what is none", () => {
  expect(goldOfLines("Sharp > Blurred\n\n2: A b  >  C\nnothing\nx>y")).toEqual({
    gold: [
      { winner: "Sharp", loser: "Blurred", question: 1 },
      { winner: "A b", loser: "C", question: 2 },
    ],
    wrong: ["nothing", "x>y"],
  });
});

it("writes what it reads", () => {
  const gold = [
    { winner: "A", loser: "B", question: 1 },
    { winner: "a > b", loser: "c", question: 3 },
  ];
  expect(linesOfGold(gold)).toBe("A > B\n3: a > b > c");
  expect(goldOfLines(linesOfGold(gold.slice(0, 1))).gold).toEqual(gold.slice(0, 1));
});
