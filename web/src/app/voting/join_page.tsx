// Behind an open link: whoever comes becomes a voter, once in each browser. Where many come at once, they wait in line.
import { useEffect, useState } from "preact/hooks";
import { ApiError, join } from "../api";
import { parametersOf } from "../route";
import { local } from "../storage";
import { say } from "../texts";
import { useLanguage } from "./language_switch";
import { Message } from "./messages";

const TRY_AGAIN_MS = 2_000;

export function JoinPage({ token }: { token: string }) {
  const [problem, setProblem] = useState<ApiError | null>(null);
  useLanguage();
  const inLine = problem?.status === 429;
  async function enter() {
    if (!inLine) setProblem(null);
    const place = `pdrank.joined.${token}`;
    try {
      const voter = local.get(place) ?? (await join(token, parametersOf(new URL(location.href))));
      local.set(place, voter);
      location.replace(`#vote=${voter}`);
    } catch (error) {
      setProblem(error instanceof ApiError ? error : new ApiError(0, "The server cannot be reached."));
    }
  }
  useEffect(() => {
    document.title = say("vote");
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
      <h1 class="visually-hidden">{say("vote")}</h1>
      {!problem && <p class="loading">{say("one_moment")}</p>}
      {inLine && (
        <p class="loading" role="status">
          {say("in_line")}
        </p>
      )}
      {problem && !inLine && (
        <Message title={say(invalid ? "invalid_title" : "cannot_join")}>
          <p>{say(invalid ? "invalid_join" : problem.status === 409 ? "closed_text" : "away_text")}</p>
          {!invalid && (
            <p>
              <button type="button" class="button" onClick={enter}>
                {say("try_again")}
              </button>
            </p>
          )}
        </Message>
      )}
    </main>
  );
}
