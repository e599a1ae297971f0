import { exp, log } from "./elementary.js";

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
const PRECISION = 1e-16;

/**
 * Share of a gamma distribution with the given shape and scale 1 that lies above x: the regularized upper incomplete
 * gamma function. Series below the mean, Lentz's continued fraction above; relative error 10⁻¹², also far in the tail.
 */
export function gammaTail(shape: number, x: number): number {
  if (!(x > 0)) return 1;
  const front = exp(shape * log(x) - x - logGamma(shape));
  if (x < shape + 1) {
    let term = 1 / shape;
    let sum = term;
    for (let k = 1; k < MOST_TERMS && term > PRECISION * sum; k++) {
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
    if (Math.abs(step - 1) < PRECISION * 4) break;
  }
  return front * fraction;
}
