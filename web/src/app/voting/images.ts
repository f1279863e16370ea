// Pictures are loaded before a choice between them is shown, and those of the next pairs while this one is looked at.
import { type Signal, signal } from "@preact/signals";
import type { Pair } from "../api";

export type ImageState = "loading" | "loaded" | "failed";

interface Loading {
  state: Signal<ImageState>;
  image: HTMLImageElement; // held, so that the browser keeps what it has loaded
}

const MOST_HELD = 64;
const known = new Map<string, Loading>(); // the one needed last at the end

function load(url: string, state: Signal<ImageState>): void {
  const image = new Image();
  image.referrerPolicy = "no-referrer";
  image.onload = () => (state.value = "loaded");
  image.onerror = () => (state.value = "failed");
  image.src = url;
  known.set(url, { state, image });
}

export function imageState(url: string): Signal<ImageState> {
  const loading = known.get(url);
  if (!loading) {
    load(url, signal<ImageState>("loading"));
    for (const old of known.keys()) if (known.size > MOST_HELD) known.delete(old);
    return known.get(url)!.state;
  }
  known.delete(url);
  known.set(url, loading);
  return loading.state;
}

export function loadAgain(url: string): void {
  const state = imageState(url);
  state.value = "loading";
  load(url, state);
}

function pictures(pair: Pair): string[] {
  return [pair.left, pair.right].filter((thing) => thing.kind === "image").map((thing) => thing.content);
}

export function preload(pairs: Pair[]): void {
  for (const pair of pairs) for (const url of pictures(pair)) imageState(url);
}

// What failed while it was not needed yet is worth another try when it is.
export function retryFailed(pair: Pair): void {
  for (const url of pictures(pair)) if (imageState(url).peek() === "failed") loadAgain(url);
}

// Of both things together; text is always there.
export function pairState(pair: Pair): ImageState {
  const found = pictures(pair).map((url) => imageState(url).value);
  if (found.includes("loading")) return "loading";
  return found.includes("failed") ? "failed" : "loaded";
}
