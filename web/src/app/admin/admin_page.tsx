// The frame of the admin's pages, and the door to them.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { AdminApi } from "../api";
import type { Route } from "../route";
import { forgetSecret, keepSecret, secret, secretIn, whyAsked } from "../secret";
import { ProjectList } from "./project_list";
import { ProjectPage } from "./project_page";
import { learnServer } from "./server_info";

function Door() {
  const [text, setText] = useState("");
  return (
    <main class="admin narrow">
      <h1>pdrank</h1>
      <p>
        To vote, open the link that you were given. To run a vote, open the link that <code>pdrank serve</code> printed
        when it was started, or paste it here.
      </p>
      <div role="alert">{whyAsked.value && <p class="notice bad">{whyAsked.value}</p>}</div>
      <form
        class="stack card padded"
        onSubmit={(event) => {
          event.preventDefault();
          if (secretIn(text)) keepSecret(secretIn(text));
        }}
      >
        <label for="secret">Admin link or secret</label>
        <input
          id="secret"
          class="field"
          type="password"
          autocomplete="off"
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
        <div>
          <button class="button primary" disabled={!secretIn(text)}>
            Open
          </button>
        </div>
      </form>
    </main>
  );
}

// A new page begins at its heading, for screen readers and keyboards too.
function useFocusOnChange(place: string) {
  const main = useRef<HTMLElement>(null);
  const first = useRef(true);
  useEffect(() => {
    if (!first.current) main.current?.focus();
    first.current = false;
    window.scrollTo(0, 0);
  }, [place]);
  return main;
}

export function AdminPage({ route }: { route: Route }) {
  const key = secret.value;
  const api = useMemo(() => new AdminApi(key), [key]);
  const main = useFocusOnChange(route.page === "project" ? `${route.id}/${route.tab}` : route.page);
  useEffect(() => {
    document.title = "pdrank";
  }, [route.page]);
  useEffect(() => {
    if (key) void learnServer(api);
  }, [api]);
  if (!key) return <Door />;
  return (
    <>
      <a class="skip-link" href="#content" onClick={(event) => (event.preventDefault(), main.current?.focus())}>
        Skip to the content
      </a>
      <header class="top">
        <nav aria-label="Site">
          <a class="brand" href="#projects">
            pdrank
          </a>
          <a href="#projects" aria-current={route.page === "projects" ? "page" : undefined}>
            Projects
          </a>
        </nav>
        <button type="button" class="button small" onClick={() => forgetSecret()}>
          Leave
        </button>
      </header>
      <main class="admin" id="content" ref={main} tabIndex={-1}>
        {route.page === "project" ? (
          <ProjectPage key={route.id} api={api} id={route.id} tab={route.tab} />
        ) : (
          <ProjectList api={api} />
        )}
      </main>
    </>
  );
}
