// Name, question, which pairs are asked, and whether the vote is open.
import { useState } from "preact/hooks";
import { useAction } from "../parts/action";
import { CopyButton } from "../parts/copy_button";
import { Outcome, Problem } from "../parts/outcome";
import { RemoveButton } from "../parts/remove_button";
import type { TabProps } from "./project_page";
import { linkFor } from "./server_info";
import { StudyForm } from "./study_form";

// docs/STRATEGIES.md says more about each.
const STRATEGIES: Record<string, string> = {
  auto: "automatic, by the number of items",
  posterior: "the pairs whose order is most open",
  confidence: "the pairs PD-Rank is unsure of",
  "hodge-active": "the pairs that move the least-squares scores most",
  "hodge-active-unsupervised": "the pairs that cover the items best, whatever the answers",
  "hybrid-mst": "a tree of informative pairs that reaches every item",
  "crowd-bt": "what is learned about items and voters together",
  "active-rank": "the pairs that sort the items into their places",
  random: "any pair",
};

function Words({ api, project, changed }: TabProps) {
  const [name, setName] = useState(project.name);
  const [question, setQuestion] = useState(project.question);
  const [strategy, setStrategy] = useState(project.strategy);
  const action = useAction();
  async function save(event: Event) {
    event.preventDefault();
    await action.run(async () => {
      const change = { name: name.trim(), question: question.trim(), strategy };
      changed(await api.changeProject(project.id, change));
      return "Saved.";
    });
  }
  return (
    <form class="stack card padded" onSubmit={save}>
      <div class="stack tight">
        <label for="project-name">Name</label>
        <input
          id="project-name"
          class="field"
          required
          value={name}
          onInput={(event) => setName(event.currentTarget.value)}
        />
      </div>
      <div class="stack tight">
        <label for="project-question">Question</label>
        <input
          id="project-question"
          class="field"
          value={question}
          onInput={(event) => setQuestion(event.currentTarget.value)}
        />
      </div>
      <div class="stack tight">
        <label for="project-strategy">Which pairs are asked</label>
        <select
          id="project-strategy"
          class="field"
          value={strategy}
          onChange={(event) => setStrategy(event.currentTarget.value)}
        >
          {[...new Set([...Object.keys(STRATEGIES), project.strategy])].map((known) => (
            <option key={known} value={known}>
              {known}
              {STRATEGIES[known] && `: ${STRATEGIES[known]}`}
            </option>
          ))}
        </select>
      </div>
      <Outcome action={action} />
      <div>
        <button class="button primary" disabled={action.busy || !name.trim()}>
          Save
        </button>
      </div>
    </form>
  );
}

function PublicResults({ api, project, changed }: TabProps) {
  const action = useAction();
  const token = project.results_token;
  const toggle = () => action.run(async () => changed(await api.changeProject(project.id, { results_link: !token })));
  return (
    <section class="stack card padded" aria-labelledby="public-results">
      <h2 id="public-results">Public results</h2>
      <p>
        A page with the ranking as it stands, for whoever has its link. It shows the names and pictures of the items, and
        nothing about voters.
      </p>
      <div class="row">
        <button type="button" class="button" aria-pressed={token !== null} disabled={action.busy} onClick={toggle}>
          {token ? "Switch off" : "Switch on"}
        </button>
        {token && <CopyButton text={linkFor("results", token)} what="to the results" />}
        {token && (
          <a href={linkFor("results", token)} target="_blank" rel="noopener noreferrer">
            Look at it
          </a>
        )}
      </div>
      <Problem text={action.problem} />
    </section>
  );
}

function Archive({ api, project, changed }: TabProps) {
  const action = useAction();
  const toggle = () =>
    action.run(async () => changed(await api.changeProject(project.id, { archived: !project.archived })));
  return (
    <section class="stack card padded" aria-labelledby="archive">
      <h2 id="archive">{project.archived ? "The project is archived" : "Archive the project"}</h2>
      <p>
        {project.archived
          ? "It is closed and kept, and listed apart from the others. Bring it back to open the vote again."
          : "It is closed, and leaves the list of projects for one of its own. Everything is kept."}
      </p>
      <Problem text={action.problem} />
      <div>
        <button type="button" class="button" disabled={action.busy} onClick={toggle}>
          {project.archived ? "Bring it back" : "Archive"}
        </button>
      </div>
    </section>
  );
}

function OpenOrClosed({ api, project, changed }: TabProps) {
  const action = useAction();
  const toggle = () =>
    action.run(async () => changed(await api.changeProject(project.id, { closed: !project.closed })));
  return (
    <section class="stack card padded" aria-labelledby="open-or-closed">
      <h2 id="open-or-closed">{project.closed ? "The vote is closed" : "The vote is open"}</h2>
      <p>
        {project.closed
          ? "Voters see that it is over. Opening it again changes nothing that was voted."
          : "Closing it ends voting; everything that was voted is kept, and it can be opened again."}
      </p>
      <Problem text={action.problem} />
      <div>
        <button
          type="button"
          class={project.closed ? "button" : "button danger"}
          disabled={action.busy}
          onClick={toggle}
        >
          {project.closed ? "Open the vote again" : "Close the vote"}
        </button>
      </div>
    </section>
  );
}

function Removal({ api, project }: TabProps) {
  return (
    <section class="stack card padded" aria-labelledby="removal">
      <h2 id="removal">Remove the project</h2>
      <p>If you want to keep what was voted, export the votes first, or close the vote instead.</p>
      <div>
        <RemoveButton
          what={project.name}
          loses="with all items, voters and votes"
          remove={async () => {
            await api.removeProject(project.id);
            location.hash = "#projects";
          }}
        />
      </div>
    </section>
  );
}

export function SettingsTab(props: TabProps) {
  return (
    <div class="columns">
      <section class="stack" aria-labelledby="settings">
        <h2 id="settings">Settings</h2>
        <Words {...props} />
        <StudyForm {...props} />
      </section>
      <div class="stack">
        {!props.project.archived && <OpenOrClosed {...props} />}
        <PublicResults {...props} />
        <Archive {...props} />
        <Removal {...props} />
      </div>
    </div>
  );
}
