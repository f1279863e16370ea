// The voting page: a question, two things, and the fewest buttons that do.
import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { type Pair, VoterApi } from "../api";
import { local } from "../storage";
import { plural } from "../../shared/format";
import { pairState, preload, retryFailed } from "./images";
import { type Action, actionOf, pressOf } from "./keys";
import { VotingSession } from "./session";
import { spoken, ThingCard } from "./thing_view";

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
        {plural(waiting, "answer", "answers")} not yet saved
      </p>
    );
  }
  if (session.answers.value === 0) return <p class="saving" />;
  return <p class={waiting > 0 ? "saving badge" : "saving badge good"}>{waiting > 0 ? "Saving…" : "Saved"}</p>;
}

function Head({ session }: { session: VotingSession }) {
  const ballot = session.ballot.value;
  return (
    <header class="vote-head">
      <div>
        <p class="faint">
          {ballot?.project.name}
          {ballot?.voter.name && `, voting as ${ballot.voter.name}`}
        </p>
        <h1>{ballot?.project.question || "Which one is better?"}</h1>
      </div>
      <div class="vote-state">
        <p class="answers">{plural(session.answers.value, "answer", "answers")}</p>
        <Saving session={session} />
      </div>
    </header>
  );
}

function KeyHelp() {
  return (
    <p class="key-help faint">
      Keys: <kbd>←</kbd> left, <kbd>→</kbd> right, <kbd>↓</kbd> or <kbd>T</kbd> tie, <kbd>↑</kbd> or <kbd>S</kbd> skip,{" "}
      <kbd>U</kbd> or <kbd>Backspace</kbd> undo
    </p>
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
    <div class="controls" role="group" aria-label="Other answers">
      <button type="button" class="button" aria-disabled={!undoable} aria-keyshortcuts="U" onClick={() => act("undo")}>
        <span aria-hidden="true">↶</span> Undo
      </button>
      <button type="button" class="button" aria-disabled={!choosable} aria-keyshortcuts="T" onClick={() => act("tie")}>
        <span aria-hidden="true">=</span> Tie
      </button>
      <button type="button" class="button" aria-disabled={!skippable} aria-keyshortcuts="S" onClick={() => act("skip")}>
        Skip <span aria-hidden="true">↷</span>
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
  const last = useRef<Pair | null>(null);
  const lastUndo = useRef(0);
  if (ready) last.current = ready;
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
        {ready && `Pair ${number}. Left: ${spoken(ready.left)}. Right: ${spoken(ready.right)}.`}
      </div>
      <div class={ready ? "pair" : "pair coming"} aria-busy={!ready}>
        {shown && (
          <>
            <ThingCard thing={shown.left} side="left" enabled={choosable} choose={() => act("left")} />
            <ThingCard thing={shown.right} side="right" enabled={choosable} choose={() => act("right")} />
          </>
        )}
        {!ready && <p class="loading">{pair ? "Loading the pictures…" : "Loading the next pair…"}</p>}
      </div>
      <Controls act={act} choosable={choosable} skippable={armed} undoable={session.undoable.value !== ""} />
      <KeyHelp />
    </>
  );
}

export function Message({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <div class="message card">
      <h2>{title}</h2>
      {children}
    </div>
  );
}

function Again({ session }: { session: VotingSession }) {
  return (
    <button type="button" class="button" onClick={() => session.retry()}>
      Look again
    </button>
  );
}

function Rest({ session }: { session: VotingSession }) {
  const waiting = session.queue.waiting.value;
  switch (session.phase.value) {
    case "invalid":
      return (
        <Message title="This link is not valid">
          <p>Please check that it is complete, or ask whoever gave it to you for a new one.</p>
        </Message>
      );
    case "barred":
      return (
        <Message title="You cannot vote here">
          <p>{session.failure.value?.message}</p>
        </Message>
      );
    case "closed":
      return (
        <Message title="The vote is closed">
          <p>Thank you. You gave {plural(session.answers.value, "answer", "answers")}.</p>
        </Message>
      );
    case "done":
      return (
        <Message title="Nothing left to ask">
          <p>
            {session.answers.value > 0
              ? `Thank you. You gave ${plural(session.answers.value, "answer", "answers")}.`
              : "There is no pair to choose from yet."}{" "}
            If there is more to ask, this page will show it.
          </p>
          <div class="row centred">
            {session.undoable.value && (
              <button type="button" class="button" onClick={() => session.undo()}>
                Undo my last answer
              </button>
            )}
            <Again session={session} />
          </div>
        </Message>
      );
    default:
      return (
        <Message title="No connection">
          <p>{(session.queue.trouble.value ?? session.failure.value)?.message}</p>
          {waiting > 0 && (
            <p>
              {plural(waiting, "answer is", "answers are")} kept in this browser and will be sent as soon as the server
              can be reached.
            </p>
          )}
          <div class="row centred">
            <Again session={session} />
          </div>
        </Message>
      );
  }
}

export function VotePage({ token }: { token: string }) {
  const session = useSession(token);
  useWarning(session);
  const phase = session.phase.value;
  const ballot = session.ballot.value;
  useEffect(() => {
    document.title = ballot ? `${ballot.project.name} - vote` : "Vote";
  }, [ballot?.project.name]);
  return (
    <main class="vote">
      {ballot && phase !== "invalid" && phase !== "barred" ? (
        <Head session={session} />
      ) : (
        <h1 class="visually-hidden">Vote</h1>
      )}
      <div role="alert">{session.notice.value && <p class="notice warn">{session.notice.value}</p>}</div>
      {phase === "voting" || phase === "loading" ? (
        <Booth session={session} pair={session.pair.value} />
      ) : (
        <Rest session={session} />
      )}
    </main>
  );
}
