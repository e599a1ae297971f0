import { convexLocationScale } from "../../fit/convex-location-scale.js";
import { type NetworkLocationScale, networkLocationScale } from "../../fit/network-location-scale.js";
import type { Column } from "../../numeric/column.js";
import type { ComputeOptions } from "../../numeric/compute-options.js";
import { kept } from "../../numeric/kept.js";
import type { DirectionCost } from "../cost-method.js";
import { residualDependence } from "./residual-dependence.js";

/** Nats: what the likelihood of one row is made of. */
const NAT = 1;

/**
 * Mean negative log likelihood of the effect under the best location-scale Gaussian, in nats.
 *
 * The likelihood of the cause is left out: standardized columns have the same Gaussian one.
 * @reference Immer et al. 2023     @cost one `convexLocationScale`
 */
export function lociLikelihoodCost(cause: Column, effect: Column): DirectionCost {
  return { cost: convexLocationScale(cause, effect).nll, scale: NAT };
}

/** Dependence of the cause and the standardized residual of the same fit. @reference Immer et al. 2023 */
export function lociHsicCost(cause: Column, effect: Column, compute: ComputeOptions): DirectionCost {
  return { cost: residualDependence(cause, convexLocationScale(cause, effect).residual, compute) };
}

/** The same by a trained network: the smallest mean negative log likelihood on its way. */
export function lociNetworkLikelihoodCost(
  cause: Column,
  effect: Column,
  steps: number,
  compute: ComputeOptions,
): DirectionCost {
  return { cost: trained(cause, effect, steps, compute).nll, scale: NAT };
}

/** Dependence of the cause and the standardized residual of the network's last parameters. */
export function lociNetworkHsicCost(
  cause: Column,
  effect: Column,
  steps: number,
  compute: ComputeOptions,
): DirectionCost {
  return { cost: residualDependence(cause, trained(cause, effect, steps, compute).residual, compute) };
}

function trained(cause: Column, effect: Column, steps: number, compute: ComputeOptions): NetworkLocationScale {
  const make = () => networkLocationScale(cause, effect, steps, compute);
  return kept(compute, `loci-nn ${steps}`, [cause, effect], make);
}
