import { ROUNDING_PER_ROW } from "../algebra/cholesky.js";
import { type ComputeOptions, computeOptions, type Routines } from "../compute/routines.js";
import { type Column, requireColumns } from "../primitives/columns.js";
import { InputError } from "../primitives/errors.js";
import type { Rng } from "../primitives/random.js";
import { gammaTail } from "../primitives/special.js";

/** What the distribution of HSIC under independence needs of a column. */
export interface KernelNorms {
  /** Number of points. */
  readonly points: number;
  /** Mean of the uncentered kernel over pairs of different points. */
  readonly meanKernel: number;
  /** ‖HKH‖²/n²: squared norm of the centered kernel. */
  readonly squaredNorm: number;
}

/** Columns prepared for HSIC: centered low-rank features of their Gaussian kernel. */
export interface HsicFeatures extends KernelNorms {
  /** Rows of one number per point; the kernel of i and k is the sum over rows of products, centered. */
  readonly rows: readonly Column[];
  /** Routines that compute the products. */
  readonly routines: Routines;
}

/** Trace left out of a kernel matrix: HSIC is then good to 10⁻⁹. */
const HSIC_TRACE = 1e-9;

/**
 * Features of a column for `hsic`, with the kernel exp(−d²/(2·bandwidth²)).
 *
 * @cost O(n·rank²), rank about 25; 8·n·rank bytes     @throws InputError `memory-exceeded`
 */
export function hsicFeatures(column: Column, bandwidth: number, compute: ComputeOptions = {}): HsicFeatures {
  const { routines, memoryLimit } = computeOptions(compute);
  const n = column.length;
  const scaled = Float64Array.from(column, (value) => value / bandwidth);
  return centeredFeatures(
    routines.gaussianFeatures({ column: scaled, tolerance: traceLeftOut(n), memoryLimit }),
    routines,
  );
}

/** Largest trace that features of n rows may leave out. */
export function traceLeftOut(n: number): number {
  return Math.max(HSIC_TRACE, ROUNDING_PER_ROW * n);
}

/** Features for `hsic` of rows whose scalar products are a kernel with ones on its diagonal; changes the rows. */
export function centeredFeatures(rows: readonly Column[], routines: Routines): HsicFeatures {
  const n = rows[0].length;
  let total = 0;
  for (const row of rows) {
    let sum = 0;
    for (let i = 0; i < n; i++) sum += row[i];
    total += sum * sum;
    const mean = sum / n;
    for (let i = 0; i < n; i++) row[i] -= mean;
  }
  const meanKernel = (total - n) / (n * (n - 1));
  let squaredNorm: number | undefined;
  return {
    rows,
    points: n,
    meanKernel,
    get squaredNorm() {
      squaredNorm ??= squaredProducts(rows, rows, routines) / (n * n);
      return squaredNorm;
    },
    routines,
  };
}

/**
 * Hilbert–Schmidt independence criterion, tr(KHLH)/n² (biased form): 0 in the limit if and only if independent.
 *
 * With K = AᵀA and L = BᵀB centered, tr(KHLH) is the squared norm of ABᵀ.
 * @reference Gretton et al. 2005     @cost O(n·rank_x·rank_y)
 */
export function hsic(x: HsicFeatures, y: HsicFeatures): number {
  requireColumns({ x: x?.rows?.[0], y: y?.rows?.[0] });
  const n = x.rows[0].length;
  return squaredProducts(x.rows, y.rows, x.routines) / (n * n);
}

/** Σ over pairs of rows of their squared scalar product. */
function squaredProducts(a: readonly Column[], b: readonly Column[], routines: Routines): number {
  let total = 0;
  for (const product of routines.products(a, b).data) total += product * product;
  return total;
}

/** With fewer rows the variance, which has factors n − 4 and n − 5, is 0 or less. */
const SMALLEST_GAMMA_SAMPLE = 6;

function tooFewForGamma(rows: number): InputError {
  return new InputError({
    code: "too-few-rows",
    place: "gamma p-value of HSIC",
    value: `${rows} rows`,
    expected: `at least ${SMALLEST_GAMMA_SAMPLE}`,
    remedy: "Use hsicPermutationTail, which is valid for any number of rows.",
  });
}

/**
 * Probability of an HSIC at least this large under independence, by a gamma distribution with the mean and variance of
 * HSIC under independence. Too small far out: for levels below 0.01 use `hsicTail`.
 *
 * @reference Gretton et al. 2008, "A kernel statistical test of independence"     @throws InputError `too-few-rows`
 */
export function hsicGammaTail(statistic: number, x: KernelNorms, y: KernelNorms): number {
  const n = x.points;
  if (n < SMALLEST_GAMMA_SAMPLE) throw tooFewForGamma(n);
  const mean = ((1 - x.meanKernel) * (1 - y.meanKernel)) / n;
  const falling = n * (n - 1) * (n - 2) * (n - 3);
  const variance = ((2 * (n - 4) * (n - 5)) / falling) * x.squaredNorm * y.squaredNorm;
  return gammaTail((mean * mean) / variance, (statistic * mean) / variance);
}

/** Rounding of HSIC, as a share of its largest possible value: columns with few values often tie, and ties count. */
const HSIC_ROUNDING = 1e-12;

/**
 * Probability of an HSIC at least this large under independence, by permuting the rows of one column: exact at any n,
 * with a resolution of 1/(permutations + 1).
 */
export function hsicPermutationTail(x: HsicFeatures, y: HsicFeatures, permutations: number, rng: Rng): number {
  requireColumns({ x: x?.rows?.[0], y: y?.rows?.[0] });
  const n = x.rows[0].length;
  const observed = hsic(x, y) - HSIC_ROUNDING * Math.sqrt(x.squaredNorm * y.squaredNorm);
  const order = Uint32Array.from({ length: n }, (_, i) => i);
  let atLeast = 1;
  for (let p = 0; p < permutations; p++) {
    for (let i = n - 1; i > 0; i--) {
      const k = Math.floor(rng.uniform() * (i + 1));
      [order[i], order[k]] = [order[k], order[i]];
    }
    const rows = y.rows.map((row) => Float64Array.from(order, (i) => row[i]));
    if (hsic(x, { ...y, rows }) >= observed) atLeast += 1;
  }
  return atLeast / (permutations + 1);
}
