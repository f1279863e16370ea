// Behind an open link: whoever comes becomes a voter, once in each browser. Where many come at once, they wait in line.
import { useEffect, useState } from "preact/hooks";
import { ApiError, join } from "../api";
import { local } from "../storage";
import { Message } from "./vote_page";

const TRY_AGAIN_MS = 2_000;

export function JoinPage({ token }: { token: string }) {
  const [problem, setProblem] = useState<ApiError | null>(null);
  const inLine = problem?.status === 429;
  async function enter() {
    if (!inLine) setProblem(null);
    const place = `pdrank.joined.${token}`;
    try {
      const voter = local.get(place) ?? (await join(token));
      local.set(place, voter);
      location.replace(`#vote=${voter}`);
    } catch (error) {
      setProblem(error instanceof ApiError ? error : new ApiError(0, "The server cannot be reached."));
    }
  }
  useEffect(() => {
    document.title = "Vote";
    void enter();
  }, [token]);
  useEffect(() => {
    if (!inLine) return;
    const timer = setTimeout(enter, TRY_AGAIN_MS * (1 + Math.random()));
    return () => clearTimeout(timer);
  }, [problem]);
  const invalid = problem && [401, 403, 404].includes(problem.status);
  return (
    <main class="vote">
      <h1 class="visually-hidden">Vote</h1>
      {!problem && <p class="loading">One moment…</p>}
      {inLine && (
        <p class="loading" role="status">
          Many people are joining at the moment. Your turn will come by itself in a few seconds…
        </p>
      )}
      {problem && !inLine && (
        <Message title={invalid ? "This link is not valid" : "You cannot join at the moment"}>
          <p>{invalid ? "It may have been switched off. Please ask whoever gave it to you." : problem.message}</p>
          {!invalid && (
            <p>
              <button type="button" class="button" onClick={enter}>
                Try again
              </button>
            </p>
          )}
        </Message>
      )}
    </main>
  );
}
