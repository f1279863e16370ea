// A window over the page; Escape, the button and a click beside it close it, and the focus goes back where it was.
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";

interface Props {
  title: string;
  onClose: () => void;
  children: ComponentChildren;
}

export function Dialog({ title, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current!.showModal(), []);
  return (
    <dialog
      ref={dialog}
      class="dialog"
      aria-labelledby="dialog-title"
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && dialog.current!.close()}
    >
      <div class="dialog-inner">
        <div class="dialog-head">
          <h2 id="dialog-title">{title}</h2>
          <button type="button" class="button small" onClick={() => dialog.current!.close()}>
            Close
          </button>
        </div>
        {children}
      </div>
    </dialog>
  );
}
