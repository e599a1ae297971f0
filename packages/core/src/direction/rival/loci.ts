import { convexLocationScale } from "../../fit/convex-location-scale.js";
import type { Column } from "../../numeric/column.js";
import type { ComputeOptions } from "../../numeric/compute-options.js";
import type { DirectionCost } from "../cost-method.js";
import { residualDependence } from "./residual-dependence.js";

/** Nats: what the likelihood of one row is made of. */
const NAT = 1;

/**
 * Mean negative log likelihood of the effect under the best location-scale Gaussian, in nats.
 *
 * The likelihood of the cause is left out: standardized columns have the same Gaussian one.
 * @reference Immer et al. 2023     @cost O(n), about 11 steps of Newton's method
 */
export function lociLikelihoodCost(cause: Column, effect: Column): DirectionCost {
  return { cost: convexLocationScale(cause, effect).nll, scale: NAT };
}

/** Dependence of the cause and the standardized residual of the same fit. @reference Immer et al. 2023 */
export function lociHsicCost(cause: Column, effect: Column, compute: ComputeOptions): DirectionCost {
  return { cost: residualDependence(cause, convexLocationScale(cause, effect).residual, compute) };
}
