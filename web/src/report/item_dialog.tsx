// All that is known about an item.
import { amount, grouped, range, score } from "../shared/format";
import { Dialog } from "./dialog";
import { flagsOf, type Report } from "./model";

export function ItemDialog({ report, place, onClose }: { report: Report; place: number; onClose: () => void }) {
  const { ranking, parts } = report;
  const items = parts[ranking.part[place]! - 1]!;
  const facts: [string, string][] = [["Rank", `${grouped(ranking.rank[place]!)} of ${grouped(items)}`]];
  if (ranking.low) facts.push(["Range of ranks", range(ranking.low[place]!, ranking.high![place]!)]);
  if (ranking.tier) facts.push(["Tier", grouped(ranking.tier[place]!)]);
  facts.push(["Score", score(ranking.score[place]!)]);
  if (ranking.standardError) facts.push(["Standard error", score(ranking.standardError[place]!) || "none"]);
  facts.push(["Won", amount(ranking.wins[place]!)], ["Lost", amount(ranking.losses[place]!)]);
  if (ranking.ties[place]! > 0) facts.push(["Tied", amount(ranking.ties[place]!)]);
  if (parts.length > 1) facts.push(["Part", `${grouped(ranking.part[place]!)} of ${grouped(parts.length)}`]);
  return (
    <Dialog title={ranking.item[place]!} onClose={onClose}>
      <dl class="details">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {flagsOf(ranking.flags[place]!).map((flag) => (
        <p key={flag.name}>
          <span class="badge warn">{flag.name}</span> {flag.text}
        </p>
      ))}
    </Dialog>
  );
}
