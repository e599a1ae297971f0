import { availableParallelism } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { nearestName } from "@causal-velocity/core/primitives/did-you-mean.js";
import { InputError } from "@causal-velocity/core/primitives/errors.js";
import type { DecimalMark } from "@causal-velocity/core/table/cell.js";
import type { DateOrder } from "@causal-velocity/core/table/column-form.js";
import type { Delimiter } from "@causal-velocity/core/table/split-rows.js";
import { wrap } from "./printable.js";

/** A command line that cannot be understood. */
export function badUsage(place: string, value: string, expected: string, remedy: string): InputError {
  return new InputError({ code: "wrong-option", place, value, expected, remedy });
}

type OptionSpecs = NonNullable<NonNullable<Parameters<typeof parseArgs>[0]>["options"]>;

/** Parses arguments with Node's parser. @throws InputError `wrong-option` */
export function parseCommand<T extends OptionSpecs>(
  args: readonly string[],
  options: T,
  helpCommand: string,
): ReturnType<typeof parseArgs<{ args: string[]; options: T; allowPositionals: true; strict: true }>> {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    const message = ((error as Error).message.split(/\n|\. To specify/)[0] ?? "").replace(/\.$/, "");
    const remedy = `See ${helpCommand}; a value that begins with - is written --option=-value.`;
    const [, unsure] = /^Option '.*?(--[\w-]+)' argument is ambiguous/.exec(message) ?? [];
    if (unsure) throw badUsage(unsure, "followed by a word that begins with -", "a value", remedy);
    const [, unknown] = /^Unknown option '--?([^']*)'/.exec(message) ?? [];
    const near = unknown === undefined ? undefined : nearestName(unknown, Object.keys(options));
    if (near !== undefined) {
      throw badUsage("command line", message, "options as in the help", `Did you mean --${near}? See ${helpCommand}.`);
    }
    throw badUsage("command line", message, "options as in the help", remedy);
  }
}

/** Writes `--to -1.5` as `--to=-1.5`: after these options, a word that begins like a negative number is their value. */
export function joinNegatives(args: readonly string[], options: readonly string[]): string[] {
  const joined: string[] = [];
  for (const word of args) {
    const last = joined[joined.length - 1];
    if (last !== undefined && options.includes(last) && /^-[\d.]/.test(word))
      joined[joined.length - 1] = `${last}=${word}`;
    else joined.push(word);
  }
  return joined;
}

/** Of every command that writes names of columns as CSV. */
export const RAW_CSV_FLAG = { "raw-csv": { type: "boolean" } } as const;

export const RAW_CSV_LINES = `  --raw-csv           names in CSV as they are; otherwise one that a spreadsheet
                      would run as a formula begins with an apostrophe, and
                      control characters are escaped`;

const WHOLE_NUMBER = /^\d+$/;
const DECIMAL_NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;

export function wholeNumber(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (WHOLE_NUMBER.test(text) && Number.isSafeInteger(Number(text))) return Number(text);
  throw badUsage(option, `"${text}"`, "a whole number such as 1000, below 2^53", "See the help of the command.");
}

export function decimalNumber(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (DECIMAL_NUMBER.test(text) && Number.isFinite(Number(text))) return Number(text);
  throw badUsage(option, `"${text}"`, "a number such as 0.05", "See the help of the command.");
}

/** Numbers with decimal points, split at commas. */
export function numbersOf(option: string, text: string | undefined): number[] | undefined {
  return text?.split(",").map((part) => decimalNumber(option, part.trim()) ?? 0);
}

/** A grid with more values than this is taken for a mistake. */
const MOST_VALUES = 10_000;

/** Even values, from "LOW:HIGH:COUNT". */
export function gridOf(option: string, text: string | undefined, remedy: string): number[] | undefined {
  if (text === undefined) return undefined;
  const parts = text.split(":");
  const expected = "LOW:HIGH:COUNT, such as 0:10:21";
  if (parts.length !== 3) throw badUsage(option, `"${text}"`, expected, remedy);
  const [low = 0, high = 0] = parts.slice(0, 2).map((part) => decimalNumber(option, part.trim()));
  const count = wholeNumber(option, parts[2]?.trim()) ?? 0;
  if (!(low < high) || count < 2 || count > MOST_VALUES) {
    throw badUsage(option, `"${text}"`, `${expected}: LOW below HIGH, COUNT from 2 to ${MOST_VALUES}`, remedy);
  }
  return Array.from({ length: count }, (_, k) => (k + 1 === count ? high : low + (k * (high - low)) / (count - 1)));
}

/** Names or numbers of columns, split at commas. @throws InputError `wrong-option` for an empty text */
export function namesOf(option: string, text: string | undefined): string[] | undefined {
  if (text?.trim() === "") {
    throw badUsage(
      option,
      "nothing",
      "columns by name or number, split at commas",
      "Name one, or leave the option out.",
    );
  }
  return text?.split(",").map((name) => name.trim());
}

const DELIMITERS: Readonly<Record<string, Delimiter>> = {
  comma: ",",
  semicolon: ";",
  tab: "\t",
  bar: "|",
  blank: " ",
  ",": ",",
  ";": ";",
  "\t": "\t",
  "\\t": "\t",
  "|": "|",
  " ": " ",
};
const DECIMAL_MARKS: Readonly<Record<string, DecimalMark>> = { point: ".", comma: ",", ".": ".", ",": "," };

export function delimiter(text: string | undefined): Delimiter | undefined {
  return oneOf("--delimiter", text, DELIMITERS, "comma, semicolon, tab, bar or blank");
}

export function decimalMark(text: string | undefined): DecimalMark | undefined {
  return oneOf("--decimal", text, DECIMAL_MARKS, "point or comma");
}

const DATE_ORDERS: Readonly<Record<string, DateOrder>> = { "day-first": "day-first", "month-first": "month-first" };

export function dateOrder(text: string | undefined): DateOrder | undefined {
  return oneOf("--dates", text, DATE_ORDERS, "day-first or month-first");
}

function oneOf<T>(
  option: string,
  text: string | undefined,
  values: Readonly<Record<string, T>>,
  expected: string,
): T | undefined {
  if (text === undefined) return undefined;
  const value = Object.hasOwn(values, text) ? values[text] : undefined;
  if (value !== undefined) return value;
  throw badUsage(option, `"${text}"`, expected, "See causal-velocity decide --help.");
}

/** Copies the entries whose value was given: absent options stay absent. */
export function given<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}

/** What the command calls an option of the library: "--max-rows" for maxRows. */
export function flagName(option: string): string {
  return `--${FLAGS[option] ?? kebab(option)}`;
}

const FLAGS: Readonly<Record<string, string>> = { memoryLimit: "memory", "header: false": "no-header" };

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

const MOST_JOBS = 1024;

/** Worker threads: what `--jobs` says, or as many as there are cores. @param fewest allowed */
export function jobCount(text: string | undefined, fewest = 1): number {
  const jobs = wholeNumber("--jobs", text) ?? availableParallelism();
  if (jobs >= fewest && jobs <= MOST_JOBS) return jobs;
  throw badUsage("--jobs", String(jobs), `${fewest} to ${MOST_JOBS} threads`, "See the help of the command.");
}

/** Names beside a flag, wrapped to stand below each other. */
export function listed(names: readonly string[]): string {
  const indent = " ".repeat(22);
  return wrap(names.join(", "), indent).slice(indent.length);
}

/** Where the archives of suites are: what `--data` says, or the folder `data` in the one that the environment names. */
export function suiteData(path: string | undefined): string | undefined {
  const folder = process.env.CAUSAL_VELOCITY_DATA;
  return path ?? (folder ? join(folder, "data") : undefined);
}
