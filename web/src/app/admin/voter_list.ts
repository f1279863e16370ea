// Which voters are shown, and in which order.
import type { Doubt, Voter } from "../api";

// What stands beside a voter whom a doubt is about. What is about gold pairs has a badge of its own.
export const DOUBTS: Partial<Record<Doubt["kind"], string>> = {
  address: "shared address",
  burst: "came in a crowd",
  alike: "answers as others do",
};

export const ORDERS = {
  came: "As they came",
  doubt: "Doubtful first",
  reliability: "Least reliable first",
  votes: "Most votes first",
  time: "Fastest first",
  name: "By name",
};
export type Order = keyof typeof ORDERS;

export function doubtsByVoter(doubts: Doubt[]): Map<number, Doubt["kind"][]> {
  const kinds = new Map<number, Doubt["kind"][]>();
  for (const doubt of doubts)
    for (const id of doubt.voters) kinds.set(id, [...new Set([...(kinds.get(id) ?? []), doubt.kind])]);
  return kinds;
}

// How much there is to look at; those who are excluded come last.
export function doubtfulness(voter: Voter, kinds: string[]): number {
  if (voter.excluded) return -1;
  const flag = voter.flag === "adversary" ? 4 : voter.flag ? 2 : 0;
  return flag + (voter.gold_low ? 2 : 0) + (kinds.includes("alike") ? 3 : 0) + kinds.length;
}

// Share of the answers that were for the left side, where the list shows it.
export function leftShare(voter: Voter): number | null {
  const all = voter.left + voter.right;
  return all === 0 ? null : voter.left / all;
}

export function found(voters: Voter[], search: string, only: number[] | null): Voter[] {
  const wanted = search.trim().toLowerCase();
  const ids = only && new Set(only);
  const text = (voter: Voter) => [voter.name, voter.flag, ...Object.values(voter.parameters)].join("\n").toLowerCase();
  return voters.filter((voter) => (!ids || ids.has(voter.id)) && (!wanted || text(voter).includes(wanted)));
}

export function ordered(voters: Voter[], order: Order, kinds: Map<number, Doubt["kind"][]>): Voter[] {
  if (order === "came") return voters;
  const last = Number.POSITIVE_INFINITY; // what is not known
  const key: Record<Exclude<Order, "came" | "name">, (voter: Voter) => number> = {
    doubt: (voter) => -doubtfulness(voter, kinds.get(voter.id) ?? []),
    reliability: (voter) => voter.reliability ?? last,
    votes: (voter) => -voter.votes,
    time: (voter) => voter.median_ms ?? last,
  };
  const sorted = [...voters];
  if (order === "name") return sorted.sort((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }));
  const of = key[order];
  return sorted.sort((a, b) => (of(a) === of(b) ? 0 : of(a) < of(b) ? -1 : 1)); // equal ones stay as they came
}
