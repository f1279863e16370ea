// From one page of a long list to the next.
import { grouped } from "../../shared/format";

interface Props {
  offset: number;
  limit: number;
  total: number;
  what: string; // "items"
  go(offset: number): void;
}

export function Pager({ offset, limit, total, what, go }: Props) {
  if (total <= limit && offset === 0) return null;
  const last = Math.min(offset + limit, total);
  return (
    <nav class="pager" aria-label={`Pages of ${what}`}>
      <button
        type="button"
        class="button small"
        disabled={offset === 0}
        onClick={() => go(Math.max(0, offset - limit))}
      >
        Previous
      </button>
      <span aria-live="polite">
        {total === 0 ? 0 : grouped(offset + 1)} to {grouped(last)} of {grouped(total)}
      </span>
      <button type="button" class="button small" disabled={last >= total} onClick={() => go(offset + limit)}>
        Next
      </button>
    </nav>
  );
}
