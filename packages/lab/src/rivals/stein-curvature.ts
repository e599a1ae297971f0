import {
  choleskyInPlace,
  choleskySolveInPlace,
  pivotedCholesky,
  ROUNDING_PER_ROW,
} from "@causal-velocity/core/algebra/cholesky.js";
import { type ComputeOptions, computeOptions, type Routines } from "@causal-velocity/core/compute/routines.js";
import { addCombination, type Column, matrix } from "@causal-velocity/core/primitives/columns.js";
import { InputError, option, text } from "@causal-velocity/core/primitives/errors.js";

/** First and second derivatives of a log density at the rows, along each column. */
export interface SteinCurvature {
  /** ∂_j log p, units 1/sd. */
  readonly score: readonly Column[];
  /** ∂²_j log p, units 1/sd². */
  readonly curvature: readonly Column[];
}

/** Trace left out of the Gram matrix: a billionth of the ridge, which changes no digit of the golden numbers. */
const CURVATURE_TRACE = 1e-12;

/**
 * Stein estimates of the first two derivatives of a log density, with one bandwidth for all columns.
 *
 * In units of the bandwidth, (K + λI)s = B and ∂s_j + s_j² solves (K + λI)t = C, with B_i = −Σ_k(u_i − u_k)K_ik and
 * C_i = Σ_k((u_i − u_k)² − 1)K_ik. K is replaced by a factor of low rank and the systems by ones of that size, each
 * solved and refined once; no inverse is formed.
 * @reference Li & Turner 2018; Rolland et al. 2022, "Score matching enables causal discovery of nonlinear additive
 * noise models"
 * @param ridge λ, on the diagonal of the Gram matrix whose own diagonal is 1
 * @cost O(n·rank²), rank 150 to 350 for two columns     @throws InputError `memory-exceeded`
 */
export function steinCurvature(
  columns: readonly Column[],
  bandwidth: number,
  ridge: number,
  compute: ComputeOptions = {},
): SteinCurvature {
  const { routines, memoryLimit } = computeOptions(compute);
  const n = columns[0].length;
  const points = columns.map((column) => column.map((value) => value / bandwidth));
  const tolerance = Math.max(CURVATURE_TRACE, ROUNDING_PER_ROW * n);
  const { rows, trace } = pivotedCholesky(points, tolerance, memoryLimit);
  if (trace > tolerance && rows.length < n) throw tooMuch(n, memoryLimit);
  const solve = woodbury(rows, ridge, routines);
  const applyKernel = (v: Column) => combine(rows, project(rows, v, routines), n);
  const sums = applyKernel(new Float64Array(n).fill(1));
  const score: Column[] = [];
  const curvature: Column[] = [];
  for (const u of points) {
    const first = applyKernel(u);
    const second = applyKernel(u.map((value) => value * value));
    const b = first.map((value, i) => value - u[i] * sums[i]);
    const c = second.map((value, i) => value - 2 * u[i] * first[i] + (u[i] * u[i] - 1) * sums[i]);
    const s = solve(b);
    const t = solve(c);
    score.push(s.map((value) => value / bandwidth));
    curvature.push(t.map((value, i) => (value - s[i] * s[i]) / (bandwidth * bandwidth)));
  }
  return { score, curvature };
}

/** Solves (LᵀL + λI)z = b: z = (b − Lᵀ(LLᵀ + λI)⁻¹Lb)/λ, refined once, since the small system's condition is n/λ. */
function woodbury(rows: readonly Column[], ridge: number, routines: Routines): (b: Column) => Column {
  const rank = rows.length;
  const gram = matrix(rank, rank);
  gram.data.set(routines.products(rows, rows).data);
  for (let k = 0; k < rank; k++) gram.data[k * rank + k] += ridge;
  choleskyInPlace(gram);
  const once = (b: Column): Column => {
    const projected = project(rows, b, routines);
    choleskySolveInPlace(gram, projected);
    const correction = combine(rows, projected, b.length);
    return b.map((value, i) => (value - correction[i]) / ridge);
  };
  return (b) => {
    const z = once(b);
    const explained = combine(rows, project(rows, z, routines), b.length);
    const missing = once(b.map((value, i) => value - ridge * z[i] - explained[i]));
    return z.map((value, i) => value + missing[i]);
  };
}

/** Lv. */
function project(rows: readonly Column[], v: Column, routines: Routines): Float64Array {
  return routines.products(rows, [v]).data;
}

/** Lᵀq. */
function combine(rows: readonly Column[], q: Float64Array, n: number): Column {
  const out = new Float64Array(n);
  addCombination(out, rows, q);
  return out;
}

function tooMuch(rows: number, memoryLimit: number): InputError {
  return new InputError({
    code: "accuracy-not-reached",
    place: "Stein score and curvature",
    value: `${rows} rows with ${Math.round(memoryLimit / 1e6)} MB`,
    expected: "rows whose kernel matrix has a low rank",
    remedy: text`Draw fewer rows with ${option("maxRows")}, or allow more with ${option("memoryLimit")}.`,
  });
}
