import { cos } from "./elementary.js";

/** The q roots of the Chebyshev polynomial T_q: cos((2g + 1)π/2q). */
export function chebyshevRoots(q: number): Float64Array {
  return Float64Array.from({ length: q }, (_, g) => cos(((2 * g + 1) * Math.PI) / (2 * q)));
}
