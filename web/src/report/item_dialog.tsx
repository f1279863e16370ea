// All that is known about an item.
import { amount, grouped, percent, range, score, scoreRange } from "../shared/format";
import { LongTable, widthOf } from "../shared/long_table";
import { ShortTable, words } from "../shared/short_table";
import { boardName } from "./boards_view";
import { axesOf, CurveChart } from "./curves";
import { Dialog } from "./dialog";
import { type Against, byAnnotator, byOpponent } from "./encounters_view";
import { Facts } from "./facts";
import { type Board, flagsOf, type Report } from "./model";

function OnBoards({ boards, place }: { boards: Board[]; place: number }) {
  const on = boards.filter((board) => board.lines.has(place));
  if (on.length === 0) return null;
  return (
    <ShortTable
      label="On the boards"
      columns={[words("Board"), "Rank", "Range", words("Than the whole"), "Score"]}
      rows={on.map((board) => {
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
    />
  );
}

/** Wins, losses and ties of an item, by opponent or by annotator. */
function AgainstTable({ title, of, against }: { title: string; of: string; against: Against[] }) {
  if (against.length === 0) return null;
  const ties = against.some((one) => one.ties > 0);
  const number = (name: keyof Against) => widthOf("Tied", ...against.map((one) => amount(Number(one[name]))));
  return (
    <LongTable
      label={title}
      maxHeight="18rem"
      columns={[
        { title: of },
        { title: "Won", width: number("wins"), number: true },
        { title: "Lost", width: number("losses"), number: true },
        ...(ties ? [{ title: "Tied", width: number("ties"), number: true }] : []),
      ]}
      rows={against.length}
    rowHeight={36}
    cells={(row) => {
      const one = against[row]!;
      return (
        <>
          <th scope="row" class="item">
            <span class="cut">{one.name}</span>
          </th>
          <td class="number">{amount(one.wins)}</td>
          <td class="number">{amount(one.losses)}</td>
          {ties && <td class="number">{amount(one.ties)}</td>}
        </>
      );
    }}
    />
  );
}

function factsOf(report: Report, place: number): [string, string][] {
  const { ranking, parts, grades } = report;
  const facts: [string, string][] = [
    ["Rank", `${grouped(ranking.rank[place]!)} of ${grouped(parts[ranking.part[place]! - 1]!)}`],
  ];
  if (ranking.low) facts.push(["Range of ranks", range(ranking.low[place]!, ranking.high![place]!)]);
  if (ranking.rankWithout) facts.push(["Rank without controls", grouped(ranking.rankWithout[place]!)]);
  if (ranking.tier) facts.push(["Tier", grouped(ranking.tier[place]!)]);
  if (ranking.grade && ranking.grade[place]! >= 0)
    facts.push(["Grade", `${grades[ranking.grade[place]!]!} (${percent(ranking.gradeProbability![place]!)} sure)`]);
  facts.push(["Score", score(ranking.score[place]!)]);
  if (ranking.scoreLow)
    facts.push(["Range of the score", scoreRange(ranking.scoreLow[place]!, ranking.scoreHigh![place]!) || "none"]);
  if (ranking.standardError) facts.push(["Standard error", score(ranking.standardError[place]!) || "none"]);
  if (ranking.infit && Number.isFinite(ranking.infit[place]))
    facts.push(["Infit, outfit", `${ranking.infit[place]!.toFixed(2)}, ${ranking.outfit![place]!.toFixed(2)}`]);
  facts.push(["Won", amount(ranking.wins[place]!)], ["Lost", amount(ranking.losses[place]!)]);
  if (ranking.ties[place]! > 0) facts.push(["Tied", amount(ranking.ties[place]!)]);
  if (parts.length > 1) facts.push(["Part", `${grouped(ranking.part[place]!)} of ${grouped(parts.length)}`]);
  return facts;
}

export function ItemDialog({ report, place, onClose }: { report: Report; place: number; onClose: () => void }) {
  const { ranking, curves, encounters } = report;
  const curve = curves.find((one) => one.item === place);
  return (
    <Dialog title={ranking.item[place]!} onClose={onClose}>
      <Facts of={factsOf(report, place)} />
      {flagsOf(ranking.flags[place]!).map((flag) => (
        <p key={flag.name}>
          <span class="badge warn">{flag.name}</span> {flag.text}
        </p>
      ))}
      <OnBoards boards={report.boards} place={place} />
      {curve && <CurveChart curve={curve} name={ranking.item[place]!} {...axesOf([curve])} />}
      <AgainstTable title="Against each opponent" of="Opponent, best first" against={byOpponent(report, place)} />
      <AgainstTable title="By each annotator" of="Annotator" against={byAnnotator(report, place)} />
      {encounters.count === 0 && <p class="faint">There are too many pairs to list the opponents here.</p>}
    </Dialog>
  );
}
