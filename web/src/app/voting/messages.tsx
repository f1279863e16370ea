// What the voting page says when there is no pair to show.
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { Ballot } from "../api";
import { MarkdownView } from "../parts/markdown_view";
import { say } from "../texts";
import type { VotingSession } from "./session";

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
      {say("look_again")}
    </button>
  );
}

function UndoLast({ session, looks }: { session: VotingSession; looks: "button" | "link" }) {
  if (!session.undoable.value || session.ballot.value?.project.closed) return null;
  return (
    <button type="button" class={looks} onClick={() => session.undo()}>
      {say("undo_last")}
    </button>
  );
}

// Where the browser does not let it be copied, it is there to be selected.
function Code({ code }: { code: string }) {
  const [copied, setCopied] = useState(false);
  async function copy() {
    try {
      await navigator.clipboard.writeText(code);
      setCopied(true);
    } catch {
      setCopied(false);
    }
  }
  return (
    <p class="code-line">
      {say("your_code")} <code class="code">{code}</code>{" "}
      <button type="button" class="button small" onClick={copy}>
        <span aria-live="polite">{say(copied ? "copied" : "copy")}</span>
      </button>
    </p>
  );
}

function Completion({ session, completion }: { session: VotingSession; completion: NonNullable<Ballot["completion"]> }) {
  const { thanks, code, link } = completion;
  return (
    <Message title={say("thank_you")}>
      {thanks ? <MarkdownView text={thanks} /> : <p>{say("you_gave", { count: session.answers.value })}</p>}
      {code && <Code code={code} />}
      {link && (
        <>
          <p class="faint">{say("finish_hint")}</p>
          <div class="row centred">
            <a class="button primary" href={link} rel="noreferrer">
              {say("finish")}
            </a>
          </div>
        </>
      )}
      <div class="row centred">
        <UndoLast session={session} looks="link" />
      </div>
    </Message>
  );
}

function NothingLeft({ session }: { session: VotingSession }) {
  const count = session.answers.value;
  return (
    <Message title={say("done_title")}>
      <p>
        {count > 0 ? say("you_gave", { count }) : say("nothing_yet")} {say("more_later")}
      </p>
      <div class="row centred">
        <UndoLast session={session} looks="button" />
        <Again session={session} />
      </div>
    </Message>
  );
}

function Done({ session }: { session: VotingSession }) {
  const { completion = null, quota = 0 } = session.ballot.value ?? {};
  const says = completion && (quota > 0 || completion.thanks || completion.code || completion.link);
  return says ? <Completion session={session} completion={completion} /> : <NothingLeft session={session} />;
}

export function Rest({ session }: { session: VotingSession }) {
  const waiting = session.queue.waiting.value;
  switch (session.phase.value) {
    case "invalid":
      return (
        <Message title={say("invalid_title")}>
          <p>{say("invalid_text")}</p>
        </Message>
      );
    case "barred":
      return (
        <Message title={say("barred_title")}>
          <p>{say("barred_text")}</p>
        </Message>
      );
    case "closed":
      return (
        <Message title={say("closed_title")}>
          <p>{say("you_gave", { count: session.answers.value })}</p>
        </Message>
      );
    case "done":
      return <Done session={session} />;
    default:
      return (
        <Message title={say("away_title")}>
          <p>{say("away_text")}</p>
          {waiting > 0 && <p>{say("kept", { count: waiting })}</p>}
          <div class="row centred">
            <Again session={session} />
          </div>
        </Message>
      );
  }
}
