/**
 * How the effect arises: effect = f(cause, noise), for every cause strictly monotone in the noise.
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
  /** The same, from the effect instead of the noise, where that is cheaper than inverting first. Returns the noise. */
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

/** Room for one point's derivatives. */
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
 * The velocity of a mechanism from its derivatives. v(y, x) = ∂f/∂x at the noise of y; moving y or x moves that noise by
 * ∂e/∂y = 1/f_e and ∂e/∂x = −v/f_e, so ∂v/∂y = f_xe/f_e and ∂v/∂x = f_xx − v·f_xe/f_e.
 *
 * @paper tab:examples, thm:scm:velocity
 */
export function velocityOf(jet: MechanismJet): VelocityPoint {
  const dvDEffect = jet.dCauseNoise / jet.dNoise;
  return { v: jet.dCause, dvDEffect, dvDCause: jet.dCauseCause - jet.dCause * dvDEffect };
}
