import { InputError } from "../errors/input-error.js";
import { choleskyInPlace, choleskySolveInPlace } from "../numeric/cholesky.js";
import type { Column } from "../numeric/column.js";
import { matrix } from "../numeric/matrix.js";
import { medianDistance } from "./bandwidth.js";
import { gaussianKernel, type Kernel } from "./kernel.js";
import type { ScoreEstimate, ScoreEstimator } from "./score-estimator.js";

export interface SteinOptions {
  /** The paper and the default use the Gaussian kernel. */
  readonly kernel?: Kernel;
  /** λ, added to the diagonal of the Gram matrix and not multiplied by n. */
  readonly ridge?: number;
}

/** λ of the paper. */
const PAPER_RIDGE = 0.1;
/** 8n² bytes for the Gram matrix must stay within 2 GB. */
const DENSE_ROW_LIMIT = 15_000;

/**
 * Stein gradient estimator: at the rows S = (K + λI)⁻¹B with B_i = Σ_k ∇k(x_i − x_k), one median-distance bandwidth
 * per column. Anywhere else s(z) = (b(z) − k(z, X)S)/λ, which equals S at the rows and differentiates in closed form.
 *
 * This is the dense, readable oracle. Smooth and cheap to tune; flattens in the tails and on ties, so trim *after*
 * estimating.
 * @paper sec:experiments (Score Estimation), appx:experiment (λ = 0.1)
 * @reference Li & Turner 2018, "Gradient estimators for implicit models"
 * @cost O(n³/3 + dn²) time, 8n² bytes; d·n per point off the rows
 * @throws InputError `constant-column`, `extreme-range`, `too-many-rows`
 * @deviates docs/decisions/0004-stein-by-cholesky.md: a Cholesky solve in float64 instead of a float32 inverse
 */
export function stein(options: SteinOptions = {}): ScoreEstimator {
  const { kernel = gaussianKernel, ridge = PAPER_RIDGE } = options;
  return {
    name: `stein-${kernel.name}`,
    estimate: (columns) => estimateDensely(columns, kernel, ridge),
  };
}

function estimateDensely(columns: readonly Column[], kernel: Kernel, ridge: number): ScoreEstimate {
  const d = columns.length;
  const n = columns[0].length;
  if (n > DENSE_ROW_LIMIT) throw tooManyRows(n);
  const bandwidth = Float64Array.from(columns, medianDistance);
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
  return { atRows: slopeSums, ...offTheRows(columns, slopeSums, bandwidth, kernel, ridge) };
}

/** The estimate as a function of any point, given its values `scores` at the sample's rows. */
function offTheRows(
  columns: readonly Column[],
  scores: readonly Column[],
  bandwidth: Float64Array,
  kernel: Kernel,
  ridge: number,
): Pick<ScoreEstimate, "at" | "jacobianAt"> {
  const d = columns.length;
  const n = columns[0].length;
  const offset = new Float64Array(d);
  const slope = new Float64Array(d);
  const gradient = new Float64Array(d);
  const jacobian = new Float64Array(d * d);
  return {
    at(points) {
      const out = columns.map(() => new Float64Array(points[0].length));
      for (let p = 0; p < points[0].length; p++) {
        for (let k = 0; k < n; k++) {
          for (let j = 0; j < d; j++) offset[j] = points[j][p] - columns[j][k];
          const value = kernel.value(offset, bandwidth);
          kernel.slopeInto(offset, bandwidth, value, slope);
          for (let j = 0; j < d; j++) out[j][p] += slope[j] - value * scores[j][k];
        }
        for (let j = 0; j < d; j++) out[j][p] /= ridge;
      }
      return out;
    },
    jacobianAt(points) {
      const out = Array.from({ length: d * d }, () => new Float64Array(points[0].length));
      for (let p = 0; p < points[0].length; p++) {
        for (let k = 0; k < n; k++) {
          for (let j = 0; j < d; j++) offset[j] = points[j][p] - columns[j][k];
          const value = kernel.value(offset, bandwidth);
          kernel.gradientInto(offset, bandwidth, value, gradient);
          kernel.slopeJacobianInto(offset, bandwidth, value, jacobian);
          for (let i = 0; i < d; i++) {
            for (let j = 0; j < d; j++) {
              out[i * d + j][p] += (jacobian[i * d + j] - gradient[j] * scores[i][k]) / ridge;
            }
          }
        }
      }
      return out;
    },
  };
}

function tooManyRows(rows: number): InputError {
  return new InputError({
    code: "too-many-rows",
    place: "Stein score estimate",
    value: `${rows} rows, a Gram matrix of ${Math.round((8 * rows * rows) / 1e9)} GB`,
    expected: `at most ${DENSE_ROW_LIMIT}`,
    remedy: "Draw fewer rows first: subsample(pair, 5000, rng), or --max-rows 5000.",
  });
}
