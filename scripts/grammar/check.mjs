// node scripts/grammar/check.mjs FILE.md...: what Harper finds in documents, one line each.
import { readFileSync } from "node:fs";
import { Dialect, LocalLinter } from "harper.js";
import { binary } from "harper.js/binary";

// scripts/spelling has the words, and tables and the style of the house are not to be judged.
const kinds = new Set(["Agreement", "Grammar", "Miscellaneous", "Punctuation", "Redundancy", "Repetition", "Usage", "WordChoice"]);
const unfit = new Set(["CompoundNouns", "Everyone", "ExpandMemoryShorthands", "ExpandTimeShorthands", "MassNouns", "MergeWords",
  "Overall", "SplitWords"]);
// What rules take for slips: the rule, and the words around.
const allowed = [
  ["AnA", '"A or B?"'],
  ["AnA", "length_a and"],
  ["AsSoonAsPossible", "| ASAP |"],
  ["CondenseAllThe", "all of the "],
  ["DiscourseMarkers", "Otherwise the "],
  ["ItsContraction", "its SHA-256"],
  ["ItsContraction", "of its passes"],
  ["MissingTo", "expected rank"],
  ["MissingTo", "means come from"],
  ["MissingTo", "with mean zero"],
  ["OneOfTheSingular", "one of the best"],
  ["OneOfTheSingular", "one of the two"],
  ["OutOfDate", "out of date"],
  ["PhrasalVerbAsCompoundNoun", "backup and restore"],
  ["PronounVerbAgreement", "P(i beats j)"],
  ["QuantifierNumeralConflict", "in some fifteen minutes"],
  ["SingleBe", "The world's is"],
  ["ThereIsAgreement", "enough of them"],
  ["WorthToDo", "What it is worth"],
  ["YourPredicateAdjective", "for your kind of data"],
];

const linter = new LocalLinter({ binary, dialect: Dialect.British });
let found = 0;
for (const file of process.argv.slice(2)) {
  // Columns such as winner,loser are no sentence.
  const text = readFileSync(file, "utf8").replace(/(?<=[\w.)]),(?=[A-Za-z])/g, "_");
  const rules = await linter.organizedLints(text, { language: "markdown" });
  for (const [rule, lints] of Object.entries(rules)) {
    if (unfit.has(rule)) continue;
    for (const lint of lints) {
      if (!kinds.has(lint.lint_kind())) continue;
      const { start, end } = lint.span();
      const around = text.slice(Math.max(0, start - 25), end + 25).replace(/\s+/g, " ");
      if (allowed.some(([name, words]) => name === rule && around.includes(words))) continue;
      const line = text.slice(0, start).split("\n").length;
      console.log(`${file}:${line}: ${lint.message()} (${rule}): ..${around}..`);
      found += 1;
    }
  }
}
process.exit(found > 0 ? 1 : 0);
