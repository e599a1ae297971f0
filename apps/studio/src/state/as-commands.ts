import type { FormatOverrides } from "@causal-velocity/core/table/table-format.js";
import type { SimulateOptions } from "@causal-velocity/lab/simulate/simulate.js";
import type { ColumnChoice, StudyOptions } from "../engine/messages.js";
import { DEFAULT_SETTINGS } from "./settings.js";

/** Where a pair comes from, for whoever wants to do the same elsewhere. */
export type PairSource =
  | {
      readonly kind: "file";
      readonly name: string;
      readonly format: FormatOverrides;
      readonly columns: readonly string[];
    }
  | { readonly kind: "simulation"; readonly simulator: string; readonly options: SimulateOptions };

export interface Recipe {
  readonly source: PairSource;
  /** Two columns, or the columns of a map by number. */
  readonly choice: ColumnChoice | readonly number[];
  readonly options: StudyOptions;
}

/** What a pasted table is called in commands. */
const UNNAMED = "FILE.csv";
const SIMULATED = "pair.csv";
/** What the command line calls signs that shells make much of. */
const DELIMITERS = { ",": "comma", ";": "semicolon", "\t": "tab", "|": "bar", " ": "blank" } as const;
const DECIMALS = { ".": "point", ",": "comma" } as const;

/** The commands that explain the same pair, or decide the same pairs, in the same way. */
export function asCommands({ source, choice, options }: Recipe): string {
  const flags = optionFlags(options);
  if (source.kind === "file") {
    const key = (number: number) => columnKey(source.columns, number);
    const inList = (number: number) => (key(number).includes(",") ? String(number) : key(number));
    const what =
      "x" in choice
        ? ["explain", `--x ${quoted(key(choice.x))} --y ${quoted(key(choice.y))}`]
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

/** The program that does so with the library. */
export function asProgram(recipe: Recipe): string {
  const { source, choice, options } = recipe;
  if (!("x" in choice)) return mapProgram(recipe, choice);
  const chosen = changed(options);
  const last = Object.keys(chosen).length > 0 ? `pair, ${literal(chosen)}` : "pair";
  const end = [`const { verdict, confidence, score } = decide(${last});`, "console.log(verdict, confidence, score);"];
  if (source.kind === "simulation") {
    return [
      'import { decide, simulate } from "causal-velocity";',
      "",
      `const { pair } = simulate(${literal(source.simulator)}, ${literal(source.options)});`,
      ...end,
    ].join("\n");
  }
  const isPlain = Object.keys(source.format).length === 0;
  return [
    'import { readFileSync } from "node:fs";',
    'import { decide, pairFromTable, parseTable } from "causal-velocity";',
    "",
    `const text = readFileSync(${literal(fileName(source.name))}, "utf8");`,
    `const pair = pairFromTable(parseTable(text${isPlain ? "" : `, ${literal(source.format)}`}), ${literal({ x: nameOrNumber(source.columns, choice.x), y: nameOrNumber(source.columns, choice.y) })});`,
    ...end,
  ].join("\n");
}

function mapProgram({ source, options }: Recipe, columns: readonly number[]): string {
  const file = source.kind === "file" ? source : { name: SIMULATED, format: {}, columns: [] };
  const isPlain = Object.keys(file.format).length === 0;
  const named = columns.map((number) => nameOrNumber(file.columns, number));
  return [
    'import { readFileSync } from "node:fs";',
    'import { decideMany, mapSentences, mapSummary, parseTable } from "causal-velocity";',
    "",
    `const text = readFileSync(${literal(fileName(file.name))}, "utf8");`,
    `const table = parseTable(text${isPlain ? "" : `, ${literal(file.format)}`});`,
    `const outcomes = await decideMany(table, { columns: ${JSON.stringify(named)} }, ${literal(changed(options))});`,
    'console.log(mapSentences(mapSummary(outcomes)).join("\\n"));',
  ].join("\n");
}

/** Options that are not the default. */
function changed(options: StudyOptions): Partial<StudyOptions> {
  return Object.fromEntries(Object.entries(options).filter(([key, value]) => value !== defaultOf(key)));
}

function line(...parts: readonly string[]): string {
  return `npx causal-velocity ${parts.join(" ")}`;
}

function optionFlags({ method, seed, maxRows, trim, abstain }: StudyOptions): string[] {
  const flags = { method, seed, "max-rows": maxRows, trim, abstain };
  return Object.entries(flags).flatMap(([flag, value]) =>
    value === undefined || value === defaultOf(flag) ? [] : [`--${flag} ${quoted(String(value))}`],
  );
}

function defaultOf(option: string): unknown {
  return option === "method" || option === "seed" ? DEFAULT_SETTINGS[option] : undefined;
}

function formatFlags({ delimiter, decimal, header, missing }: FormatOverrides): string[] {
  return [
    ...(delimiter === undefined ? [] : [`--delimiter ${DELIMITERS[delimiter]}`]),
    ...(decimal === undefined ? [] : [`--decimal ${DECIMALS[decimal]}`]),
    ...(header === undefined ? [] : [header ? "--header" : "--no-header"]),
    ...(missing === undefined ? [] : [`--missing=${quoted(missing.join(","))}`]),
  ];
}

/** A column by its name where that is clear, else by its number. */
function nameOrNumber(columns: readonly string[], number: number): string | number {
  const name = columns[number - 1];
  return columns.filter((other) => other === name).length === 1 ? name : number;
}

/** A name that looks like a flag is one to the command. */
function columnKey(columns: readonly string[], number: number): string {
  const key = String(nameOrNumber(columns, number));
  return key.startsWith("-") || key === "" ? String(number) : key;
}

function fileName(name: string): string {
  if (!/\.\w+$/.test(name)) return UNNAMED;
  return name.startsWith("-") ? `./${name}` : name;
}

/** For a shell: as it is, or between quotes. */
function quoted(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** For a program: a value as it is written in one. */
function literal(value: unknown): string {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return JSON.stringify(value);
  const fields = Object.entries(value).map(([key, field]) => `${key}: ${JSON.stringify(field)}`);
  return `{ ${fields.join(", ")} }`;
}
