// Ways to add items: lines of text, pictures from here, pictures from elsewhere, Markdown.
import { useState } from "preact/hooks";
import type { AdminApi, Item, NewItem } from "../api";
import { type Action, useAction } from "../parts/action";
import { MarkdownView } from "../parts/markdown_view";
import { Outcome } from "../parts/outcome";
import { FileDrop } from "../../shared/file_drop";
import { plural } from "../../shared/format";
import { itemsOfTable } from "./item_table";
import { itemsOfAddresses, itemsOfLines, nameOfFile, withUniqueNames } from "./new_items";

const WAYS = { lines: "Text", upload: "Pictures", table: "Table", addresses: "Picture links", markdown: "Markdown" };
type Way = keyof typeof WAYS;

interface Props {
  api: AdminApi;
  project: number;
  items: Item[];
  added(): void;
}

function AddButton({ action, items, label }: { action: Action; items: number; label?: string }) {
  return (
    <div>
      <button class="button primary" disabled={action.busy || items === 0}>
        {action.busy ? "Adding…" : (label ?? (items === 0 ? "Add" : `Add ${plural(items, "item", "items")}`))}
      </button>
    </div>
  );
}

function useAdding({ api, project, added }: Props) {
  const action = useAction();
  async function add(items: NewItem[]): Promise<boolean> {
    return action.run(async () => {
      await api.addItems(project, items);
      added();
      return `${plural(items.length, "item", "items")} added.`;
    });
  }
  return { action, add };
}

function Lines(props: Props) {
  const [text, setText] = useState("");
  const { action, add } = useAdding(props);
  const items = itemsOfLines(text);
  return (
    <form
      class="stack"
      onSubmit={async (event) => {
        event.preventDefault();
        if (await add(items)) setText("");
      }}
    >
      <label for="lines">One item per line</label>
      <textarea
        id="lines"
        class="field area"
        rows={6}
        value={text}
        placeholder={"Vanilla\nChocolate\nPistachio"}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <p class="faint">To show voters something other than the name, write the name, a tab, and what they see.</p>
      <Outcome action={action} />
      <AddButton action={action} items={items.length} />
    </form>
  );
}

function Addresses(props: Props) {
  const [text, setText] = useState("");
  const { action, add } = useAdding(props);
  const { items, wrong } = itemsOfAddresses(text);
  const named = withUniqueNames(
    items,
    props.items.map((item) => item.name),
  );
  return (
    <form
      class="stack"
      onSubmit={async (event) => {
        event.preventDefault();
        if (await add(named)) setText("");
      }}
    >
      <label for="addresses">One address per line</label>
      <textarea
        id="addresses"
        class="field area"
        rows={6}
        value={text}
        placeholder={"https://example.org/one.jpg\nA name, https://example.org/two.jpg"}
        aria-describedby="addresses-help"
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <p class="faint" id="addresses-help">
        Voters' browsers load the pictures from there. A name may stand before the address.
      </p>
      {wrong.length > 0 && (
        <p class="notice warn">
          {plural(wrong.length, "line has", "lines have")} no address that begins with http:// or https://:{" "}
          {wrong[0]!.slice(0, 80)}
        </p>
      )}
      <Outcome action={action} />
      <AddButton action={action} items={wrong.length > 0 ? 0 : items.length} />
    </form>
  );
}

function MarkdownItem(props: Props) {
  const [name, setName] = useState("");
  const [text, setText] = useState("");
  const { action, add } = useAdding(props);
  return (
    <form
      class="stack"
      onSubmit={async (event) => {
        event.preventDefault();
        if (!(await add([{ name: name.trim(), kind: "markdown", content: text }]))) return;
        setName("");
        setText("");
      }}
    >
      <label for="markdown-name">Name, shown in rankings, not to voters</label>
      <input id="markdown-name" class="field" value={name} onInput={(event) => setName(event.currentTarget.value)} />
      <div class="split">
        <div class="stack tight">
          <label for="markdown-text">Markdown</label>
          <textarea
            id="markdown-text"
            class="field area mono"
            rows={10}
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        </div>
        <div class="stack tight">
          <h3>Preview</h3>
          <div class="preview" tabIndex={0} role="region" aria-label="Preview">
            <MarkdownView text={text} />
          </div>
        </div>
      </div>
      <Outcome action={action} />
      <AddButton action={action} items={name.trim() && text.trim() ? 1 : 0} label="Add this item" />
    </form>
  );
}

const MOST_BYTES = 5 * 2 ** 20;
const TYPES = ["image/png", "image/jpeg", "image/gif", "image/webp"];

function unfit(file: File): string {
  if (!TYPES.includes(file.type)) return `${file.name} is not a PNG, JPEG, GIF or WebP picture.`;
  return file.size > MOST_BYTES ? `${file.name} is larger than 5 MB.` : "";
}

const baseName = (path: string): string => path.split(/[\\/]/).at(-1)!;

// Pictures go up one after another: what the contents of items are then to be.
async function upload(props: Props, files: File[], tell: (progress: string) => void): Promise<string[]> {
  const wrong = files.map(unfit).filter(Boolean);
  if (wrong.length > 0) throw new Error(`Nothing was added. ${wrong.slice(0, 5).join(" ")}`);
  const contents: string[] = [];
  for (const [place, file] of files.entries()) {
    tell(`Uploading ${place + 1} of ${files.length}`);
    contents.push((await props.api.addFile(props.project, file)).content);
  }
  return contents;
}

// Then the items are made, all at once. Two files of one name, from two folders, are two items.
function Upload(props: Props) {
  const [progress, setProgress] = useState("");
  const action = useAction();
  async function send(files: File[]): Promise<string> {
    const contents = await upload(props, files, setProgress);
    const items = files.map((file, place): NewItem => {
      return { name: nameOfFile(file.name), kind: "image", content: contents[place]! };
    });
    const taken = props.items.map((item) => item.name);
    await props.api.addItems(props.project, withUniqueNames(items, taken));
    props.added();
    return `${plural(files.length, "picture", "pictures")} added.`;
  }
  async function take(files: File[]) {
    await action.run(() => send(files));
    setProgress("");
  }
  return (
    <div class="stack">
      <FileDrop accept={TYPES.join(",")} disabled={action.busy} onFiles={(files) => void take(files)}>
        <span>
          <strong>Choose pictures</strong>, or drop them here
        </span>
        <span class="faint">PNG, JPEG, GIF or WebP, at most 5 MB each. The file's name becomes the item's name.</span>
      </FileDrop>
      <div class="stack tight">
        <label for="folder">Or a whole folder: files that are not pictures are left out</label>
        <input
          id="folder"
          class="field"
          type="file"
          multiple
          disabled={action.busy}
          ref={(element) => element?.setAttribute("webkitdirectory", "")}
          onChange={(event) => {
            const files = [...(event.currentTarget.files ?? [])].filter((file) => TYPES.includes(file.type));
            event.currentTarget.value = "";
            if (files.length > 0) void take(files);
          }}
        />
      </div>
      <p role="status" class="faint">
        {progress}
      </p>
      <Outcome action={action} />
    </div>
  );
}

// A CSV file, and the pictures that it names.
function Table(props: Props) {
  const [text, setText] = useState("");
  const [files, setFiles] = useState<File[]>([]);
  const [progress, setProgress] = useState("");
  const [turn, setTurn] = useState(0); // a new one empties the choice of files
  const action = useAction();
  const { items, pictures, wrong } = itemsOfTable(text);
  const missing = pictures.filter((name) => !files.some((file) => file.name === baseName(name)));
  const named = files.filter((file) => pictures.some((name) => baseName(name) === file.name));
  async function choose(chosen: File[]) {
    action.clear();
    const table = chosen.find((file) => /\.(csv|tsv|txt)$/i.test(file.name));
    setText(table ? await table.text() : "");
    setFiles(chosen.filter((file) => file !== table));
  }
  async function send(): Promise<string> {
    const contents = await upload(props, named, setProgress);
    const made = items.map((item) => {
      const file = named.findIndex((one) => item.kind === "image" && one.name === baseName(item.content ?? ""));
      return file < 0 ? item : { ...item, content: contents[file]! };
    });
    await props.api.addItems(props.project, made);
    props.added();
    return `${plural(made.length, "item", "items")} added.`;
  }
  return (
    <form
      class="stack"
      onSubmit={async (event) => {
        event.preventDefault();
        const done = await action.run(send);
        setProgress("");
        if (!done) return;
        setText("");
        setFiles([]);
        setTurn(turn + 1);
      }}
    >
      <label for="table">A CSV file, together with the pictures that it names</label>
      <input
        key={turn}
        id="table"
        class="field"
        type="file"
        multiple
        accept={[".csv", ".tsv", ".txt", ...TYPES].join(",")}
        aria-describedby="table-help"
        onChange={(event) => void choose([...(event.currentTarget.files ?? [])])}
      />
      <p class="faint" id="table-help">
        Its columns: <code>name</code>, <code>content</code> (what voters see: text, Markdown, an address or a file's
        name), <code>kind</code> (text, markdown or image), <code>alt</code> (what a picture shows, for voters who cannot
        see it) and <code>authors</code>. Only the name is needed.
      </p>
      {wrong.length > 0 && <p class="notice warn">{wrong.slice(0, 3).join(" ")}</p>}
      {missing.length > 0 && (
        <p class="notice warn">
          The table names {plural(missing.length, "picture", "pictures")} that you have not chosen yet:{" "}
          {missing.slice(0, 3).join(", ")}
        </p>
      )}
      <p role="status" class="faint">
        {progress}
      </p>
      <Outcome action={action} />
      <AddButton action={action} items={wrong.length + missing.length > 0 ? 0 : items.length} />
    </form>
  );
}

const FORMS: Record<Way, (props: Props) => preact.JSX.Element> = {
  lines: Lines,
  upload: Upload,
  table: Table,
  addresses: Addresses,
  markdown: MarkdownItem,
};

export function AddItems(props: Props) {
  const [way, setWay] = useState<Way>("lines");
  const Form = FORMS[way];
  return (
    <section class="stack card padded" aria-labelledby="add-items">
      <h2 id="add-items">Add items</h2>
      <div class="choice" role="group" aria-label="Kind of items to add">
        {(Object.keys(WAYS) as Way[]).map((name) => (
          <button type="button" key={name} aria-pressed={name === way} onClick={() => setWay(name)}>
            {WAYS[name]}
          </button>
        ))}
      </div>
      <Form {...props} />
    </section>
  );
}
