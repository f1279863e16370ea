// Removes something for good, after it was asked whether that is meant.
import { useState } from "preact/hooks";
import { useAction } from "./action";
import { Problem } from "./outcome";

interface Props {
  what: string; // "Ash"
  loses: string; // what goes with it: "and the votes about it"
  remove(): Promise<unknown>;
  otherwise?: { text: string; label: string; remove(): Promise<unknown> }; // another way to remove it
}

export function RemoveButton({ what, loses, remove, otherwise }: Props) {
  const [asking, setAsking] = useState(false);
  const action = useAction();
  if (!asking) {
    return (
      <button type="button" class="button small" onClick={() => setAsking(true)}>
        Remove<span class="visually-hidden"> {what}</span>
      </button>
    );
  }
  return (
    <div class="stack tight asking" role="group" aria-label={`Remove ${what}`}>
      <p>
        Remove {what} {loses}? {otherwise && `${otherwise.text} `}This cannot be undone.
      </p>
      <Problem text={action.problem} />
      <div class="row">
        <button
          type="button"
          class="button small danger"
          disabled={action.busy}
          onClick={() => action.run(async () => void (await remove()))}
        >
          Remove for good
        </button>
        {otherwise && (
          <button
            type="button"
            class="button small danger"
            disabled={action.busy}
            onClick={() => action.run(async () => void (await otherwise.remove()))}
          >
            {otherwise.label}
          </button>
        )}
        <button type="button" class="button small" ref={(button) => button?.focus()} onClick={() => setAsking(false)}>
          Keep
        </button>
      </div>
    </div>
  );
}
