import { choleskyInPlace, choleskySolveInPlace } from "@causal-velocity/core/algebra/cholesky.js";
import { plainRoutines } from "@causal-velocity/core/compute/plain-routines.js";
import { meanSquare } from "@causal-velocity/core/fit/gof.js";
import { drawRows, takeRows } from "@causal-velocity/core/pair/resample.js";
import { addCombination, type Column, type Matrix, matrix } from "@causal-velocity/core/primitives/columns.js";
import { exp } from "@causal-velocity/core/primitives/elementary.js";
import { meanAndSd, medianInPlace } from "@causal-velocity/core/primitives/quantiles.js";
import { seededRng } from "@causal-velocity/core/primitives/random.js";
import { kernelFactor } from "@causal-velocity/core/statistics/kernel-ridge.js";
import type { GraphMethodOptions } from "./graph-method.js";
import type { OrderOf } from "./order-methods.js";

/** Rows of which scores are estimated: factors of their kernel matrix take 0.2 s. */
const MOST_ROWS = 1000;
/** NoGAM needs a factor for each column and each leaf: fewer rows if there are many columns. */
const MANY_COLUMNS = 10;
const ROWS_OF_MANY = 500;

/**
 * SCORE: for additive Gaussian noise the curvature of the log density along a column without effects is constant. The
 * column along which it varies least is the last one; it is left out, and so on.
 *
 * @reference Rolland et al. 2022     @cost columns·rows³/6 multiplications, at most 1,000 rows
 */
export const scoreOrder: OrderOf = (columns, options) =>
  leavesLast(someRows(columns, MOST_ROWS, options), (left) =>
    steinDerivatives(left).curvature.map((curvature) => meanAndSd(curvature).sd),
  );

/**
 * NoGAM: for additive noise of any distribution the score along a column without effects is a function of its noise.
 * The column whose score is predicted best from its residual, given all others, is the last one.
 *
 * Both regressions are kernel ridge regressions; each row is predicted from all others, where the published program
 * takes five folds in the order of the rows.
 * @reference Montagna et al. 2023     @cost columns²·rows³/6 multiplications, at most 1,000 rows, or 500 of more than 10
 * columns
 */
export const nogamOrder: OrderOf = (columns, options) => {
  const most = columns.length > MANY_COLUMNS ? ROWS_OF_MANY : MOST_ROWS;
  return leavesLast(someRows(columns, most, options), (left) => {
    const { score } = steinDerivatives(left);
    const squares = squaredDistances(left);
    return left.map((column, j) => {
      const residual = residualGivenOthers(squares, column);
      return meanSquare(residualGivenOne(residual, score[j], options));
    });
  });
};

function someRows(columns: readonly Column[], most: number, { seed = 0 }: GraphMethodOptions): readonly Column[] {
  const n = columns[0].length;
  if (n <= most) return columns;
  const rows = drawRows(n, most, seededRng(seed).split("rows of an order"));
  return columns.map((column) => takeRows(column, rows));
}

/** Takes away the column of the least cost, which has no effects among the rest, until none is left. */
function leavesLast(columns: readonly Column[], costsOf: (left: readonly Column[]) => readonly number[]): number[] {
  const left = columns.map((_, j) => j);
  const order: number[] = [];
  while (left.length > 1) {
    const costs = costsOf(left.map((j) => columns[j]));
    order.push(...left.splice(costs.indexOf(Math.min(...costs)), 1));
  }
  return [...left, ...order.reverse()];
}

/** Squared distances of all rows, in the lower triangle. */
function squaredDistances(columns: readonly Column[]): Matrix {
  const n = columns[0].length;
  const squares = matrix(n, n);
  for (const column of columns) {
    for (let i = 1; i < n; i++) {
      for (let k = 0; k < i; k++) {
        const step = column[i] - column[k];
        squares.data[i * n + k] += step * step;
      }
    }
  }
  return squares;
}

/** η, added to the diagonal of a kernel matrix that is divided by its bandwidth, as in the published programs. */
const STEIN_RIDGE = 1e-3;

/** Stein estimates at the rows, with the median distance as the bandwidth: see `steinCurvature`, which is for pairs. */
export function steinDerivatives(columns: readonly Column[]): {
  readonly score: Column[];
  readonly curvature: Column[];
} {
  const n = columns[0].length;
  const gram = squaredDistances(columns);
  const distances = new Float64Array((n * (n - 1)) / 2);
  for (let i = 1, at = 0; i < n; at += i, i++) distances.set(gram.data.subarray(i * n, i * n + i), at);
  const square = medianInPlace(distances);
  const bandwidth = Math.sqrt(square);
  // Sums over the rows k of K_ik·d and K_ik·(d² − 1), d the distance from i along a column in bandwidths.
  const first = columns.map(() => new Float64Array(n));
  const second = columns.map(() => new Float64Array(n).fill(-1));
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < i; k++) {
      const weight = exp((-0.5 * gram.data[i * n + k]) / square);
      gram.data[i * n + k] = weight;
      for (let j = 0; j < columns.length; j++) {
        const step = (columns[j][k] - columns[j][i]) / bandwidth;
        first[j][i] += weight * step;
        first[j][k] -= weight * step;
        const bend = weight * (step * step - 1);
        second[j][i] += bend;
        second[j][k] += bend;
      }
    }
    gram.data[i * n + i] = 1 + STEIN_RIDGE * bandwidth;
  }
  choleskyInPlace(gram);
  columns.forEach((_, j) => {
    choleskySolveInPlace(gram, first[j]);
    choleskySolveInPlace(gram, second[j]);
  });
  return {
    score: first.map((column) => column.map((value) => value / bandwidth)),
    curvature: second.map((column, j) => column.map((value, i) => (value - first[j][i] * first[j][i]) / square)),
  };
}

/** γ of the kernel exp(−γd²), and what is added to the diagonal of its matrix. */
const GAMMA = 0.1;
const RIDGE = 0.01;

/** Residual of a column, each row predicted from the other columns by all other rows. */
function residualGivenOthers({ data, rows: n }: Matrix, column: Column): Column {
  const gram = matrix(n, n);
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < i; k++) {
      const step = column[i] - column[k];
      gram.data[i * n + k] = exp(-GAMMA * (data[i * n + k] - step * step));
    }
    gram.data[i * n + i] = 1 + RIDGE;
  }
  choleskyInPlace(gram);
  const solution = column.slice();
  choleskySolveInPlace(gram, solution);
  const diagonal = inverseDiagonal(gram);
  return solution.map((value, i) => value / diagonal[i]);
}

/** The diagonal of (LLᵀ)⁻¹: sums of squares of the columns of L⁻¹. @cost n³/6 multiplications and additions */
function inverseDiagonal({ data, rows: n }: Matrix): Float64Array {
  const diagonal = new Float64Array(n);
  const inverse: Float64Array[] = [];
  for (let i = 0; i < n; i++) {
    const row = new Float64Array(i + 1);
    const pivot = data[i * n + i];
    for (let k = 0; k < i; k++) {
      const factor = data[i * n + k] / pivot;
      const earlier = inverse[k];
      for (let m = 0; m <= k; m++) row[m] -= factor * earlier[m];
    }
    row[i] = 1 / pivot;
    for (let m = 0; m <= i; m++) diagonal[m] += row[m] * row[m];
    inverse.push(row);
  }
  return diagonal;
}

/** Residual of a target, each row predicted from one column by all other rows. @cost O(n·rank²), rank about 20 */
function residualGivenOne(column: Column, target: Column, { routines = plainRoutines }: GraphMethodOptions): Column {
  const factor = kernelFactor(column, Math.sqrt(0.5 / GAMMA), { routines });
  const rank = factor.length;
  const gram = matrix(rank, rank);
  gram.data.set(routines.products(factor, factor).data);
  for (let k = 0; k < rank; k++) gram.data[k * rank + k] += RIDGE;
  choleskyInPlace(gram);
  const weights = routines.products(factor, [target]).data;
  choleskySolveInPlace(gram, weights);
  const fitted = new Float64Array(target.length);
  addCombination(fitted, factor, weights);
  const own = new Float64Array(rank);
  return target.map((value, i) => {
    for (let k = 0; k < rank; k++) own[k] = factor[k][i];
    choleskySolveInPlace(gram, own);
    let leverage = 0;
    for (let k = 0; k < rank; k++) leverage += own[k] * factor[k][i];
    return (value - fitted[i]) / (1 - leverage);
  });
}
