// Effects in words, and on one axis.
import { amount } from "../shared/format";
import type { Effect } from "./model";

const TITLES: Record<string, string> = {
  order: "Standing first",
  order_by_annotator: "Standing first, by annotator",
  ties: "Ties",
  drift: "Change over time",
  segments: "Segments",
};

const isControl = (effect: Effect) => effect.unit !== null;

/** Whether it is added to the margin of an answer; sizes and spreads are not. */
export const isOffset = (effect: Effect) => isControl(effect) || effect.name === "order";

export function effectTitle(effect: Effect): string {
  return isControl(effect) ? `More of ${effect.name}` : (TITLES[effect.name] ?? effect.name);
}

/** "+0.93" */
function signed(number: number): string {
  const text = number.toFixed(2);
  return Number(text) > 0 ? `+${text}` : Number(text) === 0 ? "0.00" : text;
}

/** "+0.93 (+0.69 to +1.18)" */
export function offsetText({ estimate, low, high }: Effect): string {
  return signed(estimate) + (low !== null && high !== null ? ` (${signed(low)} to ${signed(high)})` : "");
}

/** The end of an axis that has 0 in its middle and holds all offsets, at half of log-odds. */
export function axisEnd(effects: Effect[]): number {
  const sizes = effects.filter(isOffset).flatMap(({ estimate, low, high }) => [estimate, low ?? 0, high ?? 0]);
  return Math.max(0.5, Math.ceil(2 * Math.max(0, ...sizes.map(Math.abs))) / 2);
}

/** The evidence, a logarithm of a ratio of probabilities, by the grades of Kass and Raftery (1995). */
export function evidenceText(evidence: number): string {
  const size = Math.abs(evidence);
  if (size < 1) return "No clear evidence for it or against it.";
  const grade = size < 3 ? "Some" : size < 5 ? "Strong" : "Very strong";
  const ratio = Math.exp(size);
  const times = ratio > 1000 ? "more than 1,000" : amount(Number(ratio.toPrecision(2)));
  return evidence > 0
    ? `${grade} evidence for it: the answers are ${times} times as likely with it as without it.`
    : `${grade} evidence against it: the answers are ${times} times as likely without it as with it.`;
}
