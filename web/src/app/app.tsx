// Which page the address asks for.
import { signal } from "@preact/signals";
import { AdminPage } from "./admin/admin_page";
import { parseRoute } from "./route";
import { keepSecret } from "./secret";
import { JoinPage } from "./voting/join_page";
import { ResultsPage } from "./voting/results_page";
import { VotePage } from "./voting/vote_page";

const route = signal(parseRoute(location.hash));

// The admin's link leaves its secret with this tab, and the address bar at once.
function follow(): void {
  let found = parseRoute(location.hash);
  if (found.page === "admin") {
    keepSecret(found.secret);
    history.replaceState(null, "", "#projects");
    found = { page: "projects" };
  }
  route.value = found;
}

follow();
window.addEventListener("hashchange", follow);

export function App() {
  const now = route.value;
  if (now.page === "vote") return <VotePage key={now.token} token={now.token} />;
  if (now.page === "join") return <JoinPage token={now.token} />;
  if (now.page === "results") return <ResultsPage key={now.token} token={now.token} />;
  return <AdminPage route={now} />;
}
