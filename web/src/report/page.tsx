// The sections one below the other, and the way to each.
import type { FunctionComponent } from "preact";
import { AgainSection } from "./again";
import { AgreementSection, hasAgreement } from "./agreement";
import { AnnotatorsSection } from "./annotators";
import { BoardsSection } from "./boards";
import { CalibrationSection } from "./calibration";
import { ContradictionsSection, hasContradictions } from "./contradictions";
import { ConvergenceSection } from "./convergence";
import { CurvesSection } from "./curves";
import { DoubtfulSection } from "./doubtful";
import { EffectsSection } from "./effects";
import { FitSection, hasFit } from "./fit";
import { FragilitySection } from "./fragility";
import { GradesSection, hasGrades } from "./grades";
import { MatrixSection } from "./matrix";
import type { Report } from "./model";
import { RankingSection } from "./ranking";
import { hasReliability, ReliabilitySection } from "./reliability";
import { Checks, hasNotes, Notes, Verdict } from "./verdict";

interface Part {
  id: string;
  name: string; // in the menu
  of: FunctionComponent<{ report: Report }>;
  if?: (report: Report) => boolean; // whether there is something to say
}

const PARTS: Part[] = [
  { id: "trust", name: "Trust", of: Checks },
  { id: "notes", name: "Notes", of: Notes, if: hasNotes },
  { id: "ranking", name: "Ranking", of: RankingSection },
  { id: "grades", name: "Grades", of: GradesSection, if: hasGrades },
  { id: "reliability", name: "Reliability", of: ReliabilitySection, if: hasReliability },
  { id: "calibration", name: "Calibration", of: CalibrationSection, if: (report) => report.calibration !== null },
  { id: "effects", name: "Effects", of: EffectsSection, if: (report) => report.effects.length > 0 },
  { id: "curves", name: "Over time", of: CurvesSection, if: (report) => report.curves.length > 0 },
  { id: "boards", name: "Boards", of: BoardsSection, if: (report) => report.boards.length > 0 },
  { id: "matrix", name: "Wins", of: MatrixSection },
  { id: "contradictions", name: "Contradictions", of: ContradictionsSection, if: hasContradictions },
  { id: "fragility", name: "What would change it", of: FragilitySection, if: (report) => report.fragility !== null },
  { id: "doubtful", name: "Doubtful answers", of: DoubtfulSection },
  { id: "annotators", name: "Annotators", of: AnnotatorsSection },
  { id: "agreement", name: "Agreement", of: AgreementSection, if: hasAgreement },
  { id: "fit", name: "Fit", of: FitSection, if: hasFit },
  { id: "convergence", name: "Convergence", of: ConvergenceSection },
  { id: "again", name: "Get it again", of: AgainSection },
];

export function Page({ report }: { report: Report }) {
  const parts = PARTS.filter((part) => part.if?.(report) ?? true);
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
              {parts.map(({ id, name }) => (
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
        {parts.map(({ id, of: Part }) => (
          <Part key={id} report={report} />
        ))}
      </main>
      <footer class="bottom faint">
        Made by pdrank {report.version}. This file is complete: it loads nothing from anywhere.
      </footer>
    </>
  );
}
