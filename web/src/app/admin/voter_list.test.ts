import { expect, it } from "vitest";
import type { Doubt, Voter } from "../api";
import { doubtsByVoter, found, leftShare, ordered } from "./voter_list";

const NOBODY: Voter = {
  id: 0,
  name: "",
  excluded: false,
  token: "",
  votes: 0,
  last_vote_ms: null,
  reliability: null,
  reliability_low: null,
  reliability_high: null,
  flag: "",
  joined_ms: null,
  joined_from: "",
  median_ms: null,
  left: 0,
  right: 0,
  gold_answers: 0,
  gold_correct: 0,
  gold_low: false,
  consented_ms: null,
  parameters: {},
};
const VOTERS: Voter[] = [
  { ...NOBODY, id: 1, name: "Voter 10", votes: 5, reliability: 0.9, median_ms: 2000, parameters: { workerId: "W7" } },
  { ...NOBODY, id: 2, name: "Voter 9", votes: 7, flag: "random", reliability: 0.5 },
  { ...NOBODY, id: 3, name: "Ann", votes: 7, median_ms: 900 },
  { ...NOBODY, id: 4, name: "Bob", excluded: true, flag: "adversary", reliability: 0.1 },
  { ...NOBODY, id: 5, name: "Cid", gold_low: true },
];
const DOUBTS: Doubt[] = [
  { kind: "address", text: "", voters: [1, 3] },
  { kind: "alike", text: "", voters: [3] },
  { kind: "address", text: "", voters: [3] },
];
const ids = (voters: Voter[]) => voters.map((voter) => voter.id);

it("finds voters by name, flag and where they were sent from, and those of a doubt", () => {
  expect(ids(found(VOTERS, " voter ", null))).toEqual([1, 2]);
  expect(ids(found(VOTERS, "w7", null))).toEqual([1]);
  expect(ids(found(VOTERS, "RANDOM", null))).toEqual([2]);
  expect(ids(found(VOTERS, "", [3, 1, 99]))).toEqual([1, 3]);
  expect(ids(found(VOTERS, "ann", [1]))).toEqual([]);
});

it("puts them in order, those of whom nothing is known last", () => {
  const kinds = doubtsByVoter(DOUBTS);
  expect(kinds.get(3)).toEqual(["address", "alike"]);
  expect(ids(ordered(VOTERS, "came", kinds))).toEqual([1, 2, 3, 4, 5]);
  expect(ids(ordered(VOTERS, "doubt", kinds))).toEqual([3, 2, 5, 1, 4]);
  expect(ids(ordered(VOTERS, "reliability", kinds))).toEqual([4, 2, 1, 3, 5]);
  expect(ids(ordered(VOTERS, "votes", kinds))).toEqual([2, 3, 1, 4, 5]);
  expect(ids(ordered(VOTERS, "time", kinds))).toEqual([3, 1, 2, 4, 5]);
  expect(ids(ordered(VOTERS, "name", kinds))).toEqual([3, 4, 5, 2, 1]);
});

it("tells the share of the left side", () => {
  expect(leftShare({ ...NOBODY, left: 3, right: 1 })).toBe(0.75);
  expect(leftShare(NOBODY)).toBeNull();
});
