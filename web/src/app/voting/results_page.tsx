// The ranking for whoever has the link to it, in the reader's language.
import { useEffect, useState } from "preact/hooks";
import { ApiError, type Results, results, sentence } from "../api";
import { usePolling } from "../parts/polling";
import { say } from "../texts";
import { LanguageSwitch, useLanguage } from "./language_switch";
import { Message } from "./messages";

const REFRESH_MS = 5_000;
const PAGE = 100;
const MOST = 1_000; // as many as the server sends at a time

function Places({ found }: { found: Results }) {
  const hasRanges = found.items.some((place) => place.rank_low !== null);
  return (
    <div class="table-box" tabIndex={0} role="region" aria-label={say("results")}>
      <table class="table results">
        <thead>
          <tr>
            <th scope="col" class="number">
              {say("rank")}
            </th>
            <th scope="col">{say("item")}</th>
            {hasRanges && (
              <th scope="col" class="number">
                {say("rank_range")}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {found.items.map((place) => (
            <tr key={place.item}>
              <td class="number">{place.rank}</td>
              <th scope="row">
                <span class="result">
                  {place.picture && <img src={place.picture} alt="" loading="lazy" />}
                  {place.item}
                </span>
              </th>
              {hasRanges && (
                <td class="number">
                  {place.rank_low === place.rank_high
                    ? place.rank_low
                    : say("results_range", { low: place.rank_low ?? "", high: place.rank_high ?? "" })}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {hasRanges && <p class="faint hint">{say("rank_range_hint")}</p>}
    </div>
  );
}

function Questions({ found, question, choose }: { found: Results; question: number; choose(question: number): void }) {
  if (found.questions.length === 1) return <p class="lead">{found.questions[0]}</p>;
  return (
    <div class="choice" role="group" aria-label={say("results")}>
      {found.questions.map((text, place) => (
        <button type="button" key={text} aria-pressed={place + 1 === question} onClick={() => choose(place + 1)}>
          {text || say("which_is_better")}
        </button>
      ))}
    </div>
  );
}

export function ResultsPage({ token }: { token: string }) {
  const [found, setFound] = useState<Results | null>(null);
  const [question, setQuestion] = useState(1);
  const [limit, setLimit] = useState(PAGE);
  const [problem, setProblem] = useState<ApiError | null>(null);
  useLanguage();
  usePolling(
    REFRESH_MS,
    async () => {
      try {
        setFound(await results(token, { offset: 0, limit, question }));
        setProblem(null);
      } catch (error) {
        setProblem(error instanceof ApiError ? error : new ApiError(0, sentence(error)));
      }
    },
    [token, question, limit],
  );
  const name = found?.project.name ?? "";
  useEffect(() => {
    document.title = name ? say("results_of", { project: name }) : say("results");
  }, [name]);
  if (problem && [401, 403, 404].includes(problem.status)) {
    return (
      <main class="public">
        <h1 class="visually-hidden">{say("results")}</h1>
        <Message title={say("invalid_title")}>
          <p>{say("invalid_join")}</p>
        </Message>
      </main>
    );
  }
  return (
    <main class="public">
      <div class="public-head">
        <h1>{name || say("results")}</h1>
        <LanguageSwitch />
      </div>
      <div role="alert">{problem && <p class="notice warn">{say("away_text")}</p>}</div>
      {!found && !problem && <p class="loading">{say("one_moment")}</p>}
      {found && (
        <>
          <Questions found={found} question={question} choose={setQuestion} />
          <p class="faint">
            {found.votes > 0 && say("results_votes", { count: found.votes })}{" "}
            {say(found.project.closed ? "results_closed" : "results_open")}
          </p>
          {found.components > 1 && <p class="notice warn">{say("results_parts")}</p>}
          {found.places === 0 ? <p class="empty">{say("results_none")}</p> : <Places found={found} />}
          {found.total > limit && limit < MOST && (
            <div>
              <button type="button" class="button" onClick={() => setLimit(Math.min(limit + 5 * PAGE, MOST))}>
                {say("show_more")}
              </button>
            </div>
          )}
        </>
      )}
    </main>
  );
}
