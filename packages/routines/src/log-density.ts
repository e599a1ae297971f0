import type { LogDensityProblem } from "@causal-velocity/core/compute/routines.js";
import { chebyshevCoefficients, chebyshevRoots } from "@causal-velocity/core/primitives/chebyshev.js";
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
  const out = new Float64Array((2 * reach + 1) * powers * powers);
  for (let d = -reach; d <= reach; d++) {
    // Along the target's place first, then along the source's.
    const half = Array.from(roots, (t) => inPowers(roots.map((s) => gaussian(d + 0.5 * (s - t)))));
    for (let p = 0; p < powers; p++) {
      const column = inPowers(Float64Array.from(half, (series) => series[p]));
      for (let q = 0; q < powers; q++) out[((d + reach) * powers + q) * powers + p] = column[q];
    }
  }
  return out;
}

function gaussian(distance: number): number {
  return exp(-0.5 * distance * distance);
}

/** Coefficients of 1, t, t², … of the polynomial through values at the Chebyshev roots. */
function inPowers(values: Float64Array): Float64Array {
  const series = chebyshevCoefficients(values);
  const out = new Float64Array(series.length);
  // T_k in powers, from T_k = 2t·T_{k−1} − T_{k−2}.
  let [before, term] = [new Float64Array(series.length), new Float64Array(series.length)];
  term[0] = 1;
  for (let k = 0; k < series.length; k++) {
    for (let p = 0; p <= k; p++) out[p] += series[k] * term[p];
    const next = new Float64Array(series.length);
    const twice = k === 0 ? 1 : 2;
    for (let p = 0; p + 1 < next.length; p++) next[p + 1] = twice * term[p];
    if (k > 0) for (let p = 0; p < next.length; p++) next[p] -= before[p];
    [before, term] = [term, next];
  }
  return out;
}
