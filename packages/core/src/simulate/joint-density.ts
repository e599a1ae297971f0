import { log } from "../numeric/elementary.js";
import { type EffectMarginal, effectMarginal } from "./effect-marginal.js";
import type { ProbabilityLaw } from "./law/probability-law.js";
import { jetAtEffectInto, type Mechanism, type MechanismJet, mechanismJet } from "./mechanism/mechanism.js";

/** Cause, noise and what makes the effect of them: a structural causal model of two quantities. */
export interface StructuralModel {
  readonly cause: ProbabilityLaw;
  readonly noise: ProbabilityLaw;
  readonly mechanism: Mechanism;
}

/** ∂ log p(cause, effect) by either. */
export interface JointScore {
  readonly cause: number;
  readonly effect: number;
}

/** What is known of p(cause, effect). Scalar calls take the effect first, as the paper's v(y, x) does. */
export interface JointDensity {
  readonly model: StructuralModel;
  logDensity(effect: number, cause: number): number;
  /** Both parts of the joint score. */
  score(effect: number, cause: number): JointScore;
  /** The marginal score of the cause. */
  causeScore(cause: number): number;
  /** The effect's marginal density and score, by quadrature; absent where the integrand is too spiky for any. */
  effectMarginal?(): EffectMarginal;
}

/**
 * The joint density of a structural model: p(x, y) = p(x)·p_e(e)/|f_e| with e the noise of y at x.
 *
 * @paper appx:experiment:syndetails (Analytic Score)
 */
export function jointDensity(model: StructuralModel): Required<JointDensity> {
  const { cause: causeLaw, noise: noiseLaw, mechanism } = model;
  const jet = mechanismJet();
  let marginal: EffectMarginal | undefined;
  return {
    model,
    logDensity(effect, cause) {
      const noise = jetAtEffectInto(mechanism, effect, cause, jet);
      return causeLaw.logDensity(cause) + noiseLaw.logDensity(noise) - log(Math.abs(jet.dNoise));
    },
    score(effect, cause) {
      const noise = jetAtEffectInto(mechanism, effect, cause, jet);
      return jointScore(model, cause, noise, jet);
    },
    causeScore: (cause) => causeLaw.score(cause),
    effectMarginal() {
      marginal ??= effectMarginal(model);
      return marginal;
    },
  };
}

/**
 * The joint score from the derivatives of f at (cause, noise).
 *
 * ∂_y log p = (s_e(e) − f_ee/f_e)/f_e, and ∂ₓ log p = s(x) + s_e·∂ₓe + ∂ₓ log|∂_y e| with ∂ₓe = −f_x/f_e. For normal noise,
 * s_e(e) = −e/σ²: the paper prints + f⁻¹·∂f⁻¹ where this says −.
 * @paper appx:experiment:syndetails     @deviates docs/decisions/0015-true-scores.md: the sign
 */
export function jointScore(model: StructuralModel, cause: number, noise: number, jet: MechanismJet): JointScore {
  const { dNoise, dNoiseNoise, dCause, dCauseNoise } = jet;
  const noiseScore = model.noise.score(noise);
  const dNoiseDCause = -dCause / dNoise;
  const dLogStretch = -(dCauseNoise + dNoiseNoise * dNoiseDCause) / dNoise;
  return {
    cause: model.cause.score(cause) + noiseScore * dNoiseDCause + dLogStretch,
    effect: (noiseScore - dNoiseNoise / dNoise) / dNoise,
  };
}
