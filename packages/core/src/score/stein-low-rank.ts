import { InputError } from "../errors/input-error.js";
import type { Column } from "../numeric/column.js";
import { selectInPlace } from "../numeric/quantile.js";
import type { Routines } from "../numeric/routines.js";
import { gaussianKernel } from "./kernel.js";
import type { ScoreEstimate } from "./score-estimator.js";
import { steinFunction } from "./stein-function.js";

/**
 * Trace left out of the Gram matrix. The scores' relative error is about a tenth of it: small enough that row order,
 * swapped columns or a change of sign, which lead to other pivots, move no cost by 10⁻⁹.
 */
const TOLERANCE = 1e-10;
const FAST_TOLERANCE = 1e-7;
/** Beyond 1,000 rows the trace may grow with them, up to a bound: sampling alone moves scores far more. */
const TRACE_PER_ROW = 1e-13;
const LARGEST_TOLERANCE = 1e-8;

export interface LowRankOptions {
  readonly ridge: number;
  readonly fast: boolean;
  readonly routines: Routines;
  /** Bytes the factor may take. */
  readonly memoryLimit: number;
}

/**
 * Stein scores with the Gaussian kernel in linear time: the same numbers as `steinDense`, to 10⁻⁹, from 100,000
 * rows on to 10⁻⁸ (10⁻⁶ if `fast`).
 *
 * The Gram matrix of one or two columns has a numerical rank of 20 to 300 whatever n is, so a factor of that rank
 * replaces it.
 * @cost O(n·rank²) in plain TypeScript; the WebAssembly routines first compress the rows to nodes
 * @throws InputError `accuracy-not-reached` where the factor needs more memory than allowed
 */
export function steinLowRank(
  columns: readonly Column[],
  bandwidth: Float64Array,
  { ridge, fast, routines, memoryLimit }: LowRankOptions,
): ScoreEstimate {
  const n = columns[0].length;
  const tolerance = fast ? FAST_TOLERANCE : Math.min(Math.max(TOLERANCE, TRACE_PER_ROW * n), LARGEST_TOLERANCE);
  const centers = columns.map(middleValue);
  const points = columns.map((column, j) => rescale(column, centers[j], 1 / bandwidth[j]));
  const solution = routines.solveStein({ points, ridge, tolerance, fast, memoryLimit });
  if ("memoryExceeded" in solution) throw accuracyNotReached(solution.trace, tolerance, memoryLimit);
  return {
    measureError: () => measureError(points, solution.atRows, ridge, routines),
    atRows: solution.atRows.map((column, j) => rescale(column, 0, 1 / bandwidth[j])),
    ...steinFunction({
      nodes: solution.nodes.map((column, j) => rescale(column, -centers[j] / bandwidth[j], bandwidth[j])),
      weights: solution.weights,
      scores: solution.scoresAtNodes.map((column, j) => rescale(column, 0, 1 / bandwidth[j])),
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

/** Rows at which the error is measured: its root mean square is known to a sixth. */
const CHECKED_ROWS = 32;

/**
 * Norm of ((K + λI)S − B)/λ over the norm of S, at evenly spaced rows: an upper bound of the relative error there.
 *
 * Cautious: an error that all rows of a neighborhood share counts as often as there are rows in it, so that the bound
 * loosens with n (2·10⁻⁸ at 100,000 rows, where the two routines, which share no code, differ by 2·10⁻¹⁰).
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

/** Rows enough to tell where most of them are. */
const CENTER_ROWS = 4096;

/**
 * Where most rows are: the median of every so-many-th. Sums of coordinates times kernels cancel, and cancel best near
 * 0; which point exactly is taken changes rounding only.
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
    remedy:
      "Heavy tails make the rows hard to summarize: take logarithms, draw fewer rows with option maxRows, " +
      "or allow more with option memoryLimit.",
  });
}
