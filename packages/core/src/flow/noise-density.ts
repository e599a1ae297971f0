import { InputError } from "../errors/input-error.js";
import type { Column } from "../numeric/column.js";
import { exp, log } from "../numeric/elementary.js";
import { sorted } from "../numeric/quantile.js";
import { HALF_LOG_TWO_PI } from "../numeric/special.js";
import { silvermanBandwidths } from "../score/bandwidth.js";

/** Kernels e⁻³⁶ = 2·10⁻¹⁶ of the largest one or less are left out: no sum would notice. */
const NEGLIGIBLE = 36;

/**
 * Log density of a Gaussian kernel estimate from one column, with Silverman's bandwidth; finite everywhere.
 *
 * @cost O(n log n) once; a point takes O(log n) and one exponential for each value within some 8 bandwidths
 * @throws InputError `constant-column`, `extreme-range`, `too-few-rows`
 */
export function noiseLogDensity(noise: Column): (at: number) => number {
  if (noise.length < 2) {
    throw new InputError({
      code: "too-few-rows",
      place: "noise density",
      value: `${noise.length} rows whose curve reaches the baseline`,
      expected: "at least 2",
      remedy: "Choose a baseline amid the data, or a velocity class whose flow is global.",
    });
  }
  const ascending = sorted(noise);
  const [bandwidth] = silvermanBandwidths([noise]);
  const logNorm = log(noise.length * bandwidth) + HALF_LOG_TWO_PI;
  return (at) => {
    const right = firstAtLeast(ascending, at);
    const nearest = Math.min(
      right < ascending.length ? ascending[right] - at : Infinity,
      right > 0 ? at - ascending[right - 1] : Infinity,
    );
    const half = 0.5 / (bandwidth * bandwidth);
    const leading = half * nearest * nearest;
    const reach = Math.sqrt((leading + NEGLIGIBLE) / half);
    let sum = 0;
    for (let i = firstAtLeast(ascending, at - reach); i < ascending.length && ascending[i] <= at + reach; i++) {
      const distance = ascending[i] - at;
      sum += exp(leading - half * distance * distance);
    }
    return log(sum) - leading - logNorm;
  };
}

/** Index of the first value not below t. */
function firstAtLeast(ascending: Column, t: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ascending[middle] < t) low = middle + 1;
    else high = middle;
  }
  return low;
}
