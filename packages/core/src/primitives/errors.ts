import { shortCell } from "./output-text.js";

/** What can be wrong with the input. Codes are part of the public API: new ones may be added, none is renamed. */
export type InputErrorCode =
  | "unreadable-file"
  | "unwritable-file"
  | "binary-file"
  | "malformed-file"
  | "empty-table"
  | "unterminated-quote"
  | "stray-quote"
  | "ragged-row"
  | "too-few-columns"
  | "column-not-chosen"
  | "unknown-column"
  | "ambiguous-column"
  | "same-column"
  | "non-numeric-column"
  | "constant-column"
  | "extreme-range"
  | "length-mismatch"
  | "not-a-column"
  | "not-a-table"
  | "not-finite"
  | "too-few-rows"
  | "too-many-rows"
  | "accuracy-not-reached"
  | "limit-exceeded"
  | "memory-exceeded"
  | "missing-package"
  | "missing-suite"
  | "malformed-truth"
  | "damaged-archive"
  | "unsupported-archive"
  | "unknown-method"
  | "wrong-option"
  | "wrong-basis"
  | "wrong-expression"
  | "lost-curve"
  | "wrong-figure"
  | "unusable-database"
  | "unknown-run"
  | "run-too-large";

/** The parts of an error message, which may mention options, and a code for programs. */
export interface InputProblem {
  readonly code: InputErrorCode;
  /** Where: a file, a column, a line, an option. */
  readonly place: Text;
  /** What was found there. */
  readonly value: Text;
  /** What is accepted there. */
  readonly expected: Text;
  /** What to do, as a sentence. */
  readonly remedy: Text;
}

/** The parts of an error as strings, and the sentence they make: `place: value; expected …. Remedy.` */
export interface ProblemWords {
  readonly message: string;
  readonly place: string;
  readonly value: string;
  readonly expected: string;
  readonly remedy: string;
}

/** The sentence of a problem, with options as a surface calls them. */
export function problemText({ place, value, expected, remedy }: InputProblem): Text {
  return text`${place}: ${value}; expected ${expected}. ${remedy}`;
}

/** Thrown for every fault of the input, never for a bug of the library. Its strings name options as the library does. */
export class InputError extends Error implements ProblemWords {
  override readonly name = "InputError";
  readonly code: InputErrorCode;
  readonly place: string;
  readonly value: string;
  readonly expected: string;
  readonly remedy: string;
  /** The same as data, with the options that its texts mention. */
  readonly problem: InputProblem;

  /** Errors of another copy of this class, such as the one in the tables package, are instances too. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === "InputError";
  }

  constructor(problem: InputProblem) {
    super(textWith(problemText(problem)));
    this.code = problem.code;
    this.place = textWith(problem.place);
    this.value = textWith(problem.value);
    this.expected = textWith(problem.expected);
    this.remedy = textWith(problem.remedy);
    this.problem = problem;
  }

  /** Its parts with options as another surface calls them: flags of the command, controls on a screen. */
  inWords(words: OptionWords): ProblemWords {
    const { place, value, expected, remedy } = this.problem;
    return {
      message: textWith(problemText(this.problem), words),
      place: textWith(place, words),
      value: textWith(value, words),
      expected: textWith(expected, words),
      remedy: textWith(remedy, words),
    };
  }
}

/** The error for an option with an unknown name or a wrong value. */
export function wrongOption(option: string, value: unknown, expected: Text): InputError {
  return new InputError({
    code: "wrong-option",
    place: [{ option }],
    value: valueWords(value),
    expected,
    remedy: "Change the option, or leave it out.",
  });
}

/** Any value in a few words, for messages about callers without types: also what has no text, such as a symbol. */
export function valueWords(value: unknown): string {
  if (typeof value === "string") return `"${shortCell(value)}"`;
  if (typeof value === "bigint") return `the BigInt ${shortCell(String(value))}`;
  if (typeof value === "symbol" || typeof value === "function") return `a ${typeof value}`;
  if (typeof value !== "object" || value === null) return String(value);
  if (Array.isArray(value)) return `an array of ${value.length}`;
  const kind = Object.prototype.toString.call(value).slice("[object ".length, -1);
  return kind === "Object" ? "an object" : `an object of type ${kind}`;
}

/**
 * Refuses options that are no object: from a number or a text, every option would be missing without a word.
 *
 * @throws InputError `wrong-option`
 */
export function requireOptions(options: unknown): void {
  if (typeof options !== "object" || options === null || Array.isArray(options)) {
    throw wrongOption("options", options, "an object, such as { seed: 1 }");
  }
}

/**
 * Refuses what lacks a part that it must have, for callers without types.
 *
 * @param name what the library calls the argument     @throws InputError `wrong-option`
 */
export function requireParts(name: string, value: unknown, parts: readonly PropertyKey[], expected: Text): void {
  const found = Object(value);
  if (parts.some((part) => found[part] === undefined || found[part] === null)) throw wrongOption(name, value, expected);
}

/** Refuses what is no function, such as a listener. @throws InputError `wrong-option` */
export function requireFunction(name: string, value: unknown): void {
  if (value !== undefined && typeof value !== "function") throw wrongOption(name, value, "a function");
}

/** Refuses what is no array, and one with a hole, over which most functions of arrays pass. @throws InputError */
export function requireList(name: string, values: unknown, expected: Text): void {
  const isList = Array.isArray(values) && values.findIndex((value) => value === undefined) < 0;
  if (!isList) throw wrongOption(name, values, expected);
}

/** Refuses what is no array of values with these parts. @throws InputError `wrong-option` */
export function requireEach(name: string, values: unknown, parts: readonly PropertyKey[], expected: Text): void {
  if (!Array.isArray(values)) throw wrongOption(name, values, expected);
  for (const value of values) requireParts(name, value, parts, expected);
}

/**
 * The result of `make` on a part of the data, as a list of one; an empty list if that part is not usable. Half of a
 * column may be constant, or too coarse, even if the whole is not.
 *
 * @throws every error of `make` that is not an InputError
 */
export function whereUsable<T>(make: () => T): T[] {
  try {
    return [make()];
  } catch (error) {
    if (error instanceof InputError) return [];
    throw error;
  }
}

/** The error for a column that has only one value. */
export function constantColumn(place: string, rows: number): InputError {
  return new InputError({
    code: "constant-column",
    place,
    value: `a column with one value in all ${rows} rows`,
    expected: "values that vary",
    remedy: "A constant column has no density: leave it out.",
  });
}

const MEGABYTE = 1e6;

/** The error for a computation that needs more memory than allowed or available. */
export function memoryExceeded(place: string, rows: number, memoryLimit: number): InputError {
  return new InputError({
    code: "memory-exceeded",
    place,
    value: `${rows} rows need more than ${Number((memoryLimit / MEGABYTE).toPrecision(3))} MB`,
    expected: "data that fit into this memory",
    remedy: text`Draw fewer rows with ${option("maxRows")}, or allow more with ${option("memoryLimit")}.`,
  });
}

/** Options that texts advise to set, by their names in the library. */
export type OptionName =
  | "at"
  | "basis"
  | "cluster"
  | "columns"
  | "dates"
  | "decimal"
  | "delimiter"
  | "diff"
  | "fit"
  | "forbid"
  | "given"
  | "group"
  | "header"
  | "header: false"
  | "limit"
  | "log"
  | "maxPairs"
  | "maxParents"
  | "maxRows"
  | "memoryLimit"
  | "method"
  | "missing"
  | "of"
  | "queue"
  | "range"
  | "rank"
  | "require"
  | "row"
  | "scale"
  | "screen"
  | "set"
  | "sheet"
  | "sql"
  | "strict"
  | "theme"
  | "tiers"
  | "top"
  | "trim"
  | "unordered"
  | "velocity"
  | "where"
  | "width"
  | "weights"
  | "with"
  | "within"
  | "x"
  | "y";

/** An option within a text, by its name in the library. */
export interface OptionMention {
  readonly option: string;
}

/**
 * Words that may mention options: plain data, so that they survive a message between threads and a file. The library, the
 * command line and Studio each have words of their own for an option: see `textWith`.
 */
export type Text = string | readonly (string | OptionMention)[];

/** How a surface calls an option: "option maxRows", "--max-rows", or the name of a control on a screen. */
export type OptionWords = (option: string) => string;

/** Mentions an option in a text. */
export function option(name: OptionName): OptionMention {
  return { option: name };
}

/** Builds a text: text`Draw fewer rows with ${option("maxRows")}.` */
export function text(strings: TemplateStringsArray, ...values: readonly (Text | OptionMention | number)[]): Text {
  const parts: (string | OptionMention)[] = [];
  const add = (part: string | OptionMention): void => {
    const last = parts[parts.length - 1];
    if (part === "") return;
    if (typeof part === "string" && typeof last === "string") parts[parts.length - 1] = last + part;
    else parts.push(part);
  };
  strings.forEach((string, i) => {
    add(string);
    const value = values[i];
    if (value === undefined) return;
    if (typeof value === "object" && !("option" in value)) value.forEach(add);
    else add(typeof value === "number" ? String(value) : value);
  });
  return parts.every((part) => typeof part === "string") ? parts.join("") : parts;
}

/** What the library calls an option: "option maxRows". */
export function libraryWords(option: string): string {
  return `option ${option}`;
}

/** A text as a string, with options as a surface calls them. */
export function textWith(text: Text, words: OptionWords = libraryWords): string {
  if (typeof text === "string") return text;
  requireFunction("words", words);
  const expected = "a text, or texts and options";
  if (!Array.isArray(text)) throw wrongOption("text", text, expected);
  let whole = "";
  for (const part of text) {
    const isOption = typeof part?.option === "string";
    if (typeof part !== "string" && !isOption) throw wrongOption("text", part, expected);
    whole += isOption ? words(part.option) : part;
  }
  return whole;
}

/** Numbers from here on are written with a power of ten, and those below its inverse. */
const LARGE = 1e5;

/** A number with two significant digits, for sentences. */
export function shown(value: number): string {
  if (!Number.isFinite(value)) return "an unknown number";
  const size = Math.abs(value);
  const isPlain = size === 0 || (size < LARGE && size * LARGE >= 1);
  return isPlain ? String(Number(value.toPrecision(2))) : value.toExponential(1).replace(".0e", "e");
}

/** A share as a percentage with two significant digits, for sentences. */
export function percent(share: number): string {
  return Number.isFinite(share) ? `${shown(100 * share)}%` : "an unknown share";
}

/** A whole number with commas, for sentences: 199,990,000. */
export function grouped(count: number): string {
  return String(count).replaceAll(/\B(?=(\d{3})+$)/g, ",");
}
