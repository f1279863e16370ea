// What is shown when it is asked for, and always on paper.
import type { ComponentChildren } from "preact";
import { usePrinting } from "../shared/media";

export function Fold({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <details open={usePrinting()}>
      <summary>{title}</summary>
      {children}
    </details>
  );
}
