// Times as people read them; numbers are in shared/format.
import { plural } from "../shared/format";

// "3 minutes ago"; below two seconds "just now".
export function ago(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  if (seconds < 2) return "just now";
  if (seconds < 60) return `${seconds} seconds ago`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${plural(minutes, "minute", "minutes")} ago`;
  const hours = Math.round(minutes / 60);
  if (hours < 48) return `${plural(hours, "hour", "hours")} ago`;
  return `${plural(Math.round(hours / 24), "day", "days")} ago`;
}
