// A choice of few, as buttons side by side.
interface Props<T> {
  label: string;
  value: T;
  of: [T, string][];
  onChange: (value: T) => void;
}

export function Choice<T extends string>(props: Props<T>) {
  return (
    <div class="choice" role="group" aria-label={props.label}>
      {props.of.map(([value, name]) => (
        <button key={value} type="button" aria-pressed={value === props.value} onClick={() => props.onChange(value)}>
          {name}
        </button>
      ))}
    </div>
  );
}
