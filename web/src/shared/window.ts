// Which rows of a long table are in sight. All rows have one height; only those in sight, and a few around them, exist.

/** Browsers lose count of pixels beyond some ten millions. A table that would be taller than this is scrolled in
 * larger steps. */
export const MAX_HEIGHT = 8_000_000;
const AROUND = 6;

export interface RowWindow {
  first: number; // row
  end: number; // row after the last
  above: number; // pixels that stand for the rows above
  below: number;
}

export function rowsInSight(scrolled: number, viewport: number, rows: number, rowHeight: number): RowWindow {
  const full = rows * rowHeight;
  const total = Math.min(full, MAX_HEIGHT);
  const most = Math.max(0, total - viewport); // that can be scrolled
  const at = Math.min(Math.max(0, scrolled), most);
  // The row at the upper edge, with its fraction.
  const top = most === 0 ? 0 : (at / most) * ((full - viewport) / rowHeight);
  const first = Math.max(0, Math.floor(top) - AROUND);
  const end = Math.min(rows, Math.ceil(top + viewport / rowHeight) + AROUND);
  const shown = (end - first) * rowHeight;
  const above = Math.min(Math.max(0, at - (top - first) * rowHeight), Math.max(0, total - shown));
  return { first, end, above, below: Math.max(0, total - shown - above) };
}
