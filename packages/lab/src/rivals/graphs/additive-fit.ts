import { plainRoutines } from "@causal-velocity/core/compute/plain-routines.js";
import { smoothFunctions } from "@causal-velocity/core/graph/smooth-functions.js";
import type { Column, Matrix } from "@causal-velocity/core/primitives/columns.js";
import { log } from "@causal-velocity/core/primitives/elementary.js";
import { InputError } from "@causal-velocity/core/primitives/errors.js";
import { gammaTail } from "@causal-velocity/core/primitives/special.js";
import type { GraphMethodOptions } from "./graph-method.js";

/** Functions of every column of a table and their scalar products: every additive regression follows from these. */
export interface AdditiveTable {
  readonly rows: number;
  /** Where the functions of each column begin in `products`, and behind the last one the number of all. */
  readonly starts: readonly number[];
  /** Scalar products of all functions. */
  readonly products: Matrix;
  /** Scalar products of each function with each column. */
  readonly moments: Matrix;
}

/** Functions of a column in a regression, if there are rows enough. */
const MOST_FUNCTIONS = 8;
/** With one function less the regression could not bend to both sides. */
const FEWEST_FUNCTIONS = 3;
/** Rows for each coefficient of the largest regression. */
const ROWS_PER_FUNCTION = 3;

/**
 * @param shape lines, or smooth functions of each column: 8, or fewer so that a regression on all columns has three rows
 * for each
 * @cost rows·(8·columns)² multiplications     @throws InputError `too-few-rows`
 */
export function additiveTable(
  columns: readonly Column[],
  shape: "lines" | "curves",
  { routines = plainRoutines }: GraphMethodOptions,
): AdditiveTable {
  const rows = columns[0].length;
  const possible = Math.floor(rows / (ROWS_PER_FUNCTION * Math.max(1, columns.length - 1)));
  const count = shape === "lines" ? 1 : Math.max(FEWEST_FUNCTIONS, Math.min(MOST_FUNCTIONS, possible));
  if (count * (columns.length - 1) + 1 >= rows) throw tooFewRows(rows, columns.length);
  const functions = columns.map((column) =>
    count === 1 ? [column] : smoothFunctions(column, count, { routines }).atRows,
  );
  const all = functions.flat();
  const starts = [0];
  for (const own of functions) starts.push(starts[starts.length - 1] + own.length);
  return { rows, starts, products: routines.products(all, all), moments: routines.products(all, columns) };
}

function tooFewRows(rows: number, columns: number): InputError {
  return new InputError({
    code: "too-few-rows",
    place: "additive regression",
    value: `${rows} rows of ${columns} columns`,
    expected: `more than ${FEWEST_FUNCTIONS} rows for each column`,
    remedy: "Use more rows or fewer columns.",
  });
}

/** A regression of one column on functions of others, one cause after the other. */
export interface AdditiveFit {
  /** Coefficients so far. */
  size(): number;
  /** Sum of squared residuals so far. */
  residual(): number;
  /** By how much another cause would reduce it. */
  gainOf(cause: number): number;
  add(cause: number): void;
}

/** On the diagonal, relative to it, so that columns that determine each other have a factor. */
const RIDGE = 1e-8;

/**
 * Least squares by a Cholesky factor that grows with each cause.
 *
 * @cost size²/2 multiplications for each function of a cause that is added or tried
 */
export function additiveFit({ rows, starts, products, moments }: AdditiveTable, target: number): AdditiveFit {
  const chosen: number[] = [];
  const factor: Float64Array[] = [];
  const rotated: number[] = [];
  // Columns are standardized.
  let residual = rows;
  const append = (index: number): void => {
    const size = chosen.length;
    const row = new Float64Array(size + 1);
    const line = index * products.cols;
    let moment = moments.data[index * moments.cols + target];
    let pivot = products.data[line + index] * (1 + RIDGE);
    for (let k = 0; k < size; k++) {
      let sum = products.data[line + chosen[k]];
      const before = factor[k];
      for (let m = 0; m < k; m++) sum -= row[m] * before[m];
      row[k] = sum / before[k];
      pivot -= row[k] * row[k];
      moment -= row[k] * rotated[k];
    }
    row[size] = Math.sqrt(Math.max(pivot, RIDGE * rows));
    chosen.push(index);
    factor.push(row);
    rotated.push(moment / row[size]);
  };
  /** Appends a cause's functions; returns the sum of squares that they explain. */
  const appendAll = (cause: number): number => {
    let gain = 0;
    for (let index = starts[cause]; index < starts[cause + 1]; index++) {
      append(index);
      const last = rotated[rotated.length - 1];
      gain += last * last;
    }
    return gain;
  };
  return {
    size: () => chosen.length,
    residual: () => residual,
    gainOf(cause) {
      const size = chosen.length;
      const gain = appendAll(cause);
      chosen.length = size;
      factor.length = size;
      rotated.length = size;
      return gain;
    },
    add(cause) {
      residual = Math.max(residual - appendAll(cause), RIDGE * rows);
    },
  };
}

/** Level of significance below which a cause is kept, as in CAM. */
const LEVEL = 0.001;

/**
 * Those of the causes without which the additive regression of a column on all of them is significantly worse: Wilks'
 * test of nested regressions with Bartlett's factor, at the level 0.001.
 *
 * @cost causes·(functions of all)³/6 multiplications
 */
export function significantCauses(table: AdditiveTable, target: number, causes: readonly number[]): number[] {
  return causes.filter((cause) => {
    const fit = additiveFit(table, target);
    for (const other of causes) if (other !== cause) fit.add(other);
    const without = fit.residual();
    const before = fit.size();
    fit.add(cause);
    const degrees = fit.size() - before;
    const left = table.rows - 1 - fit.size();
    const statistic = (left + degrees / 2 - 1) * log(without / fit.residual());
    return gammaTail(degrees / 2, statistic / 2) < LEVEL;
  });
}
