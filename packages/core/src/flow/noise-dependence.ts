import { takeRows } from "../data/resample.js";
import { MINIMUM_ROWS } from "../data/standardize.js";
import type { ComputeOptions } from "../numeric/compute-options.js";
import { hsic, hsicFeatures, hsicGammaTail } from "../numeric/hsic.js";
import { normalScores } from "../numeric/normal-scores.js";
import { type FittedVelocity, flowResidual } from "./flow-residual.js";

/** Width of the kernel on normal scores: their standard deviation. */
const BANDWIDTH = 1;

/**
 * How likely so much dependence of cause and noise would be by chance, were they independent: the tail of the HSIC of
 * their normal scores. 0 where the curves of most rows end before the baseline.
 *
 * A small number says that the velocity is not the true one: its class does not hold it, the direction is wrong, or the
 * scores were estimated badly.
 * @paper sec:velocity:discovery (ε̂_y independent of x)     @cost n curves and O(n)
 */
export function noiseDependence(fit: FittedVelocity, compute: ComputeOptions = {}): number {
  const { noise, rows } = flowResidual(fit);
  if (rows.length < MINIMUM_ROWS || 2 * rows.length < noise.length) return 0;
  const [cause, left] = [fit.oriented.cause, noise].map((column) =>
    hsicFeatures(normalScores(takeRows(column, rows)), BANDWIDTH, compute),
  );
  return hsicGammaTail(hsic(cause, left), cause, left);
}
