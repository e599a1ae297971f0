import { ROUNDING_PER_ROW } from "../algebra/cholesky.js";
import { type ComputeOptions, computeOptions, type Routines } from "../compute/routines.js";
import type { Column } from "../primitives/columns.js";
import { exp, log, power } from "../primitives/elementary.js";
import { normalShare } from "../primitives/special.js";
import { meanGaussianKernel } from "./mean-kernel.js";
import { tieStep } from "./ranks.js";
import { sortedColumn } from "./sorted-column.js";

/** Result of a test of two columns for joint normality. */
export interface PlaneNormality {
  /**
   * Weighted squared distance of the empirical characteristic function from the normal one, times n; 0 for a perfect
   * match.
   */
  readonly statistic: number;
  /** Probability of a statistic at least this large if the columns are jointly normal. */
  readonly tail: number;
}

/** Trace left out of each kernel matrix: the mean of the kernel is then good to 10⁻⁹. */
const NORMALITY_TRACE = 1e-9;
/** Multiplications beyond which a grid takes longer than other ways: rows far out make it large. */
const GRID_WORK = 2e6;
const GRID_WORK_PER_ROW = 1000;
/** With more rows than this, features take more memory and time than sums of kernels. */
const MOST_FEATURE_ROWS = 10_000;
/** If less of y's variance is left after regression on x, the rows lie on a line: one column is a copy of the other. */
const ON_A_LINE = 1e-12;

/**
 * The test of Henze and Zirkler for two columns: do they come from a bivariate normal, which is linear-Gaussian in both
 * directions? Consistent against every other distribution, and invariant under affine maps of the plane, so also for
 * swapped columns.
 *
 * The mean of a Gaussian kernel over all pairs of whitened points comes from a grid (`meanGaussianKernel`); where rows far
 * out would make it large, from the product of both columns' features, or from sums by routines that can do it for any
 * number of rows. All take linear time. The tail is that of a log-normal with the mean and variance of the statistic's
 * limit. The kernel has the width of Henze and Zirkler, but at least the step of a rounded column (`tieStep`), so that
 * the test is about the quantity before rounding. For rows on one line there is nothing to test, and both numbers are
 * NaN.
 * @param x standardized     @param y standardized
 * @reference Henze & Zirkler 1990, "A class of invariant consistent tests for multivariate normality"
 * @cost O(n), with compiled routines 0.5 ms at 1,000 rows, 22 ms at 100,000; a few times as much with rows far out
 * @throws InputError `memory-exceeded`
 */
export function planeNormality(x: Column, y: Column, compute: ComputeOptions = {}): PlaneNormality {
  const { routines, memoryLimit } = computeOptions(compute);
  const n = x.length;
  let correlation = 0;
  for (let i = 0; i < n; i++) correlation += (x[i] * y[i]) / n;
  const left = 1 - correlation * correlation;
  if (!(left > ON_A_LINE)) return { statistic: Number.NaN, tail: Number.NaN };
  // Along the diagonals, which swapping and changes of sign map to each other, so that the answer stays the same up to
  // rounding.
  const [wide, narrow] = [Math.sqrt(2 * (1 + correlation)), Math.sqrt(2 * (1 - correlation))];
  const step = Math.max(...[x, y].map((column) => tieStep(sortedColumn(column, compute).ascending)));
  const beta2 = Math.min(0.5 * power(1.25 * n, 1 / 3), 1 / (step * step));
  const beta = Math.sqrt(beta2);
  const [u, v] = [new Float64Array(n), new Float64Array(n)];
  const rate = -0.5 / (1 + beta2);
  let singles = 0;
  for (let i = 0; i < n; i++) {
    u[i] = (beta * (x[i] + y[i])) / wide;
    v[i] = (beta * (x[i] - y[i])) / narrow;
    singles += exp(rate * (u[i] * u[i] + v[i] * v[i])) / n;
  }
  const pairs = meanKernel([u, v], routines, memoryLimit);
  const statistic = n * (pairs - (2 * singles) / (1 + beta2) + 1 / (1 + 2 * beta2));
  return { statistic, tail: statistic > 0 ? logNormalTail(statistic, beta2) : 1 };
}

/** Mean of exp(−|distance|²/2) over all pairs of points, each with itself included. */
function meanKernel(points: readonly [Column, Column], routines: Routines, memoryLimit: number): number {
  const n = points[0].length;
  const onGrid = meanGaussianKernel(points, GRID_WORK + GRID_WORK_PER_ROW * n, routines);
  if (onGrid !== undefined) return onGrid;
  let mean = 0;
  if (n > MOST_FEATURE_ROWS && routines.kernelSumRows.gaussian.most === Infinity) {
    for (const sum of routines.kernelSums({ kernel: "gaussian", points, memoryLimit }).density) mean += sum / n / n;
    return mean;
  }
  const tolerance = Math.max(NORMALITY_TRACE, ROUNDING_PER_ROW * n);
  const [featuresU, featuresV] = points.map((column) => routines.gaussianFeatures({ column, tolerance, memoryLimit }));
  for (const product of routines.products(featuresU, featuresV).data) mean += (product / n) * (product / n);
  return mean;
}

/** Tail of the log-normal that has the mean and variance of the statistic for two columns. */
function logNormalTail(statistic: number, beta2: number): number {
  const a = 1 + 2 * beta2;
  const w = (1 + beta2) * (1 + 3 * beta2);
  const beta4 = beta2 * beta2;
  const beta8 = beta4 * beta4;
  const mean = 1 - (1 + (2 * beta2) / a + (4 * beta4) / (a * a)) / a;
  const variance =
    2 / (1 + 4 * beta2) +
    (2 / (a * a)) * (1 + (4 * beta4) / (a * a) + (6 * beta8) / (a * a * a * a)) -
    (4 / w) * (1 + (3 * beta4) / w + (4 * beta8) / (w * w));
  const spread = log(1 + variance / (mean * mean));
  const center = log(mean) - 0.5 * spread;
  return normalShare((center - log(statistic)) / Math.sqrt(spread));
}
