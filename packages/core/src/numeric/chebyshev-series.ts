import { chebyshevRoots } from "./chebyshev.js";

/** Writes the Chebyshev polynomials T_0(t), T_1(t), … as far as `out` has room. */
export function chebyshevInto(t: number, out: Float64Array): void {
  out[0] = 1;
  if (out.length > 1) out[1] = t;
  for (let k = 2; k < out.length; k++) out[k] = 2 * t * out[k - 1] - out[k - 2];
}

const known = new Map<number, Float64Array>();

/** T_k, k < q, at root g of T_q: entry k·q + g. Kept once computed, so not to be written to. */
export function chebyshevTermsAtRoots(q: number): Float64Array {
  const before = known.get(q);
  if (before) return before;
  const terms = new Float64Array(q * q);
  const atRoot = new Float64Array(q);
  chebyshevRoots(q).forEach((root, g) => {
    chebyshevInto(root, atRoot);
    for (let k = 0; k < q; k++) terms[k * q + g] = atRoot[k];
  });
  known.set(q, terms);
  return terms;
}

/**
 * Coefficients c_k of the polynomial Σ c_k T_k through values at the Chebyshev roots. Where they become negligible
 * before the last ones, the polynomial is as good as the function.
 * @cost O(q²)
 */
export function chebyshevCoefficients(values: Float64Array): Float64Array {
  const q = values.length;
  const out = new Float64Array(q);
  const terms = chebyshevTermsAtRoots(q);
  for (let k = 0; k < q; k++) {
    let sum = 0;
    for (let g = 0; g < q; g++) sum += values[g] * terms[k * q + g];
    out[k] = ((k === 0 ? 1 : 2) * sum) / q;
  }
  return out;
}

/** Σ c_k T_k(t), by Clenshaw's recurrence. */
export function chebyshevSum(c: Float64Array, t: number): number {
  let next = 0;
  let afterNext = 0;
  for (let k = c.length - 1; k > 0; k--) {
    const here = c[k] + 2 * t * next - afterNext;
    afterNext = next;
    next = here;
  }
  return c[0] + t * next - afterNext;
}

/** Coefficients of the derivative: d_{k−1} = d_{k+1} + 2k c_k, and half of it for k = 1. */
export function chebyshevDerivative(c: Float64Array): Float64Array {
  const d = new Float64Array(Math.max(1, c.length - 1));
  for (let k = c.length - 1; k > 0; k--) d[k - 1] = (k + 1 < d.length ? d[k + 1] : 0) + 2 * k * c[k];
  d[0] *= 0.5;
  return d;
}

/** Coefficients of an antiderivative, its first 0: ∫T_k = T_{k+1}/(2k + 2) − T_{k−1}/(2k − 2). */
export function chebyshevAntiderivative(c: Float64Array): Float64Array {
  const whole = new Float64Array(c.length + 1);
  for (let k = 1; k <= c.length; k++) {
    const below = (k === 1 ? 2 : 1) * c[k - 1];
    const above = k + 1 < c.length ? c[k + 1] : 0;
    whole[k] = (below - above) / (2 * k);
  }
  return whole;
}
