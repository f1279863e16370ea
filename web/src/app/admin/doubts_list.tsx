// What an admin should look at, each with the voters it is about, who can be looked at and excluded together.
import { useState } from "preact/hooks";
import type { AdminApi, Doubt } from "../api";
import { useAction } from "../parts/action";
import { Problem } from "../parts/outcome";
import { plural } from "../../shared/format";

interface Props {
  api: AdminApi;
  project: number;
  doubts: Doubt[];
  shown: number[] | null; // those whom the list is of
  show(voters: number[] | null): void;
  changed(): void;
}

const same = (a: number[] | null, b: number[]) => a !== null && a.length === b.length && a.every((id, k) => id === b[k]);

export function DoubtsList({ api, project, doubts, shown, show, changed }: Props) {
  const action = useAction();
  const [excluded, setExcluded] = useState<number[]>([]); // just now
  async function set(voters: number[], how: boolean): Promise<void> {
    await action.run(async () => {
      await api.changeVoters(project, voters, how);
      setExcluded(how ? voters : []);
      show(null);
      changed();
    });
  }
  const whom = (doubt: Doubt) => plural(doubt.voters.length, "voter", "voters");
  return (
    <>
      {doubts.map((doubt) => (
        <section key={doubt.text} class="notice warn stack tight" aria-label="What to look at">
          <p>{doubt.text}.</p>
          {doubt.voters.length > 0 && (
            <div class="row">
              <button
                type="button"
                class="button small"
                onClick={() => show(same(shown, doubt.voters) ? null : doubt.voters)}
              >
                {same(shown, doubt.voters) ? "Show all voters" : `Show only ${whom(doubt)}`}
              </button>
              <button type="button" class="button small" disabled={action.busy} onClick={() => set(doubt.voters, true)}>
                Exclude {whom(doubt)}
              </button>
            </div>
          )}
        </section>
      ))}
      <div role="status">
        {excluded.length > 0 && (
          <div class="notice stack tight">
            <p>{plural(excluded.length, "voter is", "voters are")} excluded: the answers are kept, and do not count.</p>
            <div>
              <button type="button" class="button small" disabled={action.busy} onClick={() => set(excluded, false)}>
                Include them again
              </button>
            </div>
          </div>
        )}
      </div>
      <Problem text={action.problem} />
    </>
  );
}
