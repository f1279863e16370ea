// The theme puts each button that copies code into a landmark without a name; a button needs none.
const quiet = () => document.querySelectorAll("nav.md-code__nav").forEach((nav) => nav.setAttribute("role", "none"));
new MutationObserver(quiet).observe(document.body, { childList: true, subtree: true });
quiet();
