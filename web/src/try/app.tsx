// The page: a file goes in, the ranking and the report come out.
import { useEffect, useRef, useState } from "preact/hooks";
import example from "../../../examples/votes.csv?raw";
import { FileDrop } from "../shared/file_drop";
import { loaded } from "./engine";
import { Options } from "./options";
import { Outcome } from "./outcome";
import { rank, type Ranked } from "./rank";
import { useOffline } from "./offline";
import type { Choices } from "./words";

type State =
  | { is: "waiting" }
  | { is: "running"; name: string; progress: string }
  | { is: "failed"; name: string; message: string }
  | { is: "done"; ranked: Ranked };

const exampleFile = () => new File([example], "votes.csv", { type: "text/csv" });

export function App() {
  const [choices, setChoices] = useState<Choices>({ method: "", skipsBadRows: false, more: "" });
  const [files, setFiles] = useState<File[]>([]);
  const [state, setState] = useState<State>({ is: "waiting" });
  const [trouble, setTrouble] = useState("");
  const running = useRef<AbortController>();
  const result = useRef<HTMLElement>(null);

  useEffect(() => void loaded.catch((error: Error) => setTrouble(error.message)), []);
  useEffect(() => {
    if (state.is === "done" || state.is === "failed") result.current!.focus();
  }, [state]);

  async function start(given: File[]): Promise<void> {
    running.current?.abort();
    const run = (running.current = new AbortController());
    const name = given.map((file) => file.name).join(", ");
    const show = (next: State) => void (run.signal.aborted || setState(next));
    setFiles(given);
    show({ is: "running", name, progress: "" });
    try {
      show({ is: "done", ranked: await rank(given, choices, (progress) => show({ is: "running", name, progress }), run.signal) });
    } catch (error) {
      show({ is: "failed", name, message: (error as Error).message });
    }
  }
  function stop(): void {
    running.current?.abort();
    setState({ is: "waiting" });
  }
  useDropsAnywhere((dropped) => void start(dropped));

  const busy = state.is === "running";
  return (
    <>
      <header class="top" aria-label="About this page">
        <span class="brand">pdrank</span>
        <a href="../">Documentation</a>
      </header>
      <main aria-label="Try pdrank">
        <h1>Rank a file in this page</h1>
        <p class="lead">
          Give it answers to “A or B?” and get a ranking with a report that says how far to trust it. The program runs in your
          browser: <strong>no answer leaves this machine</strong>.
        </p>
        <FileDrop disabled={busy} onFiles={(given) => void start(given)}>
          <span>
            <strong>Choose a file</strong>, or drop it here
          </span>
          <span class="faint">
            CSV, TSV or JSON Lines, also packed as gzip, zstd, bzip2 or zip. Two columns, <code>winner,loser</code>, are enough.
          </span>
        </FileDrop>
        <div>
          <button type="button" class="button" disabled={busy} onClick={() => void start([exampleFile()])}>
            Try an example
          </button>
        </div>
        <Options choices={choices} onChange={setChoices}>
          {files.length > 0 && (
            <button type="button" class="button" disabled={busy} onClick={() => void start(files)}>
              Rank {files.length === 1 ? files[0]!.name : "the files"} again
            </button>
          )}
        </Options>
        <div role="status">
          {state.is === "running" && (
            <div class="notice row spread">
              <span class="progress">
                Ranking {state.name}
                {state.progress ? `: ${state.progress}` : " …"}
              </span>
              <button type="button" class="button small" onClick={stop}>
                Stop
              </button>
            </div>
          )}
        </div>
        {trouble && (
          <p class="notice bad" role="alert">
            {trouble}
          </p>
        )}
        <section ref={result} tabIndex={-1} aria-label="Result" hidden={state.is !== "failed" && state.is !== "done"}>
          {state.is === "failed" && (
            <div class="notice bad" role="alert">
              <p>
                <strong>{state.name} was not ranked.</strong>
              </p>
              <p class="said">{state.message}</p>
            </div>
          )}
          {state.is === "done" && <Outcome ranked={state.ranked} />}
        </section>
      </main>
      <footer class="faint" aria-label="What this page needs">
        <Offline />
      </footer>
    </>
  );
}

function Offline() {
  const kept = useOffline();
  return <p>{kept ? "This page now works without a network, too." : "The page asks nothing of a network but its own files."}</p>;
}

/** Files that are dropped beside the place for them are taken as well: the browser would leave the page for them. */
function useDropsAnywhere(take: (files: File[]) => void): void {
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => {
    const allow = (event: DragEvent) => event.preventDefault();
    const drop = (event: DragEvent) => {
      if (event.defaultPrevented) return;
      event.preventDefault();
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length > 0) latest.current(files);
    };
    addEventListener("dragover", allow);
    addEventListener("drop", drop);
    return () => {
      removeEventListener("dragover", allow);
      removeEventListener("drop", drop);
    };
  }, []);
}
