// The voter's page in the reader's language. Each file of languages/ is one, named by its code: a file more is a language
// more. {words in brackets} are filled in; a text with `one` and `other` goes by the number in {count}.
import { computed, signal } from "@preact/signals";
import { local } from "./storage";
import type en from "./languages/en.json";

export type Texts = typeof en;
type Key = keyof Texts;
type Values = Record<string, string | number>;

const KEPT = "pdrank.language";
const OTHERWISE = "en";

const files = import.meta.glob<Texts>("./languages/*.json", { eager: true, import: "default" });
export const languages: Record<string, Texts> = Object.fromEntries(
  Object.entries(files).map(([path, texts]) => [/([^/]+)\.json$/.exec(path)![1]!, texts]),
);

// The first of the wishes that there is a file for: "de-AT" is served by de.json.
export function bestLanguage(wishes: readonly string[], codes: string[]): string {
  for (const wish of wishes) {
    const short = wish.toLowerCase().split("-")[0]!;
    const found = codes.find((code) => code.toLowerCase() === wish.toLowerCase()) ?? codes.find((code) => code === short);
    if (found) return found;
  }
  return OTHERWISE;
}

function wishes(): string[] {
  const kept = local.get(KEPT);
  return [...(kept ? [kept] : []), ...(typeof navigator === "undefined" ? [] : navigator.languages)];
}

export const language = signal(bestLanguage(wishes(), Object.keys(languages)));
const plurals = computed(() => new Intl.PluralRules(language.value));
const numbers = computed(() => new Intl.NumberFormat(language.value));

export function setLanguage(code: string): void {
  local.set(KEPT, code);
  language.value = code;
}

export function fill(text: string, values: Values, format: (number: number) => string = String): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    return typeof value === "number" ? format(value) : value;
  });
}

export function say(key: Key, values: Values = {}): string {
  const found: string | Record<string, string> = languages[language.value]![key];
  const text =
    typeof found === "string" ? found : (found[plurals.value.select(Number(values.count))] ?? found.other!);
  return fill(text, values, (number) => numbers.value.format(number));
}
