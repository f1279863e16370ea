// Where the page is: all of it in the fragment of the address, which browsers send to nobody.
//   #vote=TOKEN  #join=TOKEN  #results=TOKEN  #admin=SECRET  #projects  #project=3/items

export const TABS = ["items", "voters", "ranking", "report", "transfer", "settings"] as const;
export type Tab = (typeof TABS)[number] | "links"; // the last is reached from the voters

export type Route =
  | { page: "vote"; token: string }
  | { page: "join"; token: string }
  | { page: "results"; token: string }
  | { page: "admin"; secret: string }
  | { page: "projects" }
  | { page: "project"; id: number; tab: Tab }
  | { page: "start" }
  | { page: "unknown" };

const TOKEN = /^[A-Za-z0-9._-]{1,200}$/;
const PROJECT = /^([1-9][0-9]{0,15})(?:\/([a-z]+))?$/;

function project(value: string): Route {
  const match = PROJECT.exec(value);
  const tab = (match?.[2] ?? "items") as Tab;
  if (!match || (tab !== "links" && !TABS.includes(tab))) return { page: "unknown" };
  return { page: "project", id: Number(match[1]), tab };
}

export function parseRoute(fragment: string): Route {
  const text = fragment.replace(/^#/, "");
  if (text === "") return { page: "start" };
  if (text === "projects") return { page: "projects" };
  const split = text.indexOf("=");
  const word = split < 0 ? text : text.slice(0, split);
  const value = split < 0 ? "" : text.slice(split + 1).replace(/[?&].*$/s, "");
  if (word === "project") return project(value);
  if (word !== "vote" && word !== "join" && word !== "results" && word !== "admin") return { page: "unknown" };
  // A token that no server makes still gets its page, which says that the link is not valid.
  const token = TOKEN.test(value) ? value : "invalid";
  return word === "admin" ? { page: "admin", secret: token } : { page: word, token };
}

export function projectLink(id: number, tab: Tab = "items"): string {
  return `#project=${id}/${tab}`;
}

// What Prolific and Mechanical Turk add to the address of a study, before the fragment or in it.
const SENT_WITH = ["PROLIFIC_PID", "STUDY_ID", "SESSION_ID", "workerId", "assignmentId", "hitId"];

export function parametersOf(address: URL): Record<string, string> {
  const mark = address.hash.search(/[?&]/);
  const given = [address.searchParams, new URLSearchParams(mark < 0 ? "" : address.hash.slice(mark + 1))];
  const found: Record<string, string> = {};
  for (const name of SENT_WITH) {
    const value = given.map((list) => list.get(name)).find(Boolean);
    if (value) found[name] = value.slice(0, 200);
  }
  return found;
}

// The address to hand to a person.
export function shareLink(origin: string, kind: "vote" | "join" | "results", token: string): string {
  return `${origin}/#${kind}=${token}`;
}
