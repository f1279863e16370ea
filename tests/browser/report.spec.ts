// The page of `pdrank rank --report`, opened as a file.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import AxeBuilder from "@axe-core/playwright";
import { expect, type Page, test as base } from "@playwright/test";

const program = process.env.PDRANK_BIN ?? resolve(__dirname, "../../build/release/bin/pdrank");
const votes = resolve(__dirname, "../../examples/votes.csv");
const battles = resolve(__dirname, "../../examples/battles.csv");
const LARGE = 100_000;
const HOSTILE = [
  "</script><script>window.hacked=1</script>",
  "<img src=x onerror=window.hacked=2>",
  "{a|rich} `code` \u2028 line",
  "&amp;\"'\\",
  "a name that goes on and on ".repeat(20).trim(),
  "NoBlanksAtAll".repeat(40),
];

let folder = "";

function pdrank(...words: string[]): string {
  return execFileSync(program, words, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
}

/** Makes <name>.html of a file of comparisons. */
function makeReport(name: string, file: string, ...flags: string[]): void {
  pdrank("rank", file, "--quiet", "--report", `${name}.html`, ...flags);
}

function csv(text: string): string[][] {
  return text.trimEnd().split("\n").slice(1).map((line) => line.split(","));
}

const rangeText = (low: string, high: string) =>
  [...new Set([low, high])].map((rank) => Number(rank).toLocaleString("en-US")).join("–");
const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** Opens a report; by the end it must have asked for nothing else, and said nothing on the console. */
const test = base.extend<{ open: (name: string) => Promise<void> }>({
  open: async ({ page }, use) => {
    const troubles: string[] = [];
    let file = "";
    page.on("request", (request) => {
      if (request.url() !== file && request.url() !== "data:,") troubles.push(`asks for ${request.url()}`);
    });
    page.on("console", (message) => troubles.push(`says ${message.text()}`));
    page.on("pageerror", (error) => troubles.push(error.message));
    await use(async (name) => {
      file = pathToFileURL(join(folder, `${name}.html`)).href;
      await page.goto(file);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    });
    expect(troubles).toEqual([]);
  },
});

test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "pdrank-report-"));
  makeReport("small", votes, "--output", "small.csv");
  makeReport("plain", votes, "--method", "borda");
  makeReport("rounds", votes, "--method", "pdrank");
  const parts = ["winner,loser,tie"];
  for (const [winner, loser] of ["AB", "BC", "AC", "CA", "DE", "ED", "DF", "GH"].flatMap((pair) => [pair, pair]))
    parts.push(`${winner},${loser},0`);
  parts.push("E,F,1");
  writeFileSync(join(folder, "parts.csv"), `${parts.join("\n")}\n`);
  makeReport("disconnected", "parts.csv");
  const names = HOSTILE.map(quoted);
  const rows = names.flatMap((name, k) => names.slice(k + 1).map((other) => `${name},${other},${names[0]}`));
  writeFileSync(join(folder, "hostile.csv"), `winner,loser,annotator\n${rows.join("\n")}\n`);
  makeReport("hostile", "hostile.csv");
  const flags = ["--by", "language", "--control", "length", "--output", "effects.csv", "--boards", "boards.csv"];
  makeReport("effects", battles, ...flags);
  makeReport("segments", manySegments(), "--by", "segment");
  const grades = ["--boundaries", "A=20%,B=0.5,C=@item-02,D"];
  makeReport("judgement", votes, "--method", "bradley-terry", "--adjustment", "0.3", "--split-half", "20", ...grades);
  makeReport("drift", scoresOverTime(), "--drift", "auto", "--time", "date");
});

/** Fourteen items over four years, of which item 14 rises from last to first. */
function scoresOverTime(): string {
  const lines = ["winner,loser,date"];
  let random = 7;
  for (let month = 0; month < 48; month++)
    for (let a = 1; a <= 14; a++) {
      const b = 1 + ((a + month) % 14);
      if (a === b) continue;
      random = (random * 48271) % 2147483647;
      const score = (item: number) => (item === 14 ? -2 + month / 12 : (7 - item) / 4);
      const wins = random / 2147483647 < 1 / (1 + Math.exp(score(b) - score(a)));
      const date = `${2020 + Math.floor(month / 12)}-${String(1 + (month % 12)).padStart(2, "0")}-15`;
      lines.push(`item ${wins ? a : b},item ${wins ? b : a},${date}`);
    }
  writeFileSync(join(folder, "dated.csv"), `${lines.join("\n")}\n`);
  return "dated.csv";
}

/** Twenty items on ten boards. The earlier are better, but for item 20, which is the best on the last board alone. */
function manySegments(): string {
  const lines = ["winner,loser,segment"];
  let random = 1;
  for (let segment = 1; segment <= 10; segment++)
    for (let a = 1; a <= 20; a++)
      for (let b = a + 1; b <= 20; b++) {
        random = (random * 48271) % 2147483647;
        const margin = b === 20 && segment === 10 ? -4 : (b - a) / 5;
        const [winner, loser] = random / 2147483647 < 1 / (1 + Math.exp(-margin)) ? [a, b] : [b, a];
        lines.push(`item ${winner},item ${loser},board ${String(segment).padStart(2, "0")}`);
      }
  writeFileSync(join(folder, "segments.csv"), `${lines.join("\n")}\n`);
  return "segments.csv";
}

test.afterAll(() => rmSync(folder, { recursive: true }));

const rankingRows = (page: Page) =>
  page.getByRole("table", { name: "Ranking", exact: true }).locator("tbody tr:not(.gap)");

test("a small file: verdict, checks, ranking", async ({ page, open }) => {
  await open("small");
  await expect(page).toHaveTitle("votes.csv: report");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^item-07 (comes first, and that is settled|is likely first)/);
  const grades = await page
    .locator("[data-check]")
    .evaluateAll((all) => all.map((one) => [one.getAttribute("data-check"), one.getAttribute("data-grade")]));
  expect(Object.fromEntries(grades)).toEqual({
    connected: "good",
    enough: "good",
    noise: "good",
    annotators: "warn",
    convergence: "good",
    rows: "good",
  });
  const ranking = csv(readFileSync(join(folder, "small.csv"), "utf8"));
  await page.getByRole("group", { name: "Ranking", exact: true }).evaluate((box) => (box.style.maxHeight = "none"));
  await expect(rankingRows(page)).toHaveCount(ranking.length);
  const shown = await rankingRows(page).evaluateAll((all) =>
    all.map((row) => [...row.children].map((cell) => cell.textContent)));
  expect(shown.map(([rank, , item, , range, , won, lost]) => [rank, item, range, won, lost])).toEqual(
    ranking.map(([rank, item, , low, high, , won, lost]) => [rank, item, rangeText(low!, high!), won, lost]));
  await expect(page.getByText("pdrank rank", { exact: false }).last()).toContainText("--quiet --report small.html");
});

test("search, and all about an item", async ({ page, open }) => {
  await open("small");
  await page.getByLabel("Find an item").fill("ITEM-1");
  await expect(page.getByText("10 items of 20")).toBeVisible();
  await expect(rankingRows(page).first()).toContainText("item-15");
  await page.getByRole("button", { name: "item-15" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "item-15" });
  await expect(dialog).toContainText("4 of 20");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await page.getByLabel("Find an item").fill("nobody");
  await expect(page.getByText("0 items of 20")).toBeVisible();
});

test("problems come before what is well", async ({ page, open }) => {
  for (const name of ["small", "disconnected"]) {
    await open(name);
    const grades = await page
      .locator("[data-check]")
      .evaluateAll((all) => all.map((one) => ["bad", "warn", "open", "good"].indexOf(one.getAttribute("data-grade")!)));
    expect(grades).toEqual([...grades].sort());
    expect(grades[0]).toBeLessThan(2);
  }
});

test("an item's opponents and annotators are those of the file", async ({ page, open }) => {
  await open("small");
  await page.locator("#ranking").getByRole("button", { name: "item-15" }).click();
  const dialog = page.getByRole("dialog", { name: "item-15" });
  const about = csv(readFileSync(votes, "utf8")).filter(([winner, loser]) => [winner, loser].includes("item-15"));
  for (const [table, keyOf] of [
    ["Against each opponent", ([winner, loser]: string[]) => (winner === "item-15" ? loser! : winner!)],
    ["By each annotator", ([, , annotator]: string[]) => annotator!],
  ] as const) {
    const counts = new Map<string, [number, number]>();
    for (const row of about) {
      const count = counts.get(keyOf(row)) ?? [0, 0];
      count[row[0] === "item-15" ? 0 : 1]++;
      counts.set(keyOf(row), count);
    }
    const shown = await dialog.getByRole("table", { name: table }).locator("tbody tr").evaluateAll((all) =>
      all.map((row) => [...row.children].map((cell) => cell.textContent)));
    const expected = [...counts].map(([name, [won, lost]]) => [name, String(won), String(lost)]);
    expect(shown.sort()).toEqual(expected.sort());
  }
});

test("the lines show ranks or scores, on an axis", async ({ page, open }) => {
  await open("small");
  const axis = page.locator("#ranking .whisker-axis b");
  expect(await axis.allTextContents()).toEqual(["1", "5", "10", "15", "20"]);
  const header = (await page.locator("#ranking .whisker-axis").boundingBox())!;
  const line = (await page.locator("#ranking tbody .whisker").first().boundingBox())!;
  expect([header.x, header.width], "over the lines").toEqual([line.x, line.width]);
  await page.getByRole("button", { name: "Scores", exact: true }).click();
  await expect(page.getByRole("columnheader", { name: "Where it belongs: scores" })).toBeVisible();
  const [top] = csv(readFileSync(join(folder, "small.csv"), "utf8"));
  const titles = readFileSync(join(folder, "small.csv"), "utf8").split("\n", 1)[0]!.split(",");
  const [low, high] = ["score_low", "score_high"].map((name) => Number(top![titles.indexOf(name)]));
  await expect(rankingRows(page).first()).toContainText(`${low!.toFixed(0)} to ${high!.toFixed(0)}`);
});

test("in the words of comparative judgement", async ({ page, open }) => {
  await open("judgement");
  const flags = ["--method", "bradley-terry", "--adjustment", "0.3", "--split-half", "20"];
  const found = JSON.parse(pdrank("rank", votes, ...flags, "--boundaries", "A=20%,B=0.5,C=@item-02,D", "--format", "json"));
  const { reliability, agreement, certificate, ranking } = found;
  const section = page.locator("#reliability");
  await expect(section).toContainText(`Reliability (SSR)${reliability.ssr.toFixed(2)}`);
  await expect(section).toContainText(`Separation${reliability.separation.toFixed(2)}`);
  await expect(section).toContainText(`split halves${reliability.split_half.toFixed(2)}`);
  for (const sentence of reliability.meaning) await expect(section).toContainText(sentence.replace(/(\d) %/g, "$1\u00a0%"));
  await expect(section.getByRole("img", { name: /^Reliability that is to be expected/ })).toBeVisible();
  await expect(page.locator("#agreement")).toContainText(agreement.meaning[0]);
  await expect(page.getByRole("group", { name: "Who agrees least" }).locator("tbody tr")).toHaveCount(
    agreement.furthest.length);
  for (const grade of ["A", "B", "C", "D"]) {
    const items = ranking.filter((place: { grade: string }) => place.grade === grade).length;
    const row = page.getByRole("group", { name: "Grades" }).getByRole("row", { name: new RegExp(`^${grade} `) });
    await expect(row.getByRole("cell").first()).toHaveText(String(items));
  }
  await expect(rankingRows(page).first()).toContainText(`${ranking[0].grade} `);
  await expect(page.locator("#contradictions")).toContainText(
    `The ranking contradicts ${certificate.contradicted} of ${certificate.answers} answers`);
  await page.locator("#fit").getByText("Fit of every annotator").click();
  const worst = found.annotators.toSorted((a: { infit: number }, b: { infit: number }) => b.infit - a.infit)[0];
  const first = page.getByRole("table", { name: "Fit" }).locator("tbody tr").first();
  await expect(first).toContainText(worst.annotator);
  await expect(first.getByRole("cell").first()).toHaveText(worst.infit.toFixed(2));
  await page.locator("#calibration").getByText("In numbers").click();
  const counted = await page.getByRole("group", { name: "Calibration" }).locator("tbody td:last-child").allTextContents();
  expect(counted.reduce((sum, text) => sum + Number(text), 0)).toBe(600);
});

test("scores over time", async ({ page, open }) => {
  await open("drift");
  const charts = page.locator("#curves").getByRole("img", { name: /^Score of .* over time/ });
  await expect(charts).toHaveCount(12);
  await expect(charts.first()).toHaveAccessibleName(/2023-/);
  await page.getByLabel("Items", { exact: true }).selectOption({ label: "Ranks 13 to 14" });
  await expect(charts).toHaveCount(2);
  await page.locator("#ranking").getByRole("button", { name: "item 14" }).click();
  await expect(page.getByRole("dialog").getByRole("img", { name: /^Score of item 14/ })).toBeVisible();
});

test("without JavaScript there are the verdict and the first places", async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  for (const name of ["small", "hostile"]) {
    await page.goto(pathToFileURL(join(folder, `${name}.html`)).href);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    const items = await page.locator("tbody tr td:nth-child(2)").allTextContents();
    if (name === "hostile") expect(items).toEqual(HOSTILE);
    else expect(items).toEqual(csv(readFileSync(join(folder, "small.csv"), "utf8")).map((row) => row[1]!));
    await expect(page.getByText("With JavaScript, this page shows everything")).toBeVisible();
    expect(await page.locator("img").count()).toBe(0);
  }
  await context.close();
});

test("on paper everything is open and nothing is cut", async ({ page, open }) => {
  await open("judgement");
  await page.emulateMedia({ media: "print" });
  await page.setViewportSize({ width: 718, height: 1000 });
  await expect(page.locator("details:not([open])")).toHaveCount(0);
  for (const control of ["button:not(.link)", "input", "select", "nav", "summary"])
    for (const one of await page.locator(control).all()) await expect(one).toBeHidden();
  await expect(rankingRows(page)).toHaveCount(20);
  await expect(page.getByRole("table", { name: "Least credible answers" }).locator("tbody tr:not(.gap)")).toHaveCount(
    await page.evaluate(() => JSON.parse(document.getElementById("report")!.textContent!).doubtful.count));
  expect(await cutOff(page, "td, th, .cut, .name, .link, dd")).toEqual([]);
  const pdf = await page.pdf({ format: "A4" });
  expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
  await page.emulateMedia({ media: "screen" });
  await expect(page.locator("details[open]")).toHaveCount(0);
});

/** Texts that do not fit into their boxes. */
async function cutOff(page: Page, boxes: string): Promise<string[]> {
  return page.locator(boxes).evaluateAll((all) =>
    all
      .filter((box) => box.clientWidth > 1 && box.scrollWidth > box.clientWidth + 1)
      .map((box) => `${box.textContent} (${box.clientWidth} of ${box.scrollWidth} pixels)`));
}

for (const name of ["small", "plain", "judgement", "drift", "effects", "disconnected", "segments"])
  for (const width of [1280, 390])
    test(`no number is cut off: ${name}, ${width}`, async ({ page, open }) => {
      await page.setViewportSize({ width, height: 900 });
      await open(name);
      for (const summary of await page.locator("summary").all()) await summary.click();
      expect(await cutOff(page, ".number, .number *, th, dd, .facts, .key, figcaption")).toEqual([]);
      await page.getByRole("button", { name: "List of pairs" }).click();
      expect(await cutOff(page, "#matrix .number")).toEqual([]);
      await rankingRows(page).first().getByRole("button").click();
      expect(await cutOff(page, ".dialog .number, .dialog dd")).toEqual([]);
    });

/** Row number, winner and annotator of all rows about a pair, from the file itself. */
function rowsAbout(one: string, other: string): string[][] {
  return csv(readFileSync(votes, "utf8"))
    .map(([winner, loser, annotator], k) => [String(k + 1), winner!, loser!, annotator!])
    .filter(([, winner, loser]) => (winner === one && loser === other) || (winner === other && loser === one))
    .map(([row, winner, loser, annotator]) => [row!, `${winner} over ${loser}`, annotator!]);
}

async function answersShown(page: Page): Promise<(string | null)[][]> {
  const rows = page.getByRole("dialog").locator("tbody tr:not(.gap)");
  return rows.evaluateAll((all) => all.map((row) => [...row.children].slice(0, 3).map((cell) => cell.textContent)));
}

test("a square of the picture leads to the rows of the file", async ({ page, open }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await open("small");
  const ranking = csv(readFileSync(join(folder, "small.csv"), "utf8")).map((fields) => fields[1]!);
  const chart = page.getByRole("img", { name: /^Win matrix/ });
  await chart.scrollIntoViewIfNeeded();
  const box = (await chart.boundingBox())!;
  const room = 12 + 6 * "item-07".length; // for names, on the left and below
  const side = (box.width - room - 4) / ranking.length;
  for (const [row, column] of [[0, 1], [4, 0], [19, 17]] as const) {
    const expected = rowsAbout(ranking[row]!, ranking[column]!);
    expect(expected.length).toBeGreaterThan(0);
    await chart.click({ position: { x: room + (column + 0.5) * side, y: 4 + (row + 0.5) * side } });
    await expect(page.getByRole("dialog")).toBeVisible();
    expect(await answersShown(page)).toEqual(expected);
    await page.getByRole("button", { name: "Close" }).click();
  }
});

test("every pair is reached by the keyboard", async ({ page, open }) => {
  await open("small");
  await page.getByRole("button", { name: "List of pairs" }).press("Enter");
  await expect(page.getByText("183 pairs with answers")).toBeVisible();
  await page.getByLabel("Find a pair").fill("item-07 and item-08");
  await page.keyboard.press("Tab"); // the box that scrolls
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "item-07 and item-08" })).toBeFocused();
  await page.keyboard.press("Enter");
  expect(await answersShown(page)).toEqual(rowsAbout("item-07", "item-08"));
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "item-07 and item-08" })).toBeFocused();
});

test("least credible answers and annotators", async ({ page, open }) => {
  await open("small");
  const doubtful = page.getByRole("table", { name: "Least credible answers" }).locator("tbody tr").first();
  await expect(doubtful).toContainText("64");
  await expect(doubtful).toContainText("item-09 over item-07");
  await expect(doubtful).toContainText("annotator-12");
  const annotator = page.getByRole("table", { name: "Annotators" }).locator("tbody tr").first();
  await expect(annotator).toContainText("annotator-12");
  await expect(annotator).toContainText("adversary");
  pdrank("rank", votes, "--quiet", "--annotators", "annotators.csv");
  const card = csv(readFileSync(join(folder, "annotators.csv"), "utf8")).find(([name]) => name === "annotator-12")!;
  const [low, high] = card.slice(3, 5).map((share) => Math.round(100 * Number(share)));
  await expect(annotator).toContainText(`${low}–${high} %`);
});

test("what else answers depend on", async ({ page, open }) => {
  await open("effects");
  await expect(page.getByRole("link", { name: "Effects" })).toBeVisible();
  const found = JSON.parse(pdrank("rank", battles, "--by", "language", "--control", "length", "--format", "json"));
  const effects = page.locator("[data-effect]");
  await expect(effects).toHaveCount(Object.keys(found.effects).length);
  for (const [name, effect] of Object.entries<{ meaning: string; used: boolean }>(found.effects)) {
    const shown = page.locator(`[data-effect="${name}"]`);
    await expect(shown).toContainText(effect.meaning.replace(/(\d) %/g, "$1\u00a0%"));
    await expect(shown.locator(".badge")).toHaveText(effect.used ? "used" : "not used");
    await expect(shown.locator(".whisker")).toHaveCount(name === "order" || name === "length" ? 1 : 0);
    await expect(page.locator("#notes")).not.toContainText(effect.meaning.slice(0, 40));
  }
  const length = page.locator('[data-effect="length"]');
  const { estimate, low, high } = found.effects.length;
  await expect(length).toContainText(`+${estimate.toFixed(2)} (+${low.toFixed(2)} to +${high.toFixed(2)})`);
  await expect(length).toContainText("Very strong evidence for it");
  await expect(page.locator('[data-effect="order"]')).toContainText("Some evidence against it");
  const place = (locator: ReturnType<Page["locator"]>) => locator.evaluate((one) => Number.parseFloat(one.style.left));
  const end = Math.ceil(2 * high) / 2;
  expect(await place(length.locator(".line")), "on one axis").toBeCloseTo((100 * (low + end)) / (2 * end), 1);
  const dot = await place(page.locator('[data-effect="order"] .dot'));
  expect(dot, "on one axis").toBeCloseTo((100 * (found.effects.order.estimate + end)) / (2 * end), 1);
});

test("the rank if nothing were controlled for", async ({ page, open }) => {
  await open("effects");
  const text = readFileSync(join(folder, "effects.csv"), "utf8");
  const field = text.split("\n", 1)[0]!.split(",").indexOf("rank_without");
  const expected = csv(text).map((row) => row[field]!);
  expect(expected.some((rank, k) => rank !== String(k + 1))).toBe(true);
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 900 });
    const titles = page.getByRole("table", { name: "Ranking", exact: true }).locator("thead th");
    await expect(titles, "has been laid out anew").toHaveCount(width === 390 ? 4 : 9);
    const column = (await titles.allTextContents()).indexOf("Without");
    const room = await titles.nth(column).evaluate((title) => title.clientWidth - title.scrollWidth);
    expect(room, "its title is not cut").toBe(0);
    const shown = await rankingRows(page).evaluateAll(
      (all, k) => all.map((row) => row.children[k]!.textContent), column);
    expect(shown).toEqual(expected);
  }
  await page.getByRole("button", { name: "gamma" }).click();
  await expect(page.getByRole("dialog")).toContainText("Rank if nothing were controlled for1");
});

/** Every cell of the boards as [item, value of the column, text]. */
async function boardCells(page: Page): Promise<string[][]> {
  return page.getByRole("table", { name: "Boards" }).evaluate((table) => {
    const titles = [...table.querySelectorAll("thead th")].map((title) => title.textContent!);
    return [...table.querySelectorAll("tbody tr:not(.gap)")].flatMap((row) =>
      [...row.children].slice(2).map((cell, k) => [row.children[0]!.textContent!, titles[k + 2]!, cell.textContent!]));
  });
}

test("boards are those of the file, and what differs is marked", async ({ page, open }) => {
  await open("effects");
  await expect(page.getByRole("heading", { name: "Boards by language" })).toBeVisible();
  const boards = csv(readFileSync(join(folder, "boards.csv"), "utf8"));
  const expected = boards.map(([value, rank, item, , , , low, high, differs]) =>
    [item!, value!, `${differs && `${differs} `}${rank}${rangeText(low!, high!)}`]);
  expect((await boardCells(page)).sort()).toEqual(expected.sort());
  await expect(page.getByRole("cell", { name: "higher 1" })).toHaveClass(/higher/);
  await page.getByRole("button", { name: "Items that differ" }).click();
  expect((await boardCells(page)).map(([item]) => item)).toEqual(["delta", "delta", "delta"]);
  await page.locator("#ranking").getByRole("button", { name: "delta" }).click();
  const german = page.getByRole("dialog").getByRole("row", { name: /^German/ });
  const [, rank, , score, low, high, , , differs] = boards.find((row) => row[0] === "German" && row[2] === "delta")!;
  const [at, from, to] = [score, low, high].map((number) => Number(number).toFixed(3));
  await expect(german).toContainText(`${at} (${from} to ${to})`);
  await expect(german.getByRole("cell").first()).toHaveText(rank!);
  await expect(german.getByRole("cell", { name: differs, exact: true })).toBeVisible();
});

test("ten boards of twenty items are read on a phone", async ({ page, open }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open("segments");
  const box = page.getByRole("group", { name: "Boards", exact: true });
  await box.evaluate((element) => (element.style.maxHeight = "none"));
  await expect.poll(async () => (await boardCells(page)).length).toBe(200);
  expect((await boardCells(page)).filter(([, , text]) => text!.startsWith("higher"))).toContainEqual([
    "item 20",
    "board 10",
    expect.anything(),
  ]);
  const last = box.locator("tbody tr").filter({ hasText: "item 20" });
  await last.locator(".higher").scrollIntoViewIfNeeded();
  expect(await box.evaluate((element) => element.scrollLeft), "it had to scroll").toBeGreaterThan(0);
  await expect(last.getByRole("rowheader"), "the name stays in sight").toBeInViewport({ ratio: 1 });
  const rooms = await box.locator("td").evaluateAll((all) => all.map((cell) => cell.clientWidth - cell.scrollWidth));
  expect(Math.min(...rooms), "no cell is cut").toBe(0);
});

test("without effects and boards there is nothing of them", async ({ page, open }) => {
  await open("small");
  for (const name of ["Effects", "Boards", "Over time", "Grades"]) await expect(page.getByRole("link", { name })).toHaveCount(0);
  await expect(page.locator("#effects, #boards, #curves, #grades")).toHaveCount(0);
  await expect(page.getByRole("columnheader", { name: "Without" })).toHaveCount(0);
});

test("rounds are drawn and listed", async ({ page, open }) => {
  await open("rounds");
  await expect(page.getByRole("img", { name: /^Change of scores and weights/ })).toBeVisible();
  await page.getByText("Round by round").click();
  const rounds = JSON.parse(pdrank("rank", votes, "--method", "pdrank", "--format", "json")).convergence.trace;
  await expect(page.getByRole("group", { name: "Rounds" }).locator("tbody tr")).toHaveCount(rounds.length);
});

test("a method that gives less says who gives more", async ({ page, open }) => {
  await open("plain");
  await expect(page.locator("#ranking")).toContainText("gives no ranges of ranks and no tiers: method posterior");
  await expect(page.locator("#doubtful")).toContainText("method borda does not say");
  await expect(page.locator("#convergence")).toContainText("method pdrank does");
  await expect(page.locator("#annotators tbody tr").first()).toContainText("annotator-12");
});

test("disconnected data have no single ranking", async ({ page, open }) => {
  await open("disconnected");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "There is no single ranking: the items fall into 3 parts that were never compared");
  await expect(page.locator('[data-check="connected"]')).toHaveAttribute("data-grade", "bad");
  await expect(rankingRows(page)).toHaveCount(8);
  await page.getByLabel("Part", { exact: true }).selectOption("3");
  await expect(rankingRows(page)).toHaveCount(2);
  await expect(rankingRows(page).nth(0)).toContainText("G");
  await expect(rankingRows(page).nth(1)).toContainText("H");
});

test("names are text, whatever they hold", async ({ page, open }) => {
  await open("hostile");
  await expect(rankingRows(page)).toHaveCount(HOSTILE.length);
  const names = await rankingRows(page).getByRole("button").allTextContents();
  expect(names).toEqual(HOSTILE);
  await page.getByRole("img", { name: /^Win matrix/ }).hover();
  await page.getByRole("button", { name: "List of pairs" }).click();
  await page.getByRole("table", { name: "Pairs" }).getByRole("button").first().click();
  await expect(page.getByRole("dialog")).toContainText(HOSTILE[1]!);
  expect(await page.evaluate(() => "hacked" in window)).toBe(false);
  expect(await page.locator("img").count()).toBe(0);
});

test.describe("a hundred thousand items", () => {
  test.beforeAll(() => {
    test.setTimeout(180_000);
    const size = ["--items", String(LARGE), "--comparisons", "400000"];
    pdrank("simulate", ...size, "--noise", "bt:20", "--seed", "3", "--output", "large-votes.csv", "--quiet");
    makeReport("large", "large-votes.csv", "--method", "borda", "--bootstrap", "10", "--output", "large.csv");
  });

  test("scroll and are searched", async ({ page, open }) => {
    await open("large");
    const ranking = csv(readFileSync(join(folder, "large.csv"), "utf8"));
    await expect(page.getByText(`${ranking.length.toLocaleString("en-US")} items`).first()).toBeVisible();
    const box = page.getByRole("group", { name: "Ranking", exact: true });
    const rows = rankingRows(page);
    for (const share of [0, 0.31, 1]) {
      const place = Math.round(share * (ranking.length - 1));
      await box.evaluate((element, at) => element.scrollTo(0, at * element.scrollHeight), share);
      await expect(rows.getByRole("button", { name: ranking[place]![1], exact: true })).toHaveCount(1);
      expect(await rows.count(), "only what is in sight exists").toBeLessThan(60);
    }
    const wanted = ranking[77_777 % ranking.length]!;
    await page.getByLabel("Find an item").fill(wanted[1]!);
    await expect(rows).toHaveCount(1);
    await expect(rows.first()).toContainText(rangeText(wanted[3]!, wanted[4]!));
  });

  test("are shown as groups, and as a sample", async ({ page, open }) => {
    await open("large");
    await expect(page.locator("#matrix")).toContainText("60 groups of neighbours");
    await page.getByRole("button", { name: "List of pairs" }).click();
    await page.getByRole("table", { name: "Pairs" }).getByRole("button").first().click();
    await expect(page.getByRole("dialog")).toContainText(/The first 10 of [\d,]+ are listed/);
    await page.getByRole("button", { name: "Close" }).click();
    await page.getByRole("button", { name: "A sample of items" }).click();
    await expect(page.locator("#matrix")).toContainText(/60 of [\d,]+ items: one from each/);
  });

  test("fit a phone", async ({ page, open }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await open("large");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  });

  test("have no number cut off", async ({ page, open }) => {
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await open("large");
      const box = page.getByRole("group", { name: "Ranking", exact: true });
      await box.evaluate((element) => element.scrollTo(0, element.scrollHeight));
      await expect(rankingRows(page).last()).toContainText("–");
      expect(await cutOff(page, "#ranking .number, #ranking .number *")).toEqual([]);
    }
  });

  test("are printed as far as makes sense", async ({ page, open }) => {
    await open("large");
    await page.emulateMedia({ media: "print" });
    await expect(rankingRows(page)).toHaveCount(300);
    await expect(page.locator("#ranking")).toContainText(/The first 300 of [\d,]+ rows are printed/);
  });
});

for (const name of ["small", "plain", "rounds", "disconnected", "hostile", "effects", "segments", "judgement", "drift"])
  test(`nothing is wider than a phone: ${name}`, async ({ page, open }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await open(name);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await page.getByRole("button", { name: "List of pairs" }).click();
    await page.getByRole("table", { name: "Pairs" }).getByRole("button").first().click();
    await expect(page.getByRole("dialog")).toBeVisible();
    const outside = await page.getByRole("dialog").evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth);
    expect(outside).toBe(0);
  });

/** What is against the rules of accessibility, and where. */
async function faults(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.flatMap((rule) => rule.nodes.map((node) => `${rule.id}: ${node.target.join(" ")}`));
}

for (const [name, scheme, width] of [
  ["small", "light", 1280],
  ["small", "dark", 390],
  ["rounds", "dark", 1280],
  ["disconnected", "light", 390],
  ["effects", "light", 390],
  ["effects", "dark", 1280],
  ["judgement", "light", 390],
  ["judgement", "dark", 1280],
  ["drift", "light", 1280],
] as const)
  test(`accessible: ${name}, ${scheme}, ${width}`, async ({ page, open }) => {
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width, height: 844 });
    await open(name);
    for (const summary of await page.locator("summary").all()) await summary.click();
    expect(await faults(page)).toEqual([]);
    await page.getByRole("button", { name: "List of pairs" }).click();
    await page.getByRole("table", { name: "Pairs" }).getByRole("button").first().click();
    expect(await faults(page)).toEqual([]);
  });
