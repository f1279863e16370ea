import { expect, it } from "vitest";
import { parametersOf, parseRoute, projectLink, shareLink } from "./route";

it.each([
  ["", { page: "start" }],
  ["#", { page: "start" }],
  ["#projects", { page: "projects" }],
  ["#vote=v1.2.Ab-_9", { page: "vote", token: "v1.2.Ab-_9" }],
  ["#join=j1.Ab-_9", { page: "join", token: "j1.Ab-_9" }],
  ["#join=j1.Ab-_9?PROLIFIC_PID=5&STUDY_ID=7", { page: "join", token: "j1.Ab-_9" }],
  ["#join=j1.Ab-_9&workerId=5", { page: "join", token: "j1.Ab-_9" }],
  ["#results=r1.Ab-_9", { page: "results", token: "r1.Ab-_9" }],
  ["#project=3/links", { page: "project", id: 3, tab: "links" }],
  ["#admin=Ab-_9", { page: "admin", secret: "Ab-_9" }],
  ["#project=3", { page: "project", id: 3, tab: "items" }],
  ["#project=3/ranking", { page: "project", id: 3, tab: "ranking" }],
  ["#project=3/secrets", { page: "unknown" }],
  ["#project=0", { page: "unknown" }],
  ["#project=3/../4", { page: "unknown" }],
  ["#nonsense", { page: "unknown" }],
  ["#vote", { page: "vote", token: "invalid" }],
  ["#vote=", { page: "vote", token: "invalid" }],
  ["#vote=a b", { page: "vote", token: "invalid" }],
  ["#vote=a\nX: y", { page: "vote", token: "invalid" }],
])("%j is %j", (fragment, route) => {
  expect(parseRoute(fragment)).toEqual(route);
});

it("keeps what Prolific and Mechanical Turk say, and nothing else", () => {
  const found = (text: string) => parametersOf(new URL(text));
  const prolific = { PROLIFIC_PID: "5f", STUDY_ID: "7 a" };
  expect(found("http://h/?PROLIFIC_PID=5f&STUDY_ID=7+a&utm=x#join=j1.x")).toEqual(prolific);
  expect(found("http://h/#join=j1.x?PROLIFIC_PID=5f&STUDY_ID=7%20a&constructor=1")).toEqual(prolific);
  expect(found("http://h/#join=j1.x&workerId=W&SESSION_ID=")).toEqual({ workerId: "W" });
  expect(found("http://h/#join=j1.x")).toEqual({});
});

it("makes the links it reads", () => {
  expect(parseRoute(projectLink(7, "voters"))).toEqual({ page: "project", id: 7, tab: "voters" });
  const link = shareLink("http://127.0.0.1:8080", "vote", "v1.2.x");
  expect(parseRoute(new URL(link).hash)).toEqual({ page: "vote", token: "v1.2.x" });
});
