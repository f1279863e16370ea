// The page of `pdrank rank --report`, opened as a file: the ranking, the answers behind it, and pages of any size.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import {
  battles,
  csv,
  cutOff,
  folder,
  HOSTILE,
  makeReport,
  makeUsual,
  pdrank,
  rangeText,
  rankingRows,
  test,
  testAccessibility,
  testForcedColours,
  votes,
  withReports,
} from "./reports";

const LARGE = 100_000;

withReports(() => {
  makeUsual();
});

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

test("the rank without controls", async ({ page, open }) => {
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
  await expect(page.getByRole("dialog")).toContainText("Rank without controls1");
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
  await expect(page.locator("#doubtful")).toContainText("Method borda does not say");
  await expect(page.locator("#convergence")).toContainText("method pdrank does");
  await expect(page.locator("#annotators tbody tr").first()).toContainText("annotator-12");
});

test("disconnected data have no single ranking", async ({ page, open }) => {
  await open("disconnected");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "There is no single ranking: no answer links the 3 parts of the items");
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

for (const name of ["small", "plain", "rounds", "disconnected", "hostile", "effects", "segments"])
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

testAccessibility([
  ["small", "light", 1280],
  ["small", "dark", 390],
  ["rounds", "dark", 1280],
  ["disconnected", "light", 390],
  ["effects", "light", 390],
  ["effects", "dark", 1280],
]);

testForcedColours([
  ["small", "light", 1280],
  ["effects", "dark", 390],
]);
