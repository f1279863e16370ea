// A place to drop files on, which also opens the system's choice of files.
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";

interface Props {
  accept?: string; // as of <input type="file">
  disabled?: boolean;
  onFiles: (files: File[]) => void;
  children: ComponentChildren; // what is to be dropped here
}

export function FileDrop(props: Props) {
  const [over, setOver] = useState(false);
  const take = (list: FileList | null | undefined) => {
    if (list && list.length > 0 && !props.disabled) props.onFiles([...list]);
  };
  return (
    <label
      class={over ? "drop over" : "drop"}
      onDragOver={(event) => (event.preventDefault(), setOver(true))}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer?.files);
      }}
    >
      {props.children}
      <input
        type="file"
        multiple
        accept={props.accept}
        disabled={props.disabled}
        onChange={(event) => {
          take(event.currentTarget.files);
          event.currentTarget.value = ""; // the same file may come again
        }}
      />
    </label>
  );
}
