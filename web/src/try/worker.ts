// Runs the program once, beside the page. It comes with the page, whose rules (Content-Security-Policy) are its own therefore.
import type { Answer, Task } from "./engine";
import { run } from "./wasi";

interface Scope {
  onmessage: ((event: MessageEvent<Task>) => void) | null;
  postMessage(answer: Answer): void;
}

const scope = self as unknown as Scope;
const NEW_LINE = "\r\x1b[K"; // before a line of progress, which takes the place of the one before

scope.onmessage = async ({ data }) => {
  let [stdout, stderr] = ["", ""];
  const hear = (text: string) => {
    const [message, ...progress] = text.split(NEW_LINE);
    stderr += message;
    const line = progress.at(-1);
    if (line) scope.postMessage({ progress: line });
  };
  try {
    const ended = await run(data.module, ["pdrank", ...data.words], data.files, {
      stdout: (text) => void (stdout += text),
      stderr: hear,
    });
    scope.postMessage({ ended: { ...ended, stdout, stderr } });
  } catch (error) {
    scope.postMessage({ failed: `The program broke off: ${error instanceof Error ? error.message : String(error)}` });
  }
};
