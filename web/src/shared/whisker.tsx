// An interval as a line with a value as a dot, on a scale from `least` to `most`. For the eye alone: whoever shows it
// writes the numbers beside it.
interface Props {
  least: number;
  most: number;
  low: number;
  high: number;
  at: number;
  kind?: string; // a class: good, warn, bad
}

export function Whisker({ least, most, low, high, at, kind }: Props) {
  const span = most > least ? most - least : 1;
  const place = (value: number) => `${(100 * Math.min(Math.max(value - least, 0), span)) / span}%`;
  return (
    <span class={kind ? `whisker ${kind}` : "whisker"} aria-hidden="true">
      {Number.isFinite(low) && Number.isFinite(high) && (
        <i class="line" style={{ left: place(low), right: `calc(100% - ${place(high)})` }} />
      )}
      {Number.isFinite(at) && <i class="dot" style={{ left: place(at) }} />}
    </span>
  );
}
