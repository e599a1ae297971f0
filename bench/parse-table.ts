import { resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { median } from "./measure.js";

// Processor time of `parseTable` on clean CSV of about 3 MB, of this tree and of another folder in which the package is
// built, in turns in one process. Prints the ratios that docs/tables.md has.
// usage: npx tsx bench/parse-table.ts FOLDER
type Reader = { readonly parseTable: (text: string) => unknown };
const ENTRY = "packages/causal-velocity/dist/index.js";
const ROOT = fileURLToPath(new URL("..", import.meta.url));
const [other] = process.argv.slice(2);
if (other === undefined) throw new Error("Name a folder where another commit is built.");
const [theirs, ours] = await Promise.all(
  [other, ROOT].map((folder): Promise<Reader> => import(pathToFileURL(resolve(folder, ENTRY)).href)),
);

const ROUNDS = 11;
const ROWS = 40_000;
const number = (i: number, j: number): string => (((i * 7919 + j * 104729) % 1_000_003) / 1013).toFixed(6);
const numbers = (i: number): string[] => Array.from({ length: 7 }, (_, j) => number(i, j));
const CASES: Readonly<Record<string, (i: number) => readonly string[]>> = {
  numbers,
  "numbers, one cell in ten missing": (i) => numbers(i).map((cell, j) => ((i + j) % 10 === 0 ? "NA" : cell)),
  "a column of words": (i) => [["north", "south", "east", "west"][i % 4] ?? "", ...numbers(i)],
  "a column of different labels": (i) => [`label ${i} of a row`, ...numbers(i)],
};

function seconds({ parseTable }: Reader, text: string): number {
  const before = process.cpuUsage();
  parseTable(text);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

for (const [name, cells] of Object.entries(CASES)) {
  const head = cells(0).map((_, j) => `column${j}`);
  const text = [head, ...Array.from({ length: ROWS }, (_, i) => cells(i))].map((row) => `${row.join(",")}\n`).join("");
  const runs = Array.from({ length: ROUNDS }, () => {
    return { before: theirs ? seconds(theirs, text) : 0, now: ours ? seconds(ours, text) : 0 };
  });
  const middle = (pick: (run: (typeof runs)[number]) => number): number => median(runs.map(pick));
  const [before, now] = [middle((run) => run.before), middle((run) => run.now)];
  console.log(
    `${name}: ${before.toFixed(3)} s, ${now.toFixed(3)} s, ${middle((run) => run.now / run.before).toFixed(2)}`,
  );
}
