import { describe, expect, it } from "vitest";
import { itemsOfAddresses, itemsOfLines, nameOfFile, withUniqueNames } from "./new_items";

it("reads a line as an item, a tab as the end of its name", () => {
  expect(itemsOfLines(" A \r\n\n\nB, with a comma\nC\twhat voters\tsee ")).toEqual([
    { name: "A" },
    { name: "B, with a comma" },
    { name: "C", kind: "text", content: "what voters\tsee" },
  ]);
  expect(itemsOfLines(" \n\t\n")).toEqual([]);
});

it.each([
  ["cat.png", "cat"],
  ["https://example.org/a/photo%201.jpeg?x=/y.z", "photo 1"],
  ["https://example.org/a/50%.png", "50%"],
  ["https://example.org/", "example"],
  ["archive.tar.gz", "archive.tar"],
  [".png", ".png"],
])("names %s %s", (path, name) => {
  expect(nameOfFile(path)).toBe(name);
});

describe("addresses", () => {
  it("takes names with them", () => {
    const text = "https://a.example/x.png\nA red cat, https://a.example/y.png\nTab\thttp://a.example/z.png";
    expect(itemsOfAddresses(text)).toEqual({
      items: [
        { name: "x", kind: "image", content: "https://a.example/x.png" },
        { name: "A red cat", kind: "image", content: "https://a.example/y.png" },
        { name: "Tab", kind: "image", content: "http://a.example/z.png" },
      ],
      wrong: [],
    });
  });

  it("gives back what is no address", () => {
    const text = "javascript:alert(1)\nfile:///etc/passwd\njust words\nhttps://a.example/x.png";
    const { items, wrong } = itemsOfAddresses(text);
    expect(items.map((item) => item.content)).toEqual(["https://a.example/x.png"]);
    expect(wrong).toEqual(["javascript:alert(1)", "file:///etc/passwd", "just words"]);
  });
});

it("numbers names that are taken", () => {
  const items = [{ name: "a" }, { name: "a" }, { name: "b" }, { name: "a (2)" }];
  expect(withUniqueNames(items, ["b"]).map((item) => item.name)).toEqual(["a", "a (2)", "b (2)", "a (2) (2)"]);
});
