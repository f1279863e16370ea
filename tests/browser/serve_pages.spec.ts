// Every page of the voting application: what is hostile in names and Markdown stays text, and nobody is kept out by
// colours, labels or the size of a screen.
import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import { landscape } from "./pictures";
import { type Server, test } from "./server";
import { Booth } from "./voting";

const TABS = ["items", "voters", "ranking", "report", "transfer", "settings"];

const HOSTILE = [
  `<script>window.hacked = 1</script>`,
  `"><img src=x onerror="window.hacked = 1">`,
  `<svg onload="window.hacked = 1"></svg>`,
  `<iframe srcdoc="<script>parent.hacked = 1</script>"></iframe>`,
  `[a link](javascript:window.hacked=1) and <a href="javascript:window.hacked=1">another</a>`,
  `![x](javascript:window.hacked=1) <img src="data:image/svg+xml,<svg onload='window.hacked=1'/>">`,
  `<form action="https://example.org"><input name=a><button>Send</button></form><style>body{display:none}</style>`,
  `<math><mtext></table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=window.hacked=1&gt;">`,
  `<p onmouseover="window.hacked=1" style="position:fixed;inset:0">over</p><base href="https://example.org/">`,
];

async function open(page: Page, server: Server, hash: string): Promise<void> {
  await page.goto(server.admin());
  await expect(page.getByRole("heading", { name: "Projects", exact: true })).toBeVisible();
  await page.goto(`${server.origin}/${hash}`);
}

// A project with something of everything.
async function seeded(server: Server): Promise<{ id: number; link: string; token: string }> {
  const { id, voters } = await server.project("Mixed", ["Plain text", "Another text"], ["Ann", "Bob"]);
  const { content } = await server.call<{ content: string }>("POST", `/api/projects/${id}/files`, landscape(5));
  const markdown =
    "# Head\n\n- **bold** [link](https://example.org)\n\n> quote\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n`code`";
  await server.call("POST", `/api/projects/${id}/items`, {
    items: [
      { name: "a picture", kind: "image", content },
      { name: "some Markdown", kind: "markdown", content: markdown },
    ],
  });
  const token = voters[0]!.token;
  type Ballot = { pair: { ticket: string } | null };
  let ballot = await server.call<Ballot>("GET", "/api/ballot", undefined, token);
  for (let answers = 0; answers < 2 && ballot.pair; ++answers) {
    const vote = { key: crypto.randomUUID(), ticket: ballot.pair.ticket, answer: "left" };
    ballot = await server.call<Ballot>("POST", "/api/votes", vote, token);
  }
  await server.call("PATCH", `/api/projects/${id}/items/1`, { disabled: true });
  await server.call("PATCH", `/api/projects/${id}/voters/2`, { excluded: true });
  return { id, link: server.vote(voters[0]!), token };
}

async function expectNoBarriers(page: Page): Promise<void> {
  const found = await new AxeBuilder({ page })
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"])
    .exclude("iframe") // the report has tests of its own
    .analyze();
  expect(found.violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.html).join(" ")}`)).toEqual([]);
}

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
}

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });

    test("no barriers on the voter's pages", async ({ server, page }) => {
      const { id, link } = await seeded(server);
      const booth = new Booth(page, "click");
      await booth.open(link);
      await expectNoBarriers(page);
      await server.call("PATCH", `/api/projects/${id}`, { closed: true });
      await page.reload();
      await expect(page.getByRole("heading", { name: "The vote is closed" })).toBeVisible();
      await expectNoBarriers(page);
      await page.goto("about:blank");
      await page.goto(`${server.origin}/#vote=nothing`);
      await expect(page.getByRole("heading", { name: "This link is not valid" })).toBeVisible();
      await expectNoBarriers(page);
    });

    test("no barriers on the admin's pages", async ({ server, page }) => {
      test.slow();
      const { id } = await seeded(server);
      await page.goto(server.origin);
      await expect(page.getByRole("heading", { name: "pdrank" })).toBeVisible();
      await expectNoBarriers(page);
      await open(page, server, "#projects");
      await expectNoBarriers(page);
      for (const tab of TABS) {
        await page.goto(`${server.origin}/#project=${id}/${tab}`);
        await expect(page.getByRole("navigation", { name: "Project" }).locator("[aria-current=page]")).toBeVisible();
        await page.waitForLoadState("networkidle");
        await expectNoBarriers(page);
      }
      await page.goto(`${server.origin}/#project=${id}/items`);
      await page.getByRole("button", { name: "Edit some Markdown" }).click();
      for (const way of ["Pictures", "Picture links", "Markdown"]) {
        await page.getByRole("button", { name: way, exact: true }).click();
        await expectNoBarriers(page);
      }
    });
  });
}

for (const width of [360, 390, 768, 1280]) {
  test(`fits a screen of ${width} pixels`, async ({ server, page }) => {
    const { id, link } = await seeded(server);
    await page.setViewportSize({ width, height: 800 });
    await new Booth(page, "click").open(link);
    await expectNoSidewaysScroll(page);
    await expect(page.getByRole("button", { name: "Skip" })).toBeInViewport();
    await open(page, server, "#projects");
    for (const tab of TABS) {
      await page.goto(`${server.origin}/#project=${id}/${tab}`);
      await page.waitForLoadState("networkidle");
      await expectNoSidewaysScroll(page);
    }
  });
}

test("what is hostile in names and Markdown does nothing", async ({ server, page }) => {
  const dialogs: string[] = [];
  page.on("dialog", (dialog) => (dialogs.push(dialog.message()), dialog.dismiss()));
  const items = HOSTILE.flatMap((text, place) => [
    { name: `${place} ${text}`, kind: "text", content: text },
    { name: `markdown ${place} ${text}`, kind: "markdown", content: text },
  ]);
  const { id, voters } = await server.project(
    HOSTILE[1]!,
    items,
    HOSTILE.map((text) => text),
  );
  await server.call("PATCH", `/api/projects/${id}`, { question: HOSTILE[0] });
  const hacked = () => page.evaluate(() => (window as { hacked?: number }).hacked);
  const scripts = "script, iframe:not(.report), form[action], style, base, svg:not([role='img']), math, a[href^='javascript']";
  const handlers = "[onerror], [onload], [onmouseover], [style*=fixed]";
  const harmless = async () => {
    expect(await hacked()).toBeUndefined();
    const found = page.locator("#page").locator(`${scripts}, ${handlers}`);
    expect(await found.evaluateAll((elements) => elements.map((element) => element.outerHTML.slice(0, 200)))).toEqual([]);
  };
  const booth = new Booth(page, "keyboard");
  await booth.open(server.vote(voters[0]!));
  for (let answers = 0; answers < 25; ++answers) {
    await booth.ready();
    await harmless();
    await booth.give(answers % 2 ? "left" : "skip");
    await page.waitForTimeout(20);
  }
  await open(page, server, "#projects");
  await expect(page.getByRole("link", { name: HOSTILE[1]! })).toBeVisible();
  for (const tab of TABS) {
    await page.goto(`${server.origin}/#project=${id}/${tab}`);
    await page.waitForLoadState("networkidle");
    await harmless();
  }
  await page.goto(`${server.origin}/#project=${id}/items`);
  await page.getByRole("button", { name: "Markdown", exact: true }).click();
  for (const text of HOSTILE) {
    await page.getByLabel("Markdown", { exact: true }).fill(text);
    await harmless();
  }
  expect(dialogs).toEqual([]);
});

test("Markdown keeps what is meant: its links open elsewhere, without a way back", async ({ server, page }) => {
  const { id } = await server.project("Words", [], []);
  await open(page, server, `#project=${id}/items`);
  await page.getByRole("button", { name: "Markdown", exact: true }).click();
  await page
    .getByLabel("Markdown", { exact: true })
    .fill("**bold** [there](https://example.org/) [mail](mailto:a@b.c)\n\n1. one\n2. two");
  const preview = page.getByRole("region", { name: "Preview" });
  await expect(preview.locator("strong")).toHaveText("bold");
  await expect(preview.locator("li")).toHaveCount(2);
  const link = preview.getByRole("link", { name: "there" });
  await expect(link).toHaveAttribute("href", "https://example.org/");
  await expect(link).toHaveAttribute("target", "_blank");
  await expect(link).toHaveAttribute("rel", /noopener/);
  await page.getByLabel(/^Name/).fill("words");
  await page.getByRole("button", { name: "Add this item" }).click();
  await expect(page.locator(".item-name")).toHaveText("words");
});

test("the admin removes an item, a voter, an import and the project", async ({ server, page }) => {
  const { id } = await server.project("Trees", ["Ash", "Birch", "Cedar"], ["Ann", "Bob"]);
  const remove = async (name: string) => {
    await page.getByRole("button", { name: `Remove ${name}` }).click();
    await page.getByRole("group", { name: `Remove ${name}` }).getByRole("button", { name: "Remove for good" }).click();
  };
  await open(page, server, `#project=${id}/items`);
  await page.getByRole("button", { name: "Remove Birch" }).click();
  await page.getByRole("button", { name: "Keep" }).click();
  await expect(page.locator(".item-name")).toHaveText(["Ash", "Birch", "Cedar"]);
  await remove("Birch");
  await expect(page.locator(".item-name")).toHaveText(["Ash", "Cedar"]);
  await page.goto(`${server.origin}/#project=${id}/voters`);
  await remove("Ann");
  await expect(page.getByText("2 items, 1 voter, 0 votes")).toBeVisible();
  await page.goto(`${server.origin}/#project=${id}/transfer`);
  const file = { name: "votes.csv", mimeType: "text/csv", buffer: Buffer.from("winner,loser\nAsh,Cedar\n") };
  await page.getByLabel("File").setInputFiles(file);
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await expect(page.getByText("1 answer read")).toBeVisible();
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await expect(page.getByRole("alert").filter({ hasText: "imported before" })).toBeVisible();
  await remove("the import of 1 answer");
  await expect(page.getByText("0 votes")).toBeVisible();
  await page.goto(`${server.origin}/#project=${id}/settings`);
  await remove("Trees");
  await expect(page.getByText("There is no project yet.")).toBeVisible();
});

test("quotes in quotes in quotes leave room for words, and a page", async ({ server, page }) => {
  const items = [50, 5_000].map((depth) => ({
    name: `${depth} deep`,
    kind: "markdown",
    content: `${"> ".repeat(depth)}words`,
  }));
  items.push({ name: "lists", kind: "markdown", content: `${"- ".repeat(20_000)}words` });
  const { voters } = await server.project("Deep", items, ["Ann"]);
  const booth = new Booth(page, "click");
  await booth.open(server.vote(voters[0]!));
  for (let answers = 1; answers <= 3; ++answers) {
    await booth.ready();
    for (const content of await page.locator(".thing-content").all()) {
      await expect(content).toContainText("words");
      expect(await content.locator("blockquote").count()).toBeLessThanOrEqual(8);
    }
    await booth.give("left");
    await booth.counted(answers);
  }
});

test("the report runs, in a frame that cannot reach the admin's secret", async ({ server, page }) => {
  const { id } = await server.project("Mixed", [], []);
  const rows = "winner,loser,annotator\nA,B,Ann\nB,C,Ann\nA,C,Bob\n";
  await server.call("POST", `/api/projects/${id}/import?format=csv`, new TextEncoder().encode(rows));
  const reportStatus = async () => (await server.fetch(server.secret, "GET", `/api/projects/${id}/report`)).status;
  await expect.poll(reportStatus, { timeout: 90_000 }).toBe(200);
  await open(page, server, `#project=${id}/report`);
  const report = page.frameLocator("iframe.report");
  await expect(report.getByRole("heading", { level: 1 })).toHaveText(/\w/);
  await report.getByRole("link", { name: "Get it again" }).click();
  await expect(report.getByRole("heading", { name: "Get it again" })).toBeInViewport();
  const frame = page.frames().find((one) => one !== page.mainFrame())!;
  expect(await frame.evaluate(() => window.origin)).toBe("null");
  expect(await frame.evaluate(() => parent.sessionStorage.length).catch((error: Error) => error.message)).toContain(
    "Blocked a frame",
  );
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save as a file" }).click();
  expect((await saving).suggestedFilename()).toBe("mixed-report.html");
});

test("the admin edits, disables, imports and is told what is wrong", async ({ server, page }) => {
  const { id } = await server.project("Trees", ["Ash", "Birch"], []);
  await open(page, server, `#project=${id}/items`);
  await page.getByRole("button", { name: "Edit Ash" }).click();
  const form = page.getByRole("form", { name: "Edit Ash" });
  await form.getByLabel("Name", { exact: true }).fill("Birch");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByRole("alert")).toContainText("another item named 'Birch'");
  await form.getByLabel("Name", { exact: true }).fill("Alder");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(page.locator(".item-name")).toHaveText(["Alder", "Birch"]);
  await page.getByRole("button", { name: "Disable Birch" }).click();
  await expect(page.getByRole("button", { name: "Enable Birch" })).toBeVisible();
  await page.getByLabel("One item per line").fill("Cedar\nAlder");
  await page.getByRole("button", { name: "Add 2 items" }).click();
  await expect(page.getByRole("region", { name: "Add items" }).getByRole("alert")).toContainText("Alder");
  await expect(page.locator(".item-name")).toHaveCount(2);
  await page.goto(`${server.origin}/#project=${id}/transfer`);
  const file = (text: string) => ({ name: "votes.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
  await page.getByLabel("File").setInputFiles(file("winner,loser,annotator\nAlder,Alder,Ann\n"));
  await page.getByRole("button", { name: "Import" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "line 2" })).toBeVisible();
  await page.getByLabel("File").setInputFiles(file("winner,loser,annotator\nAlder,Cedar,Ann\nCedar,Fir,Bob\n"));
  await page.getByRole("button", { name: "Import" }).click();
  await expect(page.getByText("2 answers read; 2 new items, 2 new voters.")).toBeVisible();
  await expect(page.getByText("4 items, 2 voters, 2 votes")).toBeVisible();
});
