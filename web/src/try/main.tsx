import { render } from "preact";
import "../shared/theme.css";
import "../shared/parts.css";
import "./try.css";
import { App } from "./app";

const page = document.getElementById("page")!;
page.replaceChildren();
render(<App />, page);
