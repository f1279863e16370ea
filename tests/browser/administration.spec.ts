// What an admin does around a vote: items from files, links on paper, when to stop, results for all, archive, erasure, backup.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import { landscape } from "./pictures";
import { Server, test } from "./server";
import { Booth } from "./voting";

async function open(page: Page, server: Server, hash: string): Promise<void> {
  await page.goto(server.admin());
  await expect(page.getByRole("heading", { name: "Projects", exact: true })).toBeVisible();
  await page.goto(`${server.origin}/${hash}`);
}

// Nobody is kept out, nothing is cut off. With PICTURES in the environment, pictures to look at.
async function look(page: Page, name: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    for (const [screen, width, height] of [["phone", 390, 844] as const, ["desktop", 1280, 800] as const]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height });
      await page.evaluate(() => Promise.all(document.getAnimations().map((one) => one.finished.catch(() => {}))));
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
      if (!process.env.PICTURES) continue;
      await page.screenshot({ path: `${process.env.PICTURES}/${name}_${screen}_${colorScheme}.png`, fullPage: true });
    }
    const found = await new AxeBuilder({ page }).analyze();
    expect(found.violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.html).join(" ")}`)).toEqual([]);
  }
  await page.emulateMedia({ forcedColors: "active" });
  const found = await new AxeBuilder({ page }).analyze();
  expect(found.violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.html).join(" ")}`)).toEqual([]);
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/${name}_forced.png`, fullPage: true });
  await page.emulateMedia({ forcedColors: "none" });
}

const ROWS = Array.from({ length: 40 }, (_, row) => `Ash,${row % 2 ? "Birch" : "Cedar"},${row % 3 ? "Ann" : "Bob"}`);

async function importVotes(server: Server, id: number): Promise<void> {
  const rows = `winner,loser,annotator\n${ROWS.join("\n")}\nBirch,Cedar,Ann\nCedar,Birch,Bob\n`;
  await server.call("POST", `/api/projects/${id}/import?format=csv`, new TextEncoder().encode(rows));
}

test("items come from a table with pictures, and from a folder", async ({ server, page }) => {
  const { id } = await server.project("Trees", [], []);
  const folder = join(server.folder, "pictures");
  mkdirSync(folder);
  writeFileSync(join(folder, "elm.png"), landscape(1));
  writeFileSync(join(folder, "notes.txt"), "no picture");
  const table = Buffer.from('name,content,kind,alt\n"Ash, old",**grey**,markdown,\nBirch,birch.png,,A white trunk\nCedar,,,\n');
  const csv = { name: "items.csv", mimeType: "text/csv", buffer: table };
  const birch = { name: "birch.png", mimeType: "image/png", buffer: Buffer.from(landscape(2)) };
  await open(page, server, `#project=${id}/items`);
  const form = page.getByRole("region", { name: "Add items" });
  await page.getByRole("button", { name: "Table" }).click();
  await form.getByLabel("A CSV file").setInputFiles([csv]);
  await expect(form.getByText("The table names 1 picture that you have not chosen yet: birch.png")).toBeVisible();
  await expect(form.getByRole("button", { name: "Add", exact: true })).toBeDisabled();
  await form.getByLabel("A CSV file").setInputFiles([csv, birch]);
  await look(page, "table");
  await form.getByRole("button", { name: "Add 3 items" }).click();
  await expect(form.getByText("3 items added.")).toBeVisible();
  await page.getByRole("button", { name: "Pictures", exact: true }).click();
  await form.getByLabel("Or a whole folder").setInputFiles(folder);
  await expect(page.locator(".item-name")).toHaveText(["Ash, old", "Birch", "Cedar", "elm"]);
  const items = await server.call<{ kind: string; content: string }[]>("GET", `/api/projects/${id}/items`);
  expect(items.map((item) => item.kind)).toEqual(["markdown", "image", "text", "image"]);
  expect(items[0]!.content).toBe("**grey**");
  await expect(page.locator("img.thumbnail")).toHaveCount(2);
});

test("what a picture shows is told in words of its own, and not by its name", async ({ server, page }) => {
  const { id, voters } = await server.project("Trees", [], ["Ann"]);
  const path = `/api/projects/${id}`;
  for (const number of [1, 2]) {
    const { content } = await server.call<{ content: string }>("POST", `${path}/files`, landscape(number));
    await server.call("POST", `${path}/items`, { items: [{ name: `secret ${number}`, kind: "image", content }] });
  }
  await open(page, server, `#project=${id}/items`);
  await page.getByRole("button", { name: "Edit secret 1" }).click();
  const form = page.getByRole("form", { name: "Edit secret 1" });
  await form.getByLabel("What the picture shows").fill("A sun over a hill");
  await look(page, "alt");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("A sun over a hill")).toBeVisible();
  const booth = new Booth(page, "click");
  await booth.open(server.vote(voters[0]!));
  await expect(page.getByRole("img", { name: "A sun over a hill" })).toBeVisible();
  await expect(page.getByRole("img", { name: /^The (left|right) picture$/ })).toHaveCount(1);
  await expect(page.getByRole("button", { name: /A sun over a hill/ })).toHaveCount(1);
  expect(await page.content()).not.toContain("secret");
});

test("doubtful voters are found, looked at and excluded together", async ({ server, page }) => {
  const { id } = await server.project("Trees", ["Ash", "Birch", "Cedar"], ["Ann", "Bob"]);
  const path = `/api/projects/${id}`;
  const { join_token } = await server.call<{ join_token: string }>("PATCH", path, { open_link: true });
  for (let k = 0; k < 6; ++k) {
    const parameters = { workerId: `worker ${k}` };
    const { token } = await server.call<{ token: string }>("POST", "/api/join", { parameters }, join_token);
    const { pair } = await server.call<{ pair: { ticket: string } }>("GET", "/api/ballot", undefined, token);
    await server.call("POST", "/api/votes", { key: "k", ticket: pair.ticket, answer: "left" }, token);
  }
  await open(page, server, `#project=${id}/voters`);
  const rows = page.locator("tbody").getByRole("rowheader");
  await expect(rows).toHaveCount(8);
  await page.getByLabel("Search the voters").fill("worker 4");
  await expect(rows).toHaveText([/Voter 7/]);
  await expect(page.getByText("1 voter of 8")).toBeVisible();
  await page.getByLabel("Search the voters").fill("");
  await page.getByLabel("Order of the voters").selectOption("Doubtful first");
  await expect(rows.first()).toContainText("shared address");
  await expect(rows.last()).toHaveText(/Bob/);
  await expect(page.getByText(/^100\s% left$/).first()).toBeVisible();
  const doubt = page.getByRole("region", { name: "What to look at" });
  await expect(doubt).toContainText("6 voters joined by the open link from one address");
  await expect(doubt).toContainText("(Voter 3, Voter 4, Voter 5 and 3 more)");
  await look(page, "doubts");
  await doubt.getByRole("button", { name: "Show only 6 voters" }).click();
  await expect(rows).toHaveCount(6);
  await doubt.getByRole("button", { name: "Exclude 6 voters" }).click();
  await expect(page.getByText("6 voters are excluded")).toBeVisible();
  await expect(doubt).toHaveCount(0);
  await expect(page.locator("tr.off")).toHaveCount(6);
  await page.getByRole("button", { name: "Include them again" }).click();
  await expect(page.locator("tr.off")).toHaveCount(0);
  await expect(doubt).toHaveCount(1);
  await page.goto(`${server.origin}/#project=${id}/items`);
  await expect(page.locator(".project-head").getByText("6 voters joined by the open link")).toBeVisible();
});

test("links go out as a file and on paper", async ({ server, page }) => {
  const { id, voters } = await server.project("Trees", ["Ash", "Birch"], ["Ann", "Bob, who is far away"]);
  await open(page, server, `#project=${id}/voters`);
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save as CSV" }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe("trees-links.csv");
  expect(readFileSync(await saved.path(), "utf8")).toBe(
    `voter,votes,link\nAnn,0,${server.vote(voters[0]!)}\n"Bob, who is far away",0,${server.vote(voters[1]!)}\n`,
  );
  await page.getByRole("button", { name: "Switch on" }).click();
  await page.getByText("QR code", { exact: true }).click();
  await expect(page.getByRole("img", { name: "QR code of the open link" })).toBeVisible();
  await look(page, "voters");
  await page.getByRole("link", { name: "QR codes" }).click();
  await expect(page.getByRole("img", { name: /^QR code of the link of/ })).toHaveCount(2);
  await expect(page.getByText(server.vote(voters[0]!))).toBeVisible();
  await look(page, "links");
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("button", { name: "Print" })).toBeHidden();
  await expect(page.getByRole("navigation", { name: "Project" })).toBeHidden();
  await expect(page.getByRole("img", { name: /^QR code/ })).toHaveCount(2);
});

test("the ranking says when to stop, and anybody may see the results once there is a link", async ({ server, page, browser }) => {
  const { id } = await server.project("Trees", ["Ash", "Birch", "Cedar"], []);
  await importVotes(server, id);
  await open(page, server, `#project=${id}/ranking`);
  const panel = page.getByRole("region", { name: "Time to stop?" });
  await expect(panel.getByText(/you can stop: 'Ash' is the best/)).toBeVisible();
  await panel.getByText("Reliability as answers come in").click();
  await expect(panel.getByRole("img", { name: /^Expected reliability/ })).toBeVisible();
  await look(page, "ranking");
  await page.goto(`${server.origin}/#project=${id}/settings`);
  const card = page.getByRole("region", { name: "Public results" });
  await expect(card.getByRole("link")).toHaveCount(0);
  await card.getByRole("button", { name: "Switch on" }).click();
  const link = (await card.getByRole("link", { name: "Look at it" }).getAttribute("href"))!;
  await look(page, "settings");
  const guest = await browser.newContext({ locale: "de-AT" });
  const visitor = await guest.newPage();
  await visitor.goto(link);
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("Trees");
  await expect(visitor.locator("html")).toHaveAttribute("lang", "de");
  await expect(visitor.locator("tbody th")).toHaveText(["Ash", /Birch|Cedar/, /Birch|Cedar/]);
  await expect(visitor.getByText("Aus 42 Stimmen.")).toBeVisible();
  await visitor.getByLabel("Sprache").selectOption("fr");
  await expect(visitor.getByText("Le vote est ouvert")).toBeVisible();
  expect(await visitor.content()).not.toContain("Ann");
  await look(visitor, "results");
  await card.getByRole("button", { name: "Switch off" }).click();
  await expect(card.getByRole("link")).toHaveCount(0);
  await visitor.reload();
  await expect(visitor.getByRole("heading", { name: "Ce lien n’est pas valable" })).toBeVisible();
  await guest.close();
});

test("a voter is forgotten and the votes stay; a project is put away and comes back", async ({ server, page }) => {
  const { id, voters } = await server.project("Trees", ["Ash", "Birch", "Cedar"], ["Ann", "Bob"]);
  const booth = new Booth(page, "click");
  await booth.open(server.vote(voters[0]!));
  await booth.give("left");
  await booth.counted(1);
  await open(page, server, `#project=${id}/voters`);
  await page.getByRole("button", { name: "Remove Ann" }).click();
  const question = page.getByRole("group", { name: "Remove Ann" });
  await look(page, "erase");
  for (const button of await question.getByRole("button").all()) {
    const [place, box] = [await button.boundingBox(), await question.boundingBox()];
    expect(place!.x + place!.width).toBeLessThanOrEqual(box!.x + box!.width + 1);
  }
  await page.getByRole("button", { name: "Keep only the answers" }).click();
  await expect(page.getByRole("rowheader", { name: /^Anonymous/ })).toBeVisible();
  await expect(page.getByRole("rowheader", { name: "Ann" })).toHaveCount(0);
  await expect(page.getByText("3 items, 2 voters, 1 vote")).toBeVisible();
  expect(JSON.stringify(await server.export(id, "votes"))).not.toContain("Ann");
  await page.goto(`${server.origin}/#project=${id}/settings`);
  await page.getByRole("button", { name: "Archive", exact: true }).click();
  await expect(page.locator(".state .badge")).toHaveText("archived");
  await page.goto(`${server.origin}/#projects`);
  await expect(page.getByRole("link", { name: "Trees" })).toBeHidden();
  await page.getByText("Archived (1)").click();
  await look(page, "projects");
  await page.getByRole("link", { name: "Trees" }).click();
  await page.goto(`${server.origin}/#project=${id}/settings`);
  await page.getByRole("button", { name: "Bring it back" }).click();
  await page.getByRole("button", { name: "Open the vote again" }).click();
  await booth.open(server.vote(voters[1]!));
});

test("a backup is saved, and restored on another server with the links", async ({ server, page }) => {
  test.slow();
  const { id, voters } = await server.project("Trees", ["Ash", "Birch", "Cedar"], ["Ann"]);
  await server.call("POST", `/api/projects/${id}/files`, landscape(3));
  const booth = new Booth(page, "click");
  await booth.open(server.vote(voters[0]!));
  await booth.give("left");
  await booth.counted(1);
  await expect(booth.saved).toBeVisible();
  await open(page, server, "#projects");
  await page.getByRole("heading", { name: "Backup" }).click();
  await expect(page.getByLabel("Backup to restore")).toHaveCount(0);
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save a backup" }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toMatch(/^pdrank-\d{4}-\d\d-\d\d\.db$/);
  const file = join(server.folder, "backup.db");
  await saved.saveAs(file);
  const votes = await server.export(id, "votes");

  mkdirSync(join(server.folder, "other"));
  const other = new Server(join(server.folder, "other"));
  await other.start();
  try {
    await open(page, other, "#projects");
    await page.getByRole("heading", { name: "Backup" }).click();
    await page.getByLabel("Backup to restore").setInputFiles({ name: "x.db", mimeType: "", buffer: Buffer.from("no") });
    await page.getByRole("button", { name: "Restore", exact: true }).click();
    await expect(page.getByRole("alert").filter({ hasText: "this is no backup" })).toBeVisible();
    await look(page, "restore");
    await page.getByLabel("Backup to restore").setInputFiles(file);
    await page.getByRole("button", { name: "Restore", exact: true }).click();
    await expect(page.getByRole("link", { name: "Trees" })).toBeVisible();
    expect(await other.export(id, "votes")).toEqual(votes);
    await booth.open(other.vote(voters[0]!));
    await booth.give("left");
    await booth.counted(2);
  } finally {
    await other.end("SIGTERM");
  }
});
