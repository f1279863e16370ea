// A section with its heading, and text in which `..` is code.
import type { ComponentChildren } from "preact";

interface Props {
  id: string;
  title: string;
  lead?: string;
  children?: ComponentChildren;
}

export function Section({ id, title, lead, children }: Props) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} class="section">
      <h2 id={`${id}-title`}>{title}</h2>
      {lead && (
        <p class="lead">
          <Prose text={lead} />
        </p>
      )}
      {children}
    </section>
  );
}

export function Prose({ text }: { text: string }) {
  const kept = text.replace(/(\d) %/g, "$1\u00a0%"); // a number stays with its sign
  return <>{kept.split("`").map((part, k) => (k % 2 === 1 ? <code key={k}>{part}</code> : part))}</>;
}
