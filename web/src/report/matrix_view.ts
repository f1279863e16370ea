// The win matrix as points of a picture, and what a cell says.
import { amount, grouped, plural } from "../shared/format";
import type { Matrix, Ranking } from "./model";

export type Order = "ranking" | "clustered";

/** A square of the picture. */
export interface Square {
  column: number;
  row: number;
  share: number; // of the answers that the row has won, a tie by half
  answers: number; // how many
  cell: number; // of the matrix
}

/** The groups from top to bottom, and from left to right. */
export function orderOf(matrix: Matrix, order: Order): number[] {
  const { clustered } = matrix.groups;
  return order === "clustered" ? [...clustered] : Array.from(clustered, (_, k) => k);
}

/** Every cell with answers, from both sides. */
export function squaresOf({ cells }: Matrix, order: number[]): Square[] {
  const position = new Array<number>(order.length);
  order.forEach((group, at) => (position[group] = at));
  const squares: Square[] = [];
  for (let cell = 0; cell < cells.count; cell++) {
    const a = position[cells.a[cell]!]!;
    const b = position[cells.b[cell]!]!;
    const all = cells.aWins[cell]! + cells.bWins[cell]! + cells.ties[cell]!;
    const share = (cells.aWins[cell]! + cells.ties[cell]! / 2) / all;
    const answers = cells.comparisons[cell]!;
    squares.push({ column: b, row: a, share, answers, cell });
    if (a !== b) squares.push({ column: a, row: b, share: 1 - share, answers, cell });
  }
  return squares;
}

/** From all lost over even to all won. */
export function shareColour(share: number): string {
  const [end, part] = share < 0.5 ? ["--data-other", 1 - 2 * share] : ["--data", 2 * share - 1];
  return `color-mix(in srgb, var(${end}) ${Math.round(100 * part)}%, var(--even))`;
}

/** The fewer answers, the paler; one answer is still seen. */
export function saturation(answers: number, most: number): number {
  const least = 0.3;
  return most <= 1 ? 1 : Math.round(100 * (least + ((1 - least) * Math.log(answers)) / Math.log(most))) / 100;
}

/** "item-07", or "ranks 1–50" of a group. */
export function groupName(matrix: Matrix, ranking: Ranking, group: number): string {
  const first = matrix.groups.first[group]!;
  const last = matrix.groups.last[group]!;
  if (matrix.kind !== "groups") return ranking.item[first]!;
  const [from, to] = [grouped(ranking.rank[first]!), grouped(ranking.rank[last]!)];
  return from === to ? `rank ${from}` : `ranks ${from}–${to}`;
}

export function cellTitle(matrix: Matrix, ranking: Ranking, cell: number): string {
  const a = groupName(matrix, ranking, matrix.cells.a[cell]!);
  const b = groupName(matrix, ranking, matrix.cells.b[cell]!);
  if (matrix.kind !== "groups") return `${a} and ${b}`;
  return a === b ? `Within ${a}` : `${capital(a)} against ${b}`;
}

/** "7 answers: 4 for item-07, 2 for item-09, 1 tie" */
export function cellSummary(matrix: Matrix, ranking: Ranking, cell: number): string {
  const { a, b, aWins, bWins, ties, comparisons } = matrix.cells;
  const sides =
    a[cell] === b[cell] || matrix.kind === "groups"
      ? [`${amount(aWins[cell]!)} for the item ranked higher`, `${amount(bWins[cell]!)} for the other`]
      : [a, b].map((side, k) => {
          const wins = (k === 0 ? aWins : bWins)[cell]!;
          return `${amount(wins)} for ${groupName(matrix, ranking, side[cell]!)}`;
        });
  if (ties[cell]! > 0) sides.push(ties[cell] === 1 ? "1 tie" : `${amount(ties[cell]!)} ties`);
  return `${plural(comparisons[cell]!, "answer", "answers")}: ${sides.join(", ")}`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
