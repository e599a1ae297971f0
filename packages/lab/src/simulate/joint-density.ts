import { exp, log } from "@causal-velocity/core/primitives/elementary.js";
import { type Distribution, REACH } from "./distribution.js";
import { jetAtEffectInto, type Mechanism, type MechanismJet, mechanismJet } from "./mechanism.js";

/** A structural causal model of two quantities: distributions of cause and noise, and the mechanism. */
export interface StructuralModel {
  readonly cause: Distribution;
  readonly noise: Distribution;
  readonly mechanism: Mechanism;
}

/** Derivatives of log p(cause, effect) by cause and effect. */
export interface JointScore {
  readonly cause: number;
  readonly effect: number;
}

/**
 * The joint density p(cause, effect) and its scores. Functions of two numbers take the effect first, like the paper's
 * v(y, x).
 */
export interface JointDensity {
  readonly model: StructuralModel;
  logDensity(effect: number, cause: number): number;
  /** Both parts of the joint score. */
  score(effect: number, cause: number): JointScore;
  /** The marginal score of the cause. */
  causeScore(cause: number): number;
  /** The effect's marginal density and score, by quadrature; absent if the integrand is too spiky for quadrature. */
  effectMarginal?(): EffectMarginal;
}

/**
 * The joint density of a structural model: p(x, y) = p(x)·p_e(e)/|f_e| with e the noise of y at x.
 *
 * @paper appx:experiment:syndetails (Analytic Score)
 */
export function jointDensity(model: StructuralModel): Required<JointDensity> {
  const { cause: causeDistribution, noise: noiseDistribution, mechanism } = model;
  const jet = mechanismJet();
  let marginal: EffectMarginal | undefined;
  return {
    model,
    logDensity(effect, cause) {
      const noise = jetAtEffectInto(mechanism, effect, cause, jet);
      return causeDistribution.logDensity(cause) + noiseDistribution.logDensity(noise) - log(Math.abs(jet.dNoise));
    },
    score(effect, cause) {
      const noise = jetAtEffectInto(mechanism, effect, cause, jet);
      return jointScore(model, cause, noise, jet);
    },
    causeScore: (cause) => causeDistribution.score(cause),
    effectMarginal() {
      marginal ??= effectMarginal(model);
      return marginal;
    },
  };
}

/**
 * The joint score from the derivatives of f at (cause, noise).
 *
 * ∂_y log p = (s_e(e) − f_ee/f_e)/f_e, and ∂ₓ log p = s(x) + s_e·∂ₓe + ∂ₓ log|∂_y e| with ∂ₓe = −f_x/f_e. For normal
 * noise, s_e(e) = −e/σ²: the paper prints + f⁻¹·∂f⁻¹ instead of −.
 * @paper appx:experiment:syndetails, appx:id     @deviates docs/decisions/0015-true-scores.md: the sign
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

/** The effect's marginal density, an integral over the cause. */
export interface EffectMarginal {
  /** log p(y), its derivative, and a bound of the error of the derivative. */
  at(effect: number): MarginalPoint;
}

export interface MarginalPoint {
  readonly logDensity: number;
  readonly score: number;
  /** Difference of the score between the last two refinements; the error is smaller. Units 1/effect. */
  readonly error: number;
}

/** First step of the substitution in the integral; it is halved until two results agree. */
const FIRST_STEP = 0.25;
const MOST_REFINEMENTS = 7;
/** Required relative agreement of p and p·s. */
const AGREEMENT = 1e-7;
/** Terms e^{−25} = 10⁻¹¹ times the largest are left out. */
const NEGLIGIBLE_LOG = -25;
/** Conditional densities above e⁵ are ignored where the cause itself is that improbable. */
const LARGEST_LOG_CONDITIONAL = 5;

/**
 * p(y) = ∫ p(x)·p(y|x) dx and its score ∫ p(x)·∂_y p(y|x) dx / p(y), by the trapezoidal rule in the substitution of the
 * cause's distribution.
 *
 * On the whole line that rule converges exponentially for smooth integrands, and halving the step keeps all earlier
 * nodes: the difference of two refinements bounds the error of the second. If the noise has a kink it converges like
 * the square of the step, which `error` shows.
 * @paper appx:experiment:syndetails     @deviates docs/decisions/0015-true-scores.md: quadrature, not Monte Carlo
 * @cost 150 to 2,000 densities a point; nodes of the cause are computed once
 */
export function effectMarginal(model: StructuralModel): EffectMarginal {
  const levels: { value: number; logWeight: number }[][] = [];
  /** Nodes that a refinement adds. */
  const nodesOf = (level: number) => {
    levels[level] ??= newNodes(model, level);
    return levels[level];
  };
  const jet = mechanismJet();
  return {
    at(effect) {
      // Sums of p and p·s, relative to e^peak, which rises with larger terms.
      let peak = -Infinity;
      let density = 0;
      let slope = 0;
      let before = { score: NaN, logDensity: NaN };
      for (let level = 0; ; level++) {
        for (const { value: cause, logWeight } of nodesOf(level)) {
          if (logWeight + LARGEST_LOG_CONDITIONAL < peak + NEGLIGIBLE_LOG) continue;
          const noise = jetAtEffectInto(model.mechanism, effect, cause, jet);
          const logTerm = logWeight + model.noise.logDensity(noise) - log(Math.abs(jet.dNoise));
          if (!(logTerm > peak + NEGLIGIBLE_LOG)) continue;
          if (logTerm > peak) {
            const shrink = exp(peak - logTerm);
            density *= shrink;
            slope *= shrink;
            peak = logTerm;
          }
          const term = exp(logTerm - peak);
          density += term;
          slope += (term * (model.noise.score(noise) - jet.dNoiseNoise / jet.dNoise)) / jet.dNoise;
        }
        const step = stepOf(level);
        const here = { score: slope / density, logDensity: peak + log(density * step) };
        const error = Math.abs(here.score - before.score);
        const isSettled =
          error <= AGREEMENT * Math.max(1, Math.abs(here.score)) &&
          Math.abs(here.logDensity - before.logDensity) <= AGREEMENT;
        if (isSettled || level === MOST_REFINEMENTS) return { ...here, error };
        before = here;
      }
    },
  };
}

function stepOf(level: number): number {
  let step = FIRST_STEP;
  for (let i = 0; i < level; i++) step *= 0.5;
  return step;
}

/** The nodes of one refinement that earlier ones do not have: all multiples of the first step, then the odd ones. */
function newNodes(model: StructuralModel, level: number): { value: number; logWeight: number }[] {
  const step = stepOf(level);
  const most = Math.round(REACH / step);
  const nodes: { value: number; logWeight: number }[] = [];
  for (let k = -most; k <= most; k++) {
    if (level === 0 || Math.abs(k) % 2 === 1) nodes.push(model.cause.substitute(k * step));
  }
  // Nodes of large weight first: they set the peak, relative to which small ones are skipped.
  return nodes.sort((a, b) => b.logWeight - a.logWeight);
}
