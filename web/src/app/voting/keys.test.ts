import { expect, it } from "vitest";
import { actionOf, type Press } from "./keys";

function press(key: string, more: Partial<Press> = {}): Press {
  return { key, repeat: false, modified: false, typing: false, scrolling: false, ...more };
}

it.each([
  ["ArrowLeft", "left"],
  ["ArrowRight", "right"],
  ["ArrowDown", "tie"],
  ["t", "tie"],
  ["T", "tie"],
  ["ArrowUp", "skip"],
  ["S", "skip"],
  ["u", "undo"],
  ["Backspace", "undo"],
  ["Enter", null],
  [" ", null],
  ["constructor", null],
])("%s means %s", (key, action) => {
  expect(actionOf(press(key))).toBe(action);
});

it("is nothing when held down, with a modifier, or typed into a field", () => {
  expect(actionOf(press("ArrowLeft", { repeat: true }))).toBeNull();
  expect(actionOf(press("ArrowLeft", { modified: true }))).toBeNull();
  expect(actionOf(press("Backspace", { typing: true }))).toBeNull();
});

it("leaves up and down to a box that scrolls, and nothing else", () => {
  expect(actionOf(press("ArrowDown", { scrolling: true }))).toBeNull();
  expect(actionOf(press("ArrowUp", { scrolling: true }))).toBeNull();
  expect(actionOf(press("ArrowLeft", { scrolling: true }))).toBe("left");
  expect(actionOf(press("t", { scrolling: true }))).toBe("tie");
});
