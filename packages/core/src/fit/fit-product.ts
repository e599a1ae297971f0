import {
  type BilinearProblem,
  bilinearLeastSquares,
  bilinearRank,
  settled,
} from "../algebra/bilinear-least-squares.js";
import { type LeastSquaresRows, type LeastSquaresTriangle, solveLeastSquares } from "../algebra/least-squares.js";
import { type ComputeOptions, computeOptions, type Routines } from "../compute/routines.js";
import { type Matrix, matrix } from "../primitives/columns.js";
import { SPLINES_AT_ONCE } from "../velocity/spline.js";
import type { ProductVelocityModel } from "../velocity/velocity-model.js";
import type { VelocityFit } from "./fit-velocity.js";
import type { Oriented } from "./orient.js";

/**
 * Minimizes the loss over v = c(effect)·d(cause), c > 0: constrained alternating least squares from six
 * starts, of which the best is kept. Deterministic. A local minimum, never above that of c = 1, which is additive
 * noise.
 *
 * The mean of c over the rows is 1, and no coefficient of c is below `floor` times that.
 * @paper eqn:loss_est (18), tab:examples (PNL)
 * @cost one pass over the rows (`productTriangle`), then about 200 rounds on its triangle, whatever the number of rows
 * @deviates docs/decisions/0022-post-nonlinear.md: splines and least squares instead of trained networks
 */
export function fitProduct(
  model: ProductVelocityModel,
  at: Oriented,
  compute: ComputeOptions = {},
): Pick<VelocityFit, "theta" | "rank"> {
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
 * image, like the class.
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

/** Rounds of power iteration; the leading shape is only a start and need not be accurate. */
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

type Triangularize = Pick<Routines, "triangularize">;

/** Products of splines that do not vanish at one point. */
const LOCAL = SPLINES_AT_ONCE * SPLINES_AT_ONCE;

/** Equations of rows that lie between the same knots of both columns, and so share their `LOCAL` products. */
interface Cell {
  readonly firstOfEffect: number;
  readonly firstOfCause: number;
  readonly design: Float64Array;
  readonly target: Float64Array;
}

/** All that the data say about v = c(effect)·d(cause).
 *
 * With c = Σ γ_a C_a and d = Σ δ_b D_b the residual is s_cause − s_cause(joint) − Σ γ_a δ_b D_b·(C_a′ +
 * C_a·s_effect(joint)): linear in the products γ_a δ_b, column (a, b) being a·size of d + b. The triangle of its design
 * therefore holds the sum of squares, ridge included, for every c and d. Of the products only 16 do not vanish at a
 * row; rows between the same knots are triangularized first, so that time does not grow with the number of products.
 * @cost 1,000 multiplications and additions a row; then a triangle of K columns from at most 16 rows a cell
 */
export function productTriangle(
  model: ProductVelocityModel,
  at: Oriented,
  routines: Triangularize,
): LeastSquaresTriangle {
  const [p, q] = [model.effectSpline.size, model.causeSpline.size];
  const equations = cellsOf(model, at, routines).flatMap((cell) =>
    Array.from(cell.target, (target, row) => ({ cell, row, target })),
  );
  const penalties = penaltyRows(model, at.cause.length);
  return routines.triangularize({
    rows: equations.length + penalties.length,
    cols: p * q,
    rowInto(i, out) {
      if (i >= equations.length) {
        out.set(penalties[i - equations.length]);
        return 0;
      }
      const { cell, row, target } = equations[i];
      out.fill(0, 0, p * q);
      for (let a = 0; a < SPLINES_AT_ONCE; a++) {
        const from = row * LOCAL + a * SPLINES_AT_ONCE;
        const to = (cell.firstOfEffect + a) * q + cell.firstOfCause;
        out.set(cell.design.subarray(from, from + SPLINES_AT_ONCE), to);
      }
      return target;
    },
  });
}

function cellsOf({ effectSpline, causeSpline }: ProductVelocityModel, at: Oriented, routines: Triangularize): Cell[] {
  const [p, q] = [effectSpline.size, causeSpline.size];
  const members = Array.from({ length: p * q }, () => [] as number[]);
  for (let i = 0; i < at.cause.length; i++) {
    members[effectSpline.firstAt(at.effect[i]) * q + causeSpline.firstAt(at.cause[i])].push(i);
  }
  const [c, slopeOfC] = [new Float64Array(p), new Float64Array(p)];
  const [d, slopeOfD] = [new Float64Array(q), new Float64Array(q)];
  return members.flatMap((rows, cell) => {
    if (rows.length === 0) return [];
    const [firstOfEffect, firstOfCause] = [Math.floor(cell / q), cell % q];
    const equations: LeastSquaresRows = {
      rows: rows.length,
      cols: LOCAL,
      rowInto(r, out) {
        const i = rows[r];
        effectSpline.evaluateInto(at.effect[i], c, slopeOfC);
        causeSpline.evaluateInto(at.cause[i], d, slopeOfD);
        for (let a = 0; a < SPLINES_AT_ONCE; a++) {
          const link = slopeOfC[firstOfEffect + a] + c[firstOfEffect + a] * at.jointEffect[i];
          for (let b = 0; b < SPLINES_AT_ONCE; b++) out[a * SPLINES_AT_ONCE + b] = link * d[firstOfCause + b];
        }
        return at.scoreCause[i] - at.jointCause[i];
      },
    };
    return [
      { firstOfEffect, firstOfCause, ...(rows.length > LOCAL ? squeezed(equations, routines) : asIs(equations)) },
    ];
  });
}

function squeezed(equations: LeastSquaresRows, routines: Triangularize): Pick<Cell, "design" | "target"> {
  const { triangle, rotated } = routines.triangularize(equations);
  return { design: triangle.data, target: rotated };
}

function asIs({ rows, cols, rowInto }: LeastSquaresRows): Pick<Cell, "design" | "target"> {
  const design = new Float64Array(rows * cols);
  const target = new Float64Array(rows);
  for (let i = 0; i < rows; i++) target[i] = rowInto(i, design.subarray(i * cols, (i + 1) * cols));
  return { design, target };
}

/**
 * Weight of the ridge for c: small, because a steep link is no fault. It pulls c to 1 only where the data say little.
 */
const SHARE_FOR_C = 1e-3;

/**
 * The ridge as equations: d times the mean of c is 0, as for v-anm, and each coefficient of c, less the mean of c,
 * times each of d is 0. Doubling c and halving d changes neither; for c = 1 the second kind holds.
 */
function penaltyRows({ effectMeans, causeSpline, ridge }: ProductVelocityModel, rows: number): Float64Array[] {
  if (ridge === 0) return [];
  const [p, q] = [effectMeans.length, causeSpline.size];
  const [onD, onC] = [Math.sqrt((ridge * rows) / q), Math.sqrt((SHARE_FOR_C * ridge * rows) / (p * q))];
  const meanOfC = (b: number, weight: number) => {
    const row = new Float64Array(p * q);
    for (let a = 0; a < p; a++) row[a * q + b] = weight * effectMeans[a];
    return row;
  };
  const penalties: Float64Array[] = [];
  for (let b = 0; b < q; b++) {
    penalties.push(meanOfC(b, onD));
    for (let a = 0; a < p; a++) {
      const row = meanOfC(b, -onC);
      row[a * q + b] += onC;
      penalties.push(row);
    }
  }
  return penalties;
}
