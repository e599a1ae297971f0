import type {
  MemoryExceeded,
  SteinCheck,
  SteinProblem,
  SteinSolution,
} from "@causal-velocity/core/compute/routines.js";
import { chebyshevRoots } from "@causal-velocity/core/primitives/chebyshev.js";
import type { Column } from "@causal-velocity/core/primitives/columns.js";
import { memoryExceeded } from "@causal-velocity/core/primitives/errors.js";
import type { Wasm } from "./wasm-instance.js";

/** Chebyshev roots per direction of a tile: 16 for errors of 10⁻¹¹, 11 for 10⁻⁶. */
const ROOTS = 16;
const FAST_ROOTS = 11;
/** Bytes a row takes besides the factor: coordinates, scores, tile, order, a sorted copy. */
const BYTES_PER_ROW = 72;

/** Stein scores by tiles and a low-rank factor; see assembly/stein.ts. */
export function solveStein(wasm: Wasm, problem: SteinProblem): SteinSolution | MemoryExceeded {
  const { points, ridge, tolerance, fast, memoryLimit } = problem;
  const d = points.length;
  const n = points[0].length;
  const q = fast ? FAST_ROOTS : ROOTS;
  const mostBytes = Math.min(memoryLimit, wasm.mostBytes);
  const byteLimit = mostBytes - BYTES_PER_ROW * n;
  if (byteLimit < 0) throw memoryExceeded("Stein score estimate", n, mostBytes);
  const x0 = wasm.place(points[0]);
  const x1 = d === 2 ? wasm.place(points[1]) : 0;
  const roots = wasm.place(chebyshevRoots(q));
  const out = [wasm.room(n), d === 2 ? wasm.room(n) : 0];
  const rank = wasm.stein(d, n, x0, x1, ridge, tolerance, q, roots, byteLimit, out[0], out[1]);
  if (rank === -1) return { memoryExceeded: true, trace: wasm.trace.value };
  if (rank < 0) throw new RangeError(`wasm stein: the ${n} × ${d} problem's Gram matrix is not positive definite`);
  const nodeCount = wasm.nodeCount.value;
  const ofNodes = (first: number, second: number) =>
    [first, second].slice(0, d).map((at) => wasm.copyOut(at, nodeCount));
  return {
    atRows: out.slice(0, d).map((at) => wasm.copyOut(at, n)),
    nodes: ofNodes(wasm.node0.value, wasm.node1.value),
    weights: wasm.copyOut(wasm.weight.value, nodeCount),
    scoresAtNodes: ofNodes(wasm.nodeScore0.value, wasm.nodeScore1.value),
    rank,
  };
}

/** Eight kernels are evaluated at once. */
const BUNDLE = 8;
/** A point so far from all others that its kernel is below the smallest number that matters. */
const FAR_AWAY = 1e150;

/** What the scores leave of the equation they should solve; see assembly/stein.ts. */
export function steinResidual(wasm: Wasm, { points, scores, ridge, rows }: SteinCheck): Column[] {
  const n = points[0].length;
  const padded = BUNDLE * Math.ceil(n / BUNDLE);
  const placePadded = (column: Column | undefined, filling: number): number => {
    const longer = new Float64Array(padded).fill(column ? filling : 0);
    if (column) longer.set(column);
    return wasm.place(longer);
  };
  const [x0, x1] = [placePadded(points[0], FAR_AWAY), placePadded(points[1], 0)];
  const [s0, s1] = [placePadded(scores[0], 0), placePadded(scores[1], 0)];
  const at = wasm.room(2);
  const out = scores.map(() => new Float64Array(rows.length));
  rows.forEach((row, r) => {
    wasm.steinResidual(padded, x0, x1, s0, s1, ridge, row, at);
    const residual = wasm.view(at, 2);
    for (let j = 0; j < out.length; j++) out[j][r] = residual[j];
  });
  return out;
}
