/** What can be wrong with what a user gave us. Codes are part of the public contract: added to, never renamed. */
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
  | "unsafe-archive"
  | "unknown-method"
  | "wrong-option"
  | "wrong-basis"
  | "lost-curve"
  | "wrong-figure"
  | "unusable-database"
  | "unknown-batch"
  | "batch-too-large";

/** The four things a good error tells, and the code that programs switch on. */
export interface InputProblem {
  readonly code: InputErrorCode;
  /** Where: a file, a column, a line, an option. */
  readonly place: string;
  /** What was found there. */
  readonly value: string;
  /** What would have been right. */
  readonly expected: string;
  /** What to do now, as a sentence. */
  readonly remedy: string;
}

/**
 * Thrown for every fault of the input: never for a fault of ours.
 *
 * The message reads `place: value; expected …. Remedy.`, and the parts stay available as fields.
 */
export class InputError extends Error implements InputProblem {
  override readonly name = "InputError";
  readonly code: InputErrorCode;
  readonly place: string;
  readonly value: string;
  readonly expected: string;
  readonly remedy: string;

  /** Errors of another copy of this class, such as the one in the package of tables, are instances too. */
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

/** The error of an option with a name or a value it cannot have. */
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
 * What `make` makes of a part of the data, as a list of one; nothing where that part is to blame. Half of a column may
 * be constant, or too coarse, where the whole is not.
 *
 * @throws whatever is no InputError
 */
export function whereUsable<T>(make: () => T): T[] {
  try {
    return [make()];
  } catch (error) {
    if (error instanceof InputError) return [];
    throw error;
  }
}

/** The error of a column with one value only, where something needs values that vary. */
export function constantColumn(place: string, rows: number): InputError {
  return new InputError({
    code: "constant-column",
    place,
    value: `a column with one value in all ${rows} rows`,
    expected: "values that vary",
    remedy: "A constant column has no density to estimate: leave it out.",
  });
}

const MEGABYTE = 1e6;

/** The error of a computation that needs more memory than it may take, or than there is. */
export function memoryExceeded(place: string, rows: number, memoryLimit: number): InputError {
  return new InputError({
    code: "memory-exceeded",
    place,
    value: `${rows} rows need more than ${Number((memoryLimit / MEGABYTE).toPrecision(3))} MB`,
    expected: "data that fit",
    remedy: "Draw fewer rows with option maxRows, or allow more with option memoryLimit.",
  });
}
