// The program pdrank as WebAssembly, run in a worker of its own each time.
import address from "../../../build/cross/wasi/bin/pdrank.wasm?url";
import type { Ended as Run } from "./wasi";
import Program from "./worker?worker&inline";

export interface Task {
  module: WebAssembly.Module;
  words: string[];
  files: Map<string, Blob>;
}

export interface Ended extends Run {
  stdout: string;
  stderr: string;
}

export type Answer = { progress: string } | { ended: Ended } | { failed: string };

/** What a static host calls the file does not matter. */
async function load(): Promise<WebAssembly.Module> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`The program did not load (${response.status}).`);
  const headers = { "Content-Type": "application/wasm" };
  return WebAssembly.compileStreaming(new Response(response.body, { headers }));
}

const module = load();

/** Waits until the program has been loaded. */
export const loaded = module.then(() => undefined);

/** Runs `pdrank` with these words on these files. Aborting ends it at once. */
export async function pdrank(
  words: string[],
  files: Map<string, Blob> = new Map(),
  onProgress: (line: string) => void = () => undefined,
  signal?: AbortSignal,
): Promise<Ended> {
  const program = await module;
  signal?.throwIfAborted();
  const worker = new Program();
  try {
    return await new Promise<Ended>((done, fail) => {
      signal?.addEventListener("abort", () => fail(signal.reason));
      worker.onerror = (event: ErrorEvent) => fail(new Error(event.message));
      worker.onmessage = ({ data }: MessageEvent<Answer>) => {
        if ("progress" in data) onProgress(data.progress);
        else if ("ended" in data) done(data.ended);
        else fail(new Error(data.failed));
      };
      worker.postMessage({ module: program, words, files } satisfies Task);
    });
  } finally {
    worker.terminate();
  }
}
