import { locationScaleVelocity } from "../fit/location-scale-velocity.js";
import type { FittedVelocity } from "../flow/flow-residual.js";
import type { Column } from "../numeric/column.js";
import type { ComputeOptions } from "../numeric/compute-options.js";
import { describeByFlow } from "./flow-likelihood.js";

/**
 * The location-scale velocity of a regression without scores: of the six sizes behind `flow-likelihood` the one that
 * describes the rows in the fewest nats.
 *
 * Measured closer to true mechanisms than fits to estimated scores (docs/decisions/0040-counterfactual-bands.md).
 * @cost O(n): 7 entropies, 6 fits
 */
export function locationScaleFlow(cause: Column, effect: Column, compute: ComputeOptions): FittedVelocity {
  const { size, fit } = describeByFlow(cause, effect, compute).best;
  const model = locationScaleVelocity(cause, size, fit);
  return { model, theta: new Float64Array(0), oriented: { cause, effect } };
}
