// An item's answers by opponent, and by annotator.
import type { Report } from "./model";

export interface Against {
  name: string;
  wins: number; // of the item
  losses: number;
  ties: number;
}

type KeyOf = (encounter: number, opponent: number) => number;

function added({ encounters }: Report, place: number, key: KeyOf): Map<number, Against> {
  const { a, b, aWins, bWins, ties, count } = encounters;
  const sums = new Map<number, Against>();
  for (let k = 0; k < count; k++) {
    if (a[k] !== place && b[k] !== place) continue;
    const isFirst = a[k] === place;
    const id = key(k, isFirst ? b[k]! : a[k]!);
    const sum = sums.get(id) ?? { name: "", wins: 0, losses: 0, ties: 0 };
    sum.wins += isFirst ? aWins[k]! : bWins[k]!;
    sum.losses += isFirst ? bWins[k]! : aWins[k]!;
    sum.ties += ties[k]!;
    sums.set(id, sum);
  }
  return sums;
}

/** The best opponent first. */
export function byOpponent(report: Report, place: number): Against[] {
  const sums = [...added(report, place, (_, opponent) => opponent)].sort(([one], [other]) => one - other);
  return sums.map(([opponent, sum]) => ({ ...sum, name: report.ranking.item[opponent]! }));
}

/** Those who answered most first; nobody where it is not known. */
export function byAnnotator(report: Report, place: number): Against[] {
  const { encounters, annotators } = report;
  if (!encounters.byAnnotator) return [];
  const total = ({ wins, losses, ties }: Against) => wins + losses + ties;
  return [...added(report, place, (k) => encounters.annotator[k]!)]
    .sort(([one, x], [other, y]) => total(y) - total(x) || one - other)
    .map(([annotator, sum]) => ({ ...sum, name: annotators.name[annotator] ?? "not named" }));
}
