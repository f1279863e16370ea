import { describe, expect, it } from "vitest";
import { bestLanguage, fill, language, languages, say } from "./texts";

function placeholders(text: string | Record<string, string>): string[] {
  const texts = typeof text === "string" ? [text] : Object.values(text);
  return [...new Set(texts.flatMap((one) => one.match(/\{\w+\}/g) ?? []))].sort();
}

describe.each(Object.entries(languages))("%s", (code, texts) => {
  const { en } = languages as { en: (typeof languages)[string] };

  it("has every text, and no other", () => {
    expect(Object.keys(texts).sort()).toEqual(Object.keys(en).sort());
  });

  it.each(Object.keys(en) as (keyof typeof en)[])("%s has the same placeholders", (key) => {
    expect(placeholders(texts[key])).toEqual(placeholders(en[key]));
    expect(typeof texts[key]).toBe(typeof en[key]);
    for (const one of typeof texts[key] === "string" ? [texts[key]] : Object.values(texts[key])) {
      expect(one.trim()).not.toBe("");
    }
  });

  it("has plurals that it uses", () => {
    const known = new Intl.PluralRules(code).resolvedOptions().pluralCategories as string[];
    for (const text of Object.values(texts)) {
      if (typeof text === "string") continue;
      expect(Object.keys(text)).toContain("other");
      for (const category of Object.keys(text)) expect(known).toContain(category);
    }
  });
});

it("there are at least three", () => {
  expect(Object.keys(languages).length).toBeGreaterThanOrEqual(3);
});

it.each([
  [["de-AT", "en"], "de"],
  [["pt-BR", "es"], "es"],
  [["FR"], "fr"],
  [["xx"], "en"],
  [[], "en"],
])("%j is served by %s", (wishes, found) => {
  expect(bestLanguage(wishes, Object.keys(languages))).toBe(found);
});

it("fills in words and numbers, and leaves what it does not know", () => {
  expect(fill("{a} of {b} {c}", { a: 1, b: "two" })).toBe("1 of two {c}");
  language.value = "en";
  expect(say("answers", { count: 1 })).toBe("1 answer");
  expect(say("answers", { count: 1200 })).toBe("1,200 answers");
  language.value = "de";
  expect(say("answers", { count: 1200 })).toBe("1.200 Antworten");
  language.value = "en";
});
