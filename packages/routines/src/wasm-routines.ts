import {
  designInto,
  type LeastSquaresProblem,
  type LeastSquaresTriangle,
} from "@causal-velocity/core/algebra/least-squares.js";
import { hermiteFactors } from "@causal-velocity/core/compute/hermite-products.js";
import type { KernelSums } from "@causal-velocity/core/compute/kernel-sums.js";
import { NEAREST } from "@causal-velocity/core/compute/near-groups.js";
import type { FeatureProblem, KernelSumProblem, Routines } from "@causal-velocity/core/compute/routines.js";
import { chebyshevRoots } from "@causal-velocity/core/primitives/chebyshev.js";
import type { Column, Matrix } from "@causal-velocity/core/primitives/columns.js";
import { memoryExceeded } from "@causal-velocity/core/primitives/errors.js";
import { convolutionPass } from "./convolution.js";
import { fitLocationScale } from "./location-scale.js";
import { meanLogDensity } from "./log-density.js";
import { networkPass } from "./network.js";
import { solveStein, steinResidual } from "./stein.js";
import { type Wasm, wasmInstance } from "./wasm-instance.js";

export interface WasmOptions {
  /** Bytes the routines' memory may grow to; by default what WebAssembly can address, 4 GB. */
  readonly mostBytes?: number;
}

/** The routines in WebAssembly with SIMD; undefined where the runtime has neither. */
export function wasmRoutines({ mostBytes }: WasmOptions = {}): Routines | undefined {
  const run = wasmInstance(mostBytes);
  if (!run) return undefined;
  return {
    name: "wasm",
    medianOfDistances: (column) =>
      run("median distance", column.length, (wasm) => wasm.medianOfDistances(wasm.place(column), column.length)),
    sorted: (column) =>
      run("sorting", column.length, (wasm) => {
        const at = wasm.place(column);
        wasm.sortAscending(at, column.length);
        return wasm.copyOut(at, column.length);
      }),
    ascendingOrder: (column) =>
      run("sorting", column.length, (wasm) => {
        const at = wasm.place(column);
        const order = wasm.room(Math.ceil(column.length / 2));
        wasm.orderAscending(at, column.length, order);
        return wasm.copyIntegersOut(order, column.length);
      }),
    nearGroups: ({ u, v, times }) =>
      run("near duplicates", u.length, (wasm) => {
        const counts = wasm.room(NEAREST - 1);
        wasm.nearGroups(u.length, wasm.place(u), wasm.place(v), times, counts);
        return wasm.copyOut(counts, NEAREST - 1);
      }),
    gridShares: ({ points, rows, cols }) =>
      run("kernel means", points[0].length, (wasm) => {
        const grid = wasm.room(rows * cols);
        wasm.view(grid, rows * cols).fill(0);
        wasm.gridShares(points[0].length, wasm.place(points[0]), wasm.place(points[1]), cols, grid);
        return { data: wasm.copyOut(grid, rows * cols), rows, cols };
      }),
    solveStein: (problem) => run("Stein score estimate", problem.points[0].length, (wasm) => solveStein(wasm, problem)),
    steinResidual: (check) =>
      run("error of the Stein estimate", check.points[0].length, (wasm) => steinResidual(wasm, check)),
    kernelSumRows: {
      gaussian: { comfortable: 200_000, most: Infinity },
      exponential: { comfortable: 30_000, most: 200_000 },
    },
    kernelSums: (problem) =>
      run("kernel density estimate", problem.points[0].length, (wasm) => kernelSums(wasm, problem)),
    meanLogDensity: (problem) => run("entropy", problem.places.length, (wasm) => meanLogDensity(wasm, problem)),
    gaussianFeatures: (problem) =>
      run("features of a column", problem.column.length, (wasm) => gaussianFeatures(wasm, problem)),
    hermiteProducts: (a, b, count) =>
      run("products of features", a.length, (wasm) => hermiteProducts(wasm, a, b, count)),
    products: (a, b) => run("products of features", a[0]?.length ?? 0, (wasm) => products(wasm, a, b)),
    fitLocationScale: (problem) =>
      run("location-scale regression", problem.cause.length, (wasm) => fitLocationScale(wasm, problem)),
    triangularize: (problem) => run("least squares", problem.rows, (wasm) => triangularize(wasm, problem)),
    networkSpeed: 1e10,
    networkPass: (problem) => run("network", problem.inputs[0].length, (wasm) => networkPass(wasm, problem)),
    convolutionPass: (network, picture) =>
      run("convolutional network", network.size * network.size, (wasm) => convolutionPass(wasm, network, picture)),
  };
}

/** Bytes a row takes besides what tiles need: coordinates, sums, order, sorted copies. */
const KERNEL_SUM_ROW_BYTES = 160;
/** Up to here the Gaussian kernel is summed over every pair, which is faster than tiles. */
const PAIRWISE_ROWS = 1000;

/** Kernel sums: tiles for the Gaussian kernel, every pair for the exponential one; linear in the rows on one column. */
function kernelSums(wasm: Wasm, { kernel, points, memoryLimit }: KernelSumProblem): KernelSums {
  const d = points.length;
  const n = points[0].length;
  const mostBytes = Math.min(memoryLimit, wasm.mostBytes);
  const byteLimit = mostBytes - KERNEL_SUM_ROW_BYTES * n;
  if (byteLimit < 0) throw memoryExceeded("kernel density estimate", n, mostBytes);
  const x0 = wasm.place(points[0]);
  const x1 = wasm.place(points[1] ?? new Float64Array(n));
  const [density, slope0, slope1] = [wasm.room(n), wasm.room(n), wasm.room(n)];
  if (d === 2 && (kernel === "exponential" || n <= PAIRWISE_ROWS)) {
    wasm.pairwiseSums(n, x0, x1, kernel === "exponential", density, slope0, slope1);
  } else if (kernel === "exponential") {
    wasm.exponentialLine(n, x0, density, slope0);
  } else {
    const roots = wasm.place(chebyshevRoots(wasm.gaussianRoots.value));
    const status = wasm.gaussianSums(d, n, x0, x1, roots, byteLimit, density, slope0, slope1);
    if (status !== 0) throw memoryExceeded("kernel density estimate", n, mostBytes);
  }
  return {
    density: wasm.copyOut(density, n),
    slopes: [slope0, slope1].slice(0, d).map((at) => wasm.copyOut(at, n)),
  };
}

/** Chebyshev roots of a tile: features are then good to 10⁻¹². */
const FEATURE_ROOTS = 16;
/** Bytes a row takes besides its features: coordinate, tile, order, a sorted copy. */
const FEATURE_ROW_BYTES = 56;

/** Features of scores are computed eight at a time. */
const SCORES_AT_ONCE = 8;

/** Features of a Gaussian kernel; see assembly/features.ts. */
function gaussianFeatures(wasm: Wasm, { column, tolerance, memoryLimit }: FeatureProblem): Column[] {
  const n = column.length;
  const mostBytes = Math.min(memoryLimit, wasm.mostBytes);
  const byteLimit = mostBytes - FEATURE_ROW_BYTES * n;
  const x = byteLimit < 0 ? 0 : wasm.place(column);
  const roots = wasm.place(chebyshevRoots(FEATURE_ROOTS));
  const rank = byteLimit < 0 ? -1 : wasm.gaussianFeatures(n, x, tolerance, FEATURE_ROOTS, roots, byteLimit);
  if (rank < 0) throw memoryExceeded("features of a column", n, mostBytes);
  const first = wasm.features.value >>> 0;
  return Array.from({ length: rank }, (_, k) => wasm.copyOut(first + 8 * k * n, n));
}

/** Products of features of the Gaussian kernel in closed form; see assembly/hermite.ts. */
function hermiteProducts(wasm: Wasm, a: Column, b: Column, count: number): Matrix {
  const n = a.length;
  const padded = SCORES_AT_ONCE * Math.ceil(n / SCORES_AT_ONCE);
  const placePadded = (scores: Column): number => {
    const at = wasm.room(padded);
    wasm.view(at, padded).fill(0, n).set(scores);
    return at;
  };
  const [atA, atB] = [placePadded(a), a === b ? undefined : placePadded(b)];
  const { root, decay, factors } = hermiteFactors(count);
  const factorsAt = wasm.place(factors);
  const size = count + 1;
  const out = wasm.room(size * size);
  wasm.hermiteProducts(n, atA, atB ?? atA, root, decay, factorsAt, count, out);
  return { data: wasm.copyOut(out, size * size), rows: size, cols: size };
}

/** Scalar products of every row of one set with every row of another; see assembly/features.ts. */
function products(wasm: Wasm, a: readonly Column[], b: readonly Column[]): Matrix {
  const n = a[0]?.length ?? 0;
  // Rows begin on whole vectors.
  const stride = 2 * Math.ceil(n / 2);
  const placeRows = (rows: readonly Column[]): number => {
    const at = wasm.room(rows.length * stride);
    const view = wasm.view(at, rows.length * stride);
    rows.forEach((row, k) => {
      view.set(row, k * stride);
    });
    return at;
  };
  const [atA, atB] = [placeRows(a), a === b ? undefined : placeRows(b)];
  const out = wasm.room(a.length * b.length);
  wasm.products(atA, a.length, atB ?? atA, b.length, n, stride, out);
  return { data: wasm.copyOut(out, a.length * b.length), rows: a.length, cols: b.length };
}

/** Rows rotated in together: their numbers, 4,000 or so, stay in the first-level cache. */
const rowsOfChunk = (columns: number): number => (columns <= 8 ? 512 : 128);

/** Householder's triangle of a least-squares problem, chunk by chunk; see assembly/linear-algebra.ts. */
function triangularize(wasm: Wasm, problem: LeastSquaresProblem): LeastSquaresTriangle {
  const { rows: n, cols: k } = problem;
  const most = rowsOfChunk(k + 1);
  const columnsAt = wasm.room((k + 1) * most);
  const triangleAt = wasm.room(k * (k + 1));
  wasm.view(triangleAt, k * (k + 1)).fill(0);
  // Filled here and copied: whatever makes the rows may use the routines itself, and move their memory.
  const chunk = new Float64Array((k + 1) * most);
  const columns = Array.from({ length: k + 1 }, (_, j) => chunk.subarray(j * most, (j + 1) * most));
  for (let start = 0; start < n; start += most) {
    const count = Math.min(most, n - start);
    // Of the last chunk the rows beyond the end are zero and change nothing.
    if (count < most) chunk.fill(0);
    designInto(problem, start, count, columns);
    wasm.view(columnsAt, chunk.length).set(chunk);
    wasm.absorb(columnsAt, most, most, triangleAt, k);
  }
  const packed = wasm.view(triangleAt, k * (k + 1));
  const triangle = { data: new Float64Array(k * k), rows: k, cols: k };
  const rotated = new Float64Array(k);
  for (let j = 0; j < k; j++) {
    for (let other = j; other < k; other++) triangle.data[j * k + other] = packed[j * (k + 1) + other];
    rotated[j] = packed[j * (k + 1) + k];
  }
  return { triangle, rotated };
}
