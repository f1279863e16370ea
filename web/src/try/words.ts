// The command line that the page stands for.

/** Words as a shell splits them: blanks between them, quotes around what has blanks. */
export function wordsOf(line: string): string[] {
  const words = line.match(/(?:[^\s"']|"[^"]*"|'[^']*')+/g) ?? [];
  return words.map((word) => word.replace(/"([^"]*)"|'([^']*)'/g, (_, double, single) => double ?? single));
}

/** The names of the files that the program writes for this one. */
export function outputsFor(name: string): { ranking: string; report: string } {
  const stem = name.replace(/(\.(csv|tsv|txt|jsonl?|ndjson|zip|gz|zst|bz2))+$/i, "").replace(/^-+/, "") || "answers";
  return { ranking: `${stem}-ranking.csv`, report: `${stem}-report.html` };
}

export interface Choices {
  method: string; // "" for the default
  skipsBadRows: boolean;
  more: string; // as typed
}

/** `pdrank rank`, its files, and what else was chosen. */
export function commandFor(names: string[], choices: Choices): string[] {
  const outputs = outputsFor(names[0]!);
  return [
    "rank",
    ...names.map((name) => (name.startsWith("-") ? `./${name}` : name)),
    ...(choices.method ? ["--method", choices.method] : []),
    ...(choices.skipsBadRows ? ["--skip-bad-rows"] : []),
    ...wordsOf(choices.more),
    `--output=${outputs.ranking}`,
    `--report=${outputs.report}`,
  ];
}
