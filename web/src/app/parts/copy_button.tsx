// Copies a link; where the browser does not let it, the link is shown to be copied by hand.
import { useRef, useState } from "preact/hooks";

export function CopyButton({ text, what }: { text: string; what: string }) {
  const [state, setState] = useState<"ready" | "copied" | "by hand">("ready");
  const timer = useRef<ReturnType<typeof setTimeout>>();
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setState("copied");
      clearTimeout(timer.current);
      timer.current = setTimeout(() => setState("ready"), 2_000);
    } catch {
      setState("by hand");
    }
  }
  if (state === "by hand") {
    return (
      <input class="field" readOnly value={text} aria-label={what} onFocus={(event) => event.currentTarget.select()} />
    );
  }
  return (
    <button type="button" class="button small" onClick={copy}>
      <span aria-live="polite">{state === "copied" ? "Copied" : "Copy link"}</span>
      <span class="visually-hidden"> {what}</span>
    </button>
  );
}
