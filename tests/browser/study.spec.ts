// Whole studies, as those who take part see them: in two languages, on a phone both ways round, by keyboard, with the
// network gone in the middle; and the admin who sets one up.
import AxeBuilder from "@axe-core/playwright";
import { type BrowserContextOptions, expect, type Page } from "@playwright/test";
import { type Server, test } from "./server";

const CODE = "C0MPLETE";
const STUDY = {
  instructions: "Look at **both** trees.\n\n- Take your time.\n- There are no trick questions.",
  consent: "Your answers are kept without your name. You may stop at any time.",
  thanks: "That was *all*.",
  completion_link: "https://example.org/done?cc={code}&pid={PROLIFIC_PID}",
  completion_code: CODE,
  quota: 8,
  more_questions: ["Which one is taller?"],
  gold: [{ winner: "Oak", loser: "Twig" }],
  gold_every: 4,
};
const TREES = ["Ash", "Birch", "Cedar", "Fir", "Oak", "Twig"];

// A study with an open link.
async function prepare(server: Server, study: Partial<typeof STUDY> = STUDY): Promise<{ id: number; link: string }> {
  const { id, items } = await server.project("Trees", TREES, []);
  const twig = items.find((item) => item.name === "Twig")!;
  await server.call("PATCH", `/api/projects/${id}/items/${twig.id}`, { disabled: true });
  const { join_token } = await server.call<{ join_token: string }>("PATCH", `/api/projects/${id}`, {
    open_link: true,
    study,
  });
  return { id, link: `${server.origin}/?PROLIFIC_PID=5f%20e&STUDY_ID=s1#join=${join_token}` };
}

interface Words {
  agree: string;
  start: string;
  reminder: RegExp;
  instructions: string;
  back: string;
  saved: string;
  unsaved: RegExp;
  progress(count: number): string;
  thanks: string;
  finish: string;
  left: RegExp;
}
const WORDS: Record<string, Words> = {
  en: {
    agree: "I have read this and agree.",
    start: "Start",
    reminder: /tick the box/,
    instructions: "Instructions",
    back: "Back to the question",
    saved: "Saved",
    unsaved: /answers? not yet saved/,
    progress: (count) => `${count} of 8`,
    thanks: "Thank you",
    finish: "Finish",
    left: /^This one, left/,
  },
  de: {
    agree: "Ich habe das gelesen und bin einverstanden.",
    start: "Beginnen",
    reminder: /Kästchen/,
    instructions: "Anleitung",
    back: "Zurück zur Frage",
    saved: "Gesichert",
    unsaved: /Antwort(en)? noch nicht gesichert/,
    progress: (count) => `${count} von 8`,
    thanks: "Vielen Dank",
    finish: "Abschließen",
    left: /^Dieses, links/,
  },
  fr: {
    agree: "J’ai lu ce texte et je suis d’accord.",
    start: "Commencer",
    reminder: /Cochez/,
    instructions: "Consignes",
    back: "Revenir à la question",
    saved: "Enregistré",
    unsaved: /réponses? pas encore enregistrées?/,
    progress: (count) => `${count} sur 8`,
    thanks: "Merci",
    finish: "Terminer",
    left: /^Celui-ci, à gauche/,
  },
};

async function checkAccess(page: Page): Promise<void> {
  await page.evaluate(() => Promise.all(document.getAnimations().map((one) => one.finished.catch(() => {}))));
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
}

// Nothing to press is outside the window, and nothing scrolls.
async function fitsTheWindow(page: Page): Promise<void> {
  const { width, height } = page.viewportSize()!;
  for (const button of await page.locator(".choose, .controls .button").all()) {
    const box = (await button.boundingBox())!;
    expect(box.y).toBeGreaterThanOrEqual(0);
    expect(box.y + box.height).toBeLessThanOrEqual(height);
    expect(box.x + box.width).toBeLessThanOrEqual(width);
    expect(box.height).toBeGreaterThanOrEqual(40);
  }
  expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBeLessThanOrEqual(0);
}

type Way = "keyboard" | "touch";

async function press(page: Page, way: Way, name: string): Promise<void> {
  const button = page.getByRole("button", { name, exact: true });
  if (way === "touch") return button.tap();
  await button.focus();
  await page.keyboard.press("Enter");
}

// From the link to the thanks. What was asked, in its order.
async function takePart(page: Page, link: string, words: Words, way: Way, look: (name: string) => Promise<void>) {
  await page.goto(link);
  await expect(page.getByText("Look at both trees.")).toBeVisible();
  await checkAccess(page);
  await look("welcome");
  await press(page, way, words.start);
  await expect(page.getByRole("alert").filter({ hasText: words.reminder })).toBeVisible();
  const box = page.getByRole("checkbox", { name: words.agree });
  if (way === "touch") await box.tap();
  else await box.press("Space");
  await expect(box).toBeChecked();
  await press(page, way, words.start);
  const left = page.getByRole("button", { name: words.left });
  const asked: string[] = [];
  for (let count = 0; count < 8; ++count) {
    await expect(left).toBeEnabled();
    await expect(page.locator(".answers")).toHaveText(words.progress(count));
    asked.push((await page.getByRole("heading", { level: 1 }).textContent())!);
    if (count === 1) {
      await fitsTheWindow(page);
      await checkAccess(page);
      await look("pair");
      await press(page, way, words.instructions);
      await expect(page.getByText("Look at both trees.")).toBeVisible();
      await press(page, way, words.back);
      await expect(left).toBeEnabled();
    }
    if (count === 3) {
      await expect(page.getByText(words.saved, { exact: true })).toBeVisible(); // with it came pairs for a while
      await page.context().setOffline(true);
    }
    if (count === 5) {
      await expect(page.getByText(words.unsaved)).toBeVisible();
      await look("offline");
      await page.context().setOffline(false);
      await expect(page.getByText(words.saved, { exact: true })).toBeVisible();
    }
    const names = await page.locator(".thing-content").allTextContents();
    const side = names[0]! < names[1]! ? "left" : "right"; // an honest voter, who knows the gold pair
    if (way === "touch") await page.locator(`.thing[data-side=${side}] .choose`).tap();
    else await page.keyboard.press(side === "left" ? "ArrowLeft" : "ArrowRight");
  }
  await expect(page.getByRole("heading", { name: words.thanks })).toBeVisible();
  await expect(page.getByText("That was all.")).toBeVisible();
  await expect(page.locator(".code")).toHaveText(CODE);
  await expect(page.getByRole("link", { name: words.finish })).toHaveAttribute(
    "href",
    `https://example.org/done?cc=${CODE}&pid=5f%20e`,
  );
  await checkAccess(page);
  await look("thanks");
  return asked;
}

const PHONE = { hasTouch: true, isMobile: true };
const PEOPLE: [string, string, Way, BrowserContextOptions][] = [
  ["a German phone, upright", "de", "touch", { ...PHONE, locale: "de-AT", viewport: { width: 390, height: 844 } }],
  ["a German phone on its side", "de", "touch", { ...PHONE, locale: "de-DE", viewport: { width: 740, height: 360 } }],
  ["a French phone on its side", "fr", "touch", { ...PHONE, locale: "fr-CA", viewport: { width: 667, height: 375 } }],
  ["a keyboard, in English", "en", "keyboard", { locale: "en-GB", viewport: { width: 1280, height: 800 } }],
  ["a language without a file", "en", "keyboard", { locale: "fi-FI", colorScheme: "dark" }],
];

for (const [who, language, way, options] of PEOPLE) {
  test(`a whole study by ${who}`, async ({ server, browser }) => {
    const { id, link } = await prepare(server);
    const context = await browser.newContext(options);
    const page = await context.newPage();
    const look = async (name: string) => {
      if (process.env.PICTURES)
        await page.screenshot({ path: `${process.env.PICTURES}/${who.replace(/\W+/g, "_")}_${name}.png` });
    };
    const asked = await takePart(page, link, WORDS[language]!, way, look);
    expect(await page.evaluate(() => document.documentElement.lang)).toBe(language);
    expect(new Set(asked)).toEqual(new Set(["Which one is better?", "Which one is taller?"]));
    const votes = await server.export(id, "votes");
    expect(votes.map((vote) => vote.question)).toEqual(asked);
    expect(votes.filter((vote) => vote.gold)).toHaveLength(1);
    const [voter] = await server.export(id, "voters");
    expect(voter).toMatchObject({ votes: 8, PROLIFIC_PID: "5f e", STUDY_ID: "s1", gold_low: false });
    expect(Number(voter!.median_ms)).toBeGreaterThan(0);
    expect(Number(voter!.consented_ms)).toBeGreaterThan(0);
    await context.close();
    // Whoever is sent again, even on another device, is the same and is done.
    const again = await (await browser.newContext(options)).newPage();
    await again.goto(link);
    await expect(again.locator(".code")).toHaveText(CODE);
    expect(await server.export(id, "voters")).toHaveLength(1);
  });
}

test("with forced colours a study can be read and taken", async ({ server, page }) => {
  const { link } = await prepare(server);
  await page.emulateMedia({ forcedColors: "active" });
  const look = async (name: string) => {
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/forced_${name}.png` });
  };
  await takePart(page, link, WORDS.en!, "keyboard", look);
});

test("the language can be switched, and stays", async ({ server, page }) => {
  const { voters } = await server.project("Trees", TREES, ["Ann"]);
  await page.goto(server.vote(voters[0]!));
  await page.getByRole("combobox", { name: "Language" }).selectOption("es");
  await expect(page.getByRole("button", { name: "Empate" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("button", { name: "Omitir" })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.lang)).toBe("es");
  await expect(page.getByRole("combobox", { name: "Idioma" })).toHaveValue("es");
  await checkAccess(page);
});

test("a goal is told, and may be passed", async ({ server, page }) => {
  const { id, voters } = await server.project("Trees", TREES, ["Ann"]);
  await server.call("PATCH", `/api/projects/${id}`, { study: { goal: 2 } });
  await page.goto(server.vote(voters[0]!));
  for (const text of ["0 of about 2", "1 of about 2", "2 of about 2", "3 answers"]) {
    await expect(page.locator(".answers")).toHaveText(text);
    await expect(page.getByRole("button", { name: /^This one, left/ })).toBeEnabled();
    await page.keyboard.press("ArrowLeft");
  }
});

test("an admin sets up a study, and sees how it goes", async ({ server, page }) => {
  const { id, voters } = await server.project("Trees", TREES, ["Ann", "Bob"]);
  await page.goto(server.admin());
  await page.goto(`${server.origin}/#project=${id}/settings`);
  const form = page.locator("details.study");
  await expect(form.getByLabel("Instructions")).toBeHidden();
  await form.getByRole("heading", { name: "Run it as a study" }).click();
  await form.getByLabel("Instructions").fill("Look.");
  await form.getByLabel("Answers of a voter, at most").fill("6");
  await form.getByLabel("More questions").fill("Which one is taller?");
  await form.getByLabel("Pairs whose answer you know").fill("Oak > Twigs");
  await form.getByLabel("One of how many pairs is a gold one").fill("2");
  await form.getByRole("button", { name: "Save the study" }).click();
  await expect(form.getByRole("alert")).toContainText("'Twigs' is none");
  await form.getByLabel("Pairs whose answer you know").fill("Oak > Twig");
  await form.getByRole("button", { name: "Save the study" }).click();
  await expect(form.getByText("Saved.")).toBeVisible();
  await checkAccess(page);
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/admin_study.png`, fullPage: true });

  // Bob always takes the tie, also where the answer is known.
  for (const voter of voters) {
    await server.call("POST", "/api/consent", undefined, voter.token);
    for (let n = 0; n < 6; ++n) {
      const { pair } = await server.call<{ pair: { ticket: string; left: { content: string }; right: { content: string } } }>(
        "GET",
        "/api/ballot",
        undefined,
        voter.token,
      );
      const honest = pair.left.content < pair.right.content ? "left" : "right";
      const vote = { key: `k${n}`, ticket: pair.ticket, answer: voter.name === "Bob" ? "tie" : honest, duration_ms: 2400 };
      await server.call("POST", "/api/votes", vote, voter.token);
    }
  }
  await page.goto(`${server.origin}/#project=${id}/voters`);
  await expect(page.getByText("0 of 1 gold")).toBeVisible();
  await expect(page.getByText("1 of 1 gold")).toBeVisible();
  await expect(page.getByText("2.4 s each")).toHaveCount(2);
  await expect(page.getByText("Fewer than 70 % of the gold pairs were answered correctly by Bob")).toBeVisible();
  await checkAccess(page);
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/admin_voters.png`, fullPage: true });
  await page.goto(`${server.origin}/#project=${id}/ranking`);
  await page.getByRole("combobox", { name: "Question" }).selectOption("Which one is taller?");
  await expect(page.getByRole("table")).toBeVisible();
  await page.goto(`${server.origin}/#project=${id}/items`);
  await page.getByRole("button", { name: "Edit Ash" }).click();
  await page.getByLabel(/Whose work it is/).fill("Ann");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("by Ann")).toBeVisible();
});
