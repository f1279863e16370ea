// What the boards of segments are called, and which items are on them.
import type { Board, Report } from "./model";

export const boardName = (board: Board) => board.value || "(empty)";

/** The places of the ranking that are on a board, or those that differ somewhere from the whole. */
export function placesOnBoards({ boards, ranking }: Report, differing: boolean): number[] {
  const wanted = new Set<number>();
  for (const { lines } of boards)
    for (const [place, line] of lines) if (!differing || line.differs) wanted.add(place);
  return Array.from({ length: ranking.count }, (_, place) => place).filter((place) => wanted.has(place));
}
