// All it takes to get the same page again.
import { useState } from "preact/hooks";
import { Facts } from "./facts";
import { Fold } from "./fold";
import type { Report } from "./model";
import { Section } from "./section";

function Command({ text }: { text: string }) {
  const [copied, setCopied] = useState(false);
  const copy = () => {
    const done = () => setCopied(true);
    navigator.clipboard?.writeText(text).then(done, () => setCopied(false));
  };
  return (
    <div class="command">
      <pre tabIndex={0} aria-label="Command">
        <code>{text}</code>
      </pre>
      {navigator.clipboard && (
        <button type="button" class="button small" onClick={copy}>
          {copied ? "Copied" : "Copy"}
        </button>
      )}
    </div>
  );
}

export function AgainSection({ report }: { report: Report }) {
  const facts: [string, string][] = [
    ["Version", report.version],
    ["Seed", report.seed],
    ["Input", report.files.join(", ")],
  ];
  return (
    <Section
      id="again"
      title="Get it again"
      lead="The same input, options and seed give the same page, byte for byte, on any number of threads."
    >
      {report.command && <Command text={report.command} />}
      <Facts of={facts.filter(([, value]) => value !== "")} card />
      <Fold title="Options, as they were resolved">
        <dl class="details card">
          {Object.entries(report.options).map(([name, value]) => (
            <div key={name}>
              <dt>
                <code>--{name.replaceAll("_", "-")}</code>
              </dt>
              <dd>{value || "none"}</dd>
            </div>
          ))}
        </dl>
      </Fold>
    </Section>
  );
}
