import { describe, expect, it } from "vitest";
import { amount, figure, grouped, percent, plural, range, score, scoreRange } from "./format";

describe("numbers as people read them", () => {
  it("groups thousands", () => {
    expect(grouped(1234567)).toBe("1,234,567");
    expect(amount(1234.5)).toBe("1,234.5");
    expect(amount(3)).toBe("3");
    expect(plural(1, "row", "rows")).toBe("1 row");
    expect(plural(2000, "row", "rows")).toBe("2,000 rows");
  });
  it("keeps the digits that matter in shares", () => {
    const expected = ["0", "<0.1", "0.4", "16", ">99.9", "100"].map((digits) => `${digits}\u00a0%`);
    expect([0, 0.0004, 0.004, 0.163, 0.9996, 1].map(percent)).toEqual(expected);
    expect(percent(NaN)).toBe("");
  });
  it("writes scores of any size", () => {
    expect([0.94567, -2, 1523.44, 0.0001, 0].map(score)).toEqual(["0.946", "-2.000", "1,523.4", "1.0e-4", "0.000"]);
    expect(score(NaN)).toBe("");
    expect([1.04321, 468, 1e-9, Infinity].map(figure)).toEqual(["1.043", "468", "1.00e-9", "none"]);
  });
  it("writes ranges", () => {
    expect([range(3, 3), range(3, 1200)]).toEqual(["3", "3–1,200"]);
    expect([scoreRange(0.612, 1.018), scoreRange(-35.61, 2), scoreRange(1023.4, 1177.6)]).toEqual([
      "0.61 to 1.02",
      "-35.6 to 2.0",
      "1,023 to 1,178",
    ]);
    expect(scoreRange(NaN, 1)).toBe("");
  });
});
