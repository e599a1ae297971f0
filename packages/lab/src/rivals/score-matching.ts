import { choleskyInPlace, choleskySolveInPlace } from "@causal-velocity/core/algebra/cholesky.js";
import { kept } from "@causal-velocity/core/compute/memo.js";
import { type ComputeOptions, computeOptions, type Routines } from "@causal-velocity/core/compute/routines.js";
import { type CostMethodAbout, compareCosts, type DirectionMethod } from "@causal-velocity/core/decide/decision.js";
import { meanSquare } from "@causal-velocity/core/fit/gof.js";
import type { StandardPair } from "@causal-velocity/core/pair/standardize.js";
import { addCombination, type Column, matrix } from "@causal-velocity/core/primitives/columns.js";
import { meanAndSd } from "@causal-velocity/core/primitives/quantiles.js";
import { kernelFactor } from "@causal-velocity/core/statistics/kernel-ridge.js";
import { type CountedDistances, medianOfPlaneDistances } from "./plane-distance.js";
import { type SteinCurvature, steinCurvature } from "./stein-curvature.js";

/**
 * SCORE: for additive Gaussian noise ∂²log p/∂effect² is the constant −1/σ², so the column along which the curvature of
 * the log density varies less is the effect. Cost of a direction: the curvature's variance along its effect, 1/sd⁴.
 *
 * DAS differs only in how it prunes edges; for two columns it is the same.
 * @paper sec:appendix:scorebasedanm (∂_y s_y = −σ⁻²)     @reference Rolland et al. 2022; Montagna et al. 2023 (DAS)
 * @param asPublished the bandwidth of the first program, whose median counts zero distances, and the divisor n − 1
 */
export function scoreMatchingMethod(
  { name, comfortableRows, rounding }: CostMethodAbout,
  asPublished: boolean,
  compute: ComputeOptions,
): DirectionMethod {
  return {
    name,
    comfortableRows,
    decide(pair) {
      const { curvature } = jointDerivatives(pair, asPublished ? "all" : "nonzero", compute);
      const n = pair.x.length;
      const [alongX, alongY] = curvature.map((column) => {
        const { sd } = meanAndSd(column);
        return (sd * sd * n) / (asPublished ? n - 1 : n);
      });
      return { ...compareCosts({ "x->y": alongY, "y->x": alongX }, 0, rounding), rows: pair.rows, findings: [] };
    },
  };
}

const NOGAM_RIDGE = 0.01;
const FOLDS = 5;
/** γ of the kernel exp(−γd²): as intended, and as in the published program, which passes the ridge instead. */
const INTENDED_GAMMA = 0.1;
const PUBLISHED_GAMMA = 0.01;

/**
 * NoGAM: for additive noise of any distribution the joint score along the effect is a function of only the noise,
 * s_y(x, y) = s_ε(y − m(x)), so it can be predicted from the residual. Cost of a direction: the mean squared error of
 * that prediction along its effect, units 1/sd².
 *
 * Residual and prediction both come from kernel ridge regression over five contiguous folds, so the order of the rows
 * matters.
 * @paper sec:appendix:scorebasedanm (s_ε(ε) = s_y(x, y))     @reference Montagna et al. 2023 (NoGAM)
 */
export function nogamMethod(
  { name, comfortableRows, rounding }: CostMethodAbout,
  asPublished: boolean,
  compute: ComputeOptions,
): DirectionMethod {
  const { routines } = computeOptions(compute);
  const bandwidth = Math.sqrt(0.5 / (asPublished ? PUBLISHED_GAMMA : INTENDED_GAMMA));
  /** Residual of the target after cross-validated prediction from the other column. */
  const leftOver = (from: Column, target: Column): Column => {
    const factor = kernelFactor(from, bandwidth, compute);
    const predicted = crossPrediction(factor, target, { ridge: NOGAM_RIDGE, folds: FOLDS, routines });
    return target.map((value, i) => value - predicted[i]);
  };
  return {
    name,
    comfortableRows,
    decide(pair) {
      const { x, y, rows } = pair;
      const [scoreX, scoreY] = jointDerivatives(pair, "nonzero", compute).score;
      const cost = {
        "x->y": meanSquare(leftOver(leftOver(x, y), scoreY)),
        "y->x": meanSquare(leftOver(leftOver(y, x), scoreX)),
      };
      const scale = Math.max(meanSquare(scoreX), meanSquare(scoreY));
      return { ...compareCosts(cost, scale, rounding), rows, findings: [] };
    },
  };
}

/**
 * Kernel ridge prediction of every row from the rows of other folds: contiguous folds in row order, of nearly equal
 * sizes, the longer ones first.
 *
 * @param factor rows f_k with Σ_k f_k(i)f_k(j) = K_ij     @param ridge added to the diagonal of K, not multiplied by n
 * @cost O(n·rank² + folds·rank³)
 */
function crossPrediction(
  factor: readonly Column[],
  target: Column,
  { ridge, folds, routines }: { readonly ridge: number; readonly folds: number; readonly routines: Routines },
): Column {
  const n = target.length;
  const rank = factor.length;
  const parts = Array.from({ length: folds }, (_, f) => {
    const start = f * Math.floor(n / folds) + Math.min(f, n % folds);
    const end = start + Math.floor(n / folds) + (f < n % folds ? 1 : 0);
    const rows = factor.map((row) => row.subarray(start, end));
    const right = target.subarray(start, end);
    return {
      start,
      end,
      rows,
      gram: routines.products(rows, rows).data,
      moments: routines.products(rows, [right]).data,
    };
  });
  const out = new Float64Array(n);
  for (const part of parts) {
    const system = matrix(rank, rank);
    const weights = new Float64Array(rank);
    for (const other of parts) {
      if (other === part) continue;
      for (let k = 0; k < system.data.length; k++) system.data[k] += other.gram[k];
      for (let k = 0; k < rank; k++) weights[k] += other.moments[k];
    }
    for (let k = 0; k < rank; k++) system.data[k * rank + k] += ridge;
    choleskyInPlace(system);
    choleskySolveInPlace(system, weights);
    addCombination(out.subarray(part.start, part.end), part.rows, weights);
  }
  return out;
}

/** η, added to the diagonal of a kernel matrix that is divided by its bandwidth. */
const DERIVATIVE_RIDGE = 1e-3;

/**
 * First and second derivatives of the joint log density at the rows, as SCORE and NoGAM estimate them: one bandwidth
 * for both columns, the median distance of the points in the plane. Kept by a memo.
 *
 * @param counted distances of which the median is taken; if more than half of `all` are 0, the `nonzero` ones
 */
function jointDerivatives({ x, y }: StandardPair, counted: CountedDistances, compute: ComputeOptions): SteinCurvature {
  return kept(compute, `joint derivatives, ${counted} distances`, [x, y], () => {
    const bandwidth = medianOfPlaneDistances(x, y, counted) || medianOfPlaneDistances(x, y, "nonzero");
    return steinCurvature([x, y], bandwidth, DERIVATIVE_RIDGE * bandwidth, compute);
  });
}
