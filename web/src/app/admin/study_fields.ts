// Gold pairs as an admin types them: "Sharp > Blurred", one a line, with "2: " before it for the second question.
import type { GoldPair } from "../api";
import { namesOfLines } from "./new_items";

export function linesOfGold(gold: GoldPair[]): string {
  return gold.map(({ winner, loser, question }) => `${question > 1 ? `${question}: ` : ""}${winner} > ${loser}`).join("\n");
}

// What is no such line is given back as wrong.
export function goldOfLines(text: string): { gold: GoldPair[]; wrong: string[] } {
  const gold: GoldPair[] = [];
  const wrong: string[] = [];
  for (const line of namesOfLines(text)) {
    const match = /^(?:([1-5]):\s+)?(.+?)\s+>\s+(.+)$/.exec(line);
    if (match) gold.push({ winner: match[2]!, loser: match[3]!, question: Number(match[1] ?? 1) });
    else wrong.push(line);
  }
  return { gold, wrong };
}
