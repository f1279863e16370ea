// One project: its state in a line, and what can be done with it.
import { useEffect, useRef, useState } from "preact/hooks";
import type { AdminApi, Project } from "../api";
import { Problem } from "../parts/outcome";
import { usePolling } from "../parts/polling";
import { projectLink, type Tab, TABS } from "../route";
import { plural } from "../../shared/format";
import { ItemsTab } from "./items_tab";
import { LinksTab } from "./links_tab";
import { RankingTab } from "./ranking_tab";
import { ReportTab } from "./report_tab";
import { SettingsTab } from "./settings_tab";
import { TransferTab } from "./transfer_tab";
import { VotersTab } from "./voters_tab";

const NAMES: Record<Tab, string> = {
  items: "Items",
  voters: "Voters",
  links: "Links",
  ranking: "Ranking",
  report: "Report",
  transfer: "Import and export",
  settings: "Settings",
};

export interface TabProps {
  api: AdminApi;
  project: Project;
  changed(project?: Project): void; // it is this now; without one: look again
}

const CONTENT: Record<Tab, (props: TabProps) => preact.JSX.Element> = {
  items: ItemsTab,
  voters: VotersTab,
  links: LinksTab,
  ranking: RankingTab,
  report: ReportTab,
  transfer: TransferTab,
  settings: SettingsTab,
};

function Heading({ project, tab }: { project: Project; tab: Tab }) {
  return (
    <div class="project-head">
      <h1>{project.name}</h1>
      <p>{project.question}</p>
      <p class="state">
        <span class={project.closed ? "badge warn" : "badge good"}>
          {project.archived ? "archived" : project.closed ? "closed" : "open"}
        </span>{" "}
        {plural(project.items, "item", "items")}, {plural(project.voters, "voter", "voters")},{" "}
        {plural(project.votes, "vote", "votes")}
        {project.votes > 0 &&
          project.never_asked > 0 &&
          `; ${plural(project.never_asked, "item has", "items have")} not been asked about yet`}
      </p>
      {tab !== "voters" && // which has them with what can be done about them
        project.warnings.map((warning) => (
          <p key={warning} class="notice warn">
            {warning}. <a href={projectLink(project.id, "voters")}>Look at the voters</a>
          </p>
        ))}
    </div>
  );
}

function Tabs({ id, tab }: { id: number; tab: Tab }) {
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    bar.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [tab]);
  return (
    <nav class="tabs" aria-label="Project" ref={bar}>
      {TABS.map((name) => (
        <a key={name} href={projectLink(id, name)} aria-current={name === tab || (name === "voters" && tab === "links") ? "page" : undefined}>
          {NAMES[name]}
        </a>
      ))}
    </nav>
  );
}

export function ProjectPage({ api, id, tab }: { api: AdminApi; id: number; tab: Tab }) {
  const [project, setProject] = useState<Project | null>(null);
  const { problem, now } = usePolling(3_000, async () => setProject(await api.project(id)), [api, id]);
  useEffect(() => {
    if (project) document.title = `${NAMES[tab]} - ${project.name}`;
  }, [project?.name, tab]);
  if (!project) {
    return (
      <>
        <h1 class={problem ? "" : "visually-hidden"}>Project {id}</h1>
        <Problem text={problem} />
      </>
    );
  }
  const Content = CONTENT[tab];
  const changed = (to?: Project) => (to ? setProject(to) : now());
  return (
    <>
      <Heading project={project} tab={tab} />
      <Tabs id={id} tab={tab} />
      <Problem text={problem} />
      <Content key={tab} api={api} project={project} changed={changed} />
    </>
  );
}
