import { type ComputeOptions, computeOptions } from "../compute/routines.js";
import { grouped, percent } from "../primitives/errors.js";
import type { Finding } from "../primitives/finding.js";
import { unitRanks } from "../statistics/ranks.js";
import { type SortedColumn, sortedColumn } from "../statistics/sorted-column.js";
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
  const [ofX, ofY] = [sortedColumn(x, compute), sortedColumn(y, compute)];
  const values = Math.max(ofX.distinct, ofY.distinct);
  const most = Math.min((1 - MANY_REPEATS) * n, MOST_COMBINATIONS * values);
  if (values > most) return undefined;
  const rows = differentRows(ofX, ofY, most);
  if (!rows) return undefined;
  const value = 1 - rows.length / n;
  return {
    rows,
    finding: {
      code: "repeated-rows",
      severity: "warn",
      value,
      sentence: `${percent(value)} of the rows repeat an earlier row in both columns: only ${grouped(rows.length)} of ${grouped(n)} rows are different, and only those count.`,
      advice: "Find out why rows repeat: drawn with replacement, joined twice, or written for each of several others.",
    },
  };
}

/** The first of all rows with the same two values, ascending; nothing if there are more than `most`. @cost O(n) */
function differentRows(x: SortedColumn, y: SortedColumn, most: number): Uint32Array | undefined {
  const numberOfY = new Uint32Array(x.order.length);
  for (let k = 0; k < y.distinct; k++) {
    for (let place = y.starts[k]; place < y.starts[k + 1]; place++) numberOfY[y.order[place]] = k;
  }
  /** The last value of x that each value of y was seen with, counted from 1. */
  const seenWith = new Uint32Array(y.distinct);
  const rows = new Uint32Array(Math.floor(most));
  let found = 0;
  for (let k = 0; k < x.distinct; k++) {
    for (let place = x.starts[k]; place < x.starts[k + 1]; place++) {
      const row = x.order[place];
      if (seenWith[numberOfY[row]] === k + 1) continue;
      if (found === rows.length) return undefined;
      seenWith[numberOfY[row]] = k + 1;
      rows[found++] = row;
    }
  }
  return rows.slice(0, found).sort();
}

/** Rows that come in groups of nearly equal ones. */
export interface NearDuplicates {
  readonly finding: Finding & { readonly code: "near-duplicates" };
  /** One in so many rows counts. */
  readonly groupSize: number;
}

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
 * @cost O(n) for sorted columns
 */
export function nearDuplicates(pair: Pick<Pair, "x" | "y">, compute: ComputeOptions = {}): NearDuplicates | undefined {
  const n = pair.x.length;
  const { order, distinct } = sortedColumn(pair.x, compute);
  const fewest = Math.min(distinct, sortedColumn(pair.y, compute).distinct);
  if (fewest < (1 - FEW_TIES) * n) return undefined;
  const [u, v] = [pair.x, pair.y].map((column) => takeRows(unitRanks(column, compute), order));
  const counts = computeOptions(compute).routines.nearGroups({ u, v, times: TIMES_AS_FAR });
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
