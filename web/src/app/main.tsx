import { render } from "preact";
import { App } from "./app";
import "../shared/theme.css";
import "../shared/parts.css";
import "./app.css";
import "./voting/voting.css";
import "./admin/admin.css";

render(<App />, document.getElementById("page")!);
