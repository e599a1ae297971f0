import { meanSquare } from "../../fit/gof.js";
import type { Column } from "../../numeric/column.js";
import { type ComputeOptions, computeOptions } from "../../numeric/compute-options.js";
import { kernelFactor } from "../../numeric/kernel-ridge.js";
import type { CostMethodAbout } from "../cost-method.js";
import { compareCosts } from "../decision.js";
import type { DirectionMethod } from "../direction-method.js";
import { crossPrediction } from "./cross-prediction.js";
import { jointDerivatives } from "./joint-derivatives.js";

const RIDGE = 0.01;
const FOLDS = 5;
/** γ of the kernel exp(−γd²): as intended, and as the published program has it, which passes the ridge in its place. */
const INTENDED_GAMMA = 0.1;
const PUBLISHED_GAMMA = 0.01;

/**
 * NoGAM: for additive noise of any law the joint score along the effect is a function of the noise alone,
 * s_y(x, y) = s_ε(y − m(x)), so it can be predicted from the residual. Cost of a direction: the mean squared error of
 * that prediction along its effect, units 1/sd².
 *
 * Residual and prediction are both by kernel ridge over five contiguous folds, so that the order of the rows matters.
 * @paper sec:appendix:scorebasedanm (s_ε(ε) = s_y(x, y))     @reference Montagna et al. 2023 (NoGAM)
 */
export function nogamMethod(
  { name, comfortableRows, rounding }: CostMethodAbout,
  asPublished: boolean,
  compute: ComputeOptions,
): DirectionMethod {
  const { routines } = computeOptions(compute);
  const bandwidth = Math.sqrt(0.5 / (asPublished ? PUBLISHED_GAMMA : INTENDED_GAMMA));
  /** What the prediction of the target from the other column's other folds leaves. */
  const leftOver = (from: Column, target: Column): Column => {
    const factor = kernelFactor(from, bandwidth, compute);
    const predicted = crossPrediction(factor, target, { ridge: RIDGE, folds: FOLDS, routines });
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
      return { ...compareCosts(cost, scale, rounding), rows, warnings: [] };
    },
  };
}
