// Which key means what on the voting page.
import type { Choice } from "../api";

export type Action = Choice | "undo";

const ACTIONS: Record<string, Action> = {
  arrowleft: "left",
  arrowright: "right",
  arrowdown: "tie",
  t: "tie",
  arrowup: "skip",
  s: "skip",
  u: "undo",
  backspace: "undo",
};

export interface Press {
  key: string;
  repeat: boolean; // held down: one press is one answer
  modified: boolean; // with Ctrl, Alt or Meta: the browser's
  typing: boolean; // into a field
  scrolling: boolean; // in a box with more to show above or below
}

export function actionOf(press: Press): Action | null {
  if (press.repeat || press.modified || press.typing) return null;
  const key = press.key.toLowerCase();
  if (press.scrolling && (key === "arrowup" || key === "arrowdown")) return null;
  return Object.hasOwn(ACTIONS, key) ? ACTIONS[key]! : null;
}

export function pressOf(event: KeyboardEvent): Press {
  const target = event.target instanceof HTMLElement ? event.target : document.body;
  return {
    key: event.key,
    repeat: event.repeat,
    modified: event.ctrlKey || event.altKey || event.metaKey,
    typing: target.isContentEditable || ["INPUT", "TEXTAREA", "SELECT"].includes(target.tagName),
    scrolling: target !== document.body && target.scrollHeight > target.clientHeight + 1 && target.tabIndex === 0,
  };
}
