// What came of an action, read aloud when it appears.
import type { Action } from "./action";

export function Problem({ text }: { text: string }) {
  return <div role="alert">{text && <p class="notice bad">{text}</p>}</div>;
}

export function Outcome({ action }: { action: Action }) {
  return (
    <>
      <Problem text={action.problem} />
      <div role="status">{action.done && <p class="notice">{action.done}</p>}</div>
    </>
  );
}
