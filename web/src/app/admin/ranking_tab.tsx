// The ranking as it stands, fresh every two seconds while it is looked at.
import { useEffect, useRef, useState } from "preact/hooks";
import type { Place, Ranking } from "../api";
import { Problem } from "../parts/outcome";
import { Pager } from "../parts/pager";
import { usePolling } from "../parts/polling";
import { projectLink } from "../route";
import { grouped, plural, range } from "../../shared/format";
import { Whisker } from "../../shared/whisker";
import { ago } from "../words";
import type { TabProps } from "./project_page";
import { QuestionChoice } from "./question_choice";
import { SettledPanel } from "./settled_panel";

const PAGE = 50;
const REFRESH_MS = 2_000;
const TYPING_MS = 250;

// The places an item may have, on a line from the first to the last.
function RankRange({ place, total }: { place: Place; total: number }) {
  const { rank, rank_low: low, rank_high: high } = place;
  if (low === null || high === null) return null;
  return <Whisker least={1} most={total} low={low} high={high} at={Math.min(Math.max(rank, low), high)} />;
}

function PlaceRow({ place, total, parts }: { place: Place; total: number; parts: boolean }) {
  return (
    <tr>
      <td class="number">{grouped(place.rank)}</td>
      <th scope="row">{place.item}</th>
      <td class="number">
        {place.rank_low !== null && place.rank_high !== null && range(place.rank_low, place.rank_high)}
      </td>
      <td class="secondary drawn">
        <RankRange place={place} total={total} />
      </td>
      <td class="number">{grouped(place.comparisons)}</td>
      <td class="number secondary">
        {grouped(place.wins)} / {grouped(place.losses)} / {grouped(place.ties)}
      </td>
      {parts && <td class="number secondary">{grouped(place.component)}</td>}
    </tr>
  );
}

function RankingTable({ ranking, total }: { ranking: Ranking; total: number }) {
  const parts = ranking.components > 1;
  return (
    <div class="table-box" tabIndex={0} role="region" aria-label="Table of places">
      <table class="table ranking">
        <thead>
          <tr>
            <th scope="col" class="number">
              Rank
            </th>
            <th scope="col">Item</th>
            <th scope="col" class="number">
              Range
            </th>
            <th scope="col" class="secondary">
              <span class="visually-hidden">Range, drawn</span>
            </th>
            <th scope="col" class="number">
              Compared
            </th>
            <th scope="col" class="number secondary">
              Won / lost / tied
            </th>
            {parts && (
              <th scope="col" class="number secondary">
                Part
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {ranking.items.map((place) => (
            <PlaceRow key={place.item} place={place} total={total} parts={parts} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

// What it is made from, and how old it is.
function Basis({ ranking, received }: { ranking: Ranking; received: number }) {
  const age = ranking.age_ms + (Date.now() - received);
  return (
    <p class="basis">
      From {plural(ranking.votes, "vote", "votes")}
      {ranking.method && `, by the method ${ranking.method}`}.{" "}
      <span class={ranking.stale ? "badge warn" : "badge good"}>
        {ranking.stale ? `up to date ${ago(age)}, newer votes are being counted` : "up to date"}
      </span>
    </p>
  );
}

function useDelayed(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

function useRanking({ api, project }: TabProps, offset: number, search: string, question: number) {
  const [ranking, setRanking] = useState<Ranking | null>(null);
  const received = useRef(0);
  const etag = useRef("");
  const [, setTurn] = useState(0);
  const query = `${project.id} ${question} ${offset} ${search}`;
  const asked = useRef(query);
  if (asked.current !== query) etag.current = "";
  asked.current = query;
  const { problem } = usePolling(REFRESH_MS, async () => {
    const answer = await api.ranking(project.id, { offset, limit: PAGE, search, question }, etag.current);
    if (asked.current !== query) return; // somebody has typed on
    setTurn((turn) => turn + 1); // its age goes on
    if (!answer) return;
    etag.current = answer.etag;
    received.current = Date.now();
    setRanking(answer.ranking);
  }, [query]);
  return { ranking, received: received.current, problem };
}

export function RankingTab(props: TabProps) {
  const [offset, setOffset] = useState(0);
  const [typed, setTyped] = useState("");
  const [question, setQuestion] = useState(1);
  const search = useDelayed(typed);
  const { ranking, received, problem } = useRanking(props, offset, search, question);
  return (
    <section class="stack" aria-labelledby="ranking">
      <div class="row spread">
        <h2 id="ranking">Ranking</h2>
        <a class="button" href={projectLink(props.project.id, "report")}>
          Full report
        </a>
      </div>
      <QuestionChoice project={props.project} question={question} choose={setQuestion} />
      <Problem text={problem} />
      {ranking && <Basis ranking={ranking} received={received} />}
      {ranking?.settled && <SettledPanel settled={ranking.settled} />}
      {ranking?.notes.map((note) => (
        <p class="notice" key={note}>
          {note}
        </p>
      ))}
      {ranking && ranking.components > 1 && (
        <p class="notice warn">
          The items fall into {grouped(ranking.components)} parts that were never compared with each other; places in
          different parts say nothing about each other.
        </p>
      )}
      {ranking && (ranking.total > 0 || typed) ? (
        <>
          <input
            class="field"
            type="search"
            placeholder="Search"
            aria-label="Search the ranking"
            value={typed}
            onInput={(event) => {
              setTyped(event.currentTarget.value);
              setOffset(0);
            }}
          />
          {ranking.total === 0 && <p class="empty">No item has this in its name.</p>}
          {ranking.total > 0 && <RankingTable ranking={ranking} total={props.project.items} />}
          <Pager offset={offset} limit={PAGE} total={ranking.total} what="the ranking" go={setOffset} />
        </>
      ) : (
        ranking && <p class="empty">No votes yet. The ranking appears with the first of them.</p>
      )}
    </section>
  );
}
