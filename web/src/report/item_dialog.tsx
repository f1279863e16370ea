// All that is known about an item.
import { amount, grouped, range, score } from "../shared/format";
import { boardName } from "./boards_view";
import { Dialog } from "./dialog";
import { type Board, flagsOf, type Report } from "./model";

function OnBoards({ boards, place }: { boards: Board[]; place: number }) {
  const on = boards.filter((board) => board.lines.has(place));
  if (on.length === 0) return null;
  return (
    <div class="table-box" tabIndex={0} role="group" aria-label="On the boards">
      <table class="table">
        <thead>
          <tr>
            <th scope="col">Board</th>
            <th scope="col" class="number">
              Rank
            </th>
            <th scope="col" class="number">
              Range
            </th>
            <th scope="col">Than the whole</th>
            <th scope="col" class="number">
              Score
            </th>
          </tr>
        </thead>
        <tbody>
          {on.map((board) => {
            const line = board.lines.get(place)!;
            return (
              <tr key={board.value}>
                <th scope="row">{boardName(board)}</th>
                <td class="number strong">{grouped(line.rank)}</td>
                <td class="number">{range(line.low, line.high)}</td>
                <td>{line.differs}</td>
                <td class="number">
                  {score(line.score)}{" "}
                  <span class="faint">
                    ({score(line.scoreLow)} to {score(line.scoreHigh)})
                  </span>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

export function ItemDialog({ report, place, onClose }: { report: Report; place: number; onClose: () => void }) {
  const { ranking, parts } = report;
  const items = parts[ranking.part[place]! - 1]!;
  const facts: [string, string][] = [["Rank", `${grouped(ranking.rank[place]!)} of ${grouped(items)}`]];
  if (ranking.low) facts.push(["Range of ranks", range(ranking.low[place]!, ranking.high![place]!)]);
  if (ranking.rankWithout) facts.push(["Rank if nothing were controlled for", grouped(ranking.rankWithout[place]!)]);
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
      <OnBoards boards={report.boards} place={place} />
      {flagsOf(ranking.flags[place]!).map((flag) => (
        <p key={flag.name}>
          <span class="badge warn">{flag.name}</span> {flag.text}
        </p>
      ))}
    </Dialog>
  );
}
