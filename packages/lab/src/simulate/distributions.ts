import { exp, log, tanh } from "@causal-velocity/core/primitives/elementary.js";
import type { Rng } from "@causal-velocity/core/primitives/random.js";
import { logGamma, normalLogDensity, normalShare } from "@causal-velocity/core/primitives/special.js";
import { type Distribution, REACH } from "./distribution.js";
import { softplus } from "./monotone-map.js";

/**
 * The standard normal: the paper's Gaussian noise, with score −t. @paper appx:experiment:syndetails (Analytic Score)
 */
export function normalDistribution(): Distribution {
  return {
    name: "normal",
    smooth: true,
    draw: (rng) => rng.normal(),
    logDensity: normalLogDensity,
    score: (t) => -t,
    substitute: (s) => ({ value: s, logWeight: normalLogDensity(s) }),
  };
}

/** Uniform on (−√3, √3), with variance 1. Its support is bounded, so the theorem does not apply. */
export function uniformDistribution(): Distribution {
  const half = Math.sqrt(3);
  const logHeight = -log(2 * half);
  return {
    name: "uniform",
    smooth: false,
    draw: (rng) => half * (2 * rng.uniform() - 1),
    logDensity: (t) => (Math.abs(t) < half ? logHeight : -Infinity),
    score: () => 0,
    substitute: (s) => ({ value: half * (2 * normalShare(s) - 1), logWeight: normalLogDensity(s) }),
  };
}

/** A density of e^{−40} at the ends of the integrals. */
const LAPLACE_STRETCH = 40 / Math.SQRT2 / REACH;

/** Laplace's double exponential with variance 1. Its density has a kink at 0, where the score jumps. */
export function laplaceDistribution(): Distribution {
  const logDensity = (t: number) => -Math.SQRT2 * Math.abs(t) - 0.5 * Math.LN2;
  return {
    name: "laplace",
    smooth: false,
    draw: (rng) => {
      const sign = rng.uniform() < 0.5 ? -1 : 1;
      return (-sign * log(1 - rng.uniform())) / Math.SQRT2;
    },
    logDensity,
    score: (t) => -Math.SQRT2 * Math.sign(t),
    substitute: (s) => ({
      value: LAPLACE_STRETCH * s,
      logWeight: logDensity(LAPLACE_STRETCH * s) + log(LAPLACE_STRETCH),
    }),
  };
}

/** √3/π: the scale that gives a logistic distribution variance 1. */
const LOGISTIC_SCALE = Math.sqrt(3) / Math.PI;
/** A density of e^{−40} at the ends of the integrals. */
const LOGISTIC_STRETCH = (40 * LOGISTIC_SCALE) / REACH;

/** The logistic distribution with variance 1: bell-shaped, with tails that fall like e^{−|t|/scale}. */
export function logisticDistribution(): Distribution {
  const logDensity = (t: number) => {
    const size = Math.abs(t) / LOGISTIC_SCALE;
    return -size - 2 * log(1 + exp(-size)) - log(LOGISTIC_SCALE);
  };
  return {
    name: "logistic",
    smooth: true,
    draw: (rng) => {
      // 1 − u lies in (0, 1]; a draw of exactly 1, of probability 2⁻⁵³, would be infinite.
      const share = Math.min(1 - rng.uniform(), LARGEST_SHARE);
      return LOGISTIC_SCALE * (log(share) - log(1 - share));
    },
    logDensity,
    score: (t) => -tanh((0.5 * t) / LOGISTIC_SCALE) / LOGISTIC_SCALE,
    substitute: (s) => ({
      value: LOGISTIC_STRETCH * s,
      logWeight: logDensity(LOGISTIC_STRETCH * s) + log(LOGISTIC_STRETCH),
    }),
  };
}

/** The largest double below 1. */
const LARGEST_SHARE = 1 - 1.1102230246251565e-16;

/** √6/π: the scale that gives a Gumbel distribution variance 1. */
const GUMBEL_SCALE = Math.sqrt(6) / Math.PI;
/** Euler's constant: the mean of the standard Gumbel distribution. */
const EULER = 0.5772156649015329;
/** The right tail falls like e^{−t}, the left one faster than any exponential: the integrals run from −4 to 40. */
const GUMBEL_MIDDLE = 18;
const GUMBEL_HALF_WIDTH = 22;
/** Smaller uniform draws are replaced by this: it keeps ln(−ln u) finite. */
const SMALLEST_DRAW = 1.1102230246251565e-16;

/** Gumbel's distribution of extremes with mean 0 and variance 1: skewed to the right by 1.14. */
export function gumbelDistribution(): Distribution {
  const standard = (t: number) => t / GUMBEL_SCALE + EULER;
  const logDensity = (t: number) => -standard(t) - exp(-standard(t)) - log(GUMBEL_SCALE);
  return {
    name: "gumbel",
    smooth: true,
    draw: (rng) => GUMBEL_SCALE * (-log(-log(Math.max(rng.uniform(), SMALLEST_DRAW))) - EULER),
    logDensity,
    score: (t) => (exp(-standard(t)) - 1) / GUMBEL_SCALE,
    substitute: (s) => {
      const value = GUMBEL_SCALE * (GUMBEL_MIDDLE + (GUMBEL_HALF_WIDTH * s) / REACH - EULER);
      return { value, logWeight: logDensity(value) + log((GUMBEL_SCALE * GUMBEL_HALF_WIDTH) / REACH) };
    },
  };
}

/** Student's distribution scaled to variance 1, for more than 2 degrees of freedom: heavy tails, t^{−degrees−1}. */
export function studentDistribution(degrees: number): Distribution {
  const scale = Math.sqrt((degrees - 2) / degrees);
  const logConstant =
    logGamma(0.5 * (degrees + 1)) - logGamma(0.5 * degrees) - 0.5 * log(degrees * Math.PI) - log(scale);
  const logDensity = (t: number) => {
    const u = t / scale;
    return logConstant - 0.5 * (degrees + 1) * log(1 + (u * u) / degrees);
  };
  // t = sinh(stretch·s) grows fast enough for a tail of t^{−degrees}: e^{−36} of the distribution lies beyond its ends.
  const stretch = 36 / degrees / REACH + 0.2;
  return {
    name: "student",
    smooth: true,
    draw: (rng) => (scale * rng.normal()) / Math.sqrt(drawGamma(rng, 0.5 * degrees, 2 / degrees)),
    logDensity,
    score: (t) => {
      const u = t / scale;
      return (-(degrees + 1) * u) / ((degrees + u * u) * scale);
    },
    substitute: (s) => {
      const growth = exp(stretch * s);
      const value = 0.5 * (growth - 1 / growth);
      return { value, logWeight: logDensity(value) + log(0.5 * stretch * (growth + 1 / growth)) };
    },
  };
}

/** A density of e^{−40}, or less, at the ends of the integrals. */
const LOG_NEGLIGIBLE_DENSITY = 40;

/**
 * The gamma distribution of the given shape, shifted and scaled to mean 0 and variance 1: skewed to the right by
 * 2/√shape, with nothing below −√shape, so the theorem does not apply.
 */
export function gammaDistribution(shape: number): Distribution {
  const sd = Math.sqrt(shape);
  const logConstant = -logGamma(shape);
  /** The plain gamma variable behind a value. */
  const plain = (t: number) => shape + sd * t;
  // g = e^{u − e^{−u}}: the weight then falls faster than any exponential of u at both ends.
  const low = -log(1 + LOG_NEGLIGIBLE_DENSITY / shape);
  const high = log(LOG_NEGLIGIBLE_DENSITY + 10 * shape);
  const stretch = (high - low) / (2 * REACH);
  return {
    name: "gamma",
    smooth: false,
    draw: (rng) => (drawGamma(rng, shape, 1) - shape) / sd,
    logDensity: (t) => {
      const g = plain(t);
      return g > 0 ? (shape - 1) * log(g) - g + logConstant + log(sd) : -Infinity;
    },
    score: (t) => sd * ((shape - 1) / plain(t) - 1),
    substitute: (s) => {
      const u = 0.5 * (low + high) + stretch * s;
      const bend = exp(-u);
      const logG = u - bend;
      const g = exp(logG);
      return { value: (g - shape) / sd, logWeight: shape * logG - g + logConstant + log((1 + bend) * stretch) };
    },
  };
}

/** A weight of e^{−40} at the ends of the integrals. */
const LOG_NEGLIGIBLE_WEIGHT = 40;

/**
 * The beta distribution of shapes a and b, shifted and scaled to mean 0 and variance 1. A shape below 1 makes the
 * density infinite at its end: U-shaped if both are, J-shaped if one is. Its support is bounded, so the theorem does
 * not apply.
 */
export function betaDistribution(a: number, b: number): Distribution {
  const total = a + b;
  const mean = a / total;
  const sd = Math.sqrt((mean * (1 - mean)) / (total + 1));
  const logConstant = logGamma(total) - logGamma(a) - logGamma(b);
  /** The share in (0, 1) behind a value. */
  const plain = (t: number) => mean + sd * t;
  // In the log-odds of the share the weight falls like e^{−a|u|} to the left and e^{−b|u|} to the right.
  const [low, high] = [-LOG_NEGLIGIBLE_WEIGHT / a, LOG_NEGLIGIBLE_WEIGHT / b];
  const stretch = (high - low) / (2 * REACH);
  return {
    name: "beta",
    smooth: false,
    draw: (rng) => {
      const first = drawGamma(rng, a, 1);
      return (first / (first + drawGamma(rng, b, 1)) - mean) / sd;
    },
    logDensity: (t) => {
      const share = plain(t);
      if (!(share > 0 && share < 1)) return -Infinity;
      return (a - 1) * log(share) + (b - 1) * log(1 - share) + logConstant + log(sd);
    },
    score: (t) => sd * ((a - 1) / plain(t) - (b - 1) / (1 - plain(t))),
    substitute: (s) => {
      const logOdds = 0.5 * (low + high) + stretch * s;
      const value = (1 / (1 + exp(-logOdds)) - mean) / sd;
      return { value, logWeight: logConstant - a * softplus(-logOdds) - b * softplus(logOdds) + log(stretch) };
    },
  };
}

/**
 * A draw from the gamma distribution with the given shape (any above 0) and scale; mean shape·scale.
 *
 * Marsaglia & Tsang (2000): cube of a normal, accepted with a probability above 0.95. Below shape 1 a draw of shape + 1
 * is multiplied by U^{1/shape}.
 */
export function drawGamma(rng: Rng, shape: number, scale: number): number {
  if (shape < 1) return drawGamma(rng, shape + 1, scale) * exp(log(1 - rng.uniform()) / shape);
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const normal = rng.normal();
    const root = 1 + c * normal;
    if (root <= 0) continue;
    const cube = root * root * root;
    if (log(1 - rng.uniform()) < 0.5 * normal * normal + d * (1 - cube + log(cube))) return d * cube * scale;
  }
}
