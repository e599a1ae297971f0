import type { Column } from "./column.js";
import { exp } from "./elementary.js";
import { gaussianLine } from "./gaussian-line.js";

/** Σ_k k(u_i − u_k) and Σ_k ∂k/∂u_j at every point, the point itself included. Units: bandwidths. */
export interface KernelSums {
  readonly density: Column;
  readonly slopes: readonly Column[];
}

/**
 * Sums of exp(−|d|²/2) and its slope −d·k over one or two columns.
 *
 * @cost O(n) for one column, sorting aside, n²/2 exponentials for two
 */
export function gaussianSums(points: readonly Column[]): KernelSums {
  if (points.length === 1) return gaussianLine(points[0]);
  return pairwiseSums(
    points,
    (square) => exp(-0.5 * square),
    (_, kernel) => -kernel,
  );
}

/**
 * Sums of exp(−|d|/2) and its slope −d·k/(2|d|), 0 at the kink, over one or two columns.
 *
 * @cost O(n log n) for one column, n²/2 exponentials for two
 */
export function exponentialSums(points: readonly Column[]): KernelSums {
  if (points.length === 1) return exponentialSweep(points[0]);
  return pairwiseSums(
    points,
    (square) => exp(-0.5 * Math.sqrt(square)),
    (square, kernel) => (square === 0 ? 0 : (-0.5 * kernel) / Math.sqrt(square)),
  );
}

/** Every pair once: kernels are even, slopes odd. */
function pairwiseSums(
  points: readonly Column[],
  kernelOf: (square: number) => number,
  slopePerOffset: (square: number, kernel: number) => number,
): KernelSums {
  const n = points[0].length;
  const u = points[0];
  const v = points[1] ?? new Float64Array(n);
  const density = new Float64Array(n).fill(1);
  const slopeU = new Float64Array(n);
  const slopeV = new Float64Array(n);
  for (let i = 1; i < n; i++) {
    for (let k = 0; k < i; k++) {
      const du = u[i] - u[k];
      const dv = v[i] - v[k];
      const square = du * du + dv * dv;
      const kernel = kernelOf(square);
      const slope = slopePerOffset(square, kernel);
      density[i] += kernel;
      density[k] += kernel;
      slopeU[i] += slope * du;
      slopeU[k] -= slope * du;
      slopeV[i] += slope * dv;
      slopeV[k] -= slope * dv;
    }
  }
  return { density, slopes: [slopeU, slopeV].slice(0, points.length) };
}

/**
 * One column, exactly: to the left of a point all kernels shrink by the same factor from one value to the next, so
 * their sum is a recurrence, and likewise to the right.
 */
function exponentialSweep(u: Column): KernelSums {
  const n = u.length;
  const order = Uint32Array.from(u, (_, i) => i).sort((i, k) => u[i] - u[k]);
  const density = new Float64Array(n);
  const slope = new Float64Array(n);
  const starts = runStarts(u, order);
  // Kernel sums over everything strictly left, then strictly right, of each run of equal values.
  let left = 0;
  for (let r = 0; r + 1 < starts.length; r++) {
    const value = u[order[starts[r]]];
    if (r > 0) {
      const count = starts[r] - starts[r - 1];
      left = (left + count) * exp(-0.5 * (value - u[order[starts[r - 1]]]));
    }
    for (let p = starts[r]; p < starts[r + 1]; p++) {
      density[order[p]] = left + (starts[r + 1] - starts[r]);
      slope[order[p]] = -0.5 * left;
    }
  }
  let right = 0;
  for (let r = starts.length - 2; r >= 0; r--) {
    const value = u[order[starts[r]]];
    if (r < starts.length - 2) {
      const count = starts[r + 2] - starts[r + 1];
      right = (right + count) * exp(-0.5 * (u[order[starts[r + 1]]] - value));
    }
    for (let p = starts[r]; p < starts[r + 1]; p++) {
      density[order[p]] += right;
      slope[order[p]] += 0.5 * right;
    }
  }
  return { density, slopes: [slope] };
}

/** Where each run of equal values begins in ascending order, and where the last one ends. */
function runStarts(u: Column, order: Uint32Array): number[] {
  const starts = [0];
  for (let p = 1; p < order.length; p++) if (u[order[p]] !== u[order[p - 1]]) starts.push(p);
  return [...starts, order.length];
}
