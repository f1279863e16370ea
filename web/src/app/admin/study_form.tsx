// What a study needs and a quick vote does not: folded away until somebody wants it.
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { Study } from "../api";
import { useAction } from "../parts/action";
import { Outcome } from "../parts/outcome";
import { namesOfLines } from "./new_items";
import type { TabProps } from "./project_page";
import { goldOfLines, linesOfGold } from "./study_fields";

type Texts = "instructions" | "consent" | "thanks" | "completion_link" | "completion_code";
type Numbers = "quota" | "pair_quota" | "goal" | "gold_every" | "gold_percent";

interface FieldProps {
  id: string;
  label: string;
  hint?: ComponentChildren;
  value: string;
  rows?: number; // none: one line
  type?: "number";
  set(value: string): void;
}

function Field({ id, label, hint, value, rows, type, set }: FieldProps) {
  const common = { id, value, "aria-describedby": hint ? `${id}-hint` : undefined };
  return (
    <div class="stack tight">
      <label for={id}>{label}</label>
      {hint && (
        <p class="faint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {rows ? (
        <textarea {...common} class="field area" rows={rows} onInput={(event) => set(event.currentTarget.value)} />
      ) : (
        <input
          {...common}
          class={type ? "field short" : "field"}
          type={type ?? "text"}
          min={type && 0}
          onInput={(event) => set(event.currentTarget.value)}
        />
      )}
    </div>
  );
}

function isUsed(study: Study): boolean {
  const { instructions, consent, thanks, completion_link, completion_code, quota, pair_quota, goal } = study;
  const texts = [instructions, consent, thanks, completion_link, completion_code];
  return texts.some(Boolean) || quota + pair_quota + goal + study.gold.length + study.more_questions.length > 0;
}

export function StudyForm({ api, project, changed }: TabProps) {
  const [study, setStudy] = useState(project.study);
  const [questions, setQuestions] = useState(project.study.more_questions.join("\n"));
  const [gold, setGold] = useState(linesOfGold(project.study.gold));
  const action = useAction();
  const text = (name: Texts) => ({
    id: `study-${name}`,
    value: study[name],
    set: (value: string) => setStudy({ ...study, [name]: value }),
  });
  const number = (name: Numbers) => ({
    id: `study-${name}`,
    type: "number" as const,
    value: study[name] === 0 ? "" : String(study[name]),
    set: (value: string) => setStudy({ ...study, [name]: Math.max(0, Math.round(Number(value) || 0)) }),
  });
  async function save(event: Event) {
    event.preventDefault();
    await action.run(async () => {
      const pairs = goldOfLines(gold);
      if (pairs.wrong.length > 0) throw new Error(`This is no gold pair: ${pairs.wrong[0]}`);
      const whole = { ...study, more_questions: namesOfLines(questions), gold: pairs.gold };
      changed(await api.changeProject(project.id, { study: whole }));
      return "Saved.";
    });
  }
  return (
    <details class="card padded study" open={isUsed(project.study)}>
      <summary>
        <h2>Run it as a study</h2>
        <p class="faint">Consent, quotas, gold pairs, more questions, completion codes. All of it is optional.</p>
      </summary>
      <form class="stack" onSubmit={save}>
        <fieldset class="stack">
          <legend>Before the first pair</legend>
          <Field {...text("instructions")} label="Instructions" hint="Markdown. Voters can read them again later." rows={5} />
          <Field {...text("consent")} label="Consent" hint="Voters tick that they agree; the time is kept." rows={4} />
        </fieldset>
        <fieldset class="stack">
          <legend>How much is asked</legend>
          <Field {...number("goal")} label="Goal" hint="Voters see “12 of about 40”, and may go on." />
          <Field {...number("quota")} label="Answers of a voter, at most" hint="Then the voter is thanked." />
          <Field {...number("pair_quota")} label="Answers about a pair, at most" />
          <Field
            id="study-questions"
            label="More questions"
            hint="One a line, up to four. Each pair is asked about with each of them, and each has its own ranking."
            rows={2}
            value={questions}
            set={setQuestions}
          />
        </fieldset>
        <fieldset class="stack">
          <legend>Gold pairs</legend>
          <Field
            id="study-gold"
            label="Pairs whose answer you know"
            hint={
              <>
                One a line, the right answer first: <code>Sharp photo &gt; Blurred photo</code>; for the second question{" "}
                <code>2: Sharp photo &gt; Blurred photo</code>. Disabled items may serve. Gold pairs do not count in the
                ranking.
              </>
            }
            rows={4}
            value={gold}
            set={setGold}
          />
          <Field {...number("gold_every")} label="One of how many pairs is a gold one" />
          <Field {...number("gold_percent")} label="Point out voters who get fewer right than this, in percent" />
        </fieldset>
        <fieldset class="stack">
          <legend>At the end</legend>
          <Field {...text("thanks")} label="Thanks" hint="Markdown." rows={3} />
          <Field {...text("completion_code")} label="Completion code" />
          <Field
            {...text("completion_link")}
            label="Completion link"
            hint={
              <>
                May have <code>{"{PROLIFIC_PID}"}</code>, <code>{"{STUDY_ID}"}</code>, <code>{"{SESSION_ID}"}</code>,{" "}
                <code>{"{workerId}"}</code>, <code>{"{assignmentId}"}</code>, <code>{"{hitId}"}</code>,{" "}
                <code>{"{code}"}</code> and <code>{"{voter}"}</code> in it.
              </>
            }
          />
        </fieldset>
        <Outcome action={action} />
        <div>
          <button class="button primary" disabled={action.busy}>
            Save the study
          </button>
        </div>
      </form>
    </details>
  );
}
