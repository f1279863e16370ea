// A whole vote, from the first picture to the last export.
import { readFileSync } from "node:fs";
import { type Browser, type Download, expect, type Page } from "@playwright/test";
import { landscape } from "./pictures";
import { type Item, type Server, test, type Voter } from "./server";
import { type Answer, Booth } from "./voting";

const PICTURES = 12;
const ANSWERS = 40; // of each voter at a page
const FEWER = 30; // of each voter through the API
// One voter against two could be the one who is right: it takes a few to tell.
const OTHERS = ["Carol", "Dan", "Erin"];
const HONEST = ["Ann", "Bob", ...OTHERS];
const EVERYBODY = [...HONEST, "Mallory"];

interface Event {
  voter: string;
  left: string;
  right: string;
  answer: Answer;
}

const numberOf = (name: string): number => Number(/\d+/.exec(name)![0]);

// The higher number is the better picture; neighbours are too close to call.
function honest(left: string, right: string): Answer {
  if (Math.abs(numberOf(left) - numberOf(right)) === 1) return "tie";
  return numberOf(left) > numberOf(right) ? "left" : "right";
}

// What the voters' pages do not say: the names by id.
type Names = Map<number, string>;

async function namesOf(server: Server, project: number): Promise<Names> {
  const items = await server.call<Item[]>("GET", `/api/projects/${project}/items`);
  return new Map(items.map(({ id, name }) => [id, name]));
}

function named([left, right]: [number, number], names: Names): [string, string] {
  return [names.get(left)!, names.get(right)!];
}

async function makeProject(page: Page): Promise<number> {
  await page.getByLabel("Name").fill("Sunrises");
  await page.getByLabel("Question").fill("Where is the sun higher?");
  await page.getByRole("button", { name: "Create" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Sunrises" })).toBeVisible();
  return Number(/#project=(\d+)/.exec(page.url())![1]);
}

async function uploadPictures(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Pictures", exact: true }).click();
  const files = Array.from({ length: PICTURES }, (_, number) => ({
    name: `sunrise ${number}.png`,
    mimeType: "image/png",
    buffer: landscape(number),
  }));
  await page.getByLabel(/Choose pictures/).setInputFiles(files);
  await expect(page.getByText(`${PICTURES} pictures added.`)).toBeVisible();
  await expect(page.locator(".item")).toHaveCount(PICTURES);
  const thumbnail = page.locator(".thumbnail").first();
  await expect.poll(() => thumbnail.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(160);
}

async function makeVoters(page: Page, names: string[]): Promise<string[]> {
  await page.getByRole("link", { name: "Voters" }).click();
  await page.getByLabel("By name, one per line").fill(names.join("\n"));
  await page.getByRole("button", { name: `Make ${names.length} links` }).click();
  const links: string[] = [];
  for (const name of names) {
    await page.getByRole("row", { name }).getByRole("button", { name: "Copy link" }).click();
    await expect(page.getByRole("row", { name }).getByText("Copied")).toBeVisible();
    links.push(await page.evaluate(() => navigator.clipboard.readText()));
  }
  return links;
}

// Answers honestly, and now and then skips, or errs and takes it back. Returns what it did, event by event.
async function voteHonestly(booth: Booth, names: Names, voter: string, link: string): Promise<Event[]> {
  const events: Event[] = [];
  await booth.open(link);
  for (let answers = 0; answers < ANSWERS;) {
    const pair = await booth.pair();
    const [left, right] = named(pair, names);
    const give = async (answer: Answer) => {
      events.push({ voter, left, right, answer });
      await booth.give(answer);
    };
    if (events.length % 13 === 5) {
      await give("skip");
      await expect.poll(() => booth.pair()).not.toEqual(pair);
      continue;
    }
    if (events.length % 11 === 7) {
      await give("left");
      await booth.counted(answers + 1);
      events.push({ voter, left: "", right: "", answer: "undo" });
      await booth.give("undo");
      await booth.counted(answers);
      expect(await booth.pair()).toEqual(pair);
    }
    await give(honest(left, right));
    await booth.counted(++answers);
  }
  await expect(booth.saved).toBeVisible();
  return events;
}

const opposite = (answer: Answer): Answer => (answer === "left" ? "right" : "left");

// Through the API, for speed.
async function voteByProgram(server: Server, names: Names, voter: Voter, decide: typeof honest): Promise<Event[]> {
  const events: Event[] = [];
  type Ballot = { pair: { ticket: string; left: { id: number }; right: { id: number } } };
  let { pair } = await server.call<Ballot>("GET", "/api/ballot", undefined, voter.token);
  while (events.length < FEWER) {
    const [left, right] = named([pair.left.id, pair.right.id], names);
    const answer = decide(left, right);
    const vote = { key: crypto.randomUUID(), ticket: pair.ticket, answer };
    ({ pair } = await server.call<Ballot>("POST", "/api/votes", vote, voter.token));
    events.push({ voter: voter.name, left, right, answer });
    await new Promise((done) => setTimeout(done, 25)); // at most 50 a second
  }
  return events;
}

function effective(events: Event[]): Event[] {
  const counted: Event[] = [];
  for (const event of events) {
    if (event.answer === "undo") counted.pop();
    else counted.push(event);
  }
  return counted.filter((event) => event.answer !== "skip");
}

const picked = ({ voter, left, right, answer }: Record<string, string> | Event) => ({ voter, left, right, answer });
const ofVoter = (name: string) => (event: { voter: string }) => event.voter === name;

async function textOf(download: Download): Promise<string> {
  return readFileSync(await download.path(), "utf8");
}

async function save(page: Page, what: string): Promise<string> {
  const waiting = page.waitForEvent("download");
  await page
    .getByRole("group", { name: `Save ${what} as` })
    .getByRole("button", { name: "CSV" })
    .click();
  return textOf(await waiting);
}

async function inNewWindow<T>(browser: Browser, options: object, work: (page: Page) => Promise<T>): Promise<T> {
  const context = await browser.newContext(options);
  try {
    return await work(await context.newPage());
  } finally {
    await context.close();
  }
}

test("a vote, from the first picture to the last export", async ({ server, page, browser, context }) => {
  test.setTimeout(240_000);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  let project = 0;
  let links: string[] = [];
  let names: Names = new Map();
  const events: Event[] = [];
  const counted = 2 * ANSWERS + OTHERS.length * FEWER;

  await test.step("the admin makes a project, its pictures and its voters", async () => {
    await page.goto(server.admin());
    await expect(page.getByRole("heading", { name: "Projects", exact: true })).toBeVisible();
    expect(page.url()).not.toContain(server.secret);
    project = await makeProject(page);
    await uploadPictures(page);
    links = await makeVoters(page, EVERYBODY);
    names = await namesOf(server, project);
  });

  await test.step("Ann votes by keyboard, Bob on a phone", async () => {
    const desktop = await inNewWindow(browser, {}, (at) =>
      voteHonestly(new Booth(at, "keyboard"), names, "Ann", links[0]!),
    );
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
    const touched = await inNewWindow(browser, phone, (at) =>
      voteHonestly(new Booth(at, "touch"), names, "Bob", links[1]!),
    );
    events.push(...desktop, ...touched);
  });

  await test.step("Mallory answers everything wrong, is flagged, and left out", async () => {
    for (const voter of await server.call<Voter[]>("GET", `/api/projects/${project}/voters`)) {
      if (OTHERS.includes(voter.name)) events.push(...(await voteByProgram(server, names, voter, honest)));
      if (voter.name === "Mallory")
        events.push(...(await voteByProgram(server, names, voter, (left, right) => opposite(honest(left, right)))));
    }
    const row = page.getByRole("row", { name: /Mallory/ });
    // Which pairs were asked is up to the clock, and whether they tell "all wrong" from "guessed" with it.
    await expect(row).toContainText(/adversary|random/, { timeout: 90_000 });
    await expect(page.getByText("Doubtful: Mallory.")).toBeVisible();
    await expect(page.getByRole("row", { name: /Ann/ })).toContainText(/\d+\s%/);
    await row.getByRole("button", { name: "Exclude" }).click();
    await expect(row).toContainText("excluded");
    await inNewWindow(browser, {}, async (at) => {
      await at.goto(links.at(-1)!);
      await expect(at.getByRole("heading", { name: "You cannot vote here" })).toBeVisible();
    });
  });

  await test.step("the ranking is that of the honest", async () => {
    await page.getByRole("link", { name: "Ranking", exact: true }).click();
    await expect(page.getByText(`From ${counted} votes`)).toBeVisible({ timeout: 90_000 });
    const places = page.locator(".ranking tbody th");
    await expect(places).toHaveCount(PICTURES);
    const order = (await places.allTextContents()).map(numberOf);
    expect(order.indexOf(PICTURES - 1)).toBeLessThan(3);
    expect(order.indexOf(0)).toBeGreaterThan(PICTURES - 4);
    await page.getByLabel("Search the ranking").fill("sunrise 1");
    await expect(places).toHaveCount(3); // 1, 10, 11
  });

  await test.step("the export is what was voted", async () => {
    const votes = await server.export(project, "votes");
    for (const name of EVERYBODY)
      expect(votes.filter(ofVoter(name) as never).map(picked)).toEqual(events.filter(ofVoter(name)).map(picked));
    expect(new Set(votes.map((vote) => vote.key)).size).toBe(events.length);
    const expected = HONEST.flatMap((name) => effective(events.filter(ofVoter(name))));
    expect(expected).toHaveLength(counted);
    await page.getByRole("link", { name: "Import and export" }).click();
    const [head, ...rows] = (await save(page, "Comparisons")).trimEnd().split("\n");
    expect(head).toBe("left,right,winner,annotator,duration_ms");
    expect(rows.some((row) => /,\d+$/.test(row))).toBe(true); // of those who voted by the page
    expect(rows.map((row) => row.replace(/,\d*$/, ""))).toEqual(
      expected.map(({ left, right, answer, voter }) => `${left},${right},${answer},${voter}`),
    );
  });

  await test.step("a crash keeps everything", async () => {
    const before = await save(page, "Votes");
    await server.end("SIGKILL");
    await server.start();
    await page.goto(server.admin());
    await page.getByRole("link", { name: "Sunrises" }).click();
    await expect(page.getByText(`${PICTURES} items, ${EVERYBODY.length} voters`)).toBeVisible();
    await page.getByRole("link", { name: "Import and export" }).click();
    expect(await save(page, "Votes")).toBe(before);
    await page.getByRole("link", { name: "Voters" }).click();
    await expect(page.getByRole("row", { name: /Mallory/ })).toContainText("excluded");
    await inNewWindow(browser, {}, async (at) => {
      const booth = new Booth(at, "click");
      await booth.open(links[0]!);
      await booth.counted(ANSWERS);
      await booth.give("undo"); // by the key that the server remembers
      await booth.counted(ANSWERS - 1);
      const last = events.findLast(ofVoter("Ann"))!;
      expect(named(await booth.pair(), names)).toEqual([last.left, last.right]);
    });
  });

  await test.step("the vote is closed, and opened again", async () => {
    await page.getByRole("link", { name: "Settings" }).click();
    await page.getByRole("button", { name: "Close the vote" }).click();
    await expect(page.getByRole("heading", { name: "The vote is closed" })).toBeVisible();
    await inNewWindow(browser, {}, async (at) => {
      await at.goto(links[1]!);
      await expect(at.getByRole("heading", { name: "The vote is closed" })).toBeVisible();
      await expect(at.getByText(`You gave ${ANSWERS} answers`)).toBeVisible();
      await page.getByRole("button", { name: "Open the vote again" }).click();
      await expect(page.getByRole("heading", { name: "The vote is open" })).toBeVisible();
      await at.reload();
      await new Booth(at, "click").ready();
    });
  });
});
