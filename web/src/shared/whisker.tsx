// An interval as a line with a value as a dot, on a scale from `least` to `most`, and the axis of such a scale. For the
// eye alone: whoever shows it writes the numbers beside it.
export interface WhiskerScale {
  least: number;
  most: number;
}

interface Props extends WhiskerScale {
  low: number;
  high: number;
  at: number;
  kind?: string; // a class: good, warn, bad
}

function placing({ least, most }: WhiskerScale): (value: number) => string {
  const span = most > least ? most - least : 1;
  return (value) => `${(100 * Math.min(Math.max(value - least, 0), span)) / span}%`;
}

export function Whisker({ least, most, low, high, at, kind }: Props) {
  const place = placing({ least, most });
  return (
    <span class={kind ? `whisker ${kind}` : "whisker"} aria-hidden="true">
      {Number.isFinite(low) && Number.isFinite(high) && (
        <i class="line" style={{ left: place(low), right: `calc(100% - ${place(high)})` }} />
      )}
      {Number.isFinite(at) && <i class="dot" style={{ left: place(at) }} />}
    </span>
  );
}

/** The marks of the scale, over whiskers of the same width. */
export function WhiskerAxis(props: WhiskerScale & { marks: number[]; format: (value: number) => string }) {
  const place = placing(props);
  return (
    <span class="whisker-axis" aria-hidden="true">
      {props.marks.map((mark) => (
        <i key={mark} style={{ left: place(mark) }}>
          <b>{props.format(mark)}</b>
        </i>
      ))}
    </span>
  );
}
