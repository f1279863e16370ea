// The theme puts each button that copies code into a landmark without a name; a button needs none. The search is a dialog, which
// needs one. Tables that are wider than the page scroll, by the keyboard too.
const mend = () => {
  document.querySelector(".md-search")?.setAttribute("aria-label", "Search");
  document.querySelectorAll("nav.md-code__nav").forEach((nav) => nav.setAttribute("role", "none"));
  document.querySelectorAll(".md-typeset__scrollwrap").forEach((wrap) => {
    if (wrap.scrollWidth > wrap.clientWidth) wrap.tabIndex = 0;
    else wrap.removeAttribute("tabindex");
  });
};
new MutationObserver(mend).observe(document.body, { childList: true, subtree: true });
window.addEventListener("resize", mend);
mend();
