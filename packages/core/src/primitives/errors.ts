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
  | "not-finite"
  | "too-few-rows"
  | "too-many-rows"
  | "accuracy-not-reached"
  | "memory-exceeded"
  | "missing-package"
  | "missing-suite"
  | "malformed-truth"
  | "damaged-archive"
  | "unsupported-archive"
  | "unknown-method"
  | "wrong-option"
  | "wrong-basis"
  | "lost-curve"
  | "wrong-figure"
  | "unusable-database"
  | "unknown-run"
  | "run-too-large";

/** The parts of an error message, and a code for programs. */
export interface InputProblem {
  readonly code: InputErrorCode;
  /** Where: a file, a column, a line, an option. */
  readonly place: string;
  /** What was found there. */
  readonly value: string;
  /** What is accepted there. */
  readonly expected: string;
  /** What to do, as a sentence. */
  readonly remedy: string;
}

/**
 * Thrown for every fault of the input, never for a bug of the library.
 *
 * The message reads `place: value; expected …. Remedy.`, and the parts are available as fields.
 */
export class InputError extends Error implements InputProblem {
  override readonly name = "InputError";
  readonly code: InputErrorCode;
  readonly place: string;
  readonly value: string;
  readonly expected: string;
  readonly remedy: string;

  /** Errors of another copy of this class, such as the one in the tables package, are instances too. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === "InputError";
  }

  constructor(problem: InputProblem) {
    super(`${problem.place}: ${problem.value}; expected ${problem.expected}. ${problem.remedy}`);
    this.code = problem.code;
    this.place = problem.place;
    this.value = problem.value;
    this.expected = problem.expected;
    this.remedy = problem.remedy;
  }
}

/** The error for an option with an unknown name or a wrong value. */
export function wrongOption(option: string, value: unknown, expected: string): InputError {
  return new InputError({
    code: "wrong-option",
    place: `option ${option}`,
    value: typeof value === "string" ? `"${value}"` : String(value),
    expected,
    remedy: "Change the option, or leave it out.",
  });
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
    remedy: "Draw fewer rows with option maxRows, or allow more with option memoryLimit.",
  });
}
