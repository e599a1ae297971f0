import { type Mechanism, mechanismJet } from "./mechanism.js";

/**
 * f = outer(x, inner(x, e)): one mechanism's effect is the next one's noise.
 *
 * A post-nonlinear model is an additive mechanism, then a link; the paper's Sigmoid benchmark is a location-scale
 * mechanism, a link, and another location-scale mechanism.
 * @paper tab:examples (PNL), tab:synthetic_params (Sigmoid)
 */
export function chainMechanism(first: Mechanism, ...rest: readonly Mechanism[]): Mechanism {
  return rest.reduce(chainTwo, first);
}

function chainTwo(inner: Mechanism, outer: Mechanism): Mechanism {
  const i = mechanismJet();
  const o = mechanismJet();
  return {
    name: `${inner.name}, ${outer.name}`,
    effect: (cause, noise) => outer.effect(cause, inner.effect(cause, noise)),
    noise: (effect, cause) => inner.noise(outer.noise(effect, cause), cause),
    jetInto(cause, noise, out) {
      inner.jetInto(cause, noise, i);
      outer.jetInto(cause, i.effect, o);
      out.effect = o.effect;
      out.dNoise = o.dNoise * i.dNoise;
      out.dNoiseNoise = o.dNoiseNoise * i.dNoise * i.dNoise + o.dNoise * i.dNoiseNoise;
      out.dCause = o.dCause + o.dNoise * i.dCause;
      out.dCauseNoise = (o.dCauseNoise + o.dNoiseNoise * i.dCause) * i.dNoise + o.dNoise * i.dCauseNoise;
      out.dCauseCause =
        o.dCauseCause + 2 * o.dCauseNoise * i.dCause + o.dNoiseNoise * i.dCause * i.dCause + o.dNoise * i.dCauseCause;
    },
  };
}
