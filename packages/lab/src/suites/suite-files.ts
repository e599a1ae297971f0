import { type Pair, pairFromTable } from "@causal-velocity/core/pair/pair.js";
import { InputError } from "@causal-velocity/core/primitives/errors.js";
import { parseTable } from "@causal-velocity/core/table/parse-table.js";
import type { Table } from "@causal-velocity/core/table/table.js";

/** The true direction; null if neither column causes the other, so that every answer is wrong. */
export type SuiteTruth = "x->y" | "y->x" | null;

/** One line of a suite's list of pairs. x is the column that comes first in the file. */
export interface SuiteEntry {
  /** As the list writes it, leading zeros included. */
  readonly id: string;
  /** Position in the list, from 0, including pairs left out; it is the seed of the pair. */
  readonly position: number;
  /** The pair's file, inside the suite's folder. */
  readonly file: string;
  /** Columns of the file, counted from 1. */
  readonly columns: { readonly x: number; readonly y: number };
  readonly truth: SuiteTruth;
  /** Pairs from one source share a weight of 1. */
  readonly weight: number;
  /** Why the pair is not used; absent if it is used. */
  readonly excluded?: string;
}

/** The error for a list of pairs that cannot be read. */
function malformedTruth(place: string, value: string, expected: string): InputError {
  return new InputError({
    code: "malformed-truth",
    place,
    value,
    expected,
    remedy: "Download the file again, or fix the line: the truth of a pair is never guessed.",
  });
}

/** The first column of the files holds row numbers. */
const GROUND_TRUTH_COLUMNS = { x: 2, y: 3 };

/**
 * The pairs of a pairs_gt.txt: line K is 1 if the first variable of pair_K.txt is the cause, 0 if the second is.
 *
 * The headers of those files name parent and child, but are never used for the truth.
 * @param file name for messages     @throws InputError `malformed-truth`
 */
export function parseGroundTruth(text: string, file = "pairs_gt.txt"): SuiteEntry[] {
  const lines = text.trimEnd().split(/\r\n|\n|\r/);
  return lines.map((line, position) => {
    const mark = line.trim();
    if (mark !== "0" && mark !== "1") {
      throw malformedTruth(`${file}, line ${position + 1}`, `"${mark.slice(0, 60)}"`, "1 or 0");
    }
    const id = String(position + 1);
    return {
      id,
      position,
      file: `pair_${id}.txt`,
      columns: GROUND_TRUTH_COLUMNS,
      truth: mark === "1" ? "x->y" : "y->x",
      weight: 1,
    };
  });
}

const FIELDS = 6;
const SHORT_WHOLE_NUMBER = /^\d{1,9}$/;
const UNSIGNED_NUMBER = /^(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;
/** Ids become file names. */
const ID = /^\w+$/;

/**
 * The pairs of a pairmeta.txt: lines of id, first and last column of the cause, of the effect, weight; columns count
 * from 1, and the files are called pair<id>.txt.
 *
 * Zeros for all columns mean that neither causes the other. A cause or effect of several columns is excluded: methods
 * compare two.
 * @param file name for messages     @throws InputError `malformed-truth`
 */
export function parsePairmeta(text: string, file = "pairmeta.txt"): SuiteEntry[] {
  const entries: SuiteEntry[] = [];
  const seen = new Set<string>();
  text.split(/\r\n|\n|\r/).forEach((content, i) => {
    const line = content.trim();
    if (line === "") return;
    const place = `${file}, line ${i + 1}`;
    const entry = parseLine(line.split(/\s+/), place, entries.length);
    if (seen.has(entry.id)) throw malformedTruth(place, `a second pair "${entry.id}"`, "every pair once");
    seen.add(entry.id);
    entries.push(entry);
  });
  if (entries.length === 0) throw malformedTruth(file, "no pairs", "one line for each pair");
  return entries;
}

function parseLine(fields: readonly string[], place: string, position: number): SuiteEntry {
  const [id, ...numbers] = fields;
  const columns = numbers.slice(0, 4);
  const isComplete =
    fields.length === FIELDS &&
    columns.every((field) => SHORT_WHOLE_NUMBER.test(field)) &&
    UNSIGNED_NUMBER.test(numbers[4]);
  if (!isComplete || !ID.test(id)) {
    const expected = "id, first and last column of the cause, of the effect, weight";
    throw malformedTruth(place, `"${fields.join(" ").slice(0, 60)}"`, expected);
  }
  const [causeFirst, causeLast, effectFirst, effectLast] = columns.map(Number);
  const base = { id, position, file: `pair${id}.txt`, weight: Number(numbers[4]) };
  if (columns.every((column) => Number(column) === 0)) return { ...base, columns: { x: 1, y: 2 }, truth: null };
  const overlap = causeFirst <= effectLast && effectFirst <= causeLast;
  if (causeFirst < 1 || effectFirst < 1 || causeLast < causeFirst || effectLast < effectFirst || overlap) {
    throw malformedTruth(place, `columns ${columns.join(" ")}`, "two ranges of columns from 1 on, without overlap");
  }
  const several = causeLast > causeFirst || effectLast > effectFirst;
  return {
    ...base,
    columns: { x: Math.min(causeFirst, effectFirst), y: Math.max(causeFirst, effectFirst) },
    truth: causeFirst < effectFirst ? "x->y" : "y->x",
    ...(several ? { excluded: MULTIVARIATE } : {}),
  };
}

/** Why a pair with more than two columns to compare is left out. */
export const MULTIVARIATE = "the cause or the effect has several columns";

/** The parser's own remedies name options, which do not exist for files of a suite. */
const SUITE_FILE_REMEDY = "Fix the file, which may be cut off, or its line in the list of pairs.";

/**
 * The pair of one entry from the text of its file.
 *
 * Only the two columns matter: rows with a missing value elsewhere are kept.
 * @throws InputError `unknown-column` and those of the parser, with the file's name as the place
 */
export function readSuitePair(text: string, { file, columns }: SuiteEntry): Pair {
  try {
    const table = parseTable(text, { strict: true });
    requireColumns(table, columns);
    return pairFromTable(table, columns);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const { code, place, value, expected } = error;
    throw new InputError({ code, place: `${file}, ${place}`, value, expected, remedy: SUITE_FILE_REMEDY });
  }
}

function requireColumns({ columns: { length: found } }: Table, { x, y }: SuiteEntry["columns"]): void {
  const last = Math.max(x, y);
  if (last <= found) return;
  throw new InputError({
    code: "unknown-column",
    place: "the table",
    value: `${found} ${found === 1 ? "column" : "columns"}`,
    expected: `a column ${last}, which the list of pairs names`,
    remedy: SUITE_FILE_REMEDY,
  });
}
