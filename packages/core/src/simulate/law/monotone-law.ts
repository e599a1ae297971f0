import { log } from "../../numeric/elementary.js";
import { normalLogDensity } from "../../numeric/normal.js";
import type { MonotoneMap } from "./monotone-map.js";
import type { ProbabilityLaw } from "./probability-law.js";

/**
 * The law of T(Z) for a standard normal Z and an increasing map T, by change of variables with z = T⁻¹(t):
 * log p = log φ(z) − log T′(z), score = (−z − T″/T′)/T′.
 *
 * @paper appx:experiment:syndetails
 */
export function monotoneLaw(map: MonotoneMap): ProbabilityLaw {
  return {
    name: "monotone",
    smooth: true,
    draw: (rng) => map.value(rng.normal()),
    logDensity: (t) => {
      const z = map.inverse(t);
      return normalLogDensity(z) - log(map.slope(z));
    },
    score: (t) => {
      const z = map.inverse(t);
      const slope = map.slope(z);
      return (-z - map.curvature(z) / slope) / slope;
    },
    substitute: (s) => ({ value: map.value(s), logWeight: normalLogDensity(s) }),
  };
}
