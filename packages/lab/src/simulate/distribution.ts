import { exp, log } from "@causal-velocity/core/primitives/elementary.js";
import type { Rng } from "@causal-velocity/core/primitives/random.js";
import { gaussLegendre, normalLogDensity } from "@causal-velocity/core/primitives/special.js";

/**
 * The distribution of one random quantity: cause or noise.
 *
 * Implementations: `normalDistribution`, `uniformDistribution`, `laplaceDistribution`, `logisticDistribution`,
 * `gumbelDistribution`, `studentDistribution`, `mixtureDistribution`, `wideNormalDistribution`, `monotoneDistribution`,
 * `gammaDistribution`, `betaDistribution`; `shiftedDistribution` and `mirroredDistribution` change another one.
 */
export interface Distribution {
  readonly name: string;
  /** Whether the density is positive and differentiable on the whole line, so that the theorem applies. */
  readonly smooth: boolean;
  draw(rng: Rng): number;
  logDensity(t: number): number;
  /** d log p/dt. */
  score(t: number): number;
  /** A substitution for integrals over the distribution; s runs over |s| ≤ `REACH`. */
  substitute(s: number): Substitution;
}

export interface Substitution {
  /** t(s), increasing in s. */
  readonly value: number;
  /** log(p(t(s))·t′(s)): the log density in s. */
  readonly logWeight: number;
}

/**
 * Half the width of the integrals over a distribution, in units of its substitution, chosen so that less than 10⁻¹⁵ of
 * the distribution lies outside (2·10⁻¹⁹ for a normal).
 */
export const REACH = 9;

/** The distribution of scale·T + location. */
export function shiftedDistribution(distribution: Distribution, scale: number, location = 0): Distribution {
  const logScale = log(scale);
  const standard = (t: number) => (t - location) / scale;
  return {
    name: distribution.name,
    smooth: distribution.smooth,
    draw: (rng) => location + scale * distribution.draw(rng),
    logDensity: (t) => distribution.logDensity(standard(t)) - logScale,
    score: (t) => distribution.score(standard(t)) / scale,
    substitute: (s) => {
      const { value, logWeight } = distribution.substitute(s);
      return { value: location + scale * value, logWeight };
    },
  };
}

/** The distribution of −T: skewed to the other side. */
export function mirroredDistribution(distribution: Distribution): Distribution {
  return {
    name: distribution.name,
    smooth: distribution.smooth,
    draw: (rng) => -distribution.draw(rng),
    logDensity: (t) => distribution.logDensity(-t),
    score: (t) => -distribution.score(-t),
    substitute: (s) => {
      const { value, logWeight } = distribution.substitute(-s);
      return { value: -value, logWeight };
    },
  };
}

/** One normal of a mixture. */
export interface MixturePart {
  /** Its share of the distribution; the shares of all parts sum to 1. */
  readonly share: number;
  readonly mean: number;
  readonly sd: number;
}

/** A mixture of normals: several humps, or one with heavy shoulders. */
export function mixtureDistribution(parts: readonly MixturePart[], name = "mixture"): Distribution {
  const low = Math.min(...parts.map(({ mean, sd }) => mean - REACH * sd));
  const high = Math.max(...parts.map(({ mean, sd }) => mean + REACH * sd));
  const stretch = (high - low) / (2 * REACH);
  const logs = parts.map(({ share, sd }) => log(share) - log(sd));
  /** log p, and Σ (share of the part at t)·(its score). */
  const at = (t: number): { logDensity: number; score: number } => {
    let largest = -Infinity;
    for (let k = 0; k < parts.length; k++) largest = Math.max(largest, logPart(k, t));
    let sum = 0;
    let slope = 0;
    for (let k = 0; k < parts.length; k++) {
      const weight = exp(logPart(k, t) - largest);
      sum += weight;
      slope += (weight * (parts[k].mean - t)) / (parts[k].sd * parts[k].sd);
    }
    return { logDensity: largest + log(sum), score: slope / sum };
  };
  const logPart = (k: number, t: number) => logs[k] + normalLogDensity((t - parts[k].mean) / parts[k].sd);
  return {
    name,
    smooth: true,
    draw: (rng) => {
      let remaining = rng.uniform();
      const chosen = parts.find(({ share }) => {
        remaining -= share;
        return remaining < 0;
      });
      const { mean, sd } = chosen ?? parts[parts.length - 1];
      return mean + sd * rng.normal();
    },
    logDensity: (t) => at(t).logDensity,
    score: (t) => at(t).score,
    substitute: (s) => {
      const value = 0.5 * (low + high) + stretch * s;
      return { value, logWeight: at(value).logDensity + log(stretch) };
    },
  };
}

/** Nodes at which the variance is integrated out: the density of t is smooth in it, error below 10⁻¹⁴. */
const VARIANCES = 16;

/**
 * √V·N with V uniform on (1, 2) and N standard normal: variance 1.5, kurtosis 3.11.
 *
 * Cause and noise of the AN, LS and MN benchmarks. Each draw has a new V; the density is the mixture over Gauss nodes
 * of V.
 * @reference Tagasovska, Chavez-Demoulin & Vatter 2020
 */
export function wideNormalDistribution(): Distribution {
  const { nodes, weights } = gaussLegendre(VARIANCES);
  const parts = Array.from(nodes, (node, k) => ({
    share: 0.5 * weights[k],
    mean: 0,
    sd: Math.sqrt(1.5 + 0.5 * node),
  }));
  return {
    ...mixtureDistribution(parts, "wide-normal"),
    draw: (rng) => Math.sqrt(1 + rng.uniform()) * rng.normal(),
  };
}
