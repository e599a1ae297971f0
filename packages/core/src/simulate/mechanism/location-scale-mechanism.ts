import { linearFunction, type SmoothFunction } from "../smooth-function.js";
import type { Mechanism } from "./mechanism.js";

/**
 * f = location(x) + scale(x)·e; the scale must not vanish.
 *
 * @paper tab:examples (LSNM, where the scale is e^h; ANM, where it is 1)
 */
export function locationScaleMechanism(location: SmoothFunction, scale: SmoothFunction): Mechanism {
  return {
    name: "location-scale",
    effect: (cause, noise) => location.value(cause) + scale.value(cause) * noise,
    noise: (effect, cause) => (effect - location.value(cause)) / scale.value(cause),
    jetInto(cause, noise, out) {
      out.dNoise = scale.value(cause);
      out.effect = location.value(cause) + out.dNoise * noise;
      out.dNoiseNoise = 0;
      out.dCauseNoise = scale.slope(cause);
      out.dCause = location.slope(cause) + out.dCauseNoise * noise;
      out.dCauseCause = location.curvature(cause) + scale.curvature(cause) * noise;
    },
  };
}

/** f = location(x) + e. @paper tab:examples (ANM) */
export function additiveMechanism(location: SmoothFunction): Mechanism {
  return { ...locationScaleMechanism(location, linearFunction(0, 1)), name: "additive" };
}
