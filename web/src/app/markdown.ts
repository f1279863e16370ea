// Markdown of an item as HTML that is safe to show: what a browser could run, load or submit is taken out.
import DOMPurify from "dompurify";
import { marked } from "marked";

const ALLOWED = {
  ALLOWED_TAGS: (
    "a b blockquote br code dd del details dl dt em figcaption figure h1 h2 h3 h4 h5 h6 hr i img kbd li mark ol p pre " +
    "q s samp small span strong sub summary sup table tbody td tfoot th thead tr u ul var"
  ).split(" "),
  ALLOWED_ATTR: ["href", "src", "alt", "title", "align", "start", "colspan", "rowspan", "lang", "dir"],
  ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|data:image\/(?:png|jpeg|gif|webp);|\/files\/|#)/i,
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
};

// Links leave the page, and tell the other side nothing about it; pictures neither.
DOMPurify.addHook("afterSanitizeAttributes", (node) => {
  if (node.tagName === "A" && node.hasAttribute("href")) {
    node.setAttribute("target", "_blank");
    node.setAttribute("rel", "noopener noreferrer nofollow");
  }
  if (node.tagName === "IMG") {
    // DOMPurify itself would let a picture have any data: address.
    if (!ALLOWED.ALLOWED_URI_REGEXP.test(node.getAttribute("src") ?? "")) node.removeAttribute("src");
    node.setAttribute("referrerpolicy", "no-referrer");
    if (!node.hasAttribute("alt")) node.setAttribute("alt", "");
  }
});

const DEEPEST_QUOTE = 8; // deeper ones leave no room for words
const DEEP = new RegExp(`^((?:[ \\t]*>){${DEEPEST_QUOTE}})(?:[ \\t]*>)+`, "gm");

// What is nested so deeply that it cannot be read as Markdown is shown as it was written.
function parsed(text: string): string {
  try {
    return marked.parse(text.replace(DEEP, "$1"), { async: false, gfm: true, breaks: true });
  } catch {
    return text.replace(/&/g, "&amp;").replace(/</g, "&lt;");
  }
}

export function markdownToHtml(text: string): string {
  return DOMPurify.sanitize(parsed(text), ALLOWED);
}
