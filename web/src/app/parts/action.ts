// A request that a person started: busy while it runs, and what went wrong, shown beside where it was started.
import { useRef, useState } from "preact/hooks";
import { ApiError, sentence } from "../api";
import { forgetSecret } from "../secret";

export interface Action {
  busy: boolean;
  problem: string;
  done: string; // what the last run achieved, if it said so
  run(work: () => Promise<string | void>): Promise<boolean>; // a second run waits for nothing: it is not started
  clear(): void;
}

export function useAction(): Action {
  const running = useRef(false);
  const [state, setState] = useState({ busy: false, problem: "", done: "" });
  async function run(work: () => Promise<string | void>): Promise<boolean> {
    if (running.current) return false;
    running.current = true;
    setState({ busy: true, problem: "", done: "" });
    try {
      setState({ busy: false, problem: "", done: (await work()) ?? "" });
      return true;
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) forgetSecret(error.message);
      setState({ busy: false, problem: sentence(error), done: "" });
      return false;
    } finally {
      running.current = false;
    }
  }
  return { ...state, run, clear: () => setState({ busy: false, problem: "", done: "" }) };
}
