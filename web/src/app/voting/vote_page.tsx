// The voting page: a question, two things, and the fewest buttons that do.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { type Pair, VoterApi } from "../api";
import { local } from "../storage";
import { say } from "../texts";
import { pairState, preload, retryFailed } from "./images";
import { type Action, actionOf, pressOf } from "./keys";
import { LanguageSwitch, useLanguage } from "./language_switch";
import { Rest } from "./messages";
import { VotingSession } from "./session";
import { spoken, ThingCard } from "./thing_view";
import { Instructions, Welcome } from "./welcome";

// A second click of a double click, or a finger that is still down, must not answer what has just appeared.
const GUARD_MS = 250;

// How long this pair has been in sight.
function useDuration(shown: Pair | null): () => number {
  const since = useRef(0);
  useEffect(() => {
    since.current = performance.now();
  }, [shown]);
  return () => Math.round(performance.now() - since.current);
}

// Counts the pairs shown, so that one that sounds like the last is heard as a new one.
function useNumber(shown: Pair | null): number {
  const count = useRef(0);
  return useMemo(() => (shown ? ++count.current : count.current), [shown]);
}

// True once this pair has been in sight for a moment, with its pictures; null is a pair that is not in sight.
function useArmed(shown: Pair | null): boolean {
  const [armed, setArmed] = useState<Pair | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setArmed(shown), GUARD_MS);
    return () => clearTimeout(timer);
  }, [shown]);
  return shown !== null && armed === shown;
}

function useSession(token: string): VotingSession {
  const session = useMemo(() => new VotingSession(token, new VoterApi(token), local), [token]);
  useEffect(() => {
    const retry = () => session.retry();
    void session.start();
    window.addEventListener("online", retry);
    return () => {
      session.stop();
      window.removeEventListener("online", retry);
    };
  }, [session]);
  return session;
}

function useKeys(act: (action: Action) => void): void {
  const latest = useRef(act);
  latest.current = act; // of what is shown now, not of what was when effects ran
  useEffect(() => {
    function pressed(event: KeyboardEvent) {
      const action = event.defaultPrevented ? null : actionOf(pressOf(event));
      if (!action) return;
      event.preventDefault();
      latest.current(action);
    }
    window.addEventListener("keydown", pressed);
    return () => window.removeEventListener("keydown", pressed);
  }, []);
}

// Closing the page while answers wait would not lose them, unless the browser keeps nothing.
function useWarning(session: VotingSession): void {
  useEffect(() => {
    function leaving(event: BeforeUnloadEvent) {
      if (session.queue.waiting.value > 0 && !session.queue.lasting.value) event.preventDefault();
    }
    window.addEventListener("beforeunload", leaving);
    return () => window.removeEventListener("beforeunload", leaving);
  }, [session]);
}

function Saving({ session }: { session: VotingSession }) {
  const waiting = session.queue.waiting.value;
  const trouble = session.queue.trouble.value;
  if (waiting > 0 && trouble) {
    return (
      <p class="saving badge warn" role="status">
        {say("not_saved", { count: waiting })}
      </p>
    );
  }
  if (session.answers.value === 0) return <p class="saving" />;
  return <p class={waiting > 0 ? "saving badge" : "saving badge good"}>{say(waiting > 0 ? "saving" : "saved")}</p>;
}

// "12 of 40" where there is an end, "12 of about 40" where there is a wish, and past it the number alone.
function progress(count: number, quota: number, goal: number): string {
  if (quota > 0) return say("progress", { count, goal: quota });
  if (goal > 0 && count <= goal) return say("progress_about", { count, goal });
  return say("answers", { count });
}

interface HeadProps {
  session: VotingSession;
  question: string; // empty: none is asked now
  readInstructions?: () => void;
}

// A new question about the same things must not be overlooked: its heading is a new one each time.
function Head({ session, question, readInstructions }: HeadProps) {
  const ballot = session.ballot.value;
  const { name: project = "" } = ballot?.project ?? {};
  const name = ballot?.voter.name;
  return (
    <header class="vote-head">
      <div>
        {question && <p class="faint about">{name ? say("voting_as", { project, name }) : project}</p>}
        <h1 class={question && "question"} key={question}>
          {question || project}
        </h1>
      </div>
      <div class="vote-state">
        <p class="answers">{progress(session.answers.value, ballot?.quota ?? 0, ballot?.goal ?? 0)}</p>
        <Saving session={session} />
        <div class="vote-tools">
          {readInstructions && (
            <button type="button" class="link" onClick={readInstructions}>
              {say("instructions")}
            </button>
          )}
          <LanguageSwitch />
        </div>
      </div>
    </header>
  );
}

interface ControlsProps {
  act(action: Action): void;
  choosable: boolean;
  skippable: boolean;
  undoable: boolean;
}

function Controls({ act, choosable, skippable, undoable }: ControlsProps) {
  return (
    <div class="controls" role="group" aria-label={say("other_answers")}>
      <button type="button" class="button" aria-disabled={!undoable} aria-keyshortcuts="U" onClick={() => act("undo")}>
        <span aria-hidden="true">↶</span> {say("undo")}
      </button>
      <button type="button" class="button" aria-disabled={!choosable} aria-keyshortcuts="T" onClick={() => act("tie")}>
        <span aria-hidden="true">=</span> {say("tie")}
      </button>
      <button type="button" class="button" aria-disabled={!skippable} aria-keyshortcuts="S" onClick={() => act("skip")}>
        {say("skip")} <span aria-hidden="true">↷</span>
      </button>
    </div>
  );
}

// A picture that is missing leaves only one thing to say about the pair: nothing. While the next pair comes, the last one
// stays where it was, so that nothing jumps and the keyboard's focus has a place.
function Booth({ session, pair }: { session: VotingSession; pair: Pair | null }) {
  const state = pair ? pairState(pair) : "loading";
  const ready = state === "loading" ? null : pair;
  const armed = useArmed(ready);
  const duration = useDuration(ready);
  const number = useNumber(ready);
  const questions = useRef(new Set<string>());
  const last = useRef<Pair | null>(null);
  const lastUndo = useRef(0);
  if (ready) last.current = ready;
  if (ready) questions.current.add(ready.question);
  const several = questions.current.size > 1;
  const shown = last.current;
  const choosable = armed && state === "loaded";
  function act(action: Action) {
    if (action === "undo") {
      if (performance.now() - lastUndo.current < GUARD_MS) return;
      lastUndo.current = performance.now();
      session.undo();
    } else if (choosable || (armed && action === "skip")) {
      session.answer(action, duration());
    }
  }
  useKeys(act);
  useEffect(() => {
    if (pair) retryFailed(pair);
  }, [pair]);
  useEffect(() => preload(session.pairs.value), [session.pairs.value]);
  return (
    <>
      <div class="visually-hidden" role="status">
        {ready &&
          say(several ? "spoken_question" : "spoken_pair", {
            number: String(number),
            question: ready.question,
            left: spoken(ready.left),
            right: spoken(ready.right),
          })}
      </div>
      <div class={ready ? "pair" : "pair coming"} aria-busy={!ready}>
        {shown && (
          <>
            <ThingCard thing={shown.left} side="left" enabled={choosable} choose={() => act("left")} />
            <ThingCard thing={shown.right} side="right" enabled={choosable} choose={() => act("right")} />
          </>
        )}
        {!ready && <p class="loading">{say(pair ? "loading_pictures" : "loading_pair")}</p>}
      </div>
      <Controls act={act} choosable={choosable} skippable={armed} undoable={session.undoable.value !== ""} />
      <p class="key-help faint">{say("keys")}</p>
    </>
  );
}

// The question of the pair in sight; while the next one comes, that of the last.
function useQuestion(session: VotingSession): string {
  const last = useRef("");
  const pair = session.pair.value;
  if (pair) last.current = pair.question;
  return last.current || session.ballot.value?.project.question || say("which_is_better");
}

export function VotePage({ token }: { token: string }) {
  const session = useSession(token);
  const [reading, setReading] = useState(false);
  useWarning(session);
  useLanguage();
  const phase = session.phase.value;
  const ballot = session.ballot.value;
  const question = useQuestion(session);
  const refusal = session.refusal.value;
  const title = ballot ? say("page_title", { project: ballot.project.name }) : say("vote");
  useEffect(() => {
    document.title = title;
  }, [title]);
  const isVoting = phase === "voting" || phase === "loading";
  const readInstructions = isVoting && ballot?.instructions ? () => setReading(true) : undefined;
  return (
    <main class={isVoting && !reading ? "vote" : "vote reading"}>
      {ballot && phase !== "invalid" && phase !== "barred" ? (
        <Head session={session} question={isVoting ? question : ""} readInstructions={readInstructions} />
      ) : (
        <h1 class="visually-hidden">{say("vote")}</h1>
      )}
      <div role="alert">
        {refusal && <p class="notice warn">{say(refusal.status === 409 ? "refused_pair" : "refused_other")}</p>}
      </div>
      {phase === "welcome" && <Welcome session={session} />}
      {isVoting && reading && <Instructions text={ballot!.instructions} back={() => setReading(false)} />}
      {isVoting && !reading && <Booth session={session} pair={session.pair.value} />}
      {!isVoting && phase !== "welcome" && <Rest session={session} />}
    </main>
  );
}
