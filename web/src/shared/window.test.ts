import { describe, expect, it } from "vitest";
import { MAX_HEIGHT, rowsInSight } from "./window";

const VIEWPORT = 600;
const ROW = 40;

/** Rows that the viewport shows, by the pixels alone. */
function seen(scrolled: number, rows: number): [number, number] {
  const window = rowsInSight(scrolled, VIEWPORT, rows, ROW);
  const first = window.first + (scrolled - window.above) / ROW;
  return [first, first + VIEWPORT / ROW];
}

describe("rows in sight", () => {
  it("shows all of a short table", () => {
    expect(rowsInSight(0, VIEWPORT, 5, ROW)).toEqual({ first: 0, end: 5, above: 0, below: 0 });
    expect(rowsInSight(0, VIEWPORT, 0, ROW)).toEqual({ first: 0, end: 0, above: 0, below: 0 });
  });
  for (const rows of [1_000, 100_000, 3_000_000]) {
    it(`covers the viewport everywhere in ${rows} rows`, () => {
      const total = Math.min(rows * ROW, MAX_HEIGHT);
      for (let step = 0; step <= 50; step++) {
        const scrolled = ((total - VIEWPORT) * step) / 50;
        const window = rowsInSight(scrolled, VIEWPORT, rows, ROW);
        expect(window.above + (window.end - window.first) * ROW + window.below).toBeCloseTo(total, 6);
        expect(window.above).toBeLessThanOrEqual(scrolled + 1e-6);
        expect(window.above + (window.end - window.first) * ROW).toBeGreaterThanOrEqual(scrolled + VIEWPORT - 1e-6);
        expect(window.end - window.first).toBeLessThan(40);
      }
      expect(seen(0, rows)[0]).toBeCloseTo(0, 6);
      expect(seen(total - VIEWPORT, rows)[1]).toBeCloseTo(rows, 4);
    });
  }
});
