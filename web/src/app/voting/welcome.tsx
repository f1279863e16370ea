// What a study says before the first pair, and again when a voter asks for it.
import { useState } from "preact/hooks";
import { MarkdownView } from "../parts/markdown_view";
import { say } from "../texts";
import type { VotingSession } from "./session";

export function Welcome({ session }: { session: VotingSession }) {
  const { instructions, consent } = session.ballot.value!;
  const [agreed, setAgreed] = useState(false);
  const [reminded, setReminded] = useState(false);
  const [busy, setBusy] = useState(false);
  async function start(event: Event) {
    event.preventDefault();
    if (consent && !agreed) return setReminded(true);
    setBusy(true);
    await session.accept();
    setBusy(false);
  }
  const problem = session.unaccepted.value ? say("accept_failed") : reminded && !agreed ? say("agree_first") : "";
  return (
    <form class="welcome card" onSubmit={start} noValidate>
      <h2>{say("before_you_start")}</h2>
      {instructions && <MarkdownView text={instructions} />}
      {consent && (
        <div class="consent">
          <MarkdownView text={consent} />
          <label class="agree">
            <input
              type="checkbox"
              checked={agreed}
              aria-describedby="welcome-problem"
              onChange={(event) => setAgreed(event.currentTarget.checked)}
            />{" "}
            {say("i_agree")}
          </label>
        </div>
      )}
      <div role="alert" id="welcome-problem">
        {problem && <p class="notice warn">{problem}</p>}
      </div>
      <button class="button primary" disabled={busy}>
        {say("start")}
      </button>
    </form>
  );
}

export function Instructions({ text, back }: { text: string; back(): void }) {
  return (
    <section class="welcome card" aria-labelledby="instructions">
      <h2 id="instructions">{say("instructions")}</h2>
      <MarkdownView text={text} />
      <button type="button" class="button primary" onClick={back}>
        {say("back")}
      </button>
    </section>
  );
}
