import type { ComputeOptions } from "../compute/routines.js";
import { percent } from "../primitives/errors.js";
import type { Finding } from "../primitives/finding.js";
import { unitRanks } from "../statistics/ranks.js";
import { sortedColumn } from "../statistics/sorted-column.js";
import type { Pair } from "./pair.js";
import { takeRows } from "./resample.js";

/** Rows that are in the data more than once. */
export interface RepeatedRows {
  readonly finding: Finding & { readonly code: "repeated-rows" };
  /** The first of each. */
  readonly rows: Uint32Array;
}

/** From this share of repeated rows on they matter. */
const MANY_REPEATS = 0.1;
/**
 * There are at most this many times as many different rows as different values of the column with more of them: values
 * come together, not by chance. Columns that are only coarse have many more combinations.
 */
const MOST_COMBINATIONS = 1.25;

/**
 * `repeated-rows`: rows that are in the data more than once, as after drawing with replacement or joining tables; nothing
 * where they are few, or what rounding explains.
 *
 * @cost constant for sorted columns with few repeated values, otherwise O(n)
 */
export function repeatedRows({ x, y }: Pick<Pair, "x" | "y">, compute: ComputeOptions = {}): RepeatedRows | undefined {
  const n = x.length;
  const values = Math.max(sortedColumn(x, compute).distinct, sortedColumn(y, compute).distinct);
  const most = Math.min((1 - MANY_REPEATS) * n, MOST_COMBINATIONS * values);
  if (values > most) return undefined;
  const seen = new Map<number, Set<number>>();
  const rows: number[] = [];
  for (let i = 0; i < n; i++) {
    const partners = seen.get(x[i]) ?? new Set<number>();
    if (partners.size === 0) seen.set(x[i], partners);
    if (partners.has(y[i])) continue;
    partners.add(y[i]);
    rows.push(i);
    if (rows.length > most) return undefined;
  }
  const value = 1 - rows.length / n;
  return {
    rows: Uint32Array.from(rows),
    finding: {
      code: "repeated-rows",
      severity: "warn",
      value,
      sentence: `${percent(value)} of the rows repeat an earlier row in both columns: only ${rows.length} of ${n} rows are different, and only those count.`,
      advice: "Find out why rows repeat: drawn with replacement, joined twice, or written for each of several others.",
    },
  };
}

/** Rows that come in groups of nearly equal ones. */
export interface NearDuplicates {
  readonly finding: Finding & { readonly code: "near-duplicates" };
  /** One in so many rows counts. */
  readonly groupSize: number;
}

/** Groups of up to this many rows, and one more, are looked for. */
const MOST_NEIGHBORS = 5;
/** The nearest rows are near duplicates where the next one is this many times as far. */
const TIMES_AS_FAR = 5;
/** Share of such rows from which on they are no chance: at most 5% of smooth pairs, 12% and more of duplicates. */
const MANY_NEAR = 0.2;
/** Repeated values of a column have distances of their own; up to this share they do not matter. */
const FEW_TIES = 0.05;

/**
 * `near-duplicates`: rows that come in groups of two to six nearly equal ones, such as measurements that were repeated
 * at once, or copies with another rounding. Nothing where they do not, or where a column has many ties.
 *
 * In the plane of the ranks, the k-th neighbor of most rows is then much nearer than the next one. Of rows drawn from a
 * smooth density the distances grow evenly, whatever the density is.
 * @cost O(n) for sorted columns, about 0.2 µs a row
 */
export function nearDuplicates(
  pair: Pick<Pair, "x" | "y">,
  compute: ComputeOptions = {},
): NearDuplicates | undefined {
  const n = pair.x.length;
  const fewest = Math.min(...[pair.x, pair.y].map((column) => sortedColumn(column, compute).distinct));
  if (fewest < (1 - FEW_TIES) * n) return undefined;
  const counts = new Uint32Array(MOST_NEIGHBORS);
  forNearest(pair, MOST_NEIGHBORS + 1, compute, (nearest) => {
    for (let k = 0; k < MOST_NEIGHBORS; k++) if (TIMES_AS_FAR * nearest[k] < nearest[k + 1]) counts[k] += 1;
  });
  const most = Math.max(...counts);
  if (most <= MANY_NEAR * n) return undefined;
  const groupSize = counts.indexOf(most) + 2;
  return {
    groupSize,
    finding: {
      code: "near-duplicates",
      severity: "warn",
      value: groupSize,
      sentence: `Rows come in groups of about ${groupSize} nearly equal ones: of each group only one counts.`,
      advice: "Use the mean of rows that were measured at the same time or of the same subject.",
    },
  };
}

/**
 * Calls `visit` with the distances of each row from its nearest others, ascending: in the plane of the ranks, the larger
 * of the distances along both columns.
 *
 * The plane is cut along y into √n strips with equally many rows, which are kept in the order of x. Rows are visited in
 * that order too, so that the place of a row within each strip only moves on. Strips and rows that are too far along one
 * column are not looked at.
 */
function forNearest(
  pair: Pick<Pair, "x" | "y">,
  count: number,
  compute: ComputeOptions,
  visit: (nearest: Float64Array) => void,
): void {
  const n = pair.x.length;
  const [byX, byY] = [sortedColumn(pair.x, compute), sortedColumn(pair.y, compute)];
  const [u, v] = [unitRanks(pair.x, compute), unitRanks(pair.y, compute)].map((ranks) => takeRows(ranks, byX.order));
  const strips = Math.ceil(Math.sqrt(n));
  const stripOfRow = new Uint32Array(n);
  byY.order.forEach((row, place) => {
    stripOfRow[row] = Math.floor((place * strips) / n);
  });
  const stripOf = byX.order.map((row) => stripOfRow[row]);
  const first = new Uint32Array(strips + 1);
  for (let i = 0; i < n; i++) first[stripOf[i] + 1] += 1;
  for (let s = 0; s < strips; s++) first[s + 1] += first[s];
  // Strip by strip, each in the order of x; and the range of y in each.
  const [stripU, stripV] = [new Float64Array(n), new Float64Array(n)];
  const [low, high] = [new Float64Array(strips).fill(Infinity), new Float64Array(strips).fill(-Infinity)];
  const end = first.slice();
  for (let i = 0; i < n; i++) {
    const s = stripOf[i];
    stripU[end[s]] = u[i];
    stripV[end[s]] = v[i];
    end[s] += 1;
    low[s] = Math.min(low[s], v[i]);
    high[s] = Math.max(high[s], v[i]);
  }
  const nearest = new Float64Array(count);
  const last = count - 1;
  /** For each strip, the first row that is not before the one looked at. */
  const here = first.slice();
  const lookAt = (s: number, uHere: number, vHere: number, from: number): void => {
    for (let j = here[s] - 1; j >= first[s] && uHere - stripU[j] < nearest[last]; j--) {
      insert(nearest, Math.max(uHere - stripU[j], Math.abs(vHere - stripV[j])));
    }
    for (let j = from; j < first[s + 1] && stripU[j] - uHere < nearest[last]; j++) {
      insert(nearest, Math.max(stripU[j] - uHere, Math.abs(vHere - stripV[j])));
    }
  };
  for (let i = 0; i < n; i++) {
    const s = stripOf[i];
    nearest.fill(Infinity);
    lookAt(s, u[i], v[i], here[s] + 1);
    for (let t = s + 1; t < strips && low[t] - v[i] < nearest[last]; t++) lookAt(t, u[i], v[i], here[t]);
    for (let t = s - 1; t >= 0 && v[i] - high[t] < nearest[last]; t--) lookAt(t, u[i], v[i], here[t]);
    here[s] += 1;
    visit(nearest);
  }
}

/** Puts a distance into an ascending list in place of the largest, if it is smaller. */
function insert(ascending: Float64Array, distance: number): void {
  let place = ascending.length - 1;
  if (distance >= ascending[place]) return;
  for (; place > 0 && ascending[place - 1] > distance; place--) ascending[place] = ascending[place - 1];
  ascending[place] = distance;
}
