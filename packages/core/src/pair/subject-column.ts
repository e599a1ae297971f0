import { CELL } from "../table/cell.js";
import { isNumeric, type Table, type TableColumn } from "../table/table.js";
import { groupColumn } from "./row-groups.js";

/** The column that says of which subject a row is. */
export interface SubjectColumn {
  readonly position: number;
  /** How many subjects there are. */
  readonly count: number;
  /** Whether both columns of the pair change within nearly every subject, and neither counts time. */
  readonly hasChanges: boolean;
}

/** Fewer values are categories, such as sex or region, or too few subjects for `cluster`. */
const FEWEST_SUBJECTS = 20;
/** Share of the rows whose value must be in another row too. */
const LEAST_REPEATED = 0.9;
/** Share of the subjects within which a column must change. */
const LEAST_CHANGING = 0.9;
/** A calendar has each value in so many rows on average. */
const CALENDAR_ROWS = 3;
/** Whole numbers between these may be years. */
const YEARS = [1500, 2200] as const;
const CALENDAR_NAME =
  /(^|[^a-z])(t|date|time|year|quarter|month|week|day|hour|minute|period|wave|visit|round|session|trial)s?([^a-z]|$)/i;
const CALENDAR_TEXT = /^(1[5-9]|2[01])\d\d(?!\d)/;
const SUBJECT_NAME =
  /(^|[^a-z])(id|code|subject|patient|person|participant|respondent|individual|household|family|student|school|animal|firm|company|station|site|unit|country|state|county|city)s?([^a-z]|$)|[a-z]I[dD]$/i;

/** A column whose values repeat, with the value of each row as a number from 0; NaN where there is none. */
interface Repeated {
  readonly position: number;
  readonly codes: Float64Array;
  readonly count: number;
  readonly isText: boolean;
  readonly isNamed: boolean;
  /** Whether all values are in equally many rows. */
  readonly isBalanced: boolean;
}

/**
 * The column that looks like subjects, such as patients or countries, each in several rows: of 20 or more texts; of
 * whole numbers that are called so, or that all are in equally many rows; no dates, years or visits. "unclear" if several
 * columns do that are not parts of each other, such as exporter and importer; undefined if none does.
 *
 * @param taken positions of the pair, and of columns with another role     @cost one pass over the other columns
 */
export function subjectColumn(table: Table, taken: readonly number[]): SubjectColumn | "unclear" | undefined {
  const repeated = table.columns.flatMap((column, position) =>
    taken.includes(position) || isCalendar(column) ? [] : repeatedColumn(column, position),
  );
  const many = repeated.filter(({ count }) => count >= FEWEST_SUBJECTS);
  const texts = many.filter(({ isText }) => isText);
  const named = many.filter(({ isNamed }) => isNamed);
  // Nothing but its counts says that a column of numbers is one: no other one may do as well.
  const others = repeated.filter(({ isText, isBalanced, count }) => isText || (isBalanced && count > 2));
  const unnamed = many.some(({ isBalanced }) => isBalanced) ? others : [];
  const candidates = texts.length > 0 ? texts : named.length > 0 ? named : unnamed;
  if (candidates.length === 0) return undefined;
  const finest = candidates.reduce((best, other) => (other.count > best.count ? other : best));
  if (!candidates.every((other) => isPartOf(finest, other))) return "unclear";
  const [x, y] = taken.map((position) => table.columns[position]);
  const hasChanges = [x, y].every(
    (column) => !isCalendar(column) && !countsTime(column, finest) && changesWithin(column, finest),
  );
  return { position: finest.position, count: finest.count, hasChanges };
}

function repeatedColumn(column: TableColumn, position: number): Repeated[] {
  const isText = !isNumeric(column);
  if (isText ? !column.texts : !areWhole(column)) return [];
  const { values: codes, labels } = groupColumn(column, "cluster");
  const sizes = new Uint32Array(labels.length);
  let rows = 0;
  for (const code of codes) {
    if (Number.isNaN(code)) continue;
    sizes[code] += 1;
    rows += 1;
  }
  const single = sizes.reduce((sum, size) => sum + (size === 1 ? 1 : 0), 0);
  if (labels.length < 2 || rows - single < LEAST_REPEATED * rows) return [];
  const isBalanced = sizes.every((size) => size === sizes[0]);
  return [{ position, codes, count: labels.length, isText, isNamed: SUBJECT_NAME.test(column.name), isBalanced }];
}

function areWhole({ values, kinds }: TableColumn): boolean {
  return values.every((value, row) => kinds[row] !== CELL.number || Number.isInteger(value));
}

/** Whether rows with equal values of one column have equal values of another. */
function isPartOf(finer: Repeated, coarser: Repeated): boolean {
  const found = new Map<number, number>();
  return finer.codes.every((code, row) => {
    const other = coarser.codes[row];
    if (Number.isNaN(code) || Number.isNaN(other)) return true;
    const known = found.get(code);
    found.set(code, known ?? other);
    return known === undefined || known === other;
  });
}

/** Whether a column holds dates, times, years or numbers of visits, by its name and its cells. */
function isCalendar(column: TableColumn): boolean {
  const { name, source, written, values, kinds, counts, texts } = column;
  if (written?.holds === "dates" || written?.holds === "times") return true;
  if (CALENDAR_NAME.test(source ?? name)) return true;
  if (!isNumeric(column)) return texts?.texts.every((text) => CALENDAR_TEXT.test(text)) ?? false;
  const [first, last] = YEARS;
  return (
    counts[CELL.number] > 0 &&
    values.every(
      (value, row) => kinds[row] !== CELL.number || (Number.isInteger(value) && value >= first && value <= last),
    )
  );
}

/** Whether a column of whole numbers has each value once in a subject, and in several subjects. */
function countsTime(column: TableColumn, { codes }: Repeated): boolean {
  if (!areWhole(column)) return false;
  const [pairs, values] = [new Set<string>(), new Set<number>()];
  let rows = 0;
  for (let row = 0; row < codes.length; row++) {
    if (column.kinds[row] !== CELL.number || Number.isNaN(codes[row])) continue;
    pairs.add(`${codes[row]} ${column.values[row]}`);
    values.add(column.values[row]);
    rows += 1;
  }
  return pairs.size === rows && rows >= CALENDAR_ROWS * values.size;
}

/** Whether a column has different values in nearly every subject with several rows. */
function changesWithin({ values, kinds }: TableColumn, { codes, count }: Repeated): boolean {
  const firsts = new Float64Array(count).fill(Number.NaN);
  const [isSeveral, changes] = [new Uint8Array(count), new Uint8Array(count)];
  codes.forEach((code, row) => {
    if (Number.isNaN(code) || kinds[row] !== CELL.number) return;
    if (Number.isNaN(firsts[code])) firsts[code] = values[row];
    else {
      isSeveral[code] = 1;
      if (values[row] !== firsts[code]) changes[code] = 1;
    }
  });
  const total = (marks: Uint8Array): number => marks.reduce((sum, mark) => sum + mark, 0);
  return total(changes) >= LEAST_CHANGING * total(isSeveral);
}
