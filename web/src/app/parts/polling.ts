// Does something again and again while the page is in sight, one after the other, and at once when it comes back in
// sight. Gives back what went wrong the last time, "" if nothing did.
import { useEffect, useRef, useState } from "preact/hooks";
import { ApiError, sentence } from "../api";
import { forgetSecret } from "../secret";

export interface Polling {
  problem: string;
  now(): void; // do not wait for the next turn
}

export function usePolling(milliseconds: number, work: () => Promise<unknown>, when: unknown[]): Polling {
  const latest = useRef(work);
  latest.current = work;
  const turn = useRef(() => {});
  const [problem, setProblem] = useState("");
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let ended = false;
    let busy = false;
    let again = false;
    async function once(): Promise<void> {
      try {
        await latest.current();
        if (!ended) setProblem("");
      } catch (error) {
        if (ended) return;
        if (error instanceof ApiError && error.status === 401) forgetSecret(error.message);
        setProblem(sentence(error));
      }
    }
    async function run(): Promise<void> {
      clearTimeout(timer);
      again = busy;
      if (ended || busy || document.hidden) return;
      busy = true;
      await once();
      busy = false;
      if (!ended) timer = setTimeout(run, again ? 0 : milliseconds);
    }
    turn.current = () => void run();
    void run();
    document.addEventListener("visibilitychange", run);
    return () => {
      ended = true;
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", run);
    };
  }, [milliseconds, ...when]);
  return { problem, now: () => turn.current() };
}
