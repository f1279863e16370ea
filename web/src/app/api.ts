// The JSON API of `pdrank serve` (src/pdrank/server/openapi.json), as the pages use it. A token goes into the header
// Authorization and nowhere else.

export type Kind = "text" | "markdown" | "image";

// What a voter sees.
export interface Thing {
  id: number;
  kind: Kind;
  content: string;
  alt?: string; // of a picture: what it shows; empty: nobody has said
}

export interface Pair {
  ticket: string; // what an answer is sent with: the server knows by it that this voter was asked
  question: string;
  left: Thing;
  right: Thing;
}

export interface Ballot {
  project: { name: string; question: string; closed: boolean };
  voter: { name: string };
  votes: number;
  pair: Pair | null;
  ahead?: Pair[]; // what will be asked next
  undoable: boolean;
  undo_key?: string; // of the latest answer that is not undone
  undo_limit: number; // how many of the latest answers can be undone
  instructions: string; // Markdown
  consent: string; // Markdown
  accepted: boolean; // false: there is no pair before the instructions and the consent are accepted
  goal: number; // answers hoped for; 0: none is named
  quota: number; // answers, at most; 0: any number
  completion: { thanks: string; link: string; code: string } | null; // for those who are done
}

export type Choice = "left" | "right" | "tie" | "skip";

export type VoteEvent =
  { key: string; ticket: string; answer: Choice; duration_ms: number } | { key: string; answer: "undo"; undoes: string };

// A pair whose answer is known; the question is counted from 1.
export interface GoldPair {
  winner: string;
  loser: string;
  question: number;
}

export interface Study {
  instructions: string;
  consent: string;
  thanks: string;
  completion_link: string;
  completion_code: string;
  quota: number; // 0: any number of answers
  pair_quota: number; // 0: no limit
  goal: number; // 0: none
  gold_every: number;
  gold_percent: number;
  more_questions: string[];
  gold: GoldPair[];
}

export interface Project {
  id: number;
  name: string;
  question: string;
  closed: boolean;
  archived: boolean; // put away: closed, and in a list of its own
  strategy: string;
  items: number;
  never_asked: number; // enabled items that no answer is about yet
  voters: number;
  votes: number;
  join_token: string | null; // null: there is no open link
  results_token: string | null; // null: the ranking is not public
  warnings: string[]; // what an admin should look at
  study: Study;
}

export interface Item extends Thing {
  name: string; // and what voters see if `content` is empty
  alt: string;
  disabled: boolean;
  url?: string; // where an uploaded image can be loaded
  authors: string[]; // voters who are not asked about it, by name or by who they are where they were sent from
}

export type NewItem = Pick<Item, "name"> & Partial<Pick<Item, "kind" | "content" | "alt" | "authors">>;

export interface Voter {
  id: number;
  name: string;
  excluded: boolean;
  token: string;
  votes: number;
  last_vote_ms: number | null;
  reliability: number | null; // share of answers that are right; null while unknown
  reliability_low: number | null;
  reliability_high: number | null;
  flag: string; // "", "random" or "adversary"
  joined_ms: number | null; // by the open link; null: not so
  joined_from: string; // the same for all who came from one address
  median_ms: number | null; // how long a pair was in sight, half of the times
  left: number; // answers for that side, gold pairs left out
  right: number;
  gold_answers: number;
  gold_correct: number;
  gold_low: boolean; // fewer were right than the study asks for
  consented_ms: number | null;
  parameters: Record<string, string>; // of Prolific or Mechanical Turk
}

// What an admin should look at, and whom it is about; nobody in particular if there are no voters.
export interface Doubt {
  kind: "address" | "burst" | "alike" | "gold" | "sides";
  text: string; // without a full stop
  voters: number[];
}

export interface Place {
  rank: number;
  item: string;
  score: number;
  rank_low: number | null;
  rank_high: number | null;
  comparisons: number;
  wins: number;
  losses: number;
  ties: number;
  component: number;
  score_low: number | null;
  score_high: number | null;
  tier: number | null;
  above_next: number | null;
  flags: string[];
  standard_error: number | null;
  first: number | null;
  rank_without: number | null;
  both_bad: number;
  infit: number | null;
  outfit: number | null;
  grade: string;
  grade_probability: number | null;
  id: number | null; // null: it was renamed since
}

// How settled a ranking is, and whether it is time to stop.
export interface Settled {
  leader: string;
  first: number; // probability that it is the best
  neighbours: number; // share of those whose order is settled
  ssr: number | null; // reliability of the scores
  answers: number;
  more_for_80: number | null;
  more_for_90: number | null;
  curve: { answers: number; ssr: number }[];
  advice: string[];
}

// What anybody sees who has the link to the results.
export interface Results {
  project: { name: string; closed: boolean };
  questions: string[];
  votes: number;
  items: {
    rank: number;
    item: string;
    rank_low: number | null;
    rank_high: number | null;
    component: number;
    picture: string;
  }[];
  total: number;
  places: number;
  components: number;
}

export interface ServerInfo {
  version: string;
  url: string; // for links; "": that of the page
  backup: boolean;
}

export interface Ranking {
  votes: number;
  stale: boolean; // there are newer votes
  age_ms: number; // since it knew all votes
  method: string;
  items: Place[];
  total: number;
  components: number;
  settled: Settled | null;
  notes: string[];
}

export interface Import {
  id: number;
  made_ms: number;
  votes: number;
  whole: boolean; // false: it is under way, or was broken off
}

export interface Imported {
  items: number;
  voters: number;
  votes: number;
  skipped: number;
  notes?: string[];
}

export type Exported = "votes" | "comparisons" | "ranking" | "voters" | "links";
export type Format = "csv" | "tsv" | "jsonl" | "json";

// What the server refused, in its own words; `status` 0: no answer came at all.
export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

export function sentence(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

const VOTER_PATIENCE_MS = 15_000;

async function refusal(response: Response): Promise<ApiError> {
  try {
    const answer = (await response.json()) as { error?: string };
    if (answer.error) return new ApiError(response.status, answer.error);
  } catch {
    // not JSON: the status has to do
  }
  return new ApiError(response.status, `The server answered with status ${response.status}.`);
}

async function request(token: string, path: string, init: RequestInit = {}): Promise<Response> {
  const headers = { Authorization: `Bearer ${token}`, ...init.headers };
  let response: Response;
  try {
    response = await fetch(path, { cache: "no-store", credentials: "omit", ...init, headers });
  } catch {
    throw new ApiError(0, "The server cannot be reached.");
  }
  if (!response.ok && response.status !== 304) throw await refusal(response);
  return response;
}

function json(method: string, body: unknown): RequestInit {
  return { method, body: JSON.stringify(body), headers: { "Content-Type": "application/json" } };
}

async function call<T>(token: string, path: string, init?: RequestInit): Promise<T> {
  const response = await request(token, path, init);
  try {
    return (await response.json()) as T;
  } catch {
    throw new ApiError(0, "The server's answer broke off.");
  }
}

export class VoterApi {
  constructor(private readonly token: string) {}

  ballot(): Promise<Ballot> {
    return call(this.token, "/api/ballot", { signal: AbortSignal.timeout(VOTER_PATIENCE_MS) });
  }

  vote(event: VoteEvent): Promise<Ballot> {
    const init = { ...json("POST", event), signal: AbortSignal.timeout(VOTER_PATIENCE_MS) };
    return call(this.token, "/api/votes", init);
  }

  accept(): Promise<Ballot> {
    return call(this.token, "/api/consent", { method: "POST", signal: AbortSignal.timeout(VOTER_PATIENCE_MS) });
  }
}

export async function join(token: string, parameters: Record<string, string>): Promise<string> {
  return (await call<{ token: string }>(token, "/api/join", json("POST", { parameters }))).token;
}

export function results(token: string, page: { offset: number; limit: number; question: number }): Promise<Results> {
  const query = new URLSearchParams(Object.entries(page).map(([name, value]) => [name, String(value)]));
  return call(token, `/api/results?${query}`);
}

export class AdminApi {
  constructor(private readonly secret: string) {}

  server(): Promise<ServerInfo> {
    return this.get("/api/server");
  }
  async backup(): Promise<Blob> {
    return (await request(this.secret, "/api/backup")).blob();
  }
  restore(file: Blob): Promise<{ projects: number }> {
    const init = { method: "POST", body: file, headers: { "Content-Type": "application/octet-stream" } };
    return call(this.secret, "/api/restore", init);
  }

  projects(): Promise<Project[]> {
    return this.get("/api/projects");
  }
  addProject(name: string, question: string): Promise<Project> {
    return call(this.secret, "/api/projects", json("POST", { name, question }));
  }
  project(id: number): Promise<Project> {
    return this.get(`/api/projects/${id}`);
  }
  changeProject(
    id: number,
    change: Partial<Pick<Project, "name" | "question" | "closed" | "archived" | "strategy" | "study">> & {
      open_link?: boolean;
      results_link?: boolean;
    },
  ): Promise<Project> {
    return call(this.secret, `/api/projects/${id}`, json("PATCH", change));
  }

  removeProject(id: number): Promise<unknown> {
    return this.remove(`/api/projects/${id}`);
  }

  items(project: number): Promise<Item[]> {
    return this.get(`/api/projects/${project}/items`);
  }
  addItems(project: number, items: NewItem[]): Promise<Item[]> {
    return call(this.secret, `/api/projects/${project}/items`, json("POST", { items }));
  }
  changeItem(project: number, id: number, change: Partial<Omit<Item, "id" | "url">>): Promise<Item> {
    return call(this.secret, `/api/projects/${project}/items/${id}`, json("PATCH", change));
  }
  removeItem(project: number, id: number): Promise<unknown> {
    return this.remove(`/api/projects/${project}/items/${id}`);
  }
  addFile(project: number, file: Blob): Promise<{ content: string }> {
    const init = { method: "POST", body: file, headers: { "Content-Type": file.type || "application/octet-stream" } };
    return call(this.secret, `/api/projects/${project}/files`, init);
  }

  voters(project: number): Promise<Voter[]> {
    return this.get(`/api/projects/${project}/voters`);
  }
  addVoters(project: number, who: { names: string[] } | { count: number }): Promise<Voter[]> {
    return call(this.secret, `/api/projects/${project}/voters`, json("POST", who));
  }
  changeVoter(project: number, id: number, change: Partial<Pick<Voter, "name" | "excluded">>): Promise<Voter> {
    return call(this.secret, `/api/projects/${project}/voters/${id}`, json("PATCH", change));
  }

  changeVoters(project: number, ids: number[], excluded: boolean): Promise<{ voters: number }> {
    return call(this.secret, `/api/projects/${project}/voters`, json("PATCH", { ids, excluded }));
  }
  doubts(project: number): Promise<Doubt[]> {
    return this.get(`/api/projects/${project}/doubts`);
  }

  removeVoter(project: number, id: number, votes: "remove" | "keep"): Promise<unknown> {
    return this.remove(`/api/projects/${project}/voters/${id}?votes=${votes}`);
  }

  // Null: still the one with this ETag.
  async ranking(
    project: number,
    page: { offset: number; limit: number; search: string; question: number },
    etag: string,
  ): Promise<{ ranking: Ranking; etag: string } | null> {
    const query = new URLSearchParams({ offset: String(page.offset), limit: String(page.limit), question: String(page.question) });
    if (page.search) query.set("search", page.search);
    const headers: HeadersInit = etag ? { "If-None-Match": etag } : {};
    const response = await request(this.secret, `/api/projects/${project}/ranking?${query}`, { headers });
    if (response.status === 304) return null;
    return { ranking: (await response.json()) as Ranking, etag: response.headers.get("ETag") ?? "" };
  }

  async report(project: number, question: number): Promise<string> {
    return (await request(this.secret, `/api/projects/${project}/report?question=${question}`)).text();
  }
  async export(project: number, what: Exported, format: Format): Promise<Blob> {
    const query = new URLSearchParams({ what, format });
    return (await request(this.secret, `/api/projects/${project}/export?${query}`)).blob();
  }
  import(
    project: number,
    file: Blob,
    how: { format: Format; columns: string; skip_bad_rows: boolean; again: boolean },
  ): Promise<Imported> {
    const query = new URLSearchParams({ format: how.format, skip_bad_rows: String(how.skip_bad_rows) });
    if (how.columns) query.set("columns", how.columns);
    if (how.again) query.set("again", "true");
    const init = { method: "POST", body: file, headers: { "Content-Type": "application/octet-stream" } };
    return call(this.secret, `/api/projects/${project}/import?${query}`, init);
  }

  imports(project: number): Promise<Import[]> {
    return this.get(`/api/projects/${project}/imports`);
  }
  removeImport(project: number, id: number): Promise<unknown> {
    return this.remove(`/api/projects/${project}/imports/${id}`);
  }

  private remove(path: string): Promise<unknown> {
    return call(this.secret, path, { method: "DELETE" });
  }
  private get<T>(path: string): Promise<T> {
    return call(this.secret, path);
  }
}
