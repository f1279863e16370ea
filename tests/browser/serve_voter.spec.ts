// The voting page when things go wrong: no network, a server that is gone, impatient fingers, links that do not hold.
import { expect, type Locator } from "@playwright/test";
import { landscape } from "./pictures";
import { test, type Voter } from "./server";
import { Booth } from "./voting";

const ITEMS = ["Ash", "Birch", "Cedar", "Fir", "Oak", "Pine"];

test("answers given without a network are sent when it is back", async ({ server, page, context }) => {
  const { id, voters } = await server.project("Trees", ITEMS, ["Ann"]);
  const booth = new Booth(page, "keyboard");
  await booth.open(server.vote(voters[0]!));
  await booth.give("left");
  await expect(booth.saved).toBeVisible();
  await context.setOffline(true);
  for (let answers = 2; answers <= 4; ++answers) {
    await booth.ready();
    await booth.give("right");
    await booth.counted(answers);
  }
  await expect(page.getByText("3 answers not yet saved")).toBeVisible();
  expect(await server.export(id, "votes")).toHaveLength(1);
  await context.setOffline(false);
  await expect(booth.saved).toBeVisible();
  const votes = await server.export(id, "votes");
  expect(votes.map((vote) => vote.answer)).toEqual(["left", "right", "right", "right"]);
  await booth.counted(4);
  await booth.ready();
});

test("answers survive a closed page and a server that was killed", async ({ server, page, context }) => {
  const { id, voters } = await server.project("Trees", ITEMS, ["Ann"]);
  const booth = new Booth(page, "click");
  await booth.open(server.vote(voters[0]!));
  await server.end("SIGKILL");
  await booth.give("left");
  await booth.ready();
  await booth.give("tie");
  await expect(page.getByText("2 answers not yet saved")).toBeVisible();
  await page.close();
  await server.start();
  const later = new Booth(await context.newPage(), "click");
  await later.open(server.vote(voters[0]!));
  await later.counted(2);
  expect((await server.export(id, "votes")).map((vote) => vote.answer)).toEqual(["left", "tie"]);
});

test("an answer whose acknowledgement was lost counts once", async ({ server, page }) => {
  const { id, voters } = await server.project("Trees", ITEMS, ["Ann"]);
  let lost = 2;
  await page.route("**/api/votes", async (route) => {
    if (lost-- <= 0) return route.continue();
    await route.fetch(); // it is stored,
    await route.abort("connectionreset"); // and the page never hears of it
  });
  const booth = new Booth(page, "keyboard");
  await booth.open(server.vote(voters[0]!));
  await booth.give("left");
  await expect(page.getByText("1 answer not yet saved")).toBeVisible();
  await expect(booth.saved).toBeVisible({ timeout: 60_000 });
  expect(await server.export(id, "votes")).toHaveLength(1);
  await booth.counted(1);
});

test("a double click, and a key held down, are one answer", async ({ server, page }) => {
  const { id, voters } = await server.project("Trees", ITEMS, ["Ann"]);
  const booth = new Booth(page, "click");
  await booth.open(server.vote(voters[0]!));
  await booth.left.dblclick();
  await booth.counted(1);
  await booth.ready();
  await page.keyboard.down("ArrowRight");
  for (let repeat = 0; repeat < 5; ++repeat) await page.keyboard.down("ArrowRight");
  await booth.counted(2);
  await booth.ready();
  for (let repeat = 0; repeat < 5; ++repeat) await page.keyboard.down("ArrowRight");
  await page.keyboard.up("ArrowRight");
  await booth.counted(2);
  await expect(booth.saved).toBeVisible();
  expect(await server.export(id, "votes")).toHaveLength(2);
});

test("everything can be done by keyboard, and the focus stays", async ({ server, page }) => {
  const { voters } = await server.project("Trees", ITEMS, ["Ann"]);
  const booth = new Booth(page, "keyboard");
  await booth.open(server.vote(voters[0]!));
  await booth.right.focus();
  await page.keyboard.press("Enter");
  await booth.counted(1);
  await booth.ready();
  await expect(booth.right).toBeFocused();
  await page.getByRole("button", { name: "Tie" }).focus();
  await page.keyboard.press("Space");
  await booth.counted(2);
  await booth.ready();
  const [left, right] = await page.locator(".thing-content").allTextContents();
  await expect(page.getByRole("status").filter({ hasText: "Left:" })).toHaveText(
    `Pair 3. Left: ${left}. Right: ${right}.`,
  );
  await page.keyboard.press("u");
  await booth.counted(1);
});

test("a pair answered in another tab is not answered again", async ({ server, page, context }) => {
  const { id, voters } = await server.project("Trees", ITEMS, ["Ann"]);
  const booth = new Booth(page, "click");
  const other = new Booth(await context.newPage(), "click");
  await booth.open(server.vote(voters[0]!));
  await other.open(server.vote(voters[0]!));
  const pair = await booth.pair();
  expect(await other.pair()).toEqual(pair);
  await booth.give("left");
  await booth.counted(1);
  await expect(booth.saved).toBeVisible();
  await other.give("right");
  await expect(other.page.getByRole("alert")).toContainText("you have already answered this pair");
  await expect.poll(() => other.pair()).not.toEqual(pair);
  await other.counted(1);
  await other.give("right");
  await other.counted(2);
  await expect(other.page.locator(".notice")).toHaveCount(0);
  await expect
    .poll(async () => (await server.export(id, "votes")).map((vote) => vote.answer))
    .toEqual(["left", "right"]);
});

test("what things are called is nowhere on the voter's page", async ({ server, page }) => {
  const { content } = await server
    .project("Blind", [], [])
    .then(({ id }) => server.call<{ content: string }>("POST", `/api/projects/${id}/files`, landscape(1)));
  const things = [
    { name: "secret-model-a", kind: "image", content },
    { name: "secret-model-b", kind: "markdown", content: "*words*" },
    { name: "secret-model-c", kind: "text", content: "other words" },
  ];
  await server.call("POST", "/api/projects/1/items", { items: things });
  const [voter] = await server.call<Voter[]>("POST", "/api/projects/1/voters", { names: ["Ann"] });
  const received: string[] = [];
  page.on("response", async (response) => {
    if (response.url().includes("/api/")) received.push(await response.text());
  });
  const booth = new Booth(page, "click");
  await booth.open(server.vote(voter!));
  for (let answers = 1; answers <= 3; ++answers) {
    await booth.ready();
    expect(await page.content()).not.toContain("secret-model");
    await booth.give("left");
    await booth.counted(answers);
  }
  await expect(page.getByRole("heading", { name: "Nothing left to ask" })).toBeVisible();
  expect(received.length).toBeGreaterThanOrEqual(4);
  expect(received.join("\n")).not.toContain("secret-model");
});

test("on a touch screen nothing looks chosen before it is", async ({ server, browser }) => {
  const { voters } = await server.project("Trees", ITEMS, ["Ann"]);
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const booth = new Booth(await context.newPage(), "touch");
  await booth.open(server.vote(voters[0]!));
  await booth.give("left");
  await booth.counted(1);
  await booth.ready();
  const colour = (side: Locator) => side.evaluate((button) => getComputedStyle(button).backgroundColor);
  expect(await colour(booth.left)).toBe(await colour(booth.right));
  const edge = (side: string) =>
    booth.page.locator(`.thing[data-side=${side}]`).evaluate((card) => getComputedStyle(card).borderTopColor);
  await expect.poll(async () => (await edge("left")) === (await edge("right"))).toBe(true);
  await booth.give("tie");
  await booth.counted(2);
  await booth.ready();
  const button = (name: string) => booth.page.getByRole("button", { name });
  expect(await colour(button("Tie"))).toBe(await colour(button("Skip")));
  await context.close();
});

test("with forced colours the two buttons have edges", async ({ server, page }) => {
  const { voters } = await server.project("Trees", ITEMS, ["Ann"]);
  await page.emulateMedia({ forcedColors: "active" });
  const booth = new Booth(page, "click");
  await booth.open(server.vote(voters[0]!));
  for (const side of [booth.left, booth.right])
    expect(await side.evaluate((button) => getComputedStyle(button).borderLeftWidth)).toBe("2px");
});

test("a crowd at the open link waits in line", async ({ server, page }) => {
  const { id } = await server.project("Trees", ITEMS, []);
  const { join_token } = await server.call<{ join_token: string }>("PATCH", `/api/projects/${id}`, { open_link: true });
  const join = async () => (await server.fetch(join_token, "POST", "/api/join")).ok;
  while (await join());
  let others = true; // take every place that becomes free
  const crowd = (async () => {
    while (others) await join();
  })();
  await page.goto(`${server.origin}/#join=${join_token}`);
  await expect(page.getByText("Your turn will come by itself")).toBeVisible();
  others = false;
  await crowd;
  await new Booth(page, "click").ready();
  await page.goto(server.admin());
  await page.goto(`${server.origin}/#project=${id}/settings`);
  await expect(page.getByText("they may be one person")).toBeVisible();
});

test("after the last pair there is nothing left to ask", async ({ server, page }) => {
  const { id, voters } = await server.project("Trees", ["Ash", "Birch"], ["Ann"]);
  const booth = new Booth(page, "click");
  await booth.open(server.vote(voters[0]!));
  const [left, right] = await booth.pair();
  await booth.give("left");
  await expect(page.getByRole("heading", { name: "Nothing left to ask" })).toBeVisible();
  await expect(page.getByText("You gave 1 answer.")).toBeVisible();
  await page.getByRole("button", { name: "Undo my last answer" }).click();
  expect(await booth.pair()).toEqual([left, right]);
  await expect(booth.page.locator(".saving")).toHaveText("");
  expect((await server.export(id, "votes")).map((vote) => vote.answer)).toEqual(["left", "undo"]);
});

test("a picture that cannot be loaded says so, and can only be skipped", async ({ server, page }) => {
  const nowhere = `${server.origin}/files/1/1/none`;
  const items = ["one", "two", "three"].map((name) => ({ name, kind: "image", content: `${nowhere}/${name}` }));
  const { voters } = await server.project("Lost", items, ["Ann"]);
  await page.goto(server.vote(voters[0]!));
  await expect(page.getByText("This picture could not be loaded.")).toHaveCount(2);
  const booth = new Booth(page, "keyboard");
  await expect(booth.left).toBeDisabled();
  await booth.give("left");
  await booth.give("tie");
  await booth.counted(0);
  const tryAgain = page.getByRole("button", { name: "Try again" }).first();
  await page.route("**/none/*", (route) => route.fulfill({ contentType: "image/png", body: landscape(3) }));
  await tryAgain.click();
  await expect(page.getByText("This picture could not be loaded.")).toHaveCount(1);
  await expect(page.getByRole("button", { name: "Skip" })).toBeEnabled();
  await booth.give("skip");
  await booth.ready();
});

test("pictures are there before there is a choice between them", async ({ server, page }) => {
  const { id, voters } = await server.project("Pictures", [], ["Ann"]);
  const items: object[] = [];
  for (let number = 0; number < 3; ++number) {
    const { content } = await server.call<{ content: string }>("POST", `/api/projects/${id}/files`, landscape(number));
    items.push({ name: `picture ${number}`, kind: "image", content });
  }
  await server.call("POST", `/api/projects/${id}/items`, { items });
  let release = () => {};
  const gate = new Promise<void>((open) => (release = open));
  await page.route("**/files/**", async (route) => {
    await gate;
    await route.continue();
  });
  const booth = new Booth(page, "click");
  await page.goto(server.vote(voters[0]!));
  await expect(page.getByText("Loading the pictures…")).toBeVisible();
  await expect(booth.left).toHaveCount(0);
  release();
  await booth.ready();
  const widths = await page
    .locator(".thing img")
    .evaluateAll((list) => list.map((image) => (image as HTMLImageElement).naturalWidth));
  expect(widths).toEqual([160, 160]);
});

test("an open link makes one voter of a browser, until it is switched off", async ({ server, page, browser }) => {
  const { id } = await server.project("Trees", ITEMS, []);
  await page.goto(server.admin());
  await page.goto(`${server.origin}/#project=${id}/voters`);
  await page.getByRole("button", { name: "Switch on" }).click();
  await expect(page.getByRole("button", { name: "Switch off" })).toBeVisible();
  const { join_token } = await server.call<{ join_token: string }>("GET", `/api/projects/${id}`);
  const link = `${server.origin}/#join=${join_token}`;
  const guest = await (await browser.newContext()).newPage();
  const booth = new Booth(guest, "click");
  await booth.open(link);
  expect(guest.url()).toContain("#vote=v");
  await booth.give("left");
  await booth.counted(1);
  await expect(booth.saved).toBeVisible();
  await guest.goto("about:blank");
  await booth.open(link);
  await booth.counted(1);
  expect(await server.call<unknown[]>("GET", `/api/projects/${id}/voters`)).toHaveLength(1);
  await page.getByRole("button", { name: "Switch off" }).click();
  await expect(page.getByRole("button", { name: "Switch on" })).toBeVisible();
  const other = await (await browser.newContext()).newPage();
  await other.goto(link);
  await expect(other.getByRole("heading", { name: "This link is not valid" })).toBeVisible();
});

test("links that do not hold say so", async ({ server, page }) => {
  for (const hash of ["#vote=v1.1.AAAAAAAAAAAAAAAAAAAAAA", "#vote=", "#vote=%00", "#join=j1.AAAA"]) {
    await page.goto("about:blank");
    await page.goto(`${server.origin}/${hash}`);
    await expect(page.getByRole("heading", { name: "This link is not valid" })).toBeVisible();
  }
  await page.goto("about:blank");
  await page.goto(`${server.origin}/#admin=AAAAAAAAAAAAAAAAAAAAAAAA`);
  await expect(page.getByText("the admin secret is missing or wrong")).toBeVisible();
  await page.getByLabel("Admin link or secret").fill(server.admin());
  await page.getByRole("button", { name: "Open" }).click();
  await expect(page.getByRole("heading", { name: "Projects", exact: true })).toBeVisible();
});

test("a vote that is closed meanwhile takes no more answers", async ({ server, page }) => {
  const { id, voters } = await server.project("Trees", ITEMS, ["Ann"]);
  const booth = new Booth(page, "keyboard");
  await booth.open(server.vote(voters[0]!));
  await server.call("PATCH", `/api/projects/${id}`, { closed: true });
  await booth.give("left");
  await expect(page.getByRole("heading", { name: "The vote is closed" })).toBeVisible();
  await expect(page.getByRole("alert")).toContainText("Your last answer was not taken");
  expect(await server.export(id, "votes")).toHaveLength(0);
});
