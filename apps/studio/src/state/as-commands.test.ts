import { expect, test } from "vitest";
import { asCommands, asProgram, type Recipe } from "./as-commands.js";

const file = { kind: "file", name: "my trial.csv", format: {}, columns: ["dose", "it's", "a", "a", "-v"] } as const;
const plain: Recipe = { source: file, choice: { x: 1, y: 2 }, options: { method: "default", seed: 0 } };

test("a command names the file and the columns, quoted for a shell", () => {
  expect(asCommands(plain)).toBe(`npx causal-velocity explain 'my trial.csv' --x dose --y 'it'\\''s'`);
});

test("columns that share a name or look like a flag are given by number", () => {
  expect(asCommands({ ...plain, choice: { x: 4, y: 5 } })).toMatch(/--x 4 --y 5$/);
  expect(asProgram({ ...plain, choice: { x: 4, y: 5 } })).toContain('{ x: 4, y: "-v" }');
});

test("every setting that differs from its default is in the command and the program", () => {
  const format = { delimiter: "\t", decimal: ",", header: false, missing: ["-9", "?"] } as const;
  const options = { method: "b-quad", seed: 3, maxRows: 500, trim: 0.1, abstain: 0.7, unordered: true };
  const recipe: Recipe = { ...plain, source: { ...file, name: "pasted text", format }, options };
  expect(asCommands(recipe)).toBe(
    "npx causal-velocity explain FILE.csv --x dose --y 'it'\\''s' --delimiter tab --decimal comma --no-header " +
      "--missing='-9,?' --method b-quad --seed 3 --max-rows 500 --trim 0.1 --abstain 0.7 --unordered",
  );
  expect(asProgram(recipe)).toContain(
    'readTable(readFileSync("FILE.csv"), { delimiter: "\\t", decimal: ",", header: false, missing: ["-9","?"] })',
  );
  expect(asProgram(recipe)).toContain(
    'decide(pair, { method: "b-quad", seed: 3, maxRows: 500, trim: 0.1, abstain: 0.7, unordered: true })',
  );
});

test("an example is simulated first; the command calls the cause x", () => {
  const options = { n: 800, seed: 1, direction: "y->x" } as const;
  const recipe: Recipe = { ...plain, source: { kind: "simulation", simulator: "anm", options } };
  expect(asCommands(recipe)).toBe(
    "npx causal-velocity simulate anm --n 800 --seed 1 --out pair.csv\nnpx causal-velocity explain pair.csv --x y --y x",
  );
  expect(asProgram(recipe)).toContain('simulate("anm", { n: 800, seed: 1, direction: "y->x" })');
});

test("all pairs are decided by one command and by one program", () => {
  const columns = ["id", "dose", "a, b", "a, b"];
  const recipe: Recipe = {
    source: { ...file, columns },
    choice: [2, 3, 4],
    options: { method: "default", seed: 2, maxRows: 5000 },
  };
  expect(asCommands(recipe)).toBe(
    "npx causal-velocity pairs 'my trial.csv' --columns dose,3,4 --seed 2 --max-rows 5000",
  );
  expect(asProgram(recipe)).toContain(
    'await decidePairs(table, { columns: ["dose",3,4] }, { seed: 2, maxRows: 5000 });\nconsole.log(pairsSentences(pairsSummary(outcomes)).join("\\n"));',
  );
});

test.each([
  [{ delimiter: "," }, "--delimiter comma"],
  [{ delimiter: ";" }, "--delimiter semicolon"],
  [{ delimiter: "|" }, "--delimiter bar"],
  [{ delimiter: " " }, "--delimiter blank"],
  [{ decimal: "." }, "--decimal point"],
  [{ header: true }, "--header"],
  [{ sheet: "Täble 2" }, "--sheet='Täble 2'"],
] as const)("a layout %j is written in both commands as %s", (format, flags) => {
  const source = { ...file, format };
  expect(asCommands({ ...plain, source, choice: { x: 1, y: 3 } })).toBe(
    `npx causal-velocity explain 'my trial.csv' --x dose --y 3 ${flags}`,
  );
  expect(asCommands({ ...plain, source, choice: [1, 3] })).toBe(
    `npx causal-velocity pairs 'my trial.csv' --columns dose,3 ${flags}`,
  );
});

test("the program for all pairs reads the table with its layout", () => {
  const source = { ...file, format: { decimal: "," } } as const;
  expect(asProgram({ ...plain, source, choice: [1, 3] })).toContain(
    'readTable(readFileSync("my trial.csv"), { decimal: "," });',
  );
});

test.each([
  ["-x.csv", "./-x.csv"],
  ["pasted text", "FILE.csv"],
  ["a.tsv", "a.tsv"],
])("a file %j is written as %s", (name, expected) => {
  const recipe: Recipe = { ...plain, source: { ...file, name }, choice: { x: 1, y: 3 } };
  expect(asCommands(recipe)).toBe(`npx causal-velocity explain ${expected} --x dose --y 3`);
  expect(asProgram(recipe)).toContain(`readFileSync("${expected}")`);
});

test("a column without a name is given by number", () => {
  const source = { ...file, columns: ["", "b"] };
  expect(asCommands({ ...plain, source })).toMatch(/--x 1 --y b$/);
});

test("given columns are in the command and the program of a pair", () => {
  const recipe: Recipe = { ...plain, choice: { x: 1, y: 2, given: [3, 5] } };
  expect(asCommands(recipe)).toBe(`npx causal-velocity explain 'my trial.csv' --x dose --y 'it'\\''s' --given 3,5`);
  expect(asProgram(recipe)).toContain('{ x: "dose", y: "it\'s", given: [3,"-v"] }');
});

test("a graph is found by one command and one program, with what is stated beforehand", () => {
  const ask = { columns: [1, 2, 3, 4], forbid: [[1, 2]], require: [[3, 4]], seed: 2, maxRows: 900 } as const;
  const recipe: Recipe = { ...plain, choice: { ...ask, unordered: true } };
  expect(asCommands(recipe)).toBe(
    "npx causal-velocity graph 'my trial.csv' --columns 'dose,it'\\''s,3,4' --require 'a [3] -> a [4]' " +
      "--forbid 'dose -> it'\\''s' --seed 2 --max-rows 900 --unordered",
  );
  expect(asProgram(recipe)).toContain(
    'await findGraph(table, { columns: ["dose","it\'s",3,4], knowledge: {"require":[{"from":"a [3]","to":"a [4]"}],' +
      '"forbid":[{"from":"dose","to":"it\'s"}]}, seed: 2, maxRows: 900, unordered: true });',
  );
});

test("an arrow between columns that no option can name has their numbers", () => {
  const source = { ...file, columns: ["a -> b", "c"] };
  const recipe: Recipe = { ...plain, source, choice: { columns: [1, 2], forbid: [[1, 2]], require: [], seed: 0 } };
  expect(asCommands(recipe)).toContain("--forbid '1 -> c'");
  expect(asProgram(recipe)).toContain('{"from":"a -> b","to":"c"}');
});
