import { expect, it } from "vitest";
import { itemsOfTable } from "./item_table";

it("reads columns by their names, in any order", () => {
  const { items, pictures, wrong } = itemsOfTable(
    "Kind,Name,content,Alt,authors\nmarkdown,One,*1*,,Ann; Bob\n,Two,,,\n,Three,https://example.org/3.png,,\n,,cats/4.JPG,A grey cat,\ntext,Five,5.png,,\n",
  );
  expect(items).toEqual([
    { name: "One", kind: "markdown", content: "*1*", authors: ["Ann", "Bob"] },
    { name: "Two" },
    { name: "Three", kind: "image", content: "https://example.org/3.png" },
    { name: "4", kind: "image", content: "cats/4.JPG", alt: "A grey cat" },
    { name: "Five", kind: "text", content: "5.png" },
  ]);
  expect(pictures).toEqual(["cats/4.JPG"]);
  expect(wrong).toEqual([]);
});

it("without a heading takes name and content", () => {
  expect(itemsOfTable("A,see A\nB\n").items).toEqual([{ name: "A", kind: "text", content: "see A" }, { name: "B" }]);
});

it("says which rows cannot be used", () => {
  const { items, wrong } = itemsOfTable("name,kind,colour\nA,poem,\n,,red\nB,,\n");
  expect(items).toEqual([{ name: "B" }]);
  expect(wrong).toEqual([
    "There is a column “colour”; known ones are name, content, kind, alt, authors.",
    "Row 2: “poem” is none of text, markdown, image.",
    "Row 3 has no name.",
  ]);
});
