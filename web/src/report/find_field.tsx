// A field to find something in a table by a part of its name.

export function FindField(props: { id: string; label: string; text: string; onText: (text: string) => void }) {
  return (
    <div class="grow">
      <label for={props.id}>{props.label}</label>
      <input
        id={props.id}
        class="field"
        type="search"
        value={props.text}
        autocomplete="off"
        spellcheck={false}
        onInput={(event) => props.onText(event.currentTarget.value)}
      />
    </div>
  );
}
