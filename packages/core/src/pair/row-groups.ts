import type { Column } from "../primitives/columns.js";
import { InputError, option, text } from "../primitives/errors.js";
import type { Finding } from "../primitives/finding.js";
import type { Rng } from "../primitives/random.js";
import { CELL } from "../table/cell.js";
import type { TableColumn } from "../table/table.js";
import { withDropped } from "./complete-rows.js";
import type { Pair } from "./pair.js";
import { pairRows, takeRows } from "./resample.js";

/** Rows that belong together: the groups or clusters of a pair. */
export interface RowGroups {
  /** The column that says so. */
  readonly name: string;
  /** The group of every row, from 0. */
  readonly codes: Uint32Array;
  readonly count: number;
}

/** A column as numbers of its different values, from 0. */
export interface CodedColumn extends TableColumn {
  /** The value of each number. */
  readonly labels: readonly (number | string)[];
}

/** Rows of a group below which its mean and spread say too little. */
const FEWEST_ROWS = 8;

/**
 * A column of any kind as numbers of its different values, so that rows with equal ones belong together; a missing
 * value belongs to no group.
 *
 * @throws InputError `wrong-option` if its texts were too many or too long to be kept
 */
export function groupColumn(column: TableColumn, place: "group" | "cluster" | "given"): CodedColumn {
  const { name, values, kinds, texts } = column;
  const numbers = new Map<number | string, number>();
  const grouped = new Uint8Array(kinds);
  const codes = new Float64Array(kinds.length).fill(Number.NaN);
  for (let row = 0; row < kinds.length; row++) {
    const kind = kinds[row];
    if (kind !== CELL.number && kind !== CELL.text) continue;
    const label = kind === CELL.number ? values[row] : texts?.texts[texts.places[row] - 1];
    if (label === undefined) throw tooManyTexts(name, place);
    const known = numbers.get(label);
    codes[row] = known ?? numbers.size;
    if (known === undefined) numbers.set(label, numbers.size);
    grouped[row] = CELL.number;
  }
  return { name, values: codes, kinds: grouped, counts: [], labels: [...numbers.keys()] };
}

function tooManyTexts(name: string, place: "group" | "cluster" | "given"): InputError {
  return new InputError({
    code: "wrong-option",
    place: text`${option(place)} "${name}"`,
    value: "texts that are too many or too long to be kept",
    expected: "a column whose values repeat, such as a region or a subject",
    remedy: "Number the groups instead.",
  });
}

/** The groups of the rows that are left of such a column, numbered again without gaps. */
export function rowGroups(name: string, codes: Column): RowGroups {
  const numbers = new Map<number, number>();
  const dense = Uint32Array.from(codes, (code) => {
    if (!numbers.has(code)) numbers.set(code, numbers.size);
    return numbers.get(code) as number;
  });
  return { name, codes: dense, count: numbers.size };
}

/** The groups of some rows. */
export function takeGroups({ name, codes }: RowGroups, rows: ArrayLike<number>): RowGroups {
  return rowGroups(
    name,
    Float64Array.from(rows, (row) => codes[row]),
  );
}

/** The rows of each group, in their order. */
export function rowsOfGroups({ codes, count }: RowGroups): number[][] {
  const rows = Array.from({ length: count }, (): number[] => []);
  codes.forEach((code, row) => {
    rows[code].push(row);
  });
  return rows;
}

/**
 * A pair whose columns are standardized within each group: what groups differ in, level and spread, is gone. Rows of
 * groups of fewer than 8 rows, and of groups in which a column is constant, are left out and counted.
 *
 * @throws InputError `too-few-rows` if no group is left
 */
export function withinGroups(pair: Pair, groups: RowGroups): Pair {
  const all = rowsOfGroups(groups);
  const [x, y] = [pair.x.slice(), pair.y.slice()];
  const usable = all.filter(
    (rows) => rows.length >= FEWEST_ROWS && standardizeAt(pair.x, rows, x) && standardizeAt(pair.y, rows, y),
  );
  const kept = Uint32Array.from(usable.flat()).sort();
  if (kept.length === 0) throw noGroups(groups, all);
  const left = takeGroups(groups, kept);
  const dropped = pair.x.length - kept.length;
  return {
    ...pair,
    x: takeRows(x, kept),
    y: takeRows(y, kept),
    rows: withDropped(pair.rows, "group", dropped),
    groups: left,
    ...(pair.clusters && { clusters: takeGroups(pair.clusters, kept) }),
    transformations: [...(pair.transformations ?? []), { kind: "group", text: groups.name, rows: dropped }],
    findings: [...pair.findings, ...smallGroupsFinding(groups, left.count, dropped)],
  };
}

/** Writes the values of some rows, standardized; false if they are constant. */
function standardizeAt(column: Column, rows: readonly number[], out: Column): boolean {
  const mean = rows.reduce((sum, row) => sum + column[row], 0) / rows.length;
  const square = rows.reduce((sum, row) => sum + (column[row] - mean) * (column[row] - mean), 0) / rows.length;
  const sd = Math.sqrt(square);
  for (const row of rows) out[row] = (column[row] - mean) / sd;
  return rows.some((row) => column[row] !== column[rows[0]]) && rows.every((row) => Number.isFinite(out[row]));
}

function smallGroupsFinding({ name, count }: RowGroups, left: number, rows: number): Finding[] {
  if (left === count) return [];
  return [
    {
      code: "small-groups",
      severity: "note",
      column: name,
      value: count - left,
      sentence: `${count - left} of ${count} groups of "${name}", with ${rows} rows, were left out: fewer than ${FEWEST_ROWS} rows, or a constant column.`,
      advice: "",
    },
  ];
}

function noGroups({ name, count }: RowGroups, all: readonly (readonly number[])[]): InputError {
  return new InputError({
    code: "too-few-rows",
    place: `groups of "${name}"`,
    value: `${count} groups, the largest of ${Math.max(0, ...all.map(({ length }) => length))} rows`,
    expected: `groups of ${FEWEST_ROWS} rows or more in which both columns vary`,
    remedy: "Name a column whose values repeat, or decide without groups.",
  });
}

/**
 * Rows drawn without replacement, each with a probability in proportion to its weight; as many as that allows, so that a
 * row of the largest weight is always drawn, and with equal weights all are.
 *
 * @param weights none negative     @returns indices, ascending     @throws InputError `wrong-option`
 */
function drawByWeight(name: string, weights: Column, rng: Rng): Uint32Array {
  const negative = weights.findIndex((weight) => weight < 0);
  const largest = weights.reduce((most, weight) => Math.max(most, weight), 0);
  if (negative >= 0 || largest === 0) {
    throw new InputError({
      code: "wrong-option",
      place: text`${option("weights")} "${name}"`,
      value: negative >= 0 ? String(weights[negative]) : "no weight above 0",
      expected: "weights from 0 up, in proportion to how many others a row stands for",
      remedy: text`Choose another column, or compute one with ${option("with")}.`,
    });
  }
  // Steps of equal length along the cumulated weights, in random order: rows of a table may come in a rhythm.
  const order = drawOrder(weights.length, rng.split("order"));
  const start = rng.uniform();
  const drawn: number[] = [];
  let sum = 0;
  for (const row of order) {
    const before = Math.floor(sum + start);
    sum += weights[row] / largest;
    if (Math.floor(sum + start) > before) drawn.push(row);
  }
  return Uint32Array.from(drawn).sort();
}

/** Row numbers in random order. */
function drawOrder(n: number, rng: Rng): Uint32Array {
  const order = Uint32Array.from({ length: n }, (_, i) => i);
  for (let i = n - 1; i > 0; i--) {
    const j = Math.floor((i + 1) * rng.uniform());
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}

/** A pair of rows drawn by weight; the others are counted. @throws InputError `wrong-option` */
export function weightedPair(pair: Pair, name: string, weights: Column, rng: Rng): Pair {
  const drawn = drawByWeight(name, weights, rng);
  const { rows, transformations = [] } = pair;
  const dropped = pair.x.length - drawn.length;
  return {
    ...pairRows(pair, drawn),
    rows: withDropped(rows, "weights", dropped),
    transformations: [...transformations, { kind: "weights", text: name, rows: dropped }],
  };
}
