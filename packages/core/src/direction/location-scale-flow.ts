import type { LocationScaleClass } from "../fit/location-scale.js";
import { locationScaleVelocity } from "../fit/location-scale-velocity.js";
import type { FittedVelocity } from "../flow/flow-residual.js";
import type { Column } from "../numeric/column.js";
import type { ComputeOptions } from "../numeric/compute-options.js";
import { describeByFlow, LOCATION_SCALE_CLASSES } from "./flow-likelihood.js";

/** Larger than those behind the evidence, each from so many rows on: with more rows finer shapes can be seen. */
const LARGER: readonly { readonly rows: number; readonly size: LocationScaleClass }[] = [
  { rows: 600, size: { location: 20, scale: 0 } },
  { rows: 600, size: { location: 20, scale: 10 } },
  { rows: 2000, size: { location: 36, scale: 0 } },
  { rows: 2000, size: { location: 36, scale: 12 } },
];

/**
 * The location-scale velocity of a regression without scores: of the sizes behind `flow-likelihood`, and larger ones for
 * many rows, the one that describes the rows in the fewest nats.
 *
 * Measured closer to true mechanisms than fits to estimated scores (docs/decisions/0040-counterfactual-bands.md).
 * @cost O(n): 7 to 11 entropies, 6 to 10 fits
 */
export function locationScaleFlow(cause: Column, effect: Column, compute: ComputeOptions): FittedVelocity {
  const larger = LARGER.filter(({ rows }) => cause.length >= rows).map(({ size }) => size);
  const { size, fit } = describeByFlow(cause, effect, compute, [...LOCATION_SCALE_CLASSES, ...larger]).best;
  const model = locationScaleVelocity(cause, size, fit);
  return { model, theta: new Float64Array(0), oriented: { cause, effect } };
}
