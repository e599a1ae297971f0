import { exp, log } from "../primitives/elementary.js";
import { logGamma } from "../primitives/special.js";

const MOST_TERMS = 10_000;
const PRECISION = 1e-15;
/** Stands for 0 where there would be a division by it, or its logarithm. */
const TINY = 1e-300;
/** Columns that differ only by rounding have a 1 − r² of this size. */
const ROUNDING = 1e-15;

/**
 * ln P(r² ≥ squared), as a function of `squared`, for the correlation r of n rows if the columns are independent and one
 * of them is normal: r² has a beta distribution with parameters ½ and (n − 2)/2. Its mean, 1/(n − 1), is that of any two
 * columns whose rows are paired at random; for two columns of normal scores the whole tail is close to it
 * (docs/scaling.md).
 *
 * @param rows at least 3     @error 10⁻¹² of the tail; `squared` counts as at most 1 − 10⁻¹⁵     @cost below 1 µs
 */
export function logCorrelationTail(rows: number): (squared: number) => number {
  const a = (rows - 2) / 2;
  const constant = logGamma(a + 0.5) - logGamma(a) - logGamma(0.5);
  return (squared) => {
    if (!(squared > 0)) return 0;
    const near = Math.min(squared, 1 - ROUNDING);
    const front = a * log(1 - near) + 0.5 * log(near) + constant;
    // Each of the two fractions converges quickly where the other does not.
    if (1 - near < (a + 1) / (a + 2.5)) return front - log(a * betaFraction(a, 0.5, 1 - near));
    return log(Math.max(1 - exp(front) / (0.5 * betaFraction(0.5, a, near)), TINY));
  };
}

/**
 * The continued fraction 1 + d₁/(1 + d₂/(1 + …)) by which x^a (1 − x)^b/(a B(a, b)) is divided to give the share of a
 * beta distribution below x; by Lentz's recurrence.
 */
function betaFraction(a: number, b: number, x: number): number {
  let [c, d, fraction] = [1, 0, 1];
  for (let k = 1; k < MOST_TERMS; k++) {
    const m = k >> 1;
    const numerator = k % 2 === 1 ? -(a + m) * (a + b + m) * x : m * (b - m) * x;
    const coefficient = numerator / ((a + k - 1) * (a + k));
    d = 1 / (1 + coefficient * d || TINY);
    c = 1 + coefficient / c || TINY;
    fraction *= c * d;
    if (Math.abs(c * d - 1) < PRECISION) break;
  }
  return fraction;
}
