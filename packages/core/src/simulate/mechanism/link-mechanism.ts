import type { MonotoneMap } from "../law/monotone-map.js";
import type { Mechanism } from "./mechanism.js";

/** f = g(e): bends the noise and leaves the cause out; the last step of a post-nonlinear chain. */
export function linkMechanism(link: MonotoneMap): Mechanism {
  return {
    name: "link",
    effect: (_, noise) => link.value(noise),
    noise: (effect) => link.inverse(effect),
    jetInto(_, noise, out) {
      out.effect = link.value(noise);
      out.dNoise = link.slope(noise);
      out.dNoiseNoise = link.curvature(noise);
      out.dCause = 0;
      out.dCauseNoise = 0;
      out.dCauseCause = 0;
    },
  };
}
