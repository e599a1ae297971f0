import { choleskyInPlace, choleskySolveInPlace } from "./cholesky.js";
import { type Matrix, matrix } from "./matrix.js";

/** Each change of the set of positive components lowers the objective; in practice a few per component. */
const CHANGES_PER_COMPONENT = 10;

/**
 * The z ≥ 0 that minimizes ½zᵀAz − bᵀz, A positive definite: components at the bound are exactly 0.
 *
 * Keeps a set of positive components and solves for these alone; a component that would turn negative leaves, the one
 * whose slope is steepest below 0 enters.
 * @reference Lawson & Hanson 1974, "Solving least squares problems", chapter 23     @param start where to begin, ≥ 0
 * @cost O(k³) per change of the set     @throws RangeError if A is not positive definite
 */
export function minimizeNonnegative(a: Matrix, b: Float64Array, start: Float64Array): Float64Array {
  const k = b.length;
  const z = start.slice();
  const positive = Array.from(z, (value) => value > 0);
  for (let change = 0; change < CHANGES_PER_COMPONENT * k; change++) {
    const target = solveAmong(a, b, positive);
    const blocked = longestStep(z, target, positive);
    for (let j = 0; j < k; j++) if (positive[j]) z[j] += blocked.share * (target[j] - z[j]);
    if (blocked.component >= 0) {
      positive[blocked.component] = false;
      z[blocked.component] = 0;
      continue;
    }
    const entering = steepest(a, b, z, positive);
    if (entering < 0) break;
    positive[entering] = true;
  }
  return z;
}

/** The minimum over the chosen components, the others 0. */
function solveAmong(a: Matrix, b: Float64Array, chosen: readonly boolean[]): Float64Array {
  const index = [...b.keys()].filter((j) => chosen[j]);
  const small = matrix(index.length, index.length);
  index.forEach((row, i) => {
    index.forEach((col, j) => {
      small.data[i * index.length + j] = a.data[row * b.length + col];
    });
  });
  const right = Float64Array.from(index, (j) => b[j]);
  choleskyInPlace(small);
  choleskySolveInPlace(small, right);
  const out = new Float64Array(b.length);
  index.forEach((j, i) => {
    out[j] = right[i];
  });
  return out;
}

/** How far one can go from z to the target before a component turns negative, and which; −1 if none does. */
function longestStep(z: Float64Array, target: Float64Array, positive: readonly boolean[]) {
  let share = 1;
  let component = -1;
  for (let j = 0; j < z.length; j++) {
    if (!positive[j] || target[j] > 0) continue;
    const here = z[j] / (z[j] - target[j]);
    if (!(here >= share)) {
      share = here;
      component = j;
    }
  }
  return { share: Number.isNaN(share) ? 0 : share, component };
}

/** Slopes within rounding of 0 do not count as descent. */
const ROUNDING = 1e-14;

/** The component at 0 along which the objective falls fastest, or −1. */
function steepest(a: Matrix, b: Float64Array, z: Float64Array, positive: readonly boolean[]): number {
  let best = -1;
  let steepness = 0;
  for (let j = 0; j < z.length; j++) {
    if (positive[j]) continue;
    let slope = b[j];
    let size = Math.abs(b[j]);
    for (let l = 0; l < z.length; l++) {
      slope -= a.data[j * z.length + l] * z[l];
      size += Math.abs(a.data[j * z.length + l] * z[l]);
    }
    // In units of the curvature, so that the choice does not depend on how components are scaled.
    const here = slope / Math.sqrt(a.data[j * z.length + j]);
    if (slope > ROUNDING * size && here > steepness) {
      steepness = here;
      best = j;
    }
  }
  return best;
}
