// Files and choices in, the ranking out, as `pdrank rank` has it.
import { rowsOfTable } from "../shared/table_rows";
import { type Ended, pdrank } from "./engine";
import { type Choices, commandFor, outputsFor } from "./words";

export interface Saved {
  name: string;
  content: Blob;
}

export interface Ranked {
  title: string;
  note: string; // what the program says beside the result
  ranking: Saved;
  report: Saved;
  places: Place[];
}

export interface Place {
  rank: number;
  item: string;
  score: number;
  low: number; // NaN where the method gives none
  high: number;
  wins: number;
  losses: number;
}

/** What went wrong, in the program's words. */
export function sentence(ended: Ended): string {
  const said = ended.stderr.replace(/^pdrank: /gm, "").trim();
  return said || `The program ended with status ${ended.status} and no word.`;
}

const number = (text: string | undefined) => (text ? Number(text) : NaN);

export function placesOf(table: string): Place[] {
  const [head = [], ...rows] = rowsOfTable(table);
  const at = (name: string) => head.indexOf(name);
  const [rank, item, score, low, high, wins, losses] = [
    at("rank"), at("item"), at("score"), at("rank_low"), at("rank_high"), at("wins"), at("losses"),
  ] as [number, number, number, number, number, number, number];
  return rows.map((row) => ({
    rank: number(row[rank]),
    item: row[item] ?? "",
    score: number(row[score]),
    low: number(row[low]),
    high: number(row[high]),
    wins: number(row[wins]),
    losses: number(row[losses]),
  }));
}

export async function rank(
  given: File[],
  choices: Choices,
  onProgress: (line: string) => void,
  signal: AbortSignal,
): Promise<Ranked> {
  const files = new Map(given.map((file) => [file.name, file]));
  const names = [...files.keys()];
  const ended = await pdrank(commandFor(names, choices), files, onProgress, signal);
  const outputs = outputsFor(names[0]!);
  const ranking = ended.files.get(outputs.ranking);
  const report = ended.files.get(outputs.report);
  if (!ranking || !report) throw new Error(sentence(ended));
  return {
    title: names.join(", "),
    note: ended.stderr.trim() && sentence(ended),
    ranking: { name: outputs.ranking, content: new Blob([ranking], { type: "text/csv" }) },
    report: { name: outputs.report, content: new Blob([report], { type: "text/html" }) },
    places: placesOf(await ranking.text()),
  };
}
