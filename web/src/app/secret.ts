// The admin's secret: in the storage of this tab alone, gone when it is closed, and never in the address bar for long.
import { signal } from "@preact/signals";
import { tab } from "./storage";

const PLACE = "pdrank.admin";

export const secret = signal(tab.get(PLACE) ?? "");
export const whyAsked = signal(""); // why the secret is asked for again

export function keepSecret(value: string): void {
  tab.set(PLACE, value);
  whyAsked.value = "";
  secret.value = value;
}

export function forgetSecret(why = ""): void {
  tab.remove(PLACE);
  whyAsked.value = why;
  secret.value = "";
}

// What a person pastes: the secret, or the whole link that has it.
export function secretIn(text: string): string {
  return text.trim().replace(/^.*#admin=/, "");
}
