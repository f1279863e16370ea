// Where the marks of an axis stand.

/** Round numbers within least .. most, about so many; 1, 2 or 5 times a power of ten apart. */
export function ticks(least: number, most: number, about: number): number[] {
  const span = most - least;
  if (!(span > 0)) return [least];
  const rough = span / about;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5].find((factor) => factor * power >= rough * (1 - 1e-9)) ?? 10);
  const marks: number[] = [];
  for (let k = Math.ceil(least / step - 1e-9); k * step <= most + 1e-9 * step; k++)
    marks.push(Number((k * step).toPrecision(12)));
  return marks;
}

/** Powers of ten, and their halves or fifths where there are few, of a positive axis. */
export function logTicks(least: number, most: number, about: number): number[] {
  const within = (factors: number[], every: number) => {
    const marks: number[] = [];
    for (let power = Math.floor(Math.log10(least)); power <= Math.log10(most); power += every)
      for (const factor of factors) marks.push(Number((factor * 10 ** power).toPrecision(12)));
    return marks.filter((mark) => mark >= least * (1 - 1e-9) && mark <= most * (1 + 1e-9));
  };
  const decades = Math.log10(most / least);
  if (decades > about) return within([1], Math.ceil(decades / about));
  const fine = within([1, 2, 5], 1);
  return fine.length <= about + 1 ? fine : within([1], 1);
}

/** Ranks from 1 on: the first, the last, and round ones between that keep clear of both. */
export function rankTicks(last: number, about: number): number[] {
  if (last <= 1) return [1];
  const clear = (0.6 * last) / (about + 1);
  const isBetween = (mark: number) => Number.isInteger(mark) && mark > 1 + clear && mark < last - clear;
  return [1, ...ticks(0, last, about).filter(isBetween), last];
}
