// The whole report, as `pdrank rank --report` would write it. It runs in a frame without this page's origin, so that
// nothing in it can reach the admin's secret.
import { useEffect, useState } from "preact/hooks";
import { useAction } from "../parts/action";
import { download, fileName } from "../../shared/download";
import { Problem } from "../parts/outcome";
import type { TabProps } from "./project_page";
import { QuestionChoice } from "./question_choice";

export function ReportTab({ api, project }: TabProps) {
  const [html, setHtml] = useState("");
  const [question, setQuestion] = useState(1);
  const action = useAction();
  const make = () => action.run(async () => setHtml(await api.report(project.id, question)));
  useEffect(() => void make(), [project.id, question]);
  return (
    <section class="stack" aria-labelledby="report">
      <div class="row spread">
        <h2 id="report">Report</h2>
        <div class="row">
          <button type="button" class="button" disabled={action.busy} onClick={make}>
            {action.busy ? "Making it…" : "Make it anew"}
          </button>
          <button
            type="button"
            class="button primary"
            disabled={!html}
            onClick={() => download(new Blob([html], { type: "text/html" }), fileName(project.name, "report.html"))}
          >
            Save as a file
          </button>
        </div>
      </div>
      <p class="faint">
        One file that works without a network: to read, to keep, to send. It shows the votes of this moment.
      </p>
      <QuestionChoice project={project} question={question} choose={setQuestion} />
      <Problem text={action.problem} />
      {html && (
        <iframe
          class="report"
          title={`Report of ${project.name}`}
          sandbox="allow-scripts allow-downloads"
          srcdoc={html}
        />
      )}
    </section>
  );
}
