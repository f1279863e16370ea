// The sections one below the other, and the way to each.
import { AgainSection } from "./again";
import { AnnotatorsSection } from "./annotators";
import { BoardsSection } from "./boards";
import { ConvergenceSection } from "./convergence";
import { DoubtfulSection } from "./doubtful";
import { EffectsSection } from "./effects";
import { MatrixSection } from "./matrix";
import type { Report } from "./model";
import { RankingSection } from "./ranking";
import { Checks, Notes, Verdict } from "./verdict";

const SECTIONS = [
  ["trust", "Trust"],
  ["ranking", "Ranking"],
  ["effects", "Effects"],
  ["boards", "Boards"],
  ["matrix", "Wins"],
  ["doubtful", "Doubtful answers"],
  ["annotators", "Annotators"],
  ["convergence", "Convergence"],
  ["again", "Get it again"],
] as const;

export function Page({ report }: { report: Report }) {
  const absent = [report.effects.length === 0 && "effects", report.boards.length === 0 && "boards"];
  const sections = SECTIONS.filter(([id]) => !absent.includes(id));
  return (
    <>
      <a class="skip-link" href="#main">
        Skip to the verdict
      </a>
      <header class="top">
        <div class="top-inner">
          <span class="brand">
            pdrank <span class="faint wide">report</span>
          </span>
          <nav aria-label="Sections">
            <ul>
              {sections.map(([id, name]) => (
                <li key={id}>
                  <a href={`#${id}`}>{name}</a>
                </li>
              ))}
            </ul>
          </nav>
        </div>
      </header>
      <main id="main" tabIndex={-1}>
        <Verdict report={report} />
        <Checks checks={report.checks} />
        <Notes report={report} />
        <RankingSection report={report} />
        <EffectsSection report={report} />
        <BoardsSection report={report} />
        <MatrixSection report={report} />
        <DoubtfulSection report={report} />
        <AnnotatorsSection report={report} />
        <ConvergenceSection report={report} />
        <AgainSection report={report} />
      </main>
      <footer class="bottom faint">
        Made by pdrank {report.version}. This file is complete: it loads nothing from anywhere.
      </footer>
    </>
  );
}
