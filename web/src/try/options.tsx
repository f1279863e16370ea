// The few options that a first file may need.
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { pdrank } from "./engine";
import type { Choices } from "./words";

interface Method {
  name: string;
  summary: string;
}

/** The methods that the program has; none until it has been loaded. */
function useMethods(): Method[] {
  const [methods, setMethods] = useState<Method[]>([]);
  useEffect(() => {
    pdrank(["methods", "--format", "json"]).then(
      (ended) => setMethods(JSON.parse(ended.stdout)),
      () => undefined, // that it did not load is said elsewhere
    );
  }, []);
  return methods;
}

interface Props {
  choices: Choices;
  onChange: (choices: Choices) => void;
  children: ComponentChildren; // what to do with them
}

export function Options({ choices, onChange, children }: Props) {
  const methods = useMethods();
  const summary = methods.find((method) => method.name === choices.method)?.summary;
  return (
    <details class="options card">
      <summary>Options</summary>
      <div class="fields">
        <div>
          <label for="method">Method</label>
          <select
            id="method"
            class="field"
            value={choices.method}
            onChange={(event) => onChange({ ...choices, method: event.currentTarget.value })}
          >
            <option value="">the default: posterior</option>
            {methods.map(({ name }) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
          {summary && <p class="faint">{summary}</p>}
        </div>
        <div>
          <label for="more">More options, as on the command line</label>
          <input
            id="more"
            class="field mono"
            value={choices.more}
            placeholder="--ties drop"
            autocomplete="off"
            autocapitalize="off"
            spellcheck={false}
            onInput={(event) => onChange({ ...choices, more: event.currentTarget.value })}
          />
        </div>
        <label class="check">
          <input
            type="checkbox"
            checked={choices.skipsBadRows}
            onChange={(event) => onChange({ ...choices, skipsBadRows: event.currentTarget.checked })}
          />
          Leave out rows that cannot be used
        </label>
        {children}
      </div>
    </details>
  );
}
