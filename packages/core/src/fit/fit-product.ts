import {
  type BilinearProblem,
  bilinearLeastSquares,
  bilinearRank,
  settled,
} from "../numeric/bilinear-least-squares.js";
import { type ComputeOptions, computeOptions } from "../numeric/compute-options.js";
import { type Matrix, matrix } from "../numeric/matrix.js";
import type { Routines } from "../numeric/routines.js";
import { solveLeastSquares } from "../numeric/solve-least-squares.js";
import type { ProductVelocityModel } from "../velocity/velocity-model.js";
import type { Parameters } from "./fit-linear.js";
import type { Oriented } from "./orient.js";
import { productTriangle } from "./product-triangle.js";

/**
 * Minimizes the goodness of fit over v = c(effect)·d(cause), c > 0: constrained alternating least squares from six
 * starts, the best kept. Deterministic; a local minimum, never above that of c = 1, which is additive noise.
 *
 * The mean of c over the rows is 1, and no coefficient of c is below `floor` times that.
 * @paper eqn:loss_est (18), tab:examples (PNL)
 * @cost one pass over the rows (`productTriangle`), then about 200 rounds on its triangle, whatever the rows
 * @deviates docs/decisions/0022-post-nonlinear.md: splines and least squares in place of trained networks
 */
export function fitProduct(model: ProductVelocityModel, at: Oriented, compute: ComputeOptions = {}): Parameters {
  const { routines } = computeOptions(compute);
  const { effectMeans, floor } = model;
  const [leftSize, rightSize] = [model.effectSpline.size, model.causeSpline.size];
  const { triangle, rotated: target } = productTriangle(model, at, routines);
  // γ_a ≥ floor·mean(c) says that c is a non-negative sum of the functions C_a + lift·mean(C_a).
  const lift = floor / (1 - floor);
  const problem = { design: lifted(triangle, model, lift), target, leftSize, rightSize };
  const starts = [...shapes(leftSize), leadingShape(problem, routines)];
  const solutions = starts.map((start) => bilinearLeastSquares(problem, start, routines));
  const lowest = solutions.reduce((a, b) => (b.loss < a.loss ? b : a));
  const best = settled(problem, lowest, routines);
  const c = best.left.map((value) => value + lift * dot(best.left, effectMeans));
  const mean = dot(c, effectMeans);
  const theta = Float64Array.of(...c.map((value) => value / mean), ...best.right.map((value) => value * mean));
  return { theta, rank: bilinearRank(problem, best) };
}

/** The design in the functions C_a + lift·mean(C_a): the splines sum to 1, so a constant adds all columns of one b. */
function lifted(triangle: Matrix, { effectMeans, causeSpline }: ProductVelocityModel, lift: number): Matrix {
  const [p, q] = [effectMeans.length, causeSpline.size];
  const out = matrix(triangle.rows, triangle.cols);
  for (let first = 0; first < triangle.data.length; first += p * q) {
    for (let b = first; b < first + q; b++) {
      let constant = 0;
      for (let a = 0; a < p; a++) constant += triangle.data[b + a * q];
      for (let a = 0; a < p; a++) out.data[b + a * q] = triangle.data[b + a * q] + lift * effectMeans[a] * constant;
    }
  }
  return out;
}

/** Keeps coefficients that a shape makes small away from their bound. */
const SHAPE_MARGIN = 0.05;

/**
 * Starts for c, from the lowest effect to the highest: constant (additive noise), rising and falling (multiplicative
 * noise), highest in the middle (a saturating link), highest at the ends (an expanding one). The set is its own mirror
 * image, as is the class.
 */
function shapes(size: number): Float64Array[] {
  const shape = (height: (t: number) => number) =>
    Float64Array.from({ length: size }, (_, a) => SHAPE_MARGIN + height(a / (size - 1)));
  return [
    shape(() => 1),
    shape((t) => t),
    shape((t) => 1 - t),
    shape((t) => t * (1 - t)),
    shape((t) => (t - 0.5) * (t - 0.5)),
  ];
}

/** Rounds of power iteration; the leading shape need not be accurate, it is a start. */
const POWER_ROUNDS = 30;

/** A start from the data: the products fitted freely, and the c of the rank-one table closest to theirs, cut at 0. */
function leadingShape(problem: BilinearProblem, routines: Pick<Routines, "triangularize">): Float64Array {
  const { design, target, leftSize: p, rightSize: q } = problem;
  const rowInto = (i: number, out: Float64Array) => {
    out.set(design.data.subarray(i * design.cols, (i + 1) * design.cols));
    return target[i];
  };
  const products = solveLeastSquares({ rows: design.rows, cols: design.cols, rowInto }, routines);
  let left = new Float64Array(p).fill(1);
  for (let round = 0; round < POWER_ROUNDS; round++) {
    const right = new Float64Array(q);
    const next = new Float64Array(p);
    for (let a = 0; a < p; a++) for (let b = 0; b < q; b++) right[b] += left[a] * products[a * q + b];
    for (let a = 0; a < p; a++) for (let b = 0; b < q; b++) next[a] += right[b] * products[a * q + b];
    const size = Math.sqrt(dot(next, next));
    if (size === 0) break;
    left = next.map((value) => value / size);
  }
  const sign = left.reduce((sum, value) => sum + value, 0) < 0 ? -1 : 1;
  return left.map((value) => Math.max(0, sign * value));
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}
