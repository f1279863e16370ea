// Markdown of items that nobody thought of, put together by chance of what is dangerous and what is plain, and shown as the
// pages show it (web/src/app/markdown.ts): nothing in it runs, loads a script, submits or takes over the page.
import { execFileSync } from "node:child_process";
import { expect, test } from "@playwright/test";

const TEXTS = Number(process.env.PDRANK_TEXTS ?? 3000);

// The module alone as a script, made by Vite in a process of its own, which finds it in web/.
const BUNDLE = `
  import { build } from "vite";
  const lib = { entry: "app/markdown.ts", formats: ["iife"], name: "page" };
  const [{ output }] = await build({ configFile: false, logLevel: "error", root: "src", build: { write: false, lib } });
  process.stdout.write(output[0].code);
`;
const bundle = () => execFileSync(process.execPath, ["--input-type=module", "--eval", BUNDLE], { encoding: "utf8" });

// What is wrong with the HTML of texts from this seed on. It runs in the page, and so uses nothing from outside.
function check([seed, count]: [number, number]): string[] {
  const { markdownToHtml } = (window as unknown as { page: { markdownToHtml: (text: string) => string } }).page;
  let state = seed;
  const below = (most: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
  const pick = <T>(list: readonly T[]): T => list[below(list.length)]!;
  const tags = ["script", "img", "svg", "math", "iframe", "a", "form", "input", "style", "link", "base", "meta", "object", "embed",
    "template", "noscript", "textarea", "title", "select", "video", "details", "table", "td", "mtext", "mglyph", "annotation-xml",
    "foreignObject", "animate", "set", "use", "button", "body", "html", "p", "b", "xmp", "plaintext", "slot", "custom-x"]; // prettier-ignore
  const names = ["onerror", "onload", "onclick", "onfocus", "ontoggle", "onbegin", "ONMOUSEOVER", "style", "src", "href", "srcset",
    "xlink:href", "action", "formaction", "srcdoc", "id", "name", "is", "data-x", "target", "alt", "title", "autofocus"]; // prettier-ignore
  const values = ["ran()", "javascript:ran()", "JaVaScRiPt:ran()", "java\tscript:ran()", "&#106;avascript:ran()", "data:text/html,<script>ran()</script>",
    "data:image/svg+xml,<svg onload=ran()>", "vbscript:ran()", "x", "//example.invalid/x", "https://example.invalid/", "/files/1/1/a", "#a",
    "body", "createElement", "</title><img src=x onerror=ran()>", "expression(ran())", "\u0000", "attributes", "</noscript><script>ran()</script>"]; // prettier-ignore
  const plain = ["words", "**bold**", "*em*", "`code`", "\n", "\n\n", "- ", "1. ", "> ", "# ", "|a|b|\n|-|-|\n|", "```\n", "~~no~~", " ", "\t",
    "&lt;script&gt;", "&#x3c;", "<", ">", '"', "'", "\\", "](", "[", "![", "]", "(", ")", "<!--", "-->", "<![CDATA[", "]]>", "<?", "é\u202e", "\ud800"]; // prettier-ignore
  const quote = () => pick(['"', "'", "", "`"]);
  const attribute = () => {
    const mark = quote();
    return pick([" ", "/", "\n", "\f"]) + pick(names) + pick(["=", " = ", ""]) + mark + pick(values) + mark;
  };
  const part = (): string => {
    switch (below(8)) {
      case 0:
        return `<${pick(tags)}${attribute()}${below(2) ? attribute() : ""}${pick([">", "/>", "", " >"])}`;
      case 1:
        return `</${pick(tags)}>`;
      case 2:
        return `[${pick(plain)}](${pick(values)}${below(3) ? "" : ' "onclick=ran()"'})`;
      case 3:
        return `![${pick(values)}](${pick(values)})`;
      case 4:
        return `<${pick(values)}>`;
      case 5:
        return `[a]: ${pick(values)}\n[a]`;
      default:
        return pick(plain);
    }
  };
  const allowed = /^(https?:|mailto:|data:image\/(png|jpeg|gif|webp);|\/files\/|#)/i;
  const forbidden = /^(script|style|iframe|object|embed|form|input|button|select|textarea|link|meta|base|svg|math|template|slot|video|audio|.*-.*)$/i;
  const wrong: string[] = [];
  const place = document.body.appendChild(document.createElement("div"));
  for (let number = 0; number < count; ++number) {
    let text = "";
    for (let parts = 1 + below(12); parts > 0; --parts) text += part();
    const html = markdownToHtml(text);
    const say = (what: string) => wrong.push(`${what}\n${JSON.stringify(text)}\n${html}`);
    place.innerHTML = html;
    for (const element of place.querySelectorAll("*")) {
      if (forbidden.test(element.tagName)) say(`there is a ${element.tagName}`);
      for (const { name, value } of element.attributes) {
        if (/^(on|style$|srcdoc|srcset|id$|name$|data-|form|action)/i.test(name)) say(`there is ${name}`);
        if (name === "is" && value !== "") say(`it is ${value}`); // once there it can only be emptied
        if ((name === "href" || name === "src") && !allowed.test(value)) say(`${name} is ${value}`);
        if (name === "target" && value !== "_blank") say(`target is ${value}`);
      }
      if (element.tagName === "A" && element.hasAttribute("href") && !/noopener/.test(element.getAttribute("rel") ?? ""))
        say("a link tells where it came from");
    }
    if (place.parentNode !== document.body) say("it leaves its place");
  }
  return wrong;
}

test("nothing in Markdown runs", async ({ page }) => {
  let ran = 0;
  await page.exposeFunction("ran", () => ++ran);
  await page.route(/example\.invalid|\/files\//, (route) => route.abort());
  await page.goto("about:blank");
  await page.addScriptTag({ content: bundle() });
  const seed = Number(process.env.PDRANK_SEED ?? 1);
  expect((await page.evaluate(check, [seed, TEXTS] as [number, number])).slice(0, 3)).toEqual([]);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
  expect(ran).toBe(0);
});

test("the check finds what is dangerous", async ({ page }) => {
  await page.goto("about:blank");
  await page.evaluate(() => {
    (window as unknown as { page: object }).page = { markdownToHtml: (text: string) => text };
    (window as unknown as { ran: () => void }).ran = () => {};
  });
  expect((await page.evaluate(check, [1, 200] as [number, number])).length).toBeGreaterThan(50);
});
