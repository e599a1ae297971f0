import { graphNames } from "@causal-velocity/core/graph/graph-names.js";
import type { SimulateOptions } from "@causal-velocity/lab/simulate/simulate.js";
import type { FileFormat } from "@causal-velocity/readers/read-table.js";
import type { ColumnChoice, GraphAsk, Link, StudyOptions } from "../engine/messages.js";
import { DEFAULT_SETTINGS } from "./settings.js";

/** Where a pair comes from, to repeat the analysis outside Studio. */
export type PairSource =
  | {
      readonly kind: "file";
      readonly name: string;
      readonly format: FileFormat;
      readonly columns: readonly string[];
    }
  | { readonly kind: "simulation"; readonly simulator: string; readonly options: SimulateOptions };

export interface Recipe {
  readonly source: PairSource;
  /** Two columns, column numbers for all their pairs, or a graph. */
  readonly choice: ColumnChoice | readonly number[] | GraphAsk;
  readonly options: StudyOptions;
}

/** The file name in commands for a pasted table. */
const UNNAMED = "FILE.csv";
const SIMULATED = "pair.csv";
/** Names for characters that are special in shells. */
const DELIMITERS = { ",": "comma", ";": "semicolon", "\t": "tab", "|": "bar", " ": "blank" } as const;
const DECIMALS = { ".": "point", ",": "comma" } as const;

/** The commands that give the same result. */
export function asCommands({ source, choice, options }: Recipe): string {
  if ("columns" in choice) return graphCommand(source, choice);
  const flags = optionFlags(options);
  if (source.kind === "file") {
    const key = (number: number) => columnKey(source.columns, number);
    const inList = (number: number) => (key(number).includes(",") ? String(number) : key(number));
    const what =
      "x" in choice
        ? ["explain", `--x ${quoted(key(choice.x))} --y ${quoted(key(choice.y))}${givenFlag(choice, inList)}`]
        : ["pairs", `--columns ${quoted(choice.map(inList).join(","))}`];
    return line(what[0], quoted(fileName(source.name)), what[1], ...formatFlags(source.format), ...flags);
  }
  const { n, seed, direction } = source.options;
  // The command writes the cause as x.
  const names = direction === "y->x" ? "--x y --y x" : "--x x --y y";
  return [
    line(
      "simulate",
      source.simulator,
      ...(n === undefined ? [] : [`--n ${n}`]),
      `--seed ${seed ?? 0}`,
      `--out ${SIMULATED}`,
    ),
    line("explain", SIMULATED, names, ...flags),
  ].join("\n");
}

function givenFlag({ given = [] }: ColumnChoice, key: (number: number) => string): string {
  return given.length === 0 ? "" : ` --given ${quoted(given.map(key).join(","))}`;
}

/** Names that no option can hold: with what separates the two of an arrow, blank at an end, or empty. */
const NOT_AN_OPTION = /->|<-|→|←|^\s|\s$|^$/;

function graphCommand(source: PairSource, ask: GraphAsk): string {
  const { name, format, columns } = fileOf(source);
  const key = (number: number) => columnKey(columns, number);
  const list = ask.columns.map((number) => (key(number).includes(",") ? String(number) : key(number)));
  const nameOf = namesIn(columns, ask.columns);
  const end = (number: number) => {
    const called = nameOf(number);
    return NOT_AN_OPTION.test(called) ? String(number) : called;
  };
  const arrows = (flag: string, links: readonly Link[]) =>
    links.map(([from, to]) => `--${flag} ${quoted(`${end(from)} -> ${end(to)}`)}`);
  return line(
    "graph",
    quoted(fileName(name)),
    `--columns ${quoted(list.join(","))}`,
    ...arrows("require", ask.require),
    ...arrows("forbid", ask.forbid),
    ...formatFlags(format),
    ...optionFlags({ ...DEFAULT_SETTINGS, ...graphSettings(ask) }),
  );
}

function graphProgram(source: PairSource, ask: GraphAsk): string {
  const { columns, ...file } = fileOf(source);
  const knowledge = arrowsOf(columns, ask);
  const options = {
    columns: ask.columns.map((number) => nameOrNumber(columns, number)),
    ...(Object.keys(knowledge).length > 0 && { knowledge }),
    ...changed({ ...DEFAULT_SETTINGS, ...graphSettings(ask) }),
  };
  return [
    'import { readFileSync } from "node:fs";',
    'import { findGraph, readTable } from "causal-velocity";',
    "",
    tableLine(file),
    `const { edges } = await findGraph(table, ${literal(options)});`,
    "for (const { from, to, presence, direction } of edges) console.log(from, to, presence, direction);",
  ].join("\n");
}

function graphSettings({ seed, maxRows, unordered }: GraphAsk) {
  return { seed, ...(maxRows === undefined ? {} : { maxRows }), ...(unordered ? { unordered } : {}) };
}

/** The name in a graph of a column that has a number in the table. */
function namesIn(columns: readonly string[], numbers: readonly number[]): (number: number) => string {
  const names = graphNames(numbers.map((number) => ({ number, name: columns[number - 1] ?? "" })));
  return (number) => names[numbers.indexOf(number)] ?? "";
}

/** What is known of a graph, by the names of its columns; without the parts that are empty. */
function arrowsOf(columns: readonly string[], { columns: numbers, require, forbid }: GraphAsk) {
  const nameOf = namesIn(columns, numbers);
  const arrows = (links: readonly Link[]) => links.map(([from, to]) => ({ from: nameOf(from), to: nameOf(to) }));
  return {
    ...(require.length > 0 && { require: arrows(require) }),
    ...(forbid.length > 0 && { forbid: arrows(forbid) }),
  };
}

/** The file of a recipe; several columns of a simulation are written into one. */
function fileOf(source: PairSource): Omit<Extract<PairSource, { kind: "file" }>, "kind"> {
  return source.kind === "file" ? source : { name: SIMULATED, format: {}, columns: [] };
}

/** The program that gives the same result with the library. */
export function asProgram(recipe: Recipe): string {
  const { source, choice, options } = recipe;
  if ("columns" in choice) return graphProgram(source, choice);
  if (!("x" in choice)) return pairsProgram(recipe, choice);
  const chosen = changed(options);
  const last = Object.keys(chosen).length > 0 ? `pair, ${literal(chosen)}` : "pair";
  const end = [
    `const { verdict, probability, margin } = decide(${last});`,
    "console.log(verdict, probability, margin);",
  ];
  if (source.kind === "simulation") {
    return [
      'import { decide, simulate } from "causal-velocity";',
      "",
      `const { pair } = simulate(${literal(source.simulator)}, ${literal(source.options)});`,
      ...end,
    ].join("\n");
  }
  return [
    'import { readFileSync } from "node:fs";',
    'import { decide, pairFromTable, readTable } from "causal-velocity";',
    "",
    tableLine(source),
    `const pair = pairFromTable(table, ${literal(namedChoice(source.columns, choice))});`,
    ...end,
  ].join("\n");
}

function namedChoice(columns: readonly string[], { x, y, given = [] }: ColumnChoice): object {
  const key = (number: number) => nameOrNumber(columns, number);
  return { x: key(x), y: key(y), ...(given.length > 0 && { given: given.map(key) }) };
}

function pairsProgram({ source, options }: Recipe, columns: readonly number[]): string {
  const file = fileOf(source);
  const named = columns.map((number) => nameOrNumber(file.columns, number));
  return [
    'import { readFileSync } from "node:fs";',
    'import { decidePairs, pairsSentences, pairsSummary, readTable } from "causal-velocity";',
    "",
    tableLine(file),
    `const outcomes = await decidePairs(table, { columns: ${JSON.stringify(named)} }, ${literal(changed(options))});`,
    'console.log(pairsSentences(pairsSummary(outcomes)).join("\\n"));',
  ].join("\n");
}

/** The line of a program that reads the table. */
function tableLine({ name, format }: { readonly name: string; readonly format: FileFormat }): string {
  const options = Object.keys(format).length === 0 ? "" : `, ${literal(format)}`;
  return `const table = await readTable(readFileSync(${literal(fileName(name))})${options});`;
}

/** Options that differ from their defaults. */
function changed(options: StudyOptions): Partial<StudyOptions> {
  return Object.fromEntries(Object.entries(options).filter(([key, value]) => value !== defaultOf(key)));
}

function line(...parts: readonly string[]): string {
  return `npx causal-velocity ${parts.join(" ")}`;
}

function optionFlags({ method, seed, maxRows, trim, abstain, unordered }: StudyOptions): string[] {
  const flags = { method, seed, "max-rows": maxRows, trim, abstain };
  const valued = Object.entries(flags).flatMap(([flag, value]) =>
    value === undefined || value === defaultOf(flag) ? [] : [`--${flag} ${quoted(String(value))}`],
  );
  return [...valued, ...(unordered ? ["--unordered"] : [])];
}

function defaultOf(option: string): unknown {
  return option === "method" || option === "seed" ? DEFAULT_SETTINGS[option] : undefined;
}

function formatFlags({ sheet, delimiter, decimal, header, missing, dates, strict }: FileFormat): string[] {
  return [
    ...(sheet === undefined ? [] : [`--sheet=${quoted(String(sheet))}`]),
    ...(delimiter === undefined ? [] : [`--delimiter ${DELIMITERS[delimiter]}`]),
    ...(decimal === undefined ? [] : [`--decimal ${DECIMALS[decimal]}`]),
    ...(header === undefined ? [] : [header ? "--header" : "--no-header"]),
    ...(dates === undefined ? [] : [`--dates ${dates}`]),
    ...(strict ? ["--strict"] : []),
    ...(missing === undefined ? [] : [`--missing=${quoted(missing.join(","))}`]),
  ];
}

/** A column by name if the name is unique, else by number. */
function nameOrNumber(columns: readonly string[], number: number): string | number {
  const name = columns[number - 1];
  return columns.filter((other) => other === name).length === 1 ? name : number;
}

/** By number also if the name is empty or looks like a flag. */
function columnKey(columns: readonly string[], number: number): string {
  const key = String(nameOrNumber(columns, number));
  return key.startsWith("-") || key === "" ? String(number) : key;
}

function fileName(name: string): string {
  if (!/\.\w+$/.test(name)) return UNNAMED;
  return name.startsWith("-") ? `./${name}` : name;
}

/** Quotes a text for a shell if needed. */
function quoted(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** A value as JavaScript source. */
function literal(value: unknown): string {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return JSON.stringify(value);
  const fields = Object.entries(value).map(([key, field]) => `${key}: ${JSON.stringify(field)}`);
  return `{ ${fields.join(", ")} }`;
}
