// A copy of everything as a file, and back into a server that has nothing yet.
import { useState } from "preact/hooks";
import type { AdminApi } from "../api";
import { useAction } from "../parts/action";
import { download } from "../../shared/download";
import { Outcome } from "../parts/outcome";
import { plural } from "../../shared/format";

interface Props {
  api: AdminApi;
  isEmpty: boolean; // there is no project
  restored(): void;
}

function Restore({ api, restored }: Omit<Props, "isEmpty">) {
  const [file, setFile] = useState<File | null>(null);
  const action = useAction();
  return (
    <form
      class="stack tight"
      onSubmit={(event) => {
        event.preventDefault();
        void action.run(async () => {
          const { projects } = await api.restore(file!);
          restored();
          return `${plural(projects, "project is", "projects are")} back, with all links.`;
        });
      }}
    >
      <label for="backup-file">Backup to restore</label>
      <input
        id="backup-file"
        class="field"
        type="file"
        onChange={(event) => setFile(event.currentTarget.files?.[0] ?? null)}
      />
      <Outcome action={action} />
      <div>
        <button class="button" disabled={!file || action.busy}>
          {action.busy ? "Restoring…" : "Restore"}
        </button>
      </div>
    </form>
  );
}

export function BackupCard({ api, isEmpty, restored }: Props) {
  const action = useAction();
  const save = () =>
    action.run(async () => {
      const day = new Date().toISOString().slice(0, 10);
      download(await api.backup(), `pdrank-${day}.db`);
    });
  return (
    <details class="card padded backup">
      <summary>
        <h2>Backup</h2>
      </summary>
      <div class="stack">
        <p>
          One file with all projects, votes, pictures and links. Keep it where only you can read it: whoever has it can
          vote in anybody's name.
        </p>
        <Outcome action={action} />
        <div>
          <button type="button" class="button" disabled={action.busy} onClick={save}>
            {action.busy ? "Saving…" : "Save a backup"}
          </button>
        </div>
        {isEmpty ? (
          <Restore api={api} restored={restored} />
        ) : (
          <p class="faint">
            To restore a backup, start <code>pdrank serve</code> with a store that has no project yet.
          </p>
        )}
      </div>
    </details>
  );
}
