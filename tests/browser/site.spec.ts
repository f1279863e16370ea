// The documentation site as tests/site builds it (build/site), from a server of its own: accessible on a phone and on a
// desktop, by day and by night; nothing is asked of other hosts; the search finds things.
import { existsSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, resolve } from "node:path";
import AxeBuilder from "@axe-core/playwright";
import { type Page, expect, test as base } from "@playwright/test";

const folder = resolve(__dirname, "../../build/site");
const types: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css",
  ".js": "text/javascript",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
};
const pages = ["", "concepts/"];

const test = base.extend<object, { origin: string }>({
  origin: [
    async ({}, use) => {
      const server: Server = createServer((request, response) => {
        const path = decodeURIComponent(new URL(request.url!, "http://site").pathname);
        const file = join(folder, path.endsWith("/") ? `${path}index.html` : path);
        if (!file.startsWith(folder) || !existsSync(file)) {
          response.writeHead(404).end();
          return;
        }
        response.writeHead(200, { "Content-Type": types[extname(file)] ?? "text/plain" }).end(readFileSync(file));
      });
      await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
      await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
      server.close();
    },
    { scope: "worker" },
  ],
});

// What the page asks for elsewhere, and what it asks for and is not there.
function watch(page: Page, origin: string): string[] {
  const wrong: string[] = [];
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(`${origin}/`) && !/^(data|blob):/.test(url)) wrong.push(url);
  });
  page.on("response", (response) => {
    if (response.status() >= 400) wrong.push(`${response.status()} ${response.url()}`);
  });
  page.on("pageerror", (error) => wrong.push(error.message));
  return wrong;
}

// By day on a phone, by night on a desktop.
for (const path of pages) {
  for (const [width, colorScheme] of [
    [390, "light"],
    [1280, "dark"],
  ] as const) {
    test(`/${path} at ${width}, ${colorScheme}`, async ({ browser, origin }) => {
      const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
      const page = await context.newPage();
      const wrong = watch(page, origin);
      await page.goto(`${origin}/${path}`);
      await page.waitForLoadState("networkidle");
      const { violations, passes } = await new AxeBuilder({ page }).analyze();
      expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html.slice(0, 200)).slice(0, 5)])).toEqual([]);
      expect(passes.length).toBeGreaterThan(10);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      expect(wrong).toEqual([]);
      await context.close();
    });
  }
}

test("the search finds an option without asking other hosts", async ({ page, origin }) => {
  const wrong = watch(page, origin);
  await page.goto(origin);
  await page.getByRole("textbox", { name: "Search" }).fill("half-life");
  await page.locator(".md-search-result__link", { hasText: "half-life" }).first().click();
  await expect(page).toHaveURL(/h=half/);
  expect(wrong).toEqual([]);
});

test("the colours can be changed", async ({ page, origin }) => {
  await page.goto(origin);
  const scheme = () => page.locator("body").getAttribute("data-md-color-scheme");
  const seen = new Set([await scheme()]);
  for (let clicks = 0; clicks < 3; clicks++) {
    await page.locator("label[for^=__palette]:visible").click();
    seen.add(await scheme());
  }
  expect([...seen].sort()).toEqual(["default", "slate"]);
});

test("formulas are set in two dimensions", async ({ page, origin }) => {
  await page.goto(`${origin}/math/`);
  const sum = page.locator("munder").first();
  const [sign, range] = [await sum.locator("> :nth-child(1)").boundingBox(), await sum.locator("> :nth-child(2)").boundingBox()];
  expect(range!.y).toBeGreaterThan(sign!.y + sign!.height / 3);
});
