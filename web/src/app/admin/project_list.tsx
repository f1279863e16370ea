// All projects, and a new one.
import { useState } from "preact/hooks";
import type { AdminApi, Project } from "../api";
import { useAction } from "../parts/action";
import { Outcome, Problem } from "../parts/outcome";
import { usePolling } from "../parts/polling";
import { projectLink } from "../route";
import { plural } from "../../shared/format";
import { BackupCard } from "./backup_card";
import { server } from "./server_info";

function NewProject({ api }: { api: AdminApi }) {
  const [name, setName] = useState("");
  const [question, setQuestion] = useState("");
  const action = useAction();
  async function submit(event: Event) {
    event.preventDefault();
    await action.run(async () => {
      const project = await api.addProject(name.trim(), question.trim());
      location.hash = projectLink(project.id);
    });
  }
  return (
    <section aria-labelledby="new-project">
      <form class="stack card padded" onSubmit={submit}>
        <h2 id="new-project">New project</h2>
        <div class="stack tight">
          <label for="name">Name</label>
          <input
            id="name"
            class="field"
            required
            value={name}
            onInput={(event) => setName(event.currentTarget.value)}
          />
        </div>
        <div class="stack tight">
          <label for="question">Question</label>
          <input
            id="question"
            class="field"
            placeholder="Which picture is sharper?"
            value={question}
            onInput={(event) => setQuestion(event.currentTarget.value)}
          />
          <p class="faint">What voters read above the two items. If you leave it empty: Which one is better?</p>
        </div>
        <Outcome action={action} />
        <div>
          <button class="button primary" disabled={action.busy || !name.trim()}>
            Create
          </button>
        </div>
      </form>
    </section>
  );
}

function ProjectCard({ project }: { project: Project }) {
  return (
    <li class="card padded project-card">
      <h3>
        <a href={projectLink(project.id, project.votes > 0 ? "ranking" : "items")}>{project.name}</a>{" "}
        {project.closed && <span class="badge warn">{project.archived ? "archived" : "closed"}</span>}
      </h3>
      <p>{project.question}</p>
      <p class="faint">
        {plural(project.items, "item", "items")}, {plural(project.voters, "voter", "voters")},{" "}
        {plural(project.votes, "vote", "votes")}
      </p>
    </li>
  );
}

const MANY = 8; // projects, among which one is looked for

function matching(projects: Project[], search: string): Project[] {
  const wanted = search.trim().toLowerCase();
  return projects.filter((project) => `${project.name}\n${project.question}`.toLowerCase().includes(wanted));
}

function Cards({ projects }: { projects: Project[] }) {
  return (
    <ul class="plain-list stack">
      {projects.map((project) => (
        <ProjectCard key={project.id} project={project} />
      ))}
    </ul>
  );
}

function AllProjects({ projects }: { projects: Project[] }) {
  const [search, setSearch] = useState("");
  const found = matching(projects, search);
  const archived = found.filter((project) => project.archived);
  return (
    <section class="stack" aria-labelledby="all-projects">
      <h2 id="all-projects" class="visually-hidden">
        All projects
      </h2>
      {projects.length === 0 && <p class="empty">There is no project yet. Make the first one here.</p>}
      {projects.length > MANY && (
        <input
          class="field"
          type="search"
          placeholder="Search"
          aria-label="Search the projects"
          value={search}
          onInput={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      <Cards projects={found.filter((project) => !project.archived)} />
      {archived.length > 0 && (
        <details class="stack">
          <summary>Archived ({archived.length})</summary>
          <Cards projects={archived} />
        </details>
      )}
    </section>
  );
}

export function ProjectList({ api }: { api: AdminApi }) {
  const [projects, setProjects] = useState<Project[] | null>(null);
  const { problem, now } = usePolling(5_000, async () => setProjects(await api.projects()), [api]);
  return (
    <>
      <h1>Projects</h1>
      <Problem text={problem} />
      <div class="columns">
        {projects ? <AllProjects projects={projects} /> : <div />}
        <div class="stack">
          <NewProject api={api} />
          {projects && server.value?.backup && (
            <BackupCard api={api} isEmpty={projects.length === 0} restored={now} />
          )}
        </div>
      </div>
    </>
  );
}
