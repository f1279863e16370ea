// The items of a project: all of them, searched and paged here, for the API gives them in one piece.
import { useState } from "preact/hooks";
import type { AdminApi, Item } from "../api";
import { useAction } from "../parts/action";
import { MarkdownView } from "../parts/markdown_view";
import { Outcome, Problem } from "../parts/outcome";
import { Pager } from "../parts/pager";
import { usePolling } from "../parts/polling";
import { RemoveButton } from "../parts/remove_button";
import { plural } from "../../shared/format";
import { AddItems } from "./add_items";
import { namesOfLines } from "./new_items";
import type { TabProps } from "./project_page";

const PAGE = 50;
const REFRESH_MS = 60_000; // and whenever their number changes

function Thumbnail({ item }: { item: Item }) {
  if (item.kind !== "image") return null;
  const url = item.url ?? (item.content.startsWith("file:") ? "" : item.content || item.name);
  return url ? <img class="thumbnail" src={url} alt="" loading="lazy" referrerpolicy="no-referrer" /> : null;
}

interface RowProps {
  api: AdminApi;
  project: number;
  item: Item;
  changed(item: Item): void;
  removed(): void;
}

function EditItem({ api, project, item, changed, close }: RowProps & { close(): void }) {
  const [name, setName] = useState(item.name);
  const [content, setContent] = useState(item.content);
  const [alt, setAlt] = useState(item.alt);
  const [authors, setAuthors] = useState(item.authors.join("\n"));
  const action = useAction();
  const uploaded = item.content.startsWith("file:");
  async function save(event: Event) {
    event.preventDefault();
    const change = { name: name.trim(), alt: alt.trim(), authors: namesOfLines(authors), ...(uploaded ? {} : { content }) };
    const saved = await action.run(async () => changed(await api.changeItem(project, item.id, change)));
    if (saved) close();
  }
  return (
    <form class="stack edit" onSubmit={save} aria-label={`Edit ${item.name}`}>
      <div class="stack tight">
        <label for={`name-${item.id}`}>Name</label>
        <input
          id={`name-${item.id}`}
          class="field"
          value={name}
          autofocus
          ref={(field) => field?.focus()}
          onInput={(event) => setName(event.currentTarget.value)}
        />
      </div>
      {!uploaded && (
        <div class="stack tight">
          <label for={`content-${item.id}`}>
            {item.kind === "image" ? "Address" : "What voters see, if not the name"}
          </label>
          <textarea
            id={`content-${item.id}`}
            class="field area"
            rows={item.kind === "markdown" ? 8 : 2}
            value={content}
            onInput={(event) => setContent(event.currentTarget.value)}
          />
        </div>
      )}
      {item.kind === "image" && (
        <div class="stack tight">
          <label for={`alt-${item.id}`}>What the picture shows, for voters who cannot see it (the name is not told)</label>
          <input
            id={`alt-${item.id}`}
            class="field"
            value={alt}
            maxLength={1000}
            onInput={(event) => setAlt(event.currentTarget.value)}
          />
        </div>
      )}
      {item.kind === "markdown" && (
        <div class="preview" tabIndex={0} role="region" aria-label={`Preview of ${item.name}`}>
          <MarkdownView text={content} />
        </div>
      )}
      <div class="stack tight">
        <label for={`authors-${item.id}`}>Whose work it is: voters who are not asked about it, one a line, by name, PROLIFIC_PID or workerId</label>
        <textarea
          id={`authors-${item.id}`}
          class="field area"
          rows={1}
          value={authors}
          onInput={(event) => setAuthors(event.currentTarget.value)}
        />
      </div>
      <Outcome action={action} />
      <div class="row">
        <button class="button primary" disabled={action.busy || !name.trim()}>
          Save
        </button>
        <button type="button" class="button" onClick={close}>
          Cancel
        </button>
      </div>
    </form>
  );
}

function ItemRow(props: RowProps) {
  const { api, project, item, changed } = props;
  const [editing, setEditing] = useState(false);
  const action = useAction();
  const toggle = () =>
    action.run(async () => changed(await api.changeItem(project, item.id, { disabled: !item.disabled })));
  if (editing) {
    return (
      <li class="item">
        <EditItem {...props} close={() => setEditing(false)} />
      </li>
    );
  }
  return (
    <li class={item.disabled ? "item off" : "item"}>
      <Thumbnail item={item} />
      <div class="item-text">
        <p>
          <span class="item-name">{item.name}</span> {item.kind !== "text" && <span class="badge">{item.kind}</span>}{" "}
          {item.disabled && <span class="badge warn">disabled</span>}
        </p>
        {item.authors.length > 0 && <p class="faint clip">by {item.authors.join(", ")}</p>}
        {item.kind === "image" && item.alt && <p class="faint clip">{item.alt}</p>}
        {item.kind !== "image" && item.content && <p class="faint clip">{item.content}</p>}
        <Problem text={action.problem} />
      </div>
      <div class="row">
        <button type="button" class="button small" onClick={() => setEditing(true)}>
          Edit<span class="visually-hidden"> {item.name}</span>
        </button>
        <button type="button" class="button small" disabled={action.busy} onClick={toggle}>
          {item.disabled ? "Enable" : "Disable"}
          <span class="visually-hidden"> {item.name}</span>
        </button>
        <RemoveButton
          what={item.name}
          loses="and the votes about it"
          remove={() => api.removeItem(project, item.id).then(props.removed)}
        />
      </div>
    </li>
  );
}

function matching(items: Item[], search: string): Item[] {
  const wanted = search.trim().toLowerCase();
  return wanted ? items.filter((item) => `${item.name}\n${item.content}\n${item.alt}`.toLowerCase().includes(wanted)) : items;
}

export function ItemsTab({ api, project, changed }: TabProps) {
  const [items, setItems] = useState<Item[] | null>(null);
  const [search, setSearch] = useState("");
  const [offset, setOffset] = useState(0);
  const { problem, now } = usePolling(REFRESH_MS, async () => setItems(await api.items(project.id)), [
    project.id,
    project.items,
  ]);
  const found = matching(items ?? [], search);
  function replace(item: Item) {
    setItems((all) => all?.map((other) => (other.id === item.id ? { ...other, ...item } : other)) ?? null);
    now();
  }
  function again() {
    now();
    changed();
  }
  return (
    <div class="columns wide-first">
      <section class="stack" aria-labelledby="all-items">
        <h2 id="all-items">Items</h2>
        <Problem text={problem} />
        {items && items.length < 2 && <p class="empty">A vote needs at least two items.</p>}
        {items && items.length > 0 && (
          <>
            <input
              class="field"
              type="search"
              placeholder="Search"
              aria-label="Search the items"
              value={search}
              onInput={(event) => {
                setSearch(event.currentTarget.value);
                setOffset(0);
              }}
            />
            <p class="faint" role="status">
              {search ? `${plural(found.length, "item", "items")} found` : plural(items.length, "item", "items")}
            </p>
            <ul class="plain-list items card">
              {found.slice(offset, offset + PAGE).map((item) => (
                <ItemRow
                  key={item.id}
                  api={api}
                  project={project.id}
                  item={item}
                  changed={replace}
                  removed={again}
                />
              ))}
            </ul>
            <Pager offset={offset} limit={PAGE} total={found.length} what="items" go={setOffset} />
          </>
        )}
      </section>
      <AddItems
        api={api}
        project={project.id}
        items={items ?? []}
        added={again}
      />
    </div>
  );
}
