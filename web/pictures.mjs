// The pictures of pages, for scripts/picture: pictures.mjs ORIGIN SECRET FOLDER, in web/ for Playwright. In FOLDER are the reports
// that are shown, and there the pictures go.
import { chromium } from "@playwright/test";

const [origin, secret, folder] = process.argv.slice(2);
const api = async (path, body) => {
  const response = await fetch(origin + path, {
    method: "POST",
    headers: { Authorization: `Bearer ${secret}`, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json();
};
const { id } = await api("/api/projects", { name: "Team names", question: "Which name would you rather shout?" });
const names = ["The Night Herons", "Tidewater Foxes", "Granite Choir", "Six of Lanterns"];
await api(`/api/projects/${id}/items`, { items: names.map((name) => ({ name })) });
const [voter] = await api(`/api/projects/${id}/voters`, { names: ["Ann"] });

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});
const picture = async (name, address, width, height, deviceScaleFactor) => {
  const page = await browser.newPage({ viewport: { width, height }, deviceScaleFactor });
  await page.goto(address);
  await page.waitForTimeout(1000);
  await page.screenshot({ path: `${folder}/${name}.png` });
};
await picture("report", `file://${folder}/report.html`, 1000, 1640, 1);
await picture("report-phone", `file://${folder}/report.html`, 390, 780, 2);
for (const [name, report, section] of [
  ["annotators", "report", "annotators"],
  ["boards", "battles", "boards"],
  ["curves", "season", "curves"],
]) {
  const page = await browser.newPage({ viewport: { width: 1000, height: 900 } });
  await page.goto(`file://${folder}/${report}.html`);
  await page.waitForTimeout(1000);
  await page.locator(`section#${section}`).screenshot({ path: `${folder}/${name}.png` });
}
await picture("vote", `${origin}/#vote=${voter.token}`, 800, 520, 1);
await browser.close();
