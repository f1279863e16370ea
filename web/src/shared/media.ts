// What the screen is like, and whether that changes.
import { useEffect, useState } from "preact/hooks";

function useMedia(query: string): boolean {
  const [matches, setMatches] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const media = matchMedia(query);
    const update = () => setMatches(media.matches);
    update();
    media.addEventListener("change", update);
    return () => media.removeEventListener("change", update);
  }, [query]);
  return matches;
}

/** A phone, or a window as narrow; paper never is: what is printed is made smaller. */
export const useNarrow = () => useMedia("screen and (max-width: 50rem)");

/** Whether the page is being printed. */
export const usePrinting = () => useMedia("print");
