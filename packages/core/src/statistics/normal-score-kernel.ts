import { EIGENVALUE_RATIO } from "../compute/hermite-products.js";
import { type ComputeOptions, computeOptions, type Routines } from "../compute/routines.js";
import type { Column } from "../primitives/columns.js";
import { log } from "../primitives/elementary.js";
import type { KernelNorms } from "./hsic.js";
import { normalScores, untiedScores } from "./ranks.js";
import { sortedColumn } from "./sorted-column.js";

/** The normal scores of a column, prepared for HSIC with the kernel exp(−d²/2), whose width is their spread. */
export interface NormalScoreKernel extends KernelNorms {
  readonly scores: Column;
  /** Features that leave out no more of the kernel's trace than 10⁻⁷ a row. */
  readonly count: number;
  /** Products of the centered features, `count` rows and columns. */
  readonly products: Float64Array;
  readonly routines: Routines;
}

/** Trace left out, a row: n·HSIC is then good to about as much. */
const TRACE_PER_ROW = 1e-7;
/** Features that are added where ties leave out more than expected. */
const MORE_FEATURES = 4;

/**
 * The kernel of a column's normal scores. That of a column without ties depends on the number of rows alone.
 *
 * @cost O(n) for a sorted column, and O(n·count²), count about 17, for one with ties
 */
export function normalScoreKernel(column: Column, compute: ComputeOptions = {}): NormalScoreKernel {
  const { routines } = computeOptions(compute);
  const n = column.length;
  const scores = normalScores(column, compute);
  if (sortedColumn(column, compute).distinct < n) return { ...kernelOf(scores, routines), scores };
  if (lastUntied?.scores.length !== n || lastUntied.routines !== routines) {
    lastUntied = kernelOf(untiedScores(n), routines);
  }
  return { ...lastUntied, scores };
}

/** That of the last number of rows: columns of a table share it. */
let lastUntied: NormalScoreKernel | undefined;

function kernelOf(scores: Column, routines: Routines): NormalScoreKernel {
  const n = scores.length;
  // Of normal scores, `count` features leave out a share ρ^count of the trace.
  for (let count = Math.ceil(log(TRACE_PER_ROW) / log(EIGENVALUE_RATIO)); ; count += MORE_FEATURES) {
    const { data } = routines.hermiteProducts(scores, scores, count);
    const size = count + 1;
    let [trace, squaredSums] = [n, 0];
    for (let k = 1; k < size; k++) {
      trace -= data[k * size + k];
      squaredSums += data[k] * data[k];
    }
    if (trace > TRACE_PER_ROW * n) continue;
    const products = centered(data, count, n);
    return {
      ...{ scores, count, products, routines, points: n },
      meanKernel: (squaredSums - n) / (n * (n - 1)),
      squaredNorm: squareOf(products) / (n * n),
    };
  }
}

/** HSIC of the normal scores of two columns, in its biased form; see `hsic`. @cost O(n·count²), count about 17 */
export function normalScoreHsic(x: NormalScoreKernel, y: NormalScoreKernel): number {
  const n = x.scores.length;
  const count = Math.max(x.count, y.count);
  const { data } = x.routines.hermiteProducts(x.scores, y.scores, count);
  return squareOf(centered(data, count, n)) / (n * n);
}

/** Products of features around their means, from products of 1 and the features. */
function centered(data: Float64Array, count: number, n: number): Float64Array {
  const size = count + 1;
  const out = new Float64Array(count * count);
  for (let j = 0; j < count; j++) {
    for (let k = 0; k < count; k++) {
      out[j * count + k] = data[(j + 1) * size + k + 1] - (data[(j + 1) * size] * data[k + 1]) / n;
    }
  }
  return out;
}

function squareOf(values: Float64Array): number {
  let sum = 0;
  for (const value of values) sum += value * value;
  return sum;
}
