import type { Column } from "@causal-velocity/core/primitives/columns.js";
import { memoryExceeded } from "@causal-velocity/core/primitives/errors.js";
import { wasmText } from "./wasm-text.js";

interface Global {
  readonly value: number;
}

/** What assembly/index.ts exports. Addresses are byte offsets into the memory. */
interface Exports {
  readonly exhausted: Global;
  mark(): number;
  release(mark: number): void;
  take(bytes: number): number;
  medianOfDistances(x: number, n: number): number;
  readonly densityPowers: Global;
  readonly densityReach: Global;
  meanLogDensity(n: number, u: number, transfers: number, lonely: number): number;
  sortAscending(x: number, n: number): void;
  orderAscending(x: number, n: number, order: number): void;
  nearGroups(n: number, u: number, v: number, times: number, counts: number): void;
  gridShares(n: number, x0: number, x1: number, cols: number, grid: number): void;
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
  readonly gaussianRoots: Global;
  pairwiseSums(
    n: number,
    x0: number,
    x1: number,
    ofExponential: boolean,
    density: number,
    slope0: number,
    slope1: number,
  ): void;
  gaussianSums(
    dimension: number,
    n: number,
    x0: number,
    x1: number,
    roots: number,
    byteLimit: number,
    density: number,
    slope0: number,
    slope1: number,
  ): number;
  exponentialLine(n: number, x: number, density: number, slope: number): void;
  gaussianFeatures(n: number, x: number, tolerance: number, q: number, roots: number, byteLimit: number): number;
  hermiteProducts(
    n: number,
    a: number,
    b: number,
    root: number,
    decay: number,
    factors: number,
    count: number,
    out: number,
  ): void;
  products(a: number, rowsA: number, b: number, rowsB: number, n: number, stride: number, out: number): void;
  absorb(columns: number, stride: number, count: number, triangle: number, cols: number): void;
  describeNetwork(layers: number, widths: number, rows: number, order: number): void;
  networkTrace(): number;
  networkOutput(): number;
  networkForward(theta: number, trace: number): void;
  networkReverse(theta: number, trace: number, cotangent: number, other: number, gradient: number): void;
  convolve(
    image: number,
    size: number,
    inputs: number,
    weights: number,
    fields: number,
    normalization: number,
    sums: number,
    out: number,
  ): void;
  orderWeights(weights: number, inputs: number, fields: number, out: number): void;
  averageCells(image: number, size: number, fields: number, out: number): void;
  summarizeCells(image: number, size: number, fields: number, sums: number, maxima: number): void;
  locationScale(
    n: number,
    cause: number,
    effect: number,
    location: number,
    scale: number,
    locationRidge: number,
    scaleRidge: number,
    locationFits: number,
    scoringSteps: number,
    largestSquare: number,
    reach: number,
    wideReach: number,
    smallestVariance: number,
    coefficients: number,
    scaleCoefficients: number,
    noise: number,
  ): number;
  readonly nodeCount: Global;
  readonly node0: Global;
  readonly node1: Global;
  readonly weight: Global;
  readonly nodeScore0: Global;
  readonly nodeScore1: Global;
  readonly trace: Global;
  readonly features: Global;
}

/** The part of the WebAssembly interface used here: the core's types know neither DOM nor Node. */
interface WebAssemblyApi {
  validate(bytes: Uint8Array<ArrayBuffer>): boolean;
  Module: new (bytes: Uint8Array<ArrayBuffer>) => object;
  Instance: new (module: object, imports: object) => { readonly exports: unknown };
  Memory: new (pages: { initial: number; maximum: number }) => { readonly buffer: ArrayBuffer };
}

/** The compiled routines and their memory, with what it takes to hand columns over. */
export interface Wasm extends Exports {
  /** Bytes that all of one computation may take. */
  readonly mostBytes: number;
  /** Room for numbers; vectors may run over the end. Returns its address. */
  room(count: number): number;
  /** Copies a column into the memory and returns its address. */
  place(column: Column): number;
  /** The numbers at an address, as long as nothing else is placed. */
  view(at: number, length: number): Float64Array;
  /** The 16-bit integers at an address, as long as nothing else is placed. */
  integers(at: number, length: number): Int16Array;
  /** Copies 32-bit integers out of the memory. */
  copyIntegersOut(at: number, length: number): Uint32Array;
  /** Copies a column out of the memory. */
  copyOut(at: number, length: number): Column;
}

/** Runs one computation over some rows and gives its memory back, whatever happens; `place` names it in errors. */
export type WithWasm = <T>(place: string, rows: number, compute: (wasm: Wasm) => T) => T;

const PAGE = 65_536;
/** WebAssembly's addresses have 32 bits. */
const MOST_BYTES = 65_536 * PAGE;
const FIRST_PAGES = 16;
/** Vectors may run over the end of an array by this many numbers. */
const SPARE = 4;
/** An instance that once needed more than this is given up, so that its memory returns to the system. */
const KEPT_BYTES = 256e6;
/** Codes of the characters 0 and a. */
const [ZERO, FIRST_LETTER] = [48, 97];

/**
 * Compiles the routines; undefined where the runtime has no WebAssembly with SIMD. The memory grows as needed up to
 * `mostBytes`, stays for the next computation, and is given up where it has grown large.
 */
export function wasmInstance(mostBytes: number = MOST_BYTES): WithWasm | undefined {
  const api = (globalThis as { WebAssembly?: WebAssemblyApi }).WebAssembly;
  const bytes = bytesOf(wasmText);
  if (!api?.validate(bytes)) return undefined;
  const module = new api.Module(bytes);
  const maximum = Math.max(FIRST_PAGES, Math.floor(Math.min(mostBytes, MOST_BYTES) / PAGE));
  let kept: { readonly wasm: Wasm; readonly memory: { readonly buffer: ArrayBuffer } } | undefined;
  return (place, rows, compute) => {
    kept ??= instantiate(api, module, maximum);
    const { wasm, memory } = kept;
    const start = wasm.mark();
    try {
      return compute(wasm);
    } catch (error) {
      if (!wasm.exhausted.value) throw error;
      kept = undefined;
      throw memoryExceeded(place, rows, memory.buffer.byteLength);
    } finally {
      wasm.release(start);
      if (memory.buffer.byteLength > KEPT_BYTES) kept = undefined;
    }
  };
}

/** Bytes of a text of two lower-case hexadecimal digits each. */
function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const digit = (at: number): number => {
    const code = text.charCodeAt(at);
    return code < FIRST_LETTER ? code - ZERO : code - FIRST_LETTER + 10;
  };
  const bytes = new Uint8Array(text.length / 2);
  for (let i = 0; i < bytes.length; i++) bytes[i] = 16 * digit(2 * i) + digit(2 * i + 1);
  return bytes;
}

function instantiate(api: WebAssemblyApi, module: object, maximum: number) {
  const memory = new api.Memory({ initial: FIRST_PAGES, maximum });
  const exports = new api.Instance(module, { env: { memory } }).exports as Exports;
  const room = (count: number): number => exports.take(Math.min(8 * (count + SPARE), MOST_BYTES - PAGE)) >>> 0;
  const view = (at: number, length: number) => new Float64Array(memory.buffer, at >>> 0, length);
  const wasm: Wasm = {
    ...exports,
    mostBytes: maximum * PAGE,
    room,
    view,
    integers: (at, length) => new Int16Array(memory.buffer, at >>> 0, length),
    place(column) {
      const at = room(column.length);
      view(at, column.length).set(column);
      return at;
    },
    copyIntegersOut: (at, length) => new Uint32Array(memory.buffer, at >>> 0, length).slice(),
    copyOut: (at, length) => view(at, length).slice(),
  };
  return { wasm, memory };
}
