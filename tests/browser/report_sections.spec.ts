// The page of `pdrank rank --report`, opened as a file: what sections say, on a screen, on paper and without scripts.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect } from "@playwright/test";
import {
  csv,
  cutOff,
  folder,
  HOSTILE,
  makeReport,
  makeUsual,
  pdrank,
  rankingRows,
  test,
  testAccessibility,
  votes,
  withReports,
} from "./reports";

withReports(() => {
  makeUsual();
  const grades = ["--boundaries", "A=20%,B=0.5,C=@item-02,D"];
  makeReport("judgement", votes, "--method", "bradley-terry", "--adjustment", "0.3", "--split-half", "20", ...grades,
    "--fragility", "first");
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
  const flags = ["--method", "bradley-terry", "--adjustment", "0.3", "--split-half", "20", "--fragility", "first"];
  const found = JSON.parse(pdrank("rank", votes, ...flags, "--boundaries", "A=20%,B=0.5,C=@item-02,D", "--format", "json"));
  const { reliability, agreement, certificate, ranking } = found;
  const section = page.locator("#reliability");
  await expect(section).toContainText(`Reliability (SSR)${reliability.ssr.toFixed(2)}`);
  await expect(section).toContainText(`Separation${reliability.separation.toFixed(2)}`);
  await expect(section).toContainText(`split halves${reliability.split_half.toFixed(2)}`);
  for (const sentence of reliability.meaning) await expect(section).toContainText(sentence.replace(/(\d) %/g, "$1\u00a0%"));
  await expect(section.getByRole("img", { name: /^Expected reliability/ })).toBeVisible();
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
  await expect(page.locator("#fragility")).toContainText(found.fragility.meaning);
  await expect(page.locator("#fragility tbody tr")).toHaveCount(Math.min(50, found.fragility.removed.length));
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
  await page.emulateMedia({ media: "print" });
  await expect(charts, "on paper there are all").toHaveCount(14);
  await page.emulateMedia({ media: "screen" });
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
  for (const control of ["button:not(.link)", "input", "select", "nav"])
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

for (const name of ["judgement", "drift"])
  test(`nothing is wider than a phone: ${name}`, async ({ page, open }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await open(name);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  });

testAccessibility([
  ["judgement", "light", 390],
  ["judgement", "dark", 1280],
  ["drift", "light", 1280],
]);
