// How well answers fit the scores: of every item and every annotator, the worst first.
import type { Report } from "./model";

export interface Fit {
  id: number; // place of the item, number of the annotator
  name: string;
  infit: number;
  outfit: number;
  answers: number;
}

const worstFirst = (all: Fit[]) =>
  all
    .filter((one) => Number.isFinite(one.infit) && Number.isFinite(one.outfit))
    .sort((a, b) => b.infit - a.infit || b.outfit - a.outfit || a.id - b.id);

export function fitOfItems({ ranking }: Report): Fit[] {
  return worstFirst(
    Array.from({ length: ranking.infit ? ranking.count : 0 }, (_, id) => ({
      id,
      name: ranking.item[id]!,
      infit: ranking.infit![id]!,
      outfit: ranking.outfit![id]!,
      answers: ranking.wins[id]! + ranking.losses[id]! + ranking.ties[id]!,
    })),
  );
}

export function fitOfAnnotators({ annotators }: Report): Fit[] {
  return worstFirst(
    annotators.name.map((name, id) => ({
      id,
      name,
      infit: annotators.infit[id]!,
      outfit: annotators.outfit[id]!,
      answers: annotators.comparisons[id]!,
    })),
  );
}

/** The ends of both axes: a little beyond what is drawn, from 0.5 to 2 at least, and at most from 0.05 to 20. */
export function fitEnds(fit: Fit[]): { least: number; most: number } {
  let [least, most] = [0.5, 2];
  for (const { infit, outfit } of fit) {
    least = Math.min(least, infit / 1.1, outfit / 1.1);
    most = Math.max(most, infit * 1.1, outfit * 1.1);
  }
  return { least: Math.max(least, 0.05), most: Math.min(most, 20) };
}
