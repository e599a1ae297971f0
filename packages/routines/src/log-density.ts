import type { LogDensityProblem } from "@causal-velocity/core/compute/routines.js";
import { chebyshevRoots, chebyshevTermsAtRoots } from "@causal-velocity/core/primitives/chebyshev.js";
import { exp } from "@causal-velocity/core/primitives/elementary.js";
import type { Wasm } from "./wasm-instance.js";

/** Mean log density of a sorted column, each row left out of its own; see assembly/log-density.ts. */
export function meanLogDensity(wasm: Wasm, { places, lonely }: LogDensityProblem): number {
  transfers ??= transferMatrices(wasm.densityPowers.value, wasm.densityReach.value);
  return wasm.meanLogDensity(places.length, wasm.place(places), wasm.place(transfers), lonely);
}

let transfers: Float64Array | undefined;

/**
 * For each distance d of tiles of width 1, the coefficients of exp(−(d + (s − t)/2)²/2) as a polynomial in the target's
 * place s and the source's t, both from −1 to 1: [source's power][target's power].
 */
function transferMatrices(powers: number, reach: number): Float64Array {
  const roots = chebyshevRoots(powers);
  const series = chebyshevTermsAtRoots(powers).map((term, at) => ((at < powers ? 1 : 2) * term) / powers);
  const inPowers = chebyshevInPowers(powers);
  const size = powers * powers;
  const values = new Float64Array(size);
  const out = new Float64Array((2 * reach + 1) * size);
  for (let d = -reach; d <= reach; d++) {
    for (let k = 0; k < size; k++) {
      const distance = d + 0.5 * (roots[k % powers] - roots[Math.floor(k / powers)]);
      values[k] = exp(-0.5 * distance * distance);
    }
    // Series of Chebyshev polynomials in both places, then of powers: directly, rounding would be much larger.
    out.set(fromBothSides(inPowers, fromBothSides(series, values, powers), powers), (d + reach) * size);
  }
  return out;
}

/** Coefficients of the Chebyshev polynomials: entry p·q + k is that of tᵖ in T_k. */
function chebyshevInPowers(q: number): Float64Array {
  const out = new Float64Array(q * q);
  out[0] = 1;
  if (q > 1) out[q + 1] = 1;
  // T_k = 2t·T_{k−1} − T_{k−2}
  for (let k = 2; k < q; k++) {
    for (let p = 0; p < q; p++) out[p * q + k] = (p > 0 ? 2 * out[(p - 1) * q + k - 1] : 0) - out[p * q + k - 2];
  }
  return out;
}

/** The product m·v·mᵀ of square matrices of q rows. */
function fromBothSides(m: Float64Array, v: Float64Array, q: number): Float64Array {
  return transposedProduct(m, transposedProduct(m, v, q), q);
}

/** The product m·vᵀ. */
function transposedProduct(m: Float64Array, v: Float64Array, q: number): Float64Array {
  const out = new Float64Array(q * q);
  for (let i = 0; i < q; i++) {
    for (let j = 0; j < q; j++) {
      let sum = 0;
      for (let k = 0; k < q; k++) sum += m[i * q + k] * v[j * q + k];
      out[i * q + j] = sum;
    }
  }
  return out;
}
