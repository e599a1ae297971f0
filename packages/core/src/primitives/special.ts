import { cos, exp, log } from "./elementary.js";

/** Below this the asymptotic series of ln Γ is too short; the recurrence Γ(x + 1) = xΓ(x) lifts the argument. */
const ASYMPTOTIC_FROM = 12;
/** B₂ₖ/(2k(2k − 1)) for k = 1 … 7: coefficients of Stirling's series. */
const STIRLING = [1 / 12, -1 / 360, 1 / 1260, -1 / 1680, 1 / 1188, -691 / 360360, 1 / 156];
/** ln √(2π): in Stirling's series, and in every normal log density. */
export const HALF_LOG_TWO_PI = 0.9189385332046728;

/** ln Γ(x) for x > 0: Stirling's series, relative error 10⁻¹⁴. */
export function logGamma(x: number): number {
  if (x < ASYMPTOTIC_FROM) return logGamma(x + 1) - log(x);
  const inverseSquare = 1 / (x * x);
  let power = 1 / x;
  let series = 0;
  for (const coefficient of STIRLING) {
    series += coefficient * power;
    power *= inverseSquare;
  }
  return (x - 0.5) * log(x) - x + HALF_LOG_TWO_PI + series;
}

/** B₂ₖ/2k for k = 1 … 7. */
const DIGAMMA = [1 / 12, -1 / 120, 1 / 252, -1 / 240, 1 / 132, -691 / 32760, 1 / 12];

/** ψ(x) = d ln Γ/dx for x > 0: the derivative of Stirling's series, error 10⁻¹⁴. */
export function digamma(x: number): number {
  if (x < ASYMPTOTIC_FROM) return digamma(x + 1) - 1 / x;
  const inverseSquare = 1 / (x * x);
  let power = inverseSquare;
  let series = 0;
  for (const coefficient of DIGAMMA) {
    series += coefficient * power;
    power *= inverseSquare;
  }
  return log(x) - 0.5 / x - series;
}

const MOST_TERMS = 10_000;
const GAMMA_PRECISION = 1e-16;

/**
 * Share of a gamma distribution with the given shape and scale 1 that lies above x: the regularized upper incomplete
 * gamma function. Series below the mean, Lentz's continued fraction above; relative error 10⁻¹², also far in the tail.
 *
 * @param logGammaOfShape for callers that know it
 */
export function gammaTail(shape: number, x: number, logGammaOfShape: number = logGamma(shape)): number {
  if (!(x > 0)) return 1;
  const front = exp(shape * log(x) - x - logGammaOfShape);
  if (x < shape + 1) {
    let term = 1 / shape;
    let sum = term;
    for (let k = 1; k < MOST_TERMS && term > GAMMA_PRECISION * sum; k++) {
      term *= x / (shape + k);
      sum += term;
    }
    return 1 - front * sum;
  }
  const tiny = 1e-300;
  let b = x + 1 - shape;
  let c = 1 / tiny;
  let d = 1 / b;
  let fraction = d;
  for (let k = 1; k < MOST_TERMS; k++) {
    const a = -k * (k - shape);
    b += 2;
    d = 1 / (a * d + b || tiny);
    c = b + a / c || tiny;
    const step = c * d;
    fraction *= step;
    if (Math.abs(step - 1) < GAMMA_PRECISION * 4) break;
  }
  return front * fraction;
}

const MOST_QUANTILE_STEPS = 60;
const QUANTILE_PRECISION = 1e-15;

/** Entropy of the standard normal, ½ ln(2πe): the most that a column of unit variance can have. */
export const NORMAL_ENTROPY = HALF_LOG_TWO_PI + 0.5;

/** ln φ(t), the log density of the standard normal. */
export function normalLogDensity(t: number): number {
  return -0.5 * t * t - HALF_LOG_TWO_PI;
}

/** ln Γ(½), which takes longer than the rest of Φ. */
const LOG_GAMMA_HALF = logGamma(0.5);

/** Φ(t), the share of the standard normal below t: relative error 10⁻¹² down to the smallest double. */
export function normalShare(t: number): number {
  const tail = 0.5 * gammaTail(0.5, 0.5 * t * t, LOG_GAMMA_HALF);
  return t < 0 ? tail : 1 - tail;
}

/**
 * The t with ln Φ(t) = logShare, for logShare ≤ ln ½: the lower half of the normal quantile, in terms of a logarithm so
 * that shares near 0 keep their digits.
 *
 * Newton's steps on the concave ln Φ rise to the root from any start left of it, such as −√(−2 ln 2p) by the bound
 * Φ(−t) ≤ ½e^{−t²/2}.
 */
export function lowerNormalQuantile(logShare: number): number {
  let t = -Math.sqrt(Math.max(0, -2 * (logShare + Math.LN2)));
  for (let i = 0; i < MOST_QUANTILE_STEPS; i++) {
    const logHere = log(normalShare(t));
    const step = (logShare - logHere) * exp(logHere - normalLogDensity(t));
    t += step;
    if (!(Math.abs(step) > QUANTILE_PRECISION * Math.max(1, Math.abs(t)))) break;
  }
  return t;
}

/** Points in (−1, 1) and weights of a quadrature rule. */
export interface Quadrature {
  readonly nodes: Float64Array;
  readonly weights: Float64Array;
}

/** Newton's method doubles its digits each round; Tricomi's start has three. */
const LEGENDRE_ROUNDS = 5;

/**
 * Gauss and Legendre's rule with q nodes: ∫₋₁¹ f ≈ Σ w·f(node), exact for polynomials of degree 2q − 1.
 *
 * Nodes are the roots of the Legendre polynomial P_q, weights 2/((1 − t²) P_q′(t)²).
 * @cost O(q²)
 */
export function gaussLegendre(q: number): Quadrature {
  const nodes = new Float64Array(q);
  const weights = new Float64Array(q);
  for (let i = 0; i < q; i++) {
    let t = -cos((Math.PI * (i + 0.75)) / (q + 0.5));
    let slope = 0;
    for (let round = 0; round < LEGENDRE_ROUNDS; round++) {
      let [before, value] = [1, t];
      for (let k = 2; k <= q; k++) [before, value] = [value, ((2 * k - 1) * t * value - (k - 1) * before) / k];
      slope = (q * (before - t * value)) / (1 - t * t);
      t -= value / slope;
    }
    nodes[i] = t;
    weights[i] = 2 / ((1 - t * t) * slope * slope);
  }
  return { nodes, weights };
}
