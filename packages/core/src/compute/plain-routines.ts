import { choleskyInPlace, choleskySolveInPlace, pivotedCholesky } from "../algebra/cholesky.js";
import { triangularize } from "../algebra/least-squares.js";
import { addCombination, type Column, type Matrix, matrix } from "../primitives/columns.js";
import { exp, log } from "../primitives/elementary.js";
import { memoryExceeded } from "../primitives/errors.js";
import { firstPlace, sorted } from "../primitives/quantiles.js";
import { convolutionPass } from "./convolution-pass.js";
import { gridShares } from "./grid-shares.js";
import { hermiteProducts } from "./hermite-products.js";
import { exponentialSums, gaussianSums } from "./kernel-sums.js";
import { fitLocationScale } from "./location-scale-fit.js";
import { medianOfDistances } from "./median-distance.js";
import { nearGroups } from "./near-groups.js";
import { networkPass } from "./network-pass.js";
import type {
  FeatureProblem,
  LogDensityProblem,
  MemoryExceeded,
  Routines,
  SteinCheck,
  SteinProblem,
  SteinSolution,
} from "./routines.js";

/** The routines in plain TypeScript: the readable reference, used where WebAssembly is not available. */
export const plainRoutines: Routines = {
  name: "js",
  medianOfDistances,
  sorted,
  ascendingOrder,
  nearGroups,
  gridShares,
  solveStein,
  steinResidual,
  kernelSumRows: {
    gaussian: { comfortable: 10_000, most: 50_000 },
    exponential: { comfortable: 10_000, most: 50_000 },
  },
  kernelSums: ({ kernel, points }) => (kernel === "gaussian" ? gaussianSums(points) : exponentialSums(points)),
  meanLogDensity,
  gaussianFeatures,
  hermiteProducts,
  products,
  fitLocationScale,
  triangularize,
  networkSpeed: 5e8,
  networkPass,
  convolutionPass,
};

function meanLogDensity({ places, lonely }: LogDensityProblem): number {
  let sum = 0;
  for (const density of gaussianSums([places]).density) sum += log(Math.max(density - 1, lonely));
  return sum / places.length;
}

/** Each row goes to the first free place among the equal values of the sorted column: faster than comparing rows. */
function ascendingOrder(column: Column): Uint32Array {
  const ascending = sorted(column);
  const taken = new Uint32Array(column.length);
  const order = new Uint32Array(column.length);
  for (let row = 0; row < column.length; row++) {
    const place = firstPlace(ascending, (value) => value >= column[row]);
    order[place + taken[place]] = row;
    taken[place] += 1;
  }
  return order;
}

function gaussianFeatures({ column, tolerance, memoryLimit }: FeatureProblem): readonly Column[] {
  const { rows, trace } = pivotedCholesky([column], tolerance, memoryLimit);
  if (trace > tolerance && rows.length < column.length) {
    throw memoryExceeded("features of a column", column.length, memoryLimit);
  }
  return rows;
}

function products(a: readonly Column[], b: readonly Column[]): Matrix {
  const out = matrix(a.length, b.length);
  a.forEach((rowA, i) => {
    b.forEach((rowB, j) => {
      out.data[i * b.length + j] = dot(rowA, rowB);
    });
  });
  return out;
}

/**
 * With K ≈ LᵀL, S = (K + λI)⁻¹B becomes S = (B − Lᵀ(LLᵀ + λI)⁻¹LB)/λ (Woodbury), and
 * B = −(u·K1 − Ku) needs K only through K1 = Lᵀ(L1) and Ku = Lᵀ(Lu).
 */
function solveStein({ points, ridge, tolerance, memoryLimit }: SteinProblem): SteinSolution | MemoryExceeded {
  const n = points[0].length;
  const { rows, trace } = pivotedCholesky(points, tolerance, memoryLimit);
  if (trace > tolerance && rows.length < n) return { memoryExceeded: true, trace };
  const gram = matrix(rows.length, rows.length);
  for (let k = 0; k < rows.length; k++) {
    for (let l = 0; l <= k; l++) gram.data[k * rows.length + l] = dot(rows[k], rows[l]) + (k === l ? ridge : 0);
  }
  choleskyInPlace(gram);
  const weights = new Float64Array(n).fill(1);
  const kernelSums = combine(rows, project(rows, weights), n);
  /** (b − Lᵀ(LLᵀ + λI)⁻¹Lb)/λ. */
  const woodbury = (b: Column): Column => {
    const projected = project(rows, b);
    choleskySolveInPlace(gram, projected);
    const correction = combine(rows, projected, n);
    return b.map((value, i) => (value - correction[i]) / ridge);
  };
  const atRows = points.map((u) => {
    const right = combine(rows, project(rows, u), n);
    for (let i = 0; i < n; i++) right[i] -= u[i] * kernelSums[i];
    const score = woodbury(right);
    // The small system's condition number is n/λ; one step of refinement recovers the lost digits.
    const explained = combine(rows, project(rows, score), n);
    const missing = woodbury(right.map((value, i) => value - ridge * score[i] - explained[i]));
    return score.map((value, i) => value + missing[i]);
  });
  return { atRows, nodes: points, weights, scoresAtNodes: atRows, rank: rows.length };
}

function dot(a: Column, b: Column): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}

/** Lv. */
function project(rows: readonly Column[], v: Column): Float64Array {
  return Float64Array.from(rows, (row) => dot(row, v));
}

/** Lᵀq. */
function combine(rows: readonly Column[], q: Float64Array, n: number): Column {
  const out = new Float64Array(n);
  addCombination(out, rows, q);
  return out;
}

function steinResidual({ points, scores, ridge, rows }: SteinCheck): Column[] {
  const out = scores.map(() => new Float64Array(rows.length));
  rows.forEach((row, r) => {
    for (let k = 0; k < points[0].length; k++) {
      let square = 0;
      for (const u of points) square += (u[row] - u[k]) * (u[row] - u[k]);
      const kernel = exp(-0.5 * square);
      // −B_i = Σ_k (u_i − u_k)K_ik joins the sum of K_ik S_k.
      for (let j = 0; j < points.length; j++) out[j][r] += kernel * (points[j][row] - points[j][k] + scores[j][k]);
    }
    for (let j = 0; j < points.length; j++) out[j][r] = out[j][r] / ridge + scores[j][row];
  });
  return out;
}
