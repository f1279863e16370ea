// Answers in and out, as files.
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { Exported, Format, Import } from "../api";
import { useAction } from "../parts/action";
import { download, fileName } from "../../shared/download";
import { Outcome, Problem } from "../parts/outcome";
import { usePolling } from "../parts/polling";
import { RemoveButton } from "../parts/remove_button";
import { plural } from "../../shared/format";
import { ago } from "../words";
import type { TabProps } from "./project_page";

const FORMATS: Record<Format, string> = { csv: "CSV", tsv: "TSV", jsonl: "JSON Lines", json: "JSON" };

const WHAT: Record<Exclude<Exported, "links">, { title: string; text: ComponentChildren }> = {
  votes: {
    title: "Votes",
    text: "Every answer as it was given, including skipped, undone and excluded ones. All else can be made from it.",
  },
  comparisons: {
    title: "Comparisons",
    text: (
      <>
        What counts, one row per answer: <code>left,right,winner,annotator,duration_ms</code>, which <code>pdrank rank</code> reads.
      </>
    ),
  },
  ranking: { title: "Ranking", text: "Every item's place, score and range." },
  voters: {
    title: "Voters",
    text: "How many answers each voter gave, how fast, on which side, and what a study keeps about them.",
  },
};

function ExportCard({ api, project, what }: TabProps & { what: keyof typeof WHAT }) {
  const action = useAction();
  const save = (format: Format) =>
    action.run(async () => {
      download(await api.export(project.id, what, format), fileName(project.name, `${what}.${format}`));
    });
  return (
    <li class="stack tight card padded">
      <h3>{WHAT[what].title}</h3>
      <p>{WHAT[what].text}</p>
      <div class="row" role="group" aria-label={`Save ${WHAT[what].title} as`}>
        {(Object.keys(FORMATS) as Format[]).map((format) => (
          <button type="button" key={format} class="button small" disabled={action.busy} onClick={() => save(format)}>
            {FORMATS[format]}
          </button>
        ))}
      </div>
      <Problem text={action.problem} />
    </li>
  );
}

// By the end of its name, compressed or not.
export function formatOfName(name: string): Format {
  const match = /\.(csv|tsv|jsonl|ndjson|json)(?:\.gz|\.zst)?$/i.exec(name);
  const ending = match?.[1]?.toLowerCase();
  if (ending === "ndjson") return "jsonl";
  return (ending as Format | undefined) ?? "csv";
}

function NewImport({ api, project, changed, imported }: TabProps & { imported(): void }) {
  const [file, setFile] = useState<File | null>(null);
  const [format, setFormat] = useState<Format>("csv");
  const [columns, setColumns] = useState("");
  const [lenient, setLenient] = useState(false);
  const [again, setAgain] = useState(false);
  const action = useAction();
  async function send(event: Event) {
    event.preventDefault();
    if (!file) return;
    await action.run(async () => {
      const made = await api.import(project.id, file, { format, columns: columns.trim(), skip_bad_rows: lenient, again });
      setAgain(false);
      imported();
      changed();
      const skipped = made.skipped > 0 ? ` ${plural(made.skipped, "row was", "rows were")} left out.` : "";
      return (
        `${plural(made.votes, "answer", "answers")} read; ${plural(made.items, "new item", "new items")}, ` +
        `${plural(made.voters, "new voter", "new voters")}.${skipped} ${made.notes?.join(" ") ?? ""}`
      );
    });
  }
  return (
    <form class="stack card padded" onSubmit={send}>
      <p>
        A file of comparisons, such as <code>winner,loser,annotator</code> or <code>left,right,winner</code>; may be
        compressed (.gz, .zst). Items and voters that are missing are added.
      </p>
      <div class="stack tight">
        <label for="import-file">File</label>
        <input
          id="import-file"
          class="field"
          type="file"
          onChange={(event) => {
            const chosen = event.currentTarget.files?.[0] ?? null;
            setFile(chosen);
            if (chosen) setFormat(formatOfName(chosen.name));
            action.clear();
          }}
        />
      </div>
      <div class="stack tight">
        <label for="import-format">Format</label>
        <select
          id="import-format"
          class="field"
          value={format}
          onChange={(event) => setFormat(event.currentTarget.value as Format)}
        >
          {(["csv", "tsv", "jsonl"] as const).map((name) => (
            <option key={name} value={name}>
              {FORMATS[name]}
            </option>
          ))}
        </select>
      </div>
      <div class="stack tight">
        <label for="import-columns">Names of its columns, if they are unusual</label>
        <input
          id="import-columns"
          class="field"
          placeholder="winner=better one,loser=worse one"
          value={columns}
          onInput={(event) => setColumns(event.currentTarget.value)}
        />
      </div>
      <label class="row check">
        <input type="checkbox" checked={lenient} onChange={(event) => setLenient(event.currentTarget.checked)} />
        Leave out rows that cannot be used
      </label>
      <label class="row check">
        <input type="checkbox" checked={again} onChange={(event) => setAgain(event.currentTarget.checked)} />
        Import it even if it was imported before
      </label>
      <Outcome action={action} />
      <div>
        <button class="button primary" disabled={!file || action.busy}>
          {action.busy ? "Importing…" : "Import"}
        </button>
      </div>
    </form>
  );
}

function Imports({ api, project, changed }: TabProps) {
  const [imports, setImports] = useState<Import[]>([]);
  const { problem, now } = usePolling(30_000, async () => setImports(await api.imports(project.id)), [project.id]);
  return (
    <>
      <NewImport api={api} project={project} changed={changed} imported={now} />
      <Problem text={problem} />
      {imports.length > 0 && (
        <ul class="plain-list items card" aria-label="Imports">
          {imports.map((one) => (
            <li key={one.id} class="item">
              <p class="item-text">
                {one.whole ? plural(one.votes, "answer", "answers") : "broken off, or under way"}, imported{" "}
                {ago(Date.now() - one.made_ms)}
              </p>
              <RemoveButton
                what={`the import of ${plural(one.votes, "answer", "answers")}`}
                loses="with its answers"
                remove={async () => {
                  await api.removeImport(project.id, one.id);
                  now();
                  changed();
                }}
              />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

export function TransferTab(props: TabProps) {
  return (
    <div class="columns">
      <section class="stack" aria-labelledby="export">
        <h2 id="export">Export</h2>
        <ul class="plain-list stack">
          {(Object.keys(WHAT) as (keyof typeof WHAT)[]).map((what) => (
            <ExportCard key={what} {...props} what={what} />
          ))}
        </ul>
      </section>
      <section class="stack" aria-labelledby="import">
        <h2 id="import">Import</h2>
        <Imports {...props} />
      </section>
    </div>
  );
}
