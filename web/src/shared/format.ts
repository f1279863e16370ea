// Numbers and counts as people read them: the same on every machine, whatever its language.

const groups = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });
const tenths = new Intl.NumberFormat("en-US", { maximumFractionDigits: 1 });

/** 1234567 -> "1,234,567" */
export function grouped(number: number): string {
  return groups.format(number);
}

/** A sum of weights: whole numbers in full, others with a digit. */
export function amount(number: number): string {
  return tenths.format(number);
}

/** "1 row", "1,234 rows" */
export function plural(count: number, one: string, many: string): string {
  return `${grouped(count)} ${count === 1 ? one : many}`;
}

/** 0.163 -> "16 %" with a blank that does not break, 0.0016 -> "0.2 %"; "" where there is none. */
export function percent(share: number): string {
  if (!Number.isFinite(share)) return "";
  const value = 100 * share;
  if (value > 0 && value < 0.1) return "<0.1\u00a0%";
  if (value < 100 && value > 99.9) return ">99.9\u00a0%";
  return `${value < 1 && value > 0 ? value.toFixed(1) : value.toFixed(0)}\u00a0%`;
}

/** Three digits behind the point; large ones, such as Elo points, with fewer. "" where there is none. */
export function score(number: number): string {
  if (!Number.isFinite(number)) return "";
  const size = Math.abs(number);
  if (size >= 100) return tenths.format(number);
  if (size > 0 && size < 0.0005) return number.toExponential(1);
  return number.toFixed(3);
}

/** "0.61 to 1.02", "35.6 to 102", "1,023 to 1,178"; "" where there is none. */
export function scoreRange(low: number, high: number): string {
  if (!Number.isFinite(low) || !Number.isFinite(high)) return "";
  const size = Math.max(Math.abs(low), Math.abs(high));
  const text = (number: number) =>
    size >= 100 ? grouped(number) : size >= 10 ? number.toFixed(1) : size >= 0.01 ? number.toFixed(2) : score(number);
  return `${text(low)} to ${text(high)}`;
}

/** Four digits at most, for figures of any size. */
export function figure(number: number): string {
  if (!Number.isFinite(number)) return "none";
  if (Number.isInteger(number)) return grouped(number);
  const size = Math.abs(number);
  return size >= 1e-3 && size < 1e6 ? String(Number(number.toPrecision(4))) : number.toExponential(2);
}

/** "3", "3-7" */
export function range(low: number, high: number): string {
  return low === high ? grouped(low) : `${grouped(low)}–${grouped(high)}`;
}
