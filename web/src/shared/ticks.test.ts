import { describe, expect, it } from "vitest";
import { logTicks, rankTicks, ticks } from "./ticks";

describe("marks of an axis", () => {
  it("are round", () => {
    expect(ticks(0, 1, 5)).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1]);
    expect(ticks(-68.9, 71.2, 4)).toEqual([-50, 0, 50]);
    expect(ticks(0.31, 0.49, 4)).toEqual([0.35, 0.4, 0.45]);
    expect(ticks(0, 2400, 4)).toEqual([0, 1000, 2000]);
    expect(ticks(3, 3, 4)).toEqual([3]);
  });
  it("of logarithms are 1, 2 and 5, or powers of ten alone", () => {
    expect(logTicks(0.5, 2, 4)).toEqual([0.5, 1, 2]);
    expect(logTicks(0.1, 1000, 5)).toEqual([0.1, 1, 10, 100, 1000]);
    expect(logTicks(1e-12, 1, 5)).toEqual([1e-12, 1e-9, 1e-6, 1e-3, 1]);
  });
  it("of ranks begin with the first and end with the last", () => {
    expect(rankTicks(20, 4)).toEqual([1, 5, 10, 15, 20]);
    expect(rankTicks(168, 4)).toEqual([1, 50, 100, 168]);
    expect(rankTicks(2, 4)).toEqual([1, 2]);
    expect(rankTicks(1, 4)).toEqual([1]);
    expect(rankTicks(100_000, 4)).toEqual([1, 50_000, 100_000]);
  });
});
