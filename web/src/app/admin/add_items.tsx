// Ways to add items: lines of text, pictures from here, pictures from elsewhere, Markdown.
import { useRef, useState } from "preact/hooks";
import type { AdminApi, Item, NewItem } from "../api";
import { type Action, useAction } from "../parts/action";
import { MarkdownView } from "../parts/markdown_view";
import { Outcome } from "../parts/outcome";
import { plural } from "../../shared/format";
import { itemsOfAddresses, itemsOfLines, nameOfFile, withUniqueNames } from "./new_items";

const WAYS = { lines: "Text", upload: "Pictures", addresses: "Picture links", markdown: "Markdown" };
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

// Pictures go up one after another; then the items are made, all at once.
function Upload(props: Props) {
  const [over, setOver] = useState(false);
  const [progress, setProgress] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const action = useAction();
  async function send(files: File[]): Promise<string> {
    const wrong = files.map(unfit).filter(Boolean);
    if (wrong.length > 0) throw new Error(`Nothing was added. ${wrong.join(" ")}`);
    const items: NewItem[] = [];
    for (const [place, file] of files.entries()) {
      setProgress(`Uploading ${place + 1} of ${files.length}`);
      const { content } = await props.api.addFile(props.project, file);
      items.push({ name: nameOfFile(file.name), kind: "image", content });
    }
    const taken = props.items.map((item) => item.name);
    await props.api.addItems(props.project, withUniqueNames(items, taken));
    props.added();
    return `${plural(files.length, "picture", "pictures")} added.`;
  }
  async function take(files: FileList | null | undefined) {
    if (!files || files.length === 0) return;
    await action.run(() => send([...files]));
    setProgress("");
    if (input.current) input.current.value = "";
  }
  return (
    <div class="stack">
      <label
        class={over ? "drop over" : "drop"}
        onDragOver={(event) => (event.preventDefault(), setOver(true))}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          void take(event.dataTransfer?.files);
        }}
      >
        <span>
          <strong>Choose pictures</strong>, or drop them here
        </span>
        <span class="faint">PNG, JPEG, GIF or WebP, at most 5 MB each. The file's name becomes the item's name.</span>
        <input
          ref={input}
          type="file"
          multiple
          accept={TYPES.join(",")}
          disabled={action.busy}
          onChange={(event) => void take(event.currentTarget.files)}
        />
      </label>
      <p role="status" class="faint">
        {progress}
      </p>
      <Outcome action={action} />
    </div>
  );
}

const FORMS: Record<Way, (props: Props) => preact.JSX.Element> = {
  lines: Lines,
  upload: Upload,
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
