// Reports made for the tests, and the page opened on them.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import AxeBuilder from "@axe-core/playwright";
import { expect, type Page, test as base } from "@playwright/test";

const program = process.env.PDRANK_BIN ?? resolve(__dirname, "../../build/release/bin/pdrank");
export const votes = resolve(__dirname, "../../examples/votes.csv");
export const battles = resolve(__dirname, "../../examples/battles.csv");
export const HOSTILE = [
  "</script><script>window.hacked=1</script>",
  "<img src=x onerror=window.hacked=2>",
  "{a|rich} `code` \u2028 line",
  "&amp;\"'\\",
  "a name that goes on and on ".repeat(20).trim(),
  "NoBlanksAtAll".repeat(40),
];

/** Where the reports of this worker are. */
export let folder = "";

export function pdrank(...words: string[]): string {
  return execFileSync(program, words, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
}

/** Makes <name>.html of a file of comparisons. */
export function makeReport(name: string, file: string, ...flags: string[]): void {
  pdrank("rank", file, "--quiet", "--report", `${name}.html`, ...flags);
}

export function csv(text: string): string[][] {
  return text.trimEnd().split("\n").slice(1).map((line) => line.split(","));
}

export const rangeText = (low: string, high: string) =>
  [...new Set([low, high])].map((rank) => Number(rank).toLocaleString("en-US")).join("–");
const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** Opens a report; by the end it must have asked for nothing else, and said nothing on the console. */
export const test = base.extend<{ open: (name: string) => Promise<void> }>({
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

/** Makes the folder and the reports in it before the tests of a file, and takes them away behind them. */
export function withReports(make: () => void): void {
  test.beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "pdrank-report-"));
    make();
  });
  test.afterAll(() => rmSync(folder, { recursive: true }));
}

/** Of the example: by the default, by one that says little, and by PD-Rank. */
function makeSmall(): void {
  makeReport("small", votes, "--output", "small.csv");
  makeReport("plain", votes, "--method", "borda");
  makeReport("rounds", votes, "--method", "pdrank");
}

/** Three parts that were never compared. */
function makeDisconnected(): void {
  const parts = ["winner,loser,tie"];
  for (const [winner, loser] of ["AB", "BC", "AC", "CA", "DE", "ED", "DF", "GH"].flatMap((pair) => [pair, pair]))
    parts.push(`${winner},${loser},0`);
  parts.push("E,F,1");
  writeFileSync(join(folder, "parts.csv"), `${parts.join("\n")}\n`);
  makeReport("disconnected", "parts.csv");
}

/** Names that try to be something else. */
function makeHostile(): void {
  const names = HOSTILE.map(quoted);
  const rows = names.flatMap((name, k) => names.slice(k + 1).map((other) => `${name},${other},${names[0]}`));
  writeFileSync(join(folder, "hostile.csv"), `winner,loser,annotator\n${rows.join("\n")}\n`);
  makeReport("hostile", "hostile.csv");
}

/** With a control and boards. */
function makeEffects(): void {
  const flags = ["--by", "language", "--control", "length", "--output", "effects.csv", "--boards", "boards.csv"];
  makeReport("effects", battles, ...flags);
  makeReport("segments", manySegments(), "--by", "segment");
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

/** What most tests look at: small, plain, rounds, disconnected, hostile, effects, segments. */
export function makeUsual(): void {
  makeSmall();
  makeDisconnected();
  makeHostile();
  makeEffects();
}

export const rankingRows = (page: Page) =>
  page.getByRole("table", { name: "Ranking", exact: true }).locator("tbody tr:not(.gap)");

/** Texts that do not fit into their boxes. */
export async function cutOff(page: Page, boxes: string): Promise<string[]> {
  return page.locator(boxes).evaluateAll((all) =>
    all
      .filter((box) => box.clientWidth > 1 && box.scrollWidth > box.clientWidth + 1)
      .map((box) => `${box.textContent} (${box.clientWidth} of ${box.scrollWidth} pixels)`));
}

/** What is against the rules of accessibility, and where. */
export async function faults(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.flatMap((rule) => rule.nodes.map((node) => `${rule.id}: ${node.target.join(" ")}`));
}

/** The same where the reader has chosen the colours; marks in charts can still be seen. */
export function testForcedColours(pages: (readonly [name: string, scheme: "light" | "dark", width: number])[]): void {
  for (const [name, scheme, width] of pages)
    test(`in the reader's own colours: ${name}, ${scheme}, ${width}`, async ({ page, open }) => {
      await page.emulateMedia({ colorScheme: scheme, forcedColors: "active" });
      await page.setViewportSize({ width, height: 844 });
      await open(name);
      for (const summary of await page.locator("summary").all()) await summary.click();
      expect(await faults(page)).toEqual([]);
      if (process.env.PICTURES)
        await page.screenshot({ path: `${process.env.PICTURES}/forced_${name}_${scheme}.png`, fullPage: true });
      const ground = await page.locator("body").evaluate((body) => getComputedStyle(body).backgroundColor);
      const marks = ".whisker .line, .whisker .dot, .bar, .key i, .legend i";
      const unseen = await page.locator(marks).evaluateAll((all, same) =>
        all.filter((mark) => {
          const { backgroundColor, backgroundImage } = getComputedStyle(mark);
          return backgroundImage === "none" && (backgroundColor === same || backgroundColor === "rgba(0, 0, 0, 0)");
        }).map((mark) => mark.className), ground);
      expect(unseen).toEqual([]);
      const edge = await page.locator(".badge").first().evaluate((badge) => getComputedStyle(badge).borderTopWidth);
      expect(edge).toBe("1px");
      await page.getByRole("button", { name: "List of pairs" }).click();
      await page.getByRole("table", { name: "Pairs" }).getByRole("button").first().click();
      expect(await faults(page)).toEqual([]);
    });
}

/** Whether a page and its dialog keep the rules, for reports by name, colour scheme and width. */
export function testAccessibility(pages: (readonly [name: string, scheme: "light" | "dark", width: number])[]): void {
  for (const [name, scheme, width] of pages)
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
}
