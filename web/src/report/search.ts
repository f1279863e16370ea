// Which places of the ranking are asked for.
import type { Ranking } from "./model";

export interface Wanted {
  text: string;
  part: number; // 0: all
  flagged: boolean; // only those of which something is open
}

/** Items that have the text in their name, whatever its case. */
export class Search {
  private folded: string[] | null = null; // made when it is first needed

  constructor(private readonly ranking: Ranking) {}

  /** Places in their order; null: all of them. */
  find({ text, part, flagged }: Wanted): Uint32Array | null {
    const wanted = text.trim().toLowerCase();
    if (wanted === "" && part === 0 && !flagged) return null;
    if (wanted !== "") this.folded ??= this.ranking.item.map((name) => name.toLowerCase());
    const found: number[] = [];
    for (let place = 0; place < this.ranking.count; place++) {
      if (part !== 0 && this.ranking.part[place] !== part) continue;
      if (flagged && this.ranking.flags[place] === 0) continue;
      if (wanted !== "" && !this.folded![place]!.includes(wanted)) continue;
      found.push(place);
    }
    return Uint32Array.from(found);
  }
}
