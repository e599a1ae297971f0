import {
  type Column,
  chebyshevRoots,
  type MemoryExceeded,
  type Routines,
  type SteinCheck,
  type SteinProblem,
  type SteinSolution,
} from "@causal-velocity/core";
import { decodeBase64 } from "./decode-base64.js";
import { wasmText } from "./wasm-text.js";

/** What assembly/index.ts exports. Addresses are byte offsets into the memory. */
interface Exports {
  readonly memory: { readonly buffer: ArrayBuffer };
  mark(): number;
  release(mark: number): void;
  take(bytes: number): number;
  medianOfDistances(x: number, n: number): number;
  stein(
    dimension: number,
    n: number,
    x0: number,
    x1: number,
    ridge: number,
    tolerance: number,
    q: number,
    roots: number,
    byteLimit: number,
    out0: number,
    out1: number,
  ): number;
  steinResidual(
    n: number,
    x0: number,
    x1: number,
    s0: number,
    s1: number,
    ridge: number,
    row: number,
    out: number,
  ): void;
  readonly nodeCount: { readonly value: number };
  readonly node0: { readonly value: number };
  readonly node1: { readonly value: number };
  readonly weight: { readonly value: number };
  readonly nodeScore0: { readonly value: number };
  readonly nodeScore1: { readonly value: number };
  readonly trace: { readonly value: number };
}

/** The part of the WebAssembly interface used here: the core's types know neither DOM nor Node. */
interface WebAssemblyApi {
  validate(bytes: Uint8Array<ArrayBuffer>): boolean;
  Module: new (bytes: Uint8Array<ArrayBuffer>) => object;
  Instance: new (module: object, imports: object) => { readonly exports: unknown };
}

/** Chebyshev roots per direction of a tile: 16 for errors of 10⁻¹¹, 12 for 10⁻⁸. */
const ROOTS = 16;
const FAST_ROOTS = 12;
/** Vectors may run over the end of an array by this many numbers. */
const SPARE = 4;
/** WebAssembly's memory ends at 4 GB; the columns themselves must fit beside the factor. */
const MOST_FACTOR_BYTES = 2e9;
/** An instance that once needed more than this is given up, so that its memory returns to the system. */
const KEPT_BYTES = 256e6;

/** The routines in WebAssembly with SIMD; undefined where the runtime has neither. */
export function wasmRoutines(): Routines | undefined {
  const api = (globalThis as { WebAssembly?: WebAssemblyApi }).WebAssembly;
  const bytes = decodeBase64(wasmText);
  if (!api?.validate(bytes)) return undefined;
  const module = new api.Module(bytes);
  let instance: Exports | undefined;
  /** Runs one computation and gives its memory back, whatever happens. */
  const withMemory = <T>(compute: (wasm: Exports) => T): T => {
    instance ??= new api.Instance(module, {}).exports as Exports;
    const wasm = instance;
    const start = wasm.mark();
    try {
      return compute(wasm);
    } finally {
      wasm.release(start);
      if (wasm.memory.buffer.byteLength > KEPT_BYTES) instance = undefined;
    }
  };
  return {
    name: "wasm",
    medianOfDistances: (column) => withMemory((wasm) => wasm.medianOfDistances(place(wasm, column), column.length)),
    solveStein: (problem) => withMemory((wasm) => solveStein(wasm, problem)),
    steinResidual: (check) => withMemory((wasm) => steinResidual(wasm, check)),
  };
}

/** Copies a column into the memory and returns its address. */
function place(wasm: Exports, column: Column): number {
  const at = wasm.take(8 * (column.length + SPARE));
  new Float64Array(wasm.memory.buffer, at, column.length).set(column);
  return at;
}

/** Copies a column out of the memory. */
function copyOut(wasm: Exports, at: number, length: number): Column {
  return new Float64Array(wasm.memory.buffer, at, length).slice();
}

function solveStein(wasm: Exports, problem: SteinProblem): SteinSolution | MemoryExceeded {
  const { points, ridge, tolerance, fast, memoryLimit } = problem;
  const d = points.length;
  const n = points[0].length;
  const q = fast ? FAST_ROOTS : ROOTS;
  const x0 = place(wasm, points[0]);
  const x1 = place(wasm, points[1] ?? new Float64Array(n));
  const roots = place(wasm, chebyshevRoots(q));
  const out = [wasm.take(8 * (n + SPARE)), wasm.take(8 * (n + SPARE))];
  const byteLimit = Math.min(memoryLimit, MOST_FACTOR_BYTES);
  const rank = wasm.stein(d, n, x0, x1, ridge, tolerance, q, roots, byteLimit, out[0], out[1]);
  if (rank === -1) return { memoryExceeded: true, trace: wasm.trace.value };
  if (rank < 0) throw new RangeError(`wasm stein: the ${n} × ${d} problem's Gram matrix is not positive definite`);
  const nodeCount = wasm.nodeCount.value;
  const ofNodes = (first: number, second: number) =>
    [first, second].slice(0, d).map((at) => copyOut(wasm, at, nodeCount));
  return {
    atRows: out.slice(0, d).map((at) => copyOut(wasm, at, n)),
    nodes: ofNodes(wasm.node0.value, wasm.node1.value),
    weights: copyOut(wasm, wasm.weight.value, nodeCount),
    scoresAtNodes: ofNodes(wasm.nodeScore0.value, wasm.nodeScore1.value),
    rank,
  };
}

/** Eight kernels are evaluated at once. */
const BUNDLE = 8;
/** A point so far from all others that its kernel is below the smallest number that matters. */
const FAR_AWAY = 1e150;

function steinResidual(wasm: Exports, { points, scores, ridge, rows }: SteinCheck): Column[] {
  const n = points[0].length;
  const padded = BUNDLE * Math.ceil(n / BUNDLE);
  const placePadded = (column: Column | undefined, filling: number): number => {
    const longer = new Float64Array(padded).fill(column ? filling : 0);
    if (column) longer.set(column);
    return place(wasm, longer);
  };
  const [x0, x1] = [placePadded(points[0], FAR_AWAY), placePadded(points[1], 0)];
  const [s0, s1] = [placePadded(scores[0], 0), placePadded(scores[1], 0)];
  const at = wasm.take(16);
  const out = scores.map(() => new Float64Array(rows.length));
  rows.forEach((row, r) => {
    wasm.steinResidual(padded, x0, x1, s0, s1, ridge, row, at);
    const residual = new Float64Array(wasm.memory.buffer, at, 2);
    for (let j = 0; j < out.length; j++) out[j][r] = residual[j];
  });
  return out;
}
