// Grades counted.
import type { Report } from "./model";

export interface GradeCount {
  grade: string;
  items: number;
  right: number; // mean probability of the grade; NaN where there is none
}

export function gradeCounts({ grades, ranking }: Report): GradeCount[] {
  const counts = grades.map((grade) => ({ grade, items: 0, right: 0 }));
  for (let place = 0; place < ranking.count; place++) {
    const count = counts[ranking.grade![place]!]; // -1: none
    if (!count) continue;
    count.items++;
    count.right += ranking.gradeProbability![place]!;
  }
  return counts.map((count) => ({ ...count, right: count.right / count.items }));
}

/** Places whose grade is less sure than this, the least sure first. */
export function unsureOfGrade({ ranking }: Report, sure: number): number[] {
  const probability = ranking.gradeProbability!;
  return Array.from({ length: ranking.count }, (_, place) => place)
    .filter((place) => probability[place]! < sure)
    .sort((a, b) => probability[a]! - probability[b]! || a - b);
}
