import type { KernelSums } from "@causal-velocity/core/compute/kernel-sums.js";
import type { KernelSumProblem } from "@causal-velocity/core/compute/routines.js";
import { chebyshevRoots } from "@causal-velocity/core/primitives/chebyshev.js";
import { memoryExceeded } from "@causal-velocity/core/primitives/errors.js";
import type { Wasm } from "./wasm-instance.js";

/** Bytes a row takes besides what tiles or cells need: coordinates, sums, order, sorted copies. */
const BYTES_PER_ROW = 160;
/** Up to here every pair is looked at: measured, the clever methods are faster from about here on. */
const PAIRWISE_ROWS = { gaussian: 1000, exponential: 4000 };

/** Kernel sums in linear time: tiles for the Gaussian kernel, a fast multipole method for the exponential one. */
export function kernelSums(wasm: Wasm, { kernel, points, memoryLimit }: KernelSumProblem): KernelSums {
  const d = points.length;
  const n = points[0].length;
  const mostBytes = Math.min(memoryLimit, wasm.mostBytes);
  const byteLimit = mostBytes - BYTES_PER_ROW * n;
  if (byteLimit < 0) throw memoryExceeded("kernel density estimate", n, mostBytes);
  const rootCount = kernel === "gaussian" ? wasm.gaussianRoots : wasm.exponentialRoots;
  const x0 = wasm.place(points[0]);
  const x1 = wasm.place(points[1] ?? new Float64Array(n));
  const roots = wasm.place(chebyshevRoots(rootCount.value));
  const [density, slope0, slope1] = [wasm.room(n), wasm.room(n), wasm.room(n)];
  const isDone = ((): boolean => {
    if (d === 2 && n <= PAIRWISE_ROWS[kernel]) {
      wasm.pairwiseSums(n, x0, x1, kernel === "exponential", density, slope0, slope1);
      return true;
    }
    if (kernel === "gaussian") return wasm.gaussianSums(d, n, x0, x1, roots, byteLimit, density, slope0, slope1) === 0;
    if (d === 2) return wasm.exponentialSums(n, x0, x1, roots, byteLimit, density, slope0, slope1) === 0;
    wasm.exponentialLine(n, x0, density, slope0);
    return true;
  })();
  if (!isDone) throw memoryExceeded("kernel density estimate", n, mostBytes);
  return {
    density: wasm.copyOut(density, n),
    slopes: [slope0, slope1].slice(0, d).map((at) => wasm.copyOut(at, n)),
  };
}
