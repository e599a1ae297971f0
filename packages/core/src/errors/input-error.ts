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
  | "unknown-run"
  | "run-too-large";

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

  constructor(problem: InputProblem) {
    super(`${problem.place}: ${problem.value}; expected ${problem.expected}. ${problem.remedy}`);
    this.code = problem.code;
    this.place = problem.place;
    this.value = problem.value;
    this.expected = problem.expected;
    this.remedy = problem.remedy;
  }
}
