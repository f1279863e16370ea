// What an admin pastes or drops, as items.
import type { NewItem } from "../api";

function lines(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

// A line an item; a tab splits its name from what voters see.
export function itemsOfLines(text: string): NewItem[] {
  return lines(text).map((line) => {
    const [name, ...content] = line.split("\t");
    return content.length === 0
      ? { name: line }
      : { name: name!.trim(), kind: "text", content: content.join("\t").trim() };
  });
}

export function namesOfLines(text: string): string[] {
  return lines(text);
}

// "IMG_1.jpeg" of ".../photos/IMG_1.jpeg?size=2" without its ending.
export function nameOfFile(path: string): string {
  const last =
    path
      .replace(/[?#].*$/, "")
      .split("/")
      .filter(Boolean)
      .at(-1) ?? path;
  let name = last;
  try {
    name = decodeURIComponent(last);
  } catch {
    // a lone %: as it is
  }
  return name.replace(/\.[A-Za-z0-9]{1,5}$/, "") || name;
}

export const isAddress = (text: string): boolean => /^https?:\/\/\S+$/i.test(text);

// A line an address, or a name, a tab, comma or blanks, and the address. What is neither is given back as wrong.
export function itemsOfAddresses(text: string): { items: NewItem[]; wrong: string[] } {
  const items: NewItem[] = [];
  const wrong: string[] = [];
  for (const line of lines(text)) {
    const match = /^(?:(.*?)[\s,;]+)?(\S+)$/.exec(line);
    const url = match?.[2] ?? "";
    if (!isAddress(url)) wrong.push(line);
    else items.push({ name: match?.[1]?.trim() || nameOfFile(url), kind: "image", content: url });
  }
  return { items, wrong };
}

// Names are unique in a project: a name that is taken gets a number.
export function withUniqueNames(items: NewItem[], taken: Iterable<string>): NewItem[] {
  const used = new Set(taken);
  return items.map((item) => {
    let name = item.name;
    for (let copy = 2; used.has(name); ++copy) name = `${item.name} (${copy})`;
    used.add(name);
    return { ...item, name };
  });
}
