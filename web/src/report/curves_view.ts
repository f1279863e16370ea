// Times of curves as numbers, and back.
import { figure } from "../shared/format";

const DATE = /^\d{4}-\d{2}-\d{2}/;

/** A date in milliseconds since 1970, or the number that the input has. */
export function momentOf(time: string): number {
  return DATE.test(time) ? Date.parse(time) : Number(time);
}

/** How marks on the axis are written: years where there are many, months, or dates; numbers where times are numbers. */
export function timeText(example: string, span: number): (moment: number) => string {
  if (!DATE.test(example)) return figure;
  const days = span / 86_400_000;
  const digits = days > 3 * 365 ? 4 : days > 90 ? 7 : 10;
  return (moment) => new Date(moment).toISOString().slice(0, digits);
}
