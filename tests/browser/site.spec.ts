// The documentation site (make site), handed out by a plain server: every page keeps the rules of accessibility, on a phone and
// on a desktop, light and dark, and nothing is cut off.
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, relative, resolve } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { faults } from "./reports";

const built = resolve(__dirname, "../../build/site");
const TYPES: Record<string, string> = {
  ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".json": "application/json",
};

/** The addresses of all pages but the page to try, which has tests of its own. */
const pages = (readdirSync(built, { recursive: true }) as string[])
  .filter((name) => /(^|\/)(index|404)\.html$/.test(name) && !name.startsWith("try/"))
  .map((name) => relative(built, join(built, name)).replace(/index\.html$/, ""))
  .sort();

let server: Server;
let origin = "";

test.beforeAll(async () => {
  server = createServer((request, response) => {
    let file = join(built, decodeURIComponent(new URL(request.url!, "http://x").pathname));
    if (existsSync(file) && statSync(file).isDirectory()) file = join(file, "index.html");
    if (!existsSync(file)) return void response.writeHead(404).end();
    response.writeHead(200, { "Content-Type": TYPES[extname(file)] ?? "application/octet-stream" }).end(readFileSync(file));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
test.afterAll(() => void server.close());

/** What is wider than the window, and does not scroll by itself. */
const tooWide = (page: Page) =>
  page.evaluate(() => {
    const scrolls = (box: Element | null): boolean =>
      !!box && box.tagName !== "ARTICLE" && (/auto|scroll/.test(getComputedStyle(box).overflowX) || scrolls(box.parentElement));
    return [...document.querySelectorAll("article *")]
      .filter((box) => box.getBoundingClientRect().right > innerWidth + 1 && !scrolls(box.parentElement))
      .map((box) => `${box.tagName} ${box.textContent?.slice(0, 40)}`);
  });

test("there are pages", () => {
  expect(pages.length).toBeGreaterThan(30);
  expect(pages).toContain("");
});

for (const address of pages)
  test(`accessible: /${address}`, async ({ page }) => {
    const troubles: string[] = [];
    page.on("console", (message) => troubles.push(`says ${message.text()}`));
    page.on("pageerror", (error) => troubles.push(error.message));
    page.on("request", (request) => {
      if (!/^(blob|data):/.test(request.url()) && !request.url().startsWith(origin)) troubles.push(`asks for ${request.url()}`);
    });
    test.setTimeout(900_000); // formulas and tables are thousands of elements, each of which is looked at
    await page.goto(`${origin}/${address}`);
    for (const width of [1280, 390])
      for (const [scheme, name] of [["light", "default"], ["dark", "slate"]] as const) {
        await page.setViewportSize({ width, height: 844 });
        await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
        await expect(page.locator("body")).toHaveAttribute("data-md-color-scheme", name);
        for (const fault of await faults(page)) troubles.push(`${scheme}, ${width}: ${fault}`);
        for (const box of await tooWide(page)) troubles.push(`${scheme}, ${width}: ${box} is too wide`);
      }
    expect(troubles).toEqual([]);
  });

test("search finds, by the keyboard", async ({ page }) => {
  await page.goto(`${origin}/`);
  await page.keyboard.press("/");
  await page.keyboard.type("Krippendorff");
  await expect(page.locator(".md-search-result__item").first()).toContainText("Krippendorff");
  expect(await faults(page)).toEqual([]);
});

test("what breaks a rule is seen", async ({ page }) => {
  await page.goto(`${origin}/`);
  await page.evaluate(() => {
    const [grey, wide] = [document.createElement("p"), document.createElement("p")];
    grey.textContent = "hard to read";
    grey.style.cssText = "color: #ccc; background: #fff";
    wide.textContent = "too wide";
    wide.style.cssText = "width: 4000px";
    document.querySelector("article")!.append(grey, wide);
  });
  expect((await faults(page)).filter((fault) => fault.startsWith("color-contrast"))).toHaveLength(1);
  expect(await tooWide(page)).not.toEqual([]);
});
