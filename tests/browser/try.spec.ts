// The page to try (scripts/try), handed out by a plain server: it ranks as the program does, and asks nobody for anything.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join, resolve } from "node:path";
import { expect, type Page, test as base } from "@playwright/test";
import { battles, csv, cutOff, faults, HOSTILE, votes } from "./reports";

const program = process.env.PDRANK_BIN ?? resolve(__dirname, "../../build/release/bin/pdrank");
const built = resolve(__dirname, "../../build/try");
const times = resolve(__dirname, "../../build/times");
// As little as a server may know: without the types of Wasm and of anything rare.
const TYPES: Record<string, string> = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css" };

let folder = "";
let server: Server;
let origin = "";

base.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "pdrank-try-"));
  server = createServer((request, response) => {
    const path = new URL(request.url!, "http://x").pathname;
    const file = join(built, path.endsWith("/") ? `${path}index.html` : path);
    if (!existsSync(file)) return void response.writeHead(404).end();
    response.writeHead(200, { "Content-Type": TYPES[extname(file)] ?? "application/octet-stream" }).end(readFileSync(file));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
base.afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

/** The page, kept for use without a network; by the end it must have said nothing on the console. */
const test = base.extend<{ ready: Page }>({
  ready: async ({ page }, use) => {
    const troubles: string[] = [];
    page.on("console", (message) => troubles.push(`says ${message.text()}`));
    page.on("pageerror", (error) => troubles.push(error.message));
    page.on("request", (request) => {
      if (!/^(blob|data):/.test(request.url()) && !request.url().startsWith(origin)) troubles.push(`asks for ${request.url()}`);
    });
    await page.goto(`${origin}/`);
    await expect(page.getByText("works without a network")).toBeVisible();
    await use(page);
    expect(troubles).toEqual([]);
  },
});

const choose = (page: Page, ...files: string[]) => page.locator('input[type="file"]').setInputFiles(files);
const reportOf = (page: Page) => page.frameLocator("iframe");

async function saved(page: Page, button: string): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: button }).click()]);
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), "utf8") };
}

// WebAssembly has no fused multiply-add; processors without it differ by as much from those that have it.
const POSTERIOR = 1e-9;
const isNumber = (field: string) => /^-?\d+\.\d+/.test(field);

const DRAWN = new Set(["score_low", "score_high"]); // numbers of 32 bits

/** How far numbers are apart at most, and in which columns the fields that are none differ. */
function difference(text: string, expected: string): { most: number; drawn: number; others: Set<string> } {
  const [there, here] = [csv(text), csv(expected)];
  const names = expected.split("\n", 1)[0]!.split(",");
  expect(text.split("\n", 1)[0]!.split(",")).toEqual(names);
  expect(there.length).toBe(here.length);
  const found = { most: 0, drawn: 0, others: new Set<string>() };
  for (const [row, fields] of here.entries())
    for (const [k, field] of fields.entries()) {
      const [one, other] = [Number(there[row]![k]), Number(field)];
      const kind = DRAWN.has(names[k]!) ? "drawn" : "most";
      if (isNumber(field)) found[kind] = Math.max(found[kind], Math.abs(one - other) / Math.max(1, Math.abs(other)));
      else if (there[row]![k] !== field) found.others.add(names[k]!);
    }
  return found;
}

/** Ranks, ranges and counts are the same, and so are numbers but for rounding. */
function expectSame(text: string, expected: string, most: number): void {
  const found = difference(text, expected);
  expect(found.others).toEqual(new Set());
  expect(found.most).toBeLessThan(most);
  expect(found.drawn).toBeLessThan(5e-6);
}

const native = (...words: string[]) =>
  execFileSync(program, ["rank", ...words, "--format", "csv"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });

test("the example has the program's ranking, and its report", async ({ ready: page }) => {
  await page.getByRole("button", { name: "Try an example" }).click();
  await expect(page.getByRole("heading", { name: "votes.csv" })).toBeVisible();
  const rows = page.getByRole("table", { name: "Ranking" }).locator("tbody tr");
  await expect(rows).toHaveCount(20);
  await expect(rows.nth(2)).toContainText("item-05");
  await expect(rows.nth(2)).toContainText("3–4");
  const ranking = await saved(page, "Save the ranking");
  expect(ranking.name).toBe("votes-ranking.csv");
  expectSame(ranking.text, native(votes), POSTERIOR);
  const report = await saved(page, "Save the report");
  expect(report.name).toBe("votes-report.html");
  expect(report.text).toContain("item-07 comes first, and that is settled");
  const shown = reportOf(page);
  await expect(shown.getByRole("heading", { level: 1 })).toHaveText(/^item-07 comes first/);
  await shown.getByRole("link", { name: "Annotators" }).click();
  await expect(shown.getByRole("heading", { name: "Annotators", exact: true })).toBeInViewport();
  await shown.getByLabel("Find an item").fill("item-1");
  await expect(shown.getByText("10 items of 20")).toBeVisible();
  await expect(shown.getByText("pdrank rank votes.csv", { exact: false }).last()).toBeVisible();
  const [alone] = await Promise.all([page.waitForEvent("popup"), page.getByRole("link", { name: "Open it by itself" }).click()]);
  await expect(alone.getByRole("heading", { level: 1 })).toHaveText(/^item-07 comes first/);
});

test("what is not the default, as on the command line", async ({ ready: page }) => {
  await page.getByText("Options", { exact: true }).click();
  const known = JSON.parse(execFileSync(program, ["methods", "--format", "json"], { encoding: "utf8" }));
  const names = known.map(({ name }: { name: string }) => name);
  await expect(page.getByLabel("Method").locator("option")).toHaveText(["the default: posterior", ...names]);
  await page.getByLabel("Method").selectOption("bradley-terry");
  await page.getByLabel("More options").fill("--ties half --where 'language=German'");
  await choose(page, battles);
  await expect(page.getByRole("heading", { name: "battles.csv" })).toBeVisible();
  const expected = native(battles, "--method", "bradley-terry", "--ties", "half", "--where", "language=German");
  expectSame((await saved(page, "Save the ranking")).text, expected, 1e-9);
  await page.getByLabel("Method").selectOption("");
  await page.getByLabel("More options").fill("");
  await page.getByRole("button", { name: "Rank battles.csv again" }).click();
  await expect(reportOf(page).getByText("posterior", { exact: true }).first()).toBeVisible();
});

test("packed files, several files, and rows that are left out", async ({ ready: page }) => {
  const [plain, packed] = [join(folder, "one.csv"), join(folder, "two.csv.gz")];
  writeFileSync(plain, "winner,loser\nA,B\nB,C\nC,C\nA,C\n");
  writeFileSync(packed, execFileSync("gzip", ["-c"], { input: "winner,loser\nC,A\nB,A\n" }));
  await page.getByText("Options", { exact: true }).click();
  await page.getByLabel("Leave out rows").check();
  await choose(page, plain, packed);
  await expect(page.getByRole("heading", { name: "one.csv, two.csv.gz" })).toBeVisible();
  expectSame((await saved(page, "Save the ranking")).text, native(plain, packed, "--skip-bad-rows"), POSTERIOR);
});

test("a fault in a file is told in the program's words", async ({ ready: page }) => {
  for (const [name, text] of [
    ["same.csv", "winner,loser\nA,B\nC,C\n"],
    ["empty.csv", ""],
    ["strange.csv", "winner,size,colour\nA,3,red\n"],
    ["broken.csv.gz", "\x1f\x8b\x08nothing"],
  ] as const) {
    writeFileSync(join(folder, name), text, "latin1");
    await choose(page, join(folder, name));
    const { stderr, status } = spawnSync(program, ["rank", name], { cwd: folder, encoding: "utf8" });
    expect(status).toBe(3);
    const alert = page.getByRole("alert");
    await expect(alert).toContainText(`${name} was not ranked.`);
    await expect(alert.locator(".said")).toHaveText(stderr.trim().replace(/^pdrank: /, ""));
    await expect(page.getByRole("region", { name: "Result" })).toBeFocused();
  }
  await page.getByText("Options", { exact: true }).click();
  await page.getByLabel("More options").fill("--tie drop");
  await choose(page, votes);
  await expect(page.getByRole("alert")).toContainText("there is no option --tie");
});

test("without a network, and nothing leaves the page", async ({ ready: page, context }) => {
  const asked: string[] = [];
  page.on("request", (request) => void (/^(blob|data):/.test(request.url()) || asked.push(request.url())));
  await context.setOffline(true);
  server.closeAllConnections();
  await choose(page, votes);
  await expect(reportOf(page).getByRole("heading", { level: 1 })).toHaveText(/^item-07 comes first/);
  expect(asked).toEqual([]);
  await page.reload();
  await page.getByRole("button", { name: "Try an example" }).click();
  await expect(reportOf(page).getByRole("heading", { level: 1 })).toHaveText(/^item-07 comes first/);
});

base("its rules let nothing out", async ({ page }) => {
  await page.goto(`${origin}/`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const other = origin.replace("127.0.0.1", "localhost");
  const told = await page.evaluate(async (address) => {
    const refused = (act: () => Promise<unknown>) => act().then(() => "let out", () => "refused");
    const code = `fetch(${JSON.stringify(address)}).then(() => postMessage("let out"), () => postMessage("refused"))`;
    const inWorker = () =>
      new Promise((done) => {
        new Worker(URL.createObjectURL(new Blob([code]))).onmessage = ({ data }) => done(data);
      });
    return [await refused(() => fetch(address, { mode: "no-cors" })), await inWorker()];
  }, `${other}/index.html`);
  expect(told).toEqual(["refused", "refused"]);
});

test("names that try to be something else", async ({ ready: page }) => {
  const quoted = HOSTILE.map((name) => `"${name.replaceAll('"', '""')}"`);
  const rows = quoted.flatMap((name, k) => quoted.slice(k + 1).map((other) => `${name},${other}`));
  writeFileSync(join(folder, "hostile.csv"), `winner,loser\n${rows.join("\n")}\n`);
  await choose(page, join(folder, "hostile.csv"));
  await expect(page.getByRole("table", { name: "Ranking" }).locator("tbody tr")).toHaveCount(HOSTILE.length);
  await expect(reportOf(page).getByRole("heading", { level: 1 })).toBeVisible();
  expect(await page.evaluate(() => "hacked" in window)).toBe(false);
});

test("a run can be stopped, and a file dropped anywhere", async ({ ready: page }) => {
  const large = join(folder, "large.csv");
  execFileSync(program, ["simulate", "--items", "20000", "--comparisons", "400000", "--seed", "1", "--output", large]);
  await choose(page, large);
  await expect(page.getByRole("status")).toContainText(/Ranking large\.csv: \S/);
  await page.getByRole("button", { name: "Stop" }).click();
  await expect(page.locator("[role=status]")).toBeEmpty();
  const dropped = await page.evaluateHandle(() => {
    const data = new DataTransfer();
    data.items.add(new File(["winner,loser\nA,B\nB,C\n"], "dropped.csv"));
    return data;
  });
  await page.locator("footer").dispatchEvent("drop", { dataTransfer: dropped });
  await expect(page.getByRole("heading", { name: "dropped.csv" })).toBeVisible();
});

test("by the keyboard", async ({ ready: page }) => {
  await page.getByRole("link", { name: "Documentation" }).focus();
  await page.keyboard.press("Tab");
  await expect(page.locator('input[type="file"]')).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "Result" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Save the report" })).toBeFocused();
});

// Times are told and not judged, at the end of `make test-all` too (scripts/slowest): they are those of this machine, and of what
// else it does.
test("a hundred thousand rows", async ({ ready: page }) => {
  const large = join(folder, "votes-100000.csv");
  execFileSync(program, ["simulate", "--items", "1000", "--comparisons", "100000", "--annotators", "honest:40,spammer:10",
    "--seed", "3", "--output", large]);
  const seconds = async (work: () => unknown) => {
    const start = performance.now();
    await work();
    return (performance.now() - start) / 1000;
  };
  const there = await seconds(async () => {
    await choose(page, large);
    await expect(page.getByRole("heading", { name: "votes-100000.csv" })).toBeVisible({ timeout: 170_000 });
  });
  const outputs = ["--output", join(folder, "r.csv"), "--report", join(folder, "r.html"), "--quiet"];
  const here = await seconds(() => execFileSync(program, ["rank", large, ...outputs]));
  const one = await seconds(() => execFileSync(program, ["rank", large, ...outputs, "--threads", "1"]));
  const found = difference((await saved(page, "Save the ranking")).text, readFileSync(join(folder, "r.csv"), "utf8"));
  const figure = `100,000 rows: ${there.toFixed(1)} s in the page, ${here.toFixed(1)} s by the program (${(there / here).toFixed(1)} times), ` +
    `${one.toFixed(1)} s on one thread (${(there / one).toFixed(1)} times); numbers differ by ${(100 * Math.max(found.most, found.drawn)).toFixed(4)} % at most`;
  mkdirSync(times, { recursive: true });
  writeFileSync(join(times, "try.figure"), `${figure}\n`);
  console.log(figure);
  // As docs/INSTALL.md has it.
  expect(found.most).toBeLessThan(0.005);
  expect(found.drawn).toBeLessThan(0.005);
});

for (const [scheme, width] of [["light", 1280], ["dark", 390]] as const)
  test(`accessible: ${scheme}, ${width}`, async ({ ready: page }) => {
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width, height: 844 });
    await page.getByText("Options", { exact: true }).click();
    expect(await faults(page)).toEqual([]);
    await page.getByRole("button", { name: "Try an example" }).click();
    await expect(reportOf(page).getByRole("heading", { level: 1 })).toBeVisible();
    expect(await faults(page)).toEqual([]);
    expect(await cutOff(page, "main, h1, h2, .notice, .button, .drop")).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    writeFileSync(join(folder, "bad.csv"), "winner,loser\nC,C\n");
    await choose(page, join(folder, "bad.csv"));
    await expect(page.getByRole("alert")).toBeVisible();
    expect(await faults(page)).toEqual([]);
  });
