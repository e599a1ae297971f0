import { kept } from "../compute/memo.js";
import type { ComputeOptions } from "../compute/routines.js";
import { fitLocationScale, type LocationScaleClass, type LocationScaleFit } from "../fit/location-scale.js";
import { locationScaleVelocity } from "../fit/location-scale-velocity.js";
import type { FittedVelocity } from "../flow/flow-residual.js";
import type { Column } from "../primitives/columns.js";
import { log } from "../primitives/elementary.js";
import { meanAndSd } from "../primitives/quantiles.js";
import { kernelEntropy } from "../statistics/entropy.js";
import type { DirectionCost } from "./decision.js";

/** Additive noise and location-scale noise, each in three sizes, the largest last. */
export const LOCATION_SCALE_CLASSES: readonly LocationScaleClass[] = [
  { location: 5, scale: 0 },
  { location: 8, scale: 0 },
  { location: 12, scale: 0 },
  { location: 5, scale: 4 },
  { location: 8, scale: 6 },
  { location: 12, scale: 8 },
];
/** Nats per spline and ln n: half of what the Bayesian information criterion charges, measured to decide best. */
const PENALTY = 0.25;
/** Noise below this, in standard deviations of the effect, is what rounding leaves of a deterministic relation. */
const NOISELESS_SCALE = 1e-9;

/** What location-scale flows make of one direction. */
export interface FlowDescription {
  /** Description length of the rows by the best of the six. */
  readonly nats: number;
  /** Noise of the largest of the six, one number a row. */
  readonly noise: Column;
  /** The one with the shortest description. */
  readonly best: { readonly size: LocationScaleClass; readonly fit: LocationScaleFit };
}

/**
 * Description length of the rows, in nats, under the best of six location-scale flows with noise of any density:
 * n·H(cause) + min over the six of n(H(noise) + mean log scale) + ¼·splines·ln n.
 *
 * The flow of a location-scale velocity is known in closed form, so its likelihood needs no score and no curve: the
 * noise is (effect − location)/scale, and log ∂noise/∂effect = −log scale. Entropies are by leave-one-out kernel
 * density. This is n times the joint entropy plus the mutual information of cause and noise, which is 0 for the true
 * direction alone.
 *
 * Ties: a rounded column has the entropy it had before rounding; one with atoms has a low one, and is favored as cause.
 * @param classes that compete; the evidence of the default is calibrated on the six
 * @paper eqn:logjointdecomposition (its sum, negated)     @cost O(n): 7 entropies, 6 fits
 */
export function describeByFlow(
  cause: Column,
  effect: Column,
  compute: ComputeOptions,
  classes: readonly LocationScaleClass[] = LOCATION_SCALE_CLASSES,
): FlowDescription {
  const n = cause.length;
  let shortest = Infinity;
  let noise: Column = effect;
  let best: FlowDescription["best"] | undefined;
  for (const size of classes) {
    const fit = fitLocationScale(cause, effect, size, compute);
    const length = natsGivenCause(fit.noise, -fit.meanLogScale, fit.parameters, compute);
    if (!best || length < shortest) best = { size, fit };
    shortest = Math.min(shortest, length);
    noise = fit.noise;
  }
  if (!best) throw new RangeError("describeByFlow: no class to describe with");
  const ofCause = kept(compute, "kernel entropy", [cause], () => kernelEntropy(cause, compute));
  return { nats: n * ofCause + shortest, noise, best };
}

/** The description length as the cost of a direction. */
export function flowLikelihoodCost(cause: Column, effect: Column, compute: ComputeOptions): DirectionCost {
  // Entropies of either sign may cancel; each is known to a share of a nat per row.
  return { cost: describeByFlow(cause, effect, compute).nats, scale: cause.length };
}

/**
 * Description length of an effect given its cause, in nats: n(H(noise) − mean log ∂noise/∂effect) + ¼·parameters·ln n.
 * Noise may be nothing but rounding.
 */
export function natsGivenCause(
  noise: Column,
  meanLogJacobian: number,
  parameters: number,
  compute: ComputeOptions,
): number {
  const n = noise.length;
  const entropy = meanAndSd(noise).sd > NOISELESS_SCALE ? kernelEntropy(noise, compute) : log(NOISELESS_SCALE);
  return n * (entropy - meanLogJacobian) + PENALTY * parameters * log(n);
}

/** Larger than those behind the evidence, each from so many rows on: with more rows finer shapes can be seen. */
const LARGER: readonly { readonly rows: number; readonly size: LocationScaleClass }[] = [
  { rows: 600, size: { location: 20, scale: 0 } },
  { rows: 600, size: { location: 20, scale: 10 } },
  { rows: 2000, size: { location: 36, scale: 0 } },
  { rows: 2000, size: { location: 36, scale: 12 } },
];

/** The sizes behind `flow-likelihood`, and larger ones for many rows. */
export function locationScaleClasses(rows: number): readonly LocationScaleClass[] {
  return [...LOCATION_SCALE_CLASSES, ...LARGER.filter((larger) => rows >= larger.rows).map(({ size }) => size)];
}

/**
 * The location-scale velocity of a regression without scores: of `locationScaleClasses`, the one that describes the rows
 * in the fewest nats.
 *
 * Measured closer to true mechanisms than fits to estimated scores (docs/decisions/0040-counterfactual-bands.md).
 * @cost O(n): 7 to 11 entropies, 6 to 10 fits
 */
export function locationScaleFlow(cause: Column, effect: Column, compute: ComputeOptions): LocationScaleFlow {
  const { size, fit } = describeByFlow(cause, effect, compute, locationScaleClasses(cause.length)).best;
  const model = locationScaleVelocity(cause, size, fit);
  return { model, theta: new Float64Array(0), oriented: { cause, effect }, regression: fit };
}

/** A location-scale velocity and the regression that it is of. */
export type LocationScaleFlow = FittedVelocity & { readonly regression: LocationScaleFit };
