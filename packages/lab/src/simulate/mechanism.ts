import { exp, log } from "@causal-velocity/core/primitives/elementary.js";
import { lowerNormalQuantile, normalLogDensity, normalShare } from "@causal-velocity/core/primitives/special.js";
import { type MonotoneMap, softplus } from "./monotone-map.js";
import { linearFunction, type SmoothFunction } from "./smooth-function.js";

/**
 * How the effect depends on cause and noise: effect = f(cause, noise), for every cause strictly monotone in the noise.
 *
 * Implementations: `additiveMechanism`, `locationScaleMechanism`, `linkMechanism`, `chainMechanism`, `flowMechanism`.
 */
export interface Mechanism {
  readonly name: string;
  /** f(cause, noise). */
  effect(cause: number, noise: number): number;
  /** The noise behind an effect: f inverted for a fixed cause; arguments in the paper's order. */
  noise(effect: number, cause: number): number;
  /** Writes f and its derivatives. */
  jetInto(cause: number, noise: number, out: MechanismJet): void;
  /** The same from the effect instead of the noise, if that is cheaper than inverting first. Returns the noise. */
  jetAtEffectInto?(effect: number, cause: number, out: MechanismJet): number;
}

/** f and its derivatives at one point, in the units of the effect. */
export interface MechanismJet {
  effect: number;
  /** ∂f/∂noise. */
  dNoise: number;
  /** ∂²f/∂noise². */
  dNoiseNoise: number;
  /** ∂f/∂cause at fixed noise: the velocity. */
  dCause: number;
  /** ∂²f/∂cause∂noise. */
  dCauseNoise: number;
  /** ∂²f/∂cause². */
  dCauseCause: number;
}

/** Allocates the derivatives at one point. */
export function mechanismJet(): MechanismJet {
  return { effect: 0, dNoise: 1, dNoiseNoise: 0, dCause: 0, dCauseNoise: 0, dCauseCause: 0 };
}

/** Writes the derivatives at (effect, cause) and returns the noise. */
export function jetAtEffectInto(mechanism: Mechanism, effect: number, cause: number, out: MechanismJet): number {
  if (mechanism.jetAtEffectInto) return mechanism.jetAtEffectInto(effect, cause, out);
  const noise = mechanism.noise(effect, cause);
  mechanism.jetInto(cause, noise, out);
  return noise;
}

/** A velocity and its derivatives at one point. */
export interface VelocityPoint {
  readonly v: number;
  readonly dvDEffect: number;
  readonly dvDCause: number;
}

/**
 * The velocity of a mechanism from its derivatives. v(y, x) = ∂f/∂x at the noise of y; moving y or x moves that noise
 * by ∂e/∂y = 1/f_e and ∂e/∂x = −v/f_e, so ∂v/∂y = f_xe/f_e and ∂v/∂x = f_xx − v·f_xe/f_e.
 *
 * @paper eqn:generator, eq:ode:from:flow, tab:examples, thm:scm:velocity
 */
export function velocityOf(jet: MechanismJet): VelocityPoint {
  const dvDEffect = jet.dCauseNoise / jet.dNoise;
  return { v: jet.dCause, dvDEffect, dvDCause: jet.dCauseCause - jet.dCause * dvDEffect };
}

/**
 * f = location(x) + scale(x)·e; the scale must not be 0.
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

/** Additive noise: f = location(x) + e. @paper tab:examples (ANM) */
export function additiveMechanism(location: SmoothFunction): Mechanism {
  return { ...locationScaleMechanism(location, linearFunction(0, 1)), name: "additive" };
}

/** f = g(e): transforms the noise and ignores the cause; the last step of a post-nonlinear chain. */
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

/**
 * Φ⁻¹(sigmoid(w)), odd in w: nearly w·0.627 at the center, and √(2|w|) in the tails, which it shortens.
 *
 * Computed from the smaller of the two shares and its logarithm, so that large |w| keep their digits.
 * @paper tab:synthetic_params (Sigmoid)     @cost about 5 µs a call
 */
export function probitLink(): MonotoneMap {
  // Value, slope and curvature are usually requested at the same point: the last solution is kept.
  let [lastW, lastQ] = [0, 0];
  const value = (w: number) => {
    if (w === lastW) return lastQ;
    const lower = lowerNormalQuantile(-softplus(Math.abs(w)));
    [lastW, lastQ] = [w, w > 0 ? -lower : lower];
    return lastQ;
  };
  // sigmoid′ = σ(1 − σ), so q′ = σ(1 − σ)/φ(q) and (ln q′)′ = 1 − 2σ + q·q′.
  const slopeAt = (w: number, q: number) => exp(-softplus(w) - softplus(-w) - normalLogDensity(q));
  return {
    value,
    slope: (w) => slopeAt(w, value(w)),
    curvature: (w) => {
      const q = value(w);
      const slope = slopeAt(w, q);
      const twoSigmoidMinusOne = 1 - 2 / (1 + exp(w));
      return slope * (q * slope - twoSigmoidMinusOne);
    },
    // w = ln Φ(q) − ln Φ(−q).
    inverse: (q) => {
      [lastW, lastQ] = [log(normalShare(q)) - log(normalShare(-q)), q];
      return lastW;
    },
  };
}
