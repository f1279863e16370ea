// Links from one place of the report to another. In a frame that shows it from memory browsers take them for links to the
// page around it, or refuse them.
export function followLinksInFrames(): void {
  if (self === top) return;
  document.addEventListener("click", (event) => {
    const link = (event.target as Element).closest('a[href^="#"]');
    const target = link && document.getElementById(link.getAttribute("href")!.slice(1));
    if (!target) return;
    event.preventDefault();
    target.scrollIntoView();
    target.focus({ preventScroll: true });
  });
}
