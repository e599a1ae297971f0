import { choleskyInPlace, choleskySolveInPlace } from "../algebra/cholesky.js";
import { type ComputeOptions, computeOptions, type Routines } from "../compute/routines.js";
import { type Column, matrix } from "../primitives/columns.js";
import { InputError, option, text } from "../primitives/errors.js";
import { selectInPlace } from "../primitives/quantiles.js";
import { canonicalPoints } from "./canonical-points.js";
import { gaussianKernel, type Kernel, medianDistance } from "./kernel.js";
import { type PerColumns, perColumns, type ScoreEstimate, type ScoreEstimator } from "./pair-scores.js";

/** Options of `stein`: kernel, ridge and accuracy. */
export interface SteinOptions extends ComputeOptions {
  /** The paper and the default use the Gaussian kernel. */
  readonly kernel?: Kernel;
  /** λ, added to the diagonal of the Gram matrix and not multiplied by n. */
  readonly ridge?: PerColumns | undefined;
  /** Factors of the median-distance bandwidths, of single columns and of two together; default 1. */
  readonly bandwidth?: PerColumns | undefined;
  /** `exact`: dense, O(n³), the oracle, and the only way for other kernels. `fast`: 10⁻⁵ instead of 10⁻⁹. */
  readonly accuracy?: "default" | "fast" | "exact";
}

/** The paper's λ. */
const PAPER_RIDGE = 0.1;
/** Linear time: about two seconds in WebAssembly. */
const LINEAR_TIME_ROWS = 1_000_000;
/** Cubic time: three seconds on one core. */
const COMFORTABLE_DENSE_ROWS = 2000;

/**
 * Stein gradient estimator: at the rows S = (K + λI)⁻¹B with B_i = Σ_k ∇k(x_i − x_k), one median-distance bandwidth
 * per column. Anywhere else s(z) = (b(z) − k(z, X)S)/λ, which equals S at the rows and differentiates in closed form.
 *
 * Smooth and cheap to tune; flattens in the tails and on ties, so trim *after* estimating.
 * @paper sec:experiments (Score Estimation), appx:experiment (λ = 0.1)
 * @reference Li & Turner 2018, "Gradient estimators for implicit models"
 * @cost linear in n for the Gaussian kernel; O(n³) for others and for `exact`
 * @throws InputError `constant-column`, `extreme-range`, `too-many-rows`, `accuracy-not-reached`
 * @deviates docs/decisions/0004-stein-by-cholesky.md, docs/decisions/0009-low-rank-stein.md
 */
export function stein(options: SteinOptions = {}): ScoreEstimator {
  const { kernel = gaussianKernel, accuracy = "default" } = options;
  const { routines, memoryLimit } = computeOptions(options);
  const dense = accuracy === "exact" || kernel !== gaussianKernel;
  // A pair's columns are estimated alone and together; their bandwidths are the same.
  const known = new WeakMap<Column, number>();
  const bandwidthOf = (column: Column): number => {
    const bandwidth = known.get(column) ?? medianDistance(column, routines);
    known.set(column, bandwidth);
    return bandwidth;
  };
  return {
    name: `stein-${kernel.name}`,
    comfortableRows: dense ? COMFORTABLE_DENSE_ROWS : LINEAR_TIME_ROWS,
    estimate(columns: readonly Column[]) {
      const ridge = perColumns(options.ridge ?? PAPER_RIDGE, columns.length);
      const factor = perColumns(options.bandwidth ?? 1, columns.length);
      const bandwidth = Float64Array.from(columns, (column) => factor * bandwidthOf(column));
      if (dense) return steinDense(columns, bandwidth, kernel, ridge);
      return steinLowRank(columns, bandwidth, { ridge, fast: accuracy === "fast", routines, memoryLimit });
    },
  };
}

/** 8n² bytes for the Gram matrix must stay within 2 GB. */
const DENSE_ROW_LIMIT = 15_000;

/**
 * Stein scores straight from the definition, S = (K + λI)⁻¹B: the readable oracle, for any kernel.
 *
 * @cost O(n³/3 + dn²) time, 8n² bytes
 * @throws InputError `too-many-rows`
 */
function steinDense(columns: readonly Column[], bandwidth: Float64Array, kernel: Kernel, ridge: number): ScoreEstimate {
  const d = columns.length;
  const n = columns[0].length;
  if (n > DENSE_ROW_LIMIT) throw tooManyRows(n);
  const gram = matrix(n, n);
  const slopeSums = columns.map(() => new Float64Array(n));
  const offset = new Float64Array(d);
  const slope = new Float64Array(d);
  for (let i = 0; i < n; i++) {
    gram.data[i * n + i] = 1 + ridge;
    for (let k = 0; k < i; k++) {
      for (let j = 0; j < d; j++) offset[j] = columns[j][i] - columns[j][k];
      const value = kernel.value(offset, bandwidth);
      gram.data[i * n + k] = value;
      kernel.slopeInto(offset, bandwidth, value, slope);
      for (let j = 0; j < d; j++) {
        slopeSums[j][i] += slope[j];
        slopeSums[j][k] -= slope[j];
      }
    }
  }
  choleskyInPlace(gram);
  for (const sums of slopeSums) choleskySolveInPlace(gram, sums);
  const weights = new Float64Array(n).fill(1);
  return {
    atRows: slopeSums,
    ...steinFunction({ nodes: columns, weights, scores: slopeSums, bandwidth, kernel, ridge }),
  };
}

function tooManyRows(rows: number): InputError {
  return new InputError({
    code: "too-many-rows",
    place: "Stein score estimate",
    value: `${rows} rows, a Gram matrix of ${Math.round((8 * rows * rows) / 1e9)} GB`,
    expected: `at most ${DENSE_ROW_LIMIT}`,
    remedy: text`Use the Gaussian kernel, whose estimate needs no such matrix, or draw fewer rows with ${option("maxRows")}.`,
  });
}

/** Trace left out of the Gram matrix. The scores' relative error is about a tenth of it. */
const STEIN_TRACE = 1e-10;
/** That of `fast`: the scores are then good to 10⁻⁶, seldom only to 10⁻⁵. */
const FAST_TOLERANCE = 2e-6;
/** Beyond 1,000 rows the trace may grow with them, up to a bound: sampling alone moves scores far more. */
const TRACE_PER_ROW = 1e-13;
const LARGEST_TOLERANCE = 1e-8;

interface LowRankOptions {
  readonly ridge: number;
  readonly fast: boolean;
  readonly routines: Routines;
  /** Bytes the factor may take. */
  readonly memoryLimit: number;
}

/**
 * Stein scores with the Gaussian kernel in linear time: the same numbers as `steinDense`, to 10⁻⁹, from 100,000
 * rows on to 10⁻⁸ (10⁻⁵ if `fast`). The laws of swap, sign and row order hold to rounding.
 *
 * The Gram matrix of one or two columns has a numerical rank of 20 to 300 whatever n is, so a factor of that rank
 * replaces it.
 * @cost O(n·rank²) in plain TypeScript; the WebAssembly routines first compress the rows to nodes
 * @throws InputError `accuracy-not-reached` if the factor needs more memory than allowed
 */
function steinLowRank(
  columns: readonly Column[],
  bandwidth: Float64Array,
  { ridge, fast, routines, memoryLimit }: LowRankOptions,
): ScoreEstimate {
  const n = columns[0].length;
  const tolerance = fast ? FAST_TOLERANCE : Math.min(Math.max(STEIN_TRACE, TRACE_PER_ROW * n), LARGEST_TOLERANCE);
  const centers = columns.map(middleValue);
  const points = columns.map((column, j) => rescale(column, centers[j], 1 / bandwidth[j]));
  const canonical = canonicalPoints(points, routines);
  const solution = routines.solveStein({ points: canonical.points, ridge, tolerance, fast, memoryLimit });
  if ("memoryExceeded" in solution) throw accuracyNotReached(solution.trace, tolerance, memoryLimit);
  return {
    measureError: () => measureError(canonical.points, solution.atRows, ridge, routines),
    atRows: canonical.atGivenRows(solution.atRows).map((column, j) => rescale(column, 0, 1 / bandwidth[j])),
    ...steinFunction({
      nodes: canonical
        .inGivenColumns(solution.nodes)
        .map((column, j) => rescale(column, -centers[j] / bandwidth[j], bandwidth[j])),
      weights: solution.weights,
      scores: canonical.inGivenColumns(solution.scoresAtNodes).map((column, j) => rescale(column, 0, 1 / bandwidth[j])),
      bandwidth,
      kernel: gaussianKernel,
      ridge,
    }),
  };
}

/** factor·(column − origin). A loop: `map` calls a function a million times. */
function rescale(column: Column, origin: number, factor: number): Column {
  const out = new Float64Array(column.length);
  for (let i = 0; i < column.length; i++) out[i] = factor * (column[i] - origin);
  return out;
}

/** Rows at which the error is measured: enough to know its root mean square to a quarter. */
const CHECKED_ROWS = 8;

/**
 * Norm of ((K + λI)S − B)/λ over the norm of S, at evenly spaced rows: an upper bound of the relative error there.
 *
 * The bound is cautious: an error shared by all rows of a neighborhood counts once per row, so the bound grows with n
 * (2·10⁻⁸ at 100,000 rows, where the two implementations, which share no code, differ by 2·10⁻¹⁰).
 */
function measureError(points: readonly Column[], scores: readonly Column[], ridge: number, routines: Routines): number {
  const n = points[0].length;
  const count = Math.min(n, CHECKED_ROWS);
  const rows = Uint32Array.from({ length: count }, (_, r) => Math.floor(((r + 0.5) * n) / count));
  const residual = routines.steinResidual({ points, scores, ridge, rows });
  let gap = 0;
  let size = 0;
  for (let j = 0; j < scores.length; j++) {
    for (let r = 0; r < count; r++) {
      gap += residual[j][r] * residual[j][r];
      size += scores[j][rows[r]] * scores[j][rows[r]];
    }
  }
  return size > 0 ? Math.sqrt(gap / size) : 0;
}

/** Rows that are enough to find the middle of most. */
const CENTER_ROWS = 4096;

/**
 * The middle of most rows: the median of evenly spaced ones. Sums of coordinates times kernels cancel, with the
 * smallest rounding error near 0; the exact point changes only rounding.
 */
function middleValue(column: Column): number {
  const stride = Math.ceil(column.length / CENTER_ROWS);
  const sample = new Float64Array(Math.ceil(column.length / stride));
  for (let i = 0; i < sample.length; i++) sample[i] = column[i * stride];
  return selectInPlace(sample, sample.length, sample.length >> 1);
}

function accuracyNotReached(trace: number, tolerance: number, memoryLimit: number): InputError {
  return new InputError({
    code: "accuracy-not-reached",
    place: "Stein score estimate",
    value: `accuracy ${trace.toPrecision(2)} with ${Math.round(memoryLimit / 1e6)} MB`,
    expected: `accuracy ${Number(tolerance.toPrecision(2))}`,
    remedy: text`Heavy tails make the estimate expensive: take logarithms, draw fewer rows with ${option("maxRows")}, or allow more with ${option("memoryLimit")}.`,
  });
}

/** Scores at weighted nodes that represent the sample: a sum over its rows is the weighted sum over the nodes. */
interface SteinNodes {
  readonly nodes: readonly Column[];
  readonly weights: Column;
  readonly scores: readonly Column[];
  readonly bandwidth: Float64Array;
  readonly kernel: Kernel;
  readonly ridge: number;
}

/**
 * The Stein estimate anywhere: s(z) = (b(z) − k(z, X)S)/λ, which equals S at the rows, and its derivatives in closed
 * form.
 *
 * @cost d·(number of nodes) per point
 */
function steinFunction(given: SteinNodes): Pick<ScoreEstimate, "at" | "jacobianAt"> {
  const { nodes, weights, scores, bandwidth, kernel, ridge } = given;
  const d = nodes.length;
  const n = weights.length;
  const offset = new Float64Array(d);
  const slope = new Float64Array(d);
  const gradient = new Float64Array(d);
  const jacobian = new Float64Array(d * d);
  return {
    at(points) {
      const out = nodes.map(() => new Float64Array(points[0].length));
      for (let p = 0; p < points[0].length; p++) {
        for (let k = 0; k < n; k++) {
          for (let j = 0; j < d; j++) offset[j] = points[j][p] - nodes[j][k];
          const value = kernel.value(offset, bandwidth);
          kernel.slopeInto(offset, bandwidth, value, slope);
          for (let j = 0; j < d; j++) out[j][p] += weights[k] * (slope[j] - value * scores[j][k]);
        }
        for (let j = 0; j < d; j++) out[j][p] /= ridge;
      }
      return out;
    },
    jacobianAt(points) {
      const out = Array.from({ length: d * d }, () => new Float64Array(points[0].length));
      for (let p = 0; p < points[0].length; p++) {
        for (let k = 0; k < n; k++) {
          for (let j = 0; j < d; j++) offset[j] = points[j][p] - nodes[j][k];
          const value = kernel.value(offset, bandwidth);
          kernel.gradientInto(offset, bandwidth, value, gradient);
          kernel.slopeJacobianInto(offset, bandwidth, value, jacobian);
          for (let i = 0; i < d; i++) {
            for (let j = 0; j < d; j++) {
              const term = jacobian[i * d + j] - gradient[j] * scores[i][k];
              out[i * d + j][p] += (weights[k] * term) / ridge;
            }
          }
        }
      }
      return out;
    },
  };
}
