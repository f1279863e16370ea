// Who votes: links to hand out, how reliable each voter's answers are, and whom to leave out.
import { useState } from "preact/hooks";
import type { AdminApi, Doubt, Voter } from "../api";
import { useAction } from "../parts/action";
import { CopyButton } from "../parts/copy_button";
import { download, fileName } from "../../shared/download";
import { Outcome, Problem } from "../parts/outcome";
import { Pager } from "../parts/pager";
import { usePolling } from "../parts/polling";
import { QrCode } from "../parts/qr_code";
import { RemoveButton } from "../parts/remove_button";
import { projectLink } from "../route";
import { grouped, percent, plural } from "../../shared/format";
import { ago } from "../words";
import { DoubtsList } from "./doubts_list";
import { namesOfLines } from "./new_items";
import type { TabProps } from "./project_page";
import { linkFor } from "./server_info";
import { DOUBTS, doubtsByVoter, found, leftShare, type Order, ordered, ORDERS } from "./voter_list";

const PAGE = 50;
const REFRESH_MS = 3_000;
const MANY = 1_000; // voters, whose list is long to send
const REFRESH_MANY_MS = 30_000;

// What a flag means; the program's word stays beside it.
export const FLAGS: Record<string, string> = {
  adversary: "answers against the others",
  random: "looks like guessing",
};

function Gold({ voter }: { voter: Voter }) {
  if (voter.gold_answers === 0) return null;
  return (
    <span class={voter.gold_low ? "badge warn" : "badge"} title="Gold pairs that were answered correctly">
      {grouped(voter.gold_correct)} of {grouped(voter.gold_answers)} gold
    </span>
  );
}

// What the voter was sent with, for whoever pays them.
function Source({ voter }: { voter: Voter }) {
  const entries = Object.entries(voter.parameters);
  if (entries.length === 0) return null;
  return <p class="faint clip">{entries.map(([name, value]) => `${name} ${value}`).join(", ")}</p>;
}

function Flag({ voter }: { voter: Voter }) {
  if (!voter.flag) return null;
  const badge = voter.flag === "adversary" ? "badge bad" : "badge warn";
  return (
    <>
      <span class={badge}>{voter.flag}</span> <span class="faint">{FLAGS[voter.flag]}</span>
    </>
  );
}

function Reliability({ voter }: { voter: Voter }) {
  const { reliability, reliability_low: low, reliability_high: high } = voter;
  if (reliability === null) return <>-</>;
  return (
    <>
      {percent(reliability)}
      {low !== null && high !== null && (
        <div class="faint secondary">
          {percent(low)} to {percent(high)}
        </div>
      )}
    </>
  );
}

// So that a flag far down the list is seen.
function Flagged({ voters }: { voters: Voter[] }) {
  const flagged = voters.filter((voter) => voter.flag && !voter.excluded);
  if (flagged.length === 0) return null;
  const names = flagged.slice(0, 5).map((voter) => voter.name);
  return (
    <p class="notice warn">
      Doubtful: {names.join(", ")}
      {flagged.length > names.length && ` and ${grouped(flagged.length - names.length)} more`}. Look at what they
      answered in the report before you exclude anybody.
    </p>
  );
}

interface RowProps {
  api: AdminApi;
  project: number;
  voter: Voter;
  doubts: Doubt["kind"][]; // about this voter
  changed(voter: Voter): void;
  removed(): void;
}

function VoterRow({ api, project, voter, doubts, changed, removed }: RowProps) {
  const action = useAction();
  const left = leftShare(voter);
  const toggle = () =>
    action.run(async () => changed(await api.changeVoter(project, voter.id, { excluded: !voter.excluded })));
  return (
    <tr class={voter.excluded ? "off" : ""}>
      <th scope="row">
        {voter.name} {voter.excluded && <span class="badge warn">excluded</span>}
        <div class="under">
          <Flag voter={voter} /> <Gold voter={voter} />{" "}
          {doubts.map((kind) => DOUBTS[kind] && <span key={kind} class="badge warn">{DOUBTS[kind]}</span>)}
          <Source voter={voter} />
        </div>
        <Problem text={action.problem} />
      </th>
      <td class="number" data-label="votes">
        {grouped(voter.votes)}
        {voter.median_ms !== null && (
          <div class="faint secondary unbroken">{(voter.median_ms / 1000).toFixed(1)} s each</div>
        )}
        {left !== null && <div class="faint secondary unbroken">{percent(left)} left</div>}
      </td>
      <td class="number" data-label="reliability">
        <Reliability voter={voter} />
      </td>
      <td class="secondary unbroken">{voter.last_vote_ms ? ago(Date.now() - voter.last_vote_ms) : "not yet"}</td>
      <td class="actions">
        <div class="row">
          <CopyButton text={linkFor("vote", voter.token)} what={`of ${voter.name}`} />
          <button type="button" class="button small" disabled={action.busy} onClick={toggle}>
            {voter.excluded ? "Include" : "Exclude"}
            <span class="visually-hidden"> {voter.name}</span>
          </button>
          <RemoveButton
            what={voter.name}
            loses="and all that this voter answered"
            remove={() => api.removeVoter(project, voter.id, "remove").then(removed)}
            otherwise={{
              text: "Or remove the name and all else that is known of the voter, and keep the answers?",
              label: "Keep only the answers",
              remove: () => api.removeVoter(project, voter.id, "keep").then(removed),
            }}
          />
        </div>
      </td>
    </tr>
  );
}

function OpenLink({ api, project, changed }: TabProps) {
  const action = useAction();
  const open = project.join_token !== null;
  const toggle = () => action.run(async () => changed(await api.changeProject(project.id, { open_link: !open })));
  return (
    <section class="stack card padded" aria-labelledby="open-link">
      <h2 id="open-link">Open link</h2>
      <p>
        Whoever opens it becomes a new voter, without an account. This is good for a crowd, but people can come back as
        somebody else.
      </p>
      <div class="row">
        <button type="button" class="button" aria-pressed={open} disabled={action.busy} onClick={toggle}>
          {open ? "Switch off" : "Switch on"}
        </button>
        {project.join_token && (
          <CopyButton text={linkFor("join", project.join_token)} what="for everybody" />
        )}
      </div>
      {project.join_token && (
        <details>
          <summary>QR code</summary>
          <QrCode text={linkFor("join", project.join_token)} label="QR code of the open link" />
        </details>
      )}
      <Problem text={action.problem} />
    </section>
  );
}

function AllLinks({ api, project }: TabProps) {
  const action = useAction();
  const save = () =>
    action.run(async () => download(await api.export(project.id, "links", "csv"), fileName(project.name, "links.csv")));
  return (
    <section class="stack card padded" aria-labelledby="all-links">
      <h2 id="all-links">All links</h2>
      <p>Send the links by mail merge, or print them and hand them out.</p>
      <div class="row">
        <button type="button" class="button" disabled={action.busy} onClick={save}>
          Save as CSV
        </button>
        <a class="button" href={projectLink(project.id, "links")}>
          QR codes
        </a>
      </div>
      <Problem text={action.problem} />
    </section>
  );
}

function NewVoters({ api, project, added }: { api: AdminApi; project: number; added(): void }) {
  const [names, setNames] = useState("");
  const [many, setMany] = useState("5");
  const byName = useAction();
  const byNumber = useAction();
  const list = namesOfLines(names);
  const amount = Number(many);
  async function made(voters: Voter[]): Promise<string> {
    added();
    return `${plural(voters.length, "link", "links")} made.`;
  }
  return (
    <section class="stack card padded" aria-labelledby="new-voters">
      <h2 id="new-voters">New voters</h2>
      <form
        class="stack tight"
        onSubmit={async (event) => {
          event.preventDefault();
          if (await byName.run(async () => made(await api.addVoters(project, { names: list })))) setNames("");
        }}
      >
        <label for="names">By name, one per line</label>
        <textarea
          id="names"
          class="field area"
          rows={4}
          value={names}
          onInput={(event) => setNames(event.currentTarget.value)}
        />
        <Outcome action={byName} />
        <div>
          <button class="button primary" disabled={byName.busy || list.length === 0}>
            {list.length === 0 ? "Make links" : `Make ${plural(list.length, "link", "links")}`}
          </button>
        </div>
      </form>
      <form
        class="stack tight"
        onSubmit={(event) => {
          event.preventDefault();
          void byNumber.run(async () => made(await api.addVoters(project, { count: amount })));
        }}
      >
        <label for="amount">Or without names: how many?</label>
        <div class="row">
          <input
            id="amount"
            class="field short"
            type="number"
            min="1"
            max="1000"
            value={many}
            onInput={(event) => setMany(event.currentTarget.value)}
          />
          <button class="button" disabled={byNumber.busy || !(amount >= 1)}>
            Make links
          </button>
        </div>
        <Outcome action={byNumber} />
      </form>
    </section>
  );
}

interface TableProps extends Omit<RowProps, "voter" | "doubts"> {
  voters: Voter[];
  kinds: Map<number, Doubt["kind"][]>;
}

function VoterTable({ voters, kinds, ...row }: TableProps) {
  return (
    <div class="table-box" tabIndex={0} role="region" aria-label="Table of voters">
      <table class="table folding">
        <thead>
          <tr>
            <th scope="col">Voter</th>
            <th scope="col" class="number" title="How long a pair was in sight (the median), and how often the left one was chosen">
              Votes
            </th>
            <th scope="col" class="number" title="Share of answers that are right, as far as the others' answers tell">
              Reliability
            </th>
            <th scope="col" class="secondary">
              Last vote
            </th>
            <th scope="col">
              <span class="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {voters.map((voter) => (
            <VoterRow key={voter.id} voter={voter} doubts={kinds.get(voter.id) ?? []} {...row} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

export function VotersTab(props: TabProps) {
  const { api, project, changed } = props;
  const [voters, setVoters] = useState<Voter[] | null>(null);
  const [doubts, setDoubts] = useState<Doubt[]>([]);
  const [search, setSearch] = useState("");
  const [order, setOrder] = useState<Order>("came");
  const [only, setOnly] = useState<number[] | null>(null);
  const [offset, setOffset] = useState(0);
  const pause = project.voters > MANY ? REFRESH_MANY_MS : REFRESH_MS;
  const { problem, now } = usePolling(pause, read, [project.id]);
  async function read() {
    const [list, about] = await Promise.all([api.voters(project.id), api.doubts(project.id)]);
    setVoters(list);
    setDoubts(about);
  }
  function replace(voter: Voter) {
    setVoters((all) => all?.map((other) => (other.id === voter.id ? { ...other, ...voter } : other)) ?? null);
    now();
  }
  function added() {
    now();
    changed();
  }
  const all = voters ?? [];
  const kinds = doubtsByVoter(doubts);
  const shown = ordered(found(all, search, only), order, kinds);
  function show(ids: number[] | null) {
    setOnly(ids);
    setSearch("");
    setOffset(0);
  }
  return (
    <div class="columns wide-first">
      <section class="stack" aria-labelledby="all-voters">
        <h2 id="all-voters">Voters</h2>
        <Problem text={problem} />
        {voters?.length === 0 && <p class="empty">Nobody can vote yet. Make links here, or switch on the open link.</p>}
        {all.length > 0 && (
          <>
            <p class="faint">
              Reliability is the share of a voter's answers that are right, judged by everybody's answers. It
              appears once there are enough answers. Excluding a voter keeps the answers but does not count them.
            </p>
            <DoubtsList api={api} project={project.id} doubts={doubts} shown={only} show={show} changed={added} />
            <Flagged voters={all} />
            <div class="row">
              <input
                class="field search"
                type="search"
                placeholder="Search"
                aria-label="Search the voters"
                value={search}
                onInput={(event) => {
                  setSearch(event.currentTarget.value);
                  setOffset(0);
                }}
              />
              <select
                class="field order"
                aria-label="Order of the voters"
                value={order}
                onChange={(event) => {
                  setOrder(event.currentTarget.value as Order);
                  setOffset(0);
                }}
              >
                {Object.entries(ORDERS).map(([name, text]) => (
                  <option key={name} value={name}>
                    {text}
                  </option>
                ))}
              </select>
            </div>
            <p class="faint" role="status">
              {shown.length < all.length
                ? `${plural(shown.length, "voter", "voters")} of ${grouped(all.length)}`
                : plural(all.length, "voter", "voters")}
            </p>
            <VoterTable
              api={api}
              project={project.id}
              voters={shown.slice(offset, offset + PAGE)}
              kinds={kinds}
              changed={replace}
              removed={added}
            />
            <Pager offset={offset} limit={PAGE} total={shown.length} what="voters" go={setOffset} />
          </>
        )}
      </section>
      <div class="stack">
        <NewVoters api={api} project={project.id} added={added} />
        <OpenLink {...props} />
        {all.length > 0 && <AllLinks {...props} />}
      </div>
    </div>
  );
}
