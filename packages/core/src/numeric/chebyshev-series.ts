import { chebyshevRoots } from "./chebyshev.js";

/** Writes the Chebyshev polynomials T_0(t), T_1(t), … as far as `out` has room. */
export function chebyshevInto(t: number, out: Float64Array): void {
  out[0] = 1;
  if (out.length > 1) out[1] = t;
  for (let k = 2; k < out.length; k++) out[k] = 2 * t * out[k - 1] - out[k - 2];
}

/**
 * Coefficients, in T_j(s)·T_k(t), of the polynomial in two variables through values at the p × q Chebyshev roots.
 *
 * Values and coefficients are row-major, s first. Where they fall off before the last ones, the polynomial is as good
 * as the function. With q = 1 a polynomial in one variable.
 * @cost O(pq(p + q))
 */
export function chebyshevCoefficients(values: Float64Array, p: number, q: number): Float64Array {
  const half = new Float64Array(p * q);
  const out = new Float64Array(p * q);
  const [rowRoots, columnRoots] = [chebyshevRoots(p), chebyshevRoots(q)];
  const [rowTerms, columnTerms] = [new Float64Array(p), new Float64Array(q)];
  for (let b = 0; b < q; b++) {
    chebyshevInto(columnRoots[b], columnTerms);
    for (let a = 0; a < p; a++) {
      for (let k = 0; k < q; k++) half[a * q + k] += ((k === 0 ? 1 : 2) / q) * values[a * q + b] * columnTerms[k];
    }
  }
  for (let a = 0; a < p; a++) {
    chebyshevInto(rowRoots[a], rowTerms);
    for (let j = 0; j < p; j++) {
      for (let k = 0; k < q; k++) out[j * q + k] += ((j === 0 ? 1 : 2) / p) * half[a * q + k] * rowTerms[j];
    }
  }
  return out;
}
