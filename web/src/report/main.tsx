// The report: reads the JSON that the program put into the page, and shows it.
import { render } from "preact";
import "../shared/theme.css";
import "../shared/parts.css";
import "./report.css";
import { followLinksInFrames } from "./links";
import { readReport } from "./model";
import { Page } from "./page";

const report = readReport(document.getElementById("report")!.textContent!);
document.title = `${report.title || "pdrank"}: report`;
const page = document.getElementById("page")!;
page.replaceChildren(); // the verdict and first places stand there for those without scripts
render(<Page report={report} />, page);
followLinksInFrames();
