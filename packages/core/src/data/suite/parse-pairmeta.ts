import { malformedTruth } from "./malformed-truth.js";
import type { SuiteEntry } from "./suite-entry.js";

const FIELDS = 6;
const WHOLE_NUMBER = /^\d{1,9}$/;
const DECIMAL_NUMBER = /^(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;
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
    fields.length === FIELDS && columns.every((field) => WHOLE_NUMBER.test(field)) && DECIMAL_NUMBER.test(numbers[4]);
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
