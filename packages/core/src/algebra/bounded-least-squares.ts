import type { Matrix } from "../primitives/columns.js";
import { solveLeastSquares, triangularize } from "./least-squares.js";

/** A least-squares problem whose coefficients must not fall below bounds. */
export interface BoundedLeastSquares {
  readonly design: Matrix;
  readonly target: Float64Array;
  /** Smallest value of each coefficient; 0 if left out. */
  readonly lower?: Float64Array;
  /** Penalty on |a|². */
  readonly ridge?: number;
  /** Where to start; the closer to the solution, the fewer systems are solved. It does not change a unique answer. */
  readonly start?: Float64Array;
}

const MACHINE_EPSILON = 2.220446049250313e-16;
/** A slope below this many roundings of its terms is 0. */
const SLOPE_ROUNDINGS = 100;
/** Far above what is needed: no set of free coefficients occurs twice, because the loss falls. */
const SETS_PER_COEFFICIENT = 30;

/**
 * Minimizes |target − design·a|² + ridge·|a|² over a ≥ lower by the active-set method of Lawson and Hanson.
 *
 * Coefficients are free or at their bound. While leaving a bound would lower the loss, free the coefficient that would
 * lower it most, solve for the free ones, and stop at each bound on the way. The loss falls with every set, so the
 * method ends. At the end free slopes are 0 and the others point into the bounds (Karush–Kuhn–Tucker), which for a
 * convex problem is the minimum.
 * @cost one triangle of the design, then O(cols³) for each set of free coefficients, usually as many as are free
 */
export function boundedLeastSquares(problem: BoundedLeastSquares): Float64Array {
  const { design, lower, start } = problem;
  const k = design.cols;
  const { triangle, rotated } = shiftedTriangle(problem);
  const above = new Float64Array(k);
  if (start) for (let j = 0; j < k; j++) above[j] = Math.max(0, start[j] - (lower?.[j] ?? 0));
  const isFree = Array.from(above, (value) => value > 0);
  const isBlocked = new Array<boolean>(k).fill(false);
  if (isFree.includes(true)) moveToMinimum(triangle, rotated, above, isFree);
  for (let round = 0; round < SETS_PER_COEFFICIENT * k; round++) {
    const slopes = descentSlopes(triangle, rotated, above);
    let freed = -1;
    for (let j = 0; j < k; j++) {
      if (!isFree[j] && !isBlocked[j] && slopes[j] > 0 && !(slopes[j] <= (slopes[freed] ?? 0))) freed = j;
    }
    if (freed < 0) break;
    isFree[freed] = true;
    // Rounding can make a slope look positive. Then the minimum lies outside the bound, and another coefficient is
    // tried.
    if (freeMinimum(triangle, rotated, isFree)[freed] > 0) {
      moveToMinimum(triangle, rotated, above, isFree);
      isBlocked.fill(false);
    } else {
      isFree[freed] = false;
      isBlocked[freed] = true;
    }
  }
  return lower ? above.map((value, j) => value + lower[j]) : above;
}

/** The triangle of the problem in a − lower, with the ridge as extra rows. */
function shiftedTriangle({ design, target, lower, ridge = 0 }: BoundedLeastSquares) {
  const { rows, cols, data } = design;
  const root = Math.sqrt(ridge);
  return triangularize({
    rows: ridge > 0 ? rows + cols : rows,
    cols,
    rowInto(i, out) {
      if (i < rows) out.set(data.subarray(i * cols, (i + 1) * cols));
      else for (let j = 0; j < cols; j++) out[j] = j === i - rows ? root : 0;
      let value = i < rows ? target[i] : 0;
      if (lower) for (let j = 0; j < cols; j++) value -= out[j] * lower[j];
      return value;
    },
  });
}

/** Half the rate at which the loss falls with each coefficient; 0 if that is rounding. */
function descentSlopes(r: Matrix, rotated: Float64Array, above: Float64Array): Float64Array {
  const k = r.cols;
  const slopes = new Float64Array(k);
  const sizes = new Float64Array(k);
  for (let i = 0; i < k; i++) {
    let residual = rotated[i];
    let size = Math.abs(rotated[i]);
    for (let j = i; j < k; j++) {
      residual -= r.data[i * k + j] * above[j];
      size += Math.abs(r.data[i * k + j] * above[j]);
    }
    for (let j = i; j < k; j++) {
      slopes[j] += r.data[i * k + j] * residual;
      sizes[j] += Math.abs(r.data[i * k + j]) * size;
    }
  }
  return slopes.map((slope, j) => (Math.abs(slope) > SLOPE_ROUNDINGS * MACHINE_EPSILON * sizes[j] ? slope : 0));
}

/** Moves toward the minimum over the free coefficients; the first that reaches its bound stays there. */
function moveToMinimum(r: Matrix, rotated: Float64Array, above: Float64Array, isFree: boolean[]): void {
  for (;;) {
    const minimum = freeMinimum(r, rotated, isFree);
    let share = 1;
    let first = -1;
    for (let j = 0; j < above.length; j++) {
      if (!isFree[j] || minimum[j] > 0) continue;
      const reach = above[j] / (above[j] - minimum[j]);
      if (first < 0 || reach < share) [share, first] = [reach, j];
    }
    for (let j = 0; j < above.length; j++) above[j] = Math.max(0, above[j] + share * (minimum[j] - above[j]));
    if (first < 0) return;
    above[first] = 0;
    isFree[first] = false;
  }
}

/** The minimum over the free coefficients without bounds; the others are 0. */
function freeMinimum(r: Matrix, rotated: Float64Array, isFree: readonly boolean[]): Float64Array {
  const k = r.cols;
  const free = Array.from({ length: k }, (_, j) => j).filter((j) => isFree[j]);
  const coefficients = solveLeastSquares({
    rows: k,
    cols: free.length,
    rowInto(i, out) {
      for (let c = 0; c < free.length; c++) out[c] = r.data[i * k + free[c]];
      return rotated[i];
    },
  });
  const out = new Float64Array(k);
  for (let c = 0; c < free.length; c++) out[free[c]] = coefficients[c];
  return out;
}
