import { type Matrix, matrix } from "../primitives/columns.js";
import { boundedLeastSquares } from "./bounded-least-squares.js";
import { leastSquares, PLAIN_TRIANGLE, solveLeastSquares, type Triangularize } from "./least-squares.js";

/** |target − Σ left_a·right_b·design_ab|² with left ≥ 0, where design_ab is the design's column a·rightSize + b. */
export interface BilinearProblem {
  readonly design: Matrix;
  readonly target: Float64Array;
  readonly leftSize: number;
  readonly rightSize: number;
}

/** A local minimum, and the losses on the way there. */
export interface BilinearSolution {
  /** Sums to 1: only the product of left and right is determined. */
  readonly left: Float64Array;
  readonly right: Float64Array;
  readonly loss: number;
  /** The loss at the start and after each round, falling. */
  readonly losses: readonly number[];
}

/** The last round is the first that lowers the loss by no more than this share of it. */
const SMALLEST_GAIN = 1e-12;
/** Half of 2,000 runs took 14 rounds or fewer, one in a hundred more than 93. */
const MOST_ROUNDS = 500;
/** Shares of the look-ahead step that are tried before the plain step. */
const STEP_SHARES: readonly number[] = [1, 0.5, 0.25, 0.125];

/**
 * Alternating least squares from one start: the best left ≥ 0, then the best right for it, until the loss no longer
 * falls.
 *
 * Left is chosen looking ahead, as if right would follow it to first order (the Gauss–Newton step in both, after right
 * is eliminated), because plain alternation creeps along curved valleys: 15 rounds instead of 100. If no part of that
 * step lowers the loss, left is chosen for the current right, which always lowers it. So the loss never rises.
 * @cost O(rows·(leftSize + rightSize)²) a round
 */
export function bilinearLeastSquares(
  problem: BilinearProblem,
  start: Float64Array,
  routines: Triangularize = PLAIN_TRIANGLE,
): BilinearSolution {
  let here = withBestRight(problem, start, routines);
  const losses = [here.loss];
  while (losses.length <= MOST_ROUNDS) {
    const next = nextPoint(problem, here, routines);
    const gain = here.loss - next.loss;
    if (!(gain > 0)) break;
    here = next;
    losses.push(here.loss);
    if (gain <= SMALLEST_GAIN * here.loss) break;
  }
  return { ...here, losses };
}

/** Smaller moves of left, whose sum is 1, are rounding. */
const SMALLEST_MOVE = 1e-14;
/** Share by which rounding may raise the loss of a point that has settled. */
const LOSS_ROUNDING = 1e-12;

/**
 * A solution with more digits. Around a minimum the loss is flat, and a change of it below rounding may still move left
 * by 10⁻⁷. So the look-ahead steps continue as long as they get smaller.
 */
export function settled(
  problem: BilinearProblem,
  solution: BilinearSolution,
  routines: Triangularize = PLAIN_TRIANGLE,
): BilinearSolution {
  let here: Point = solution;
  let move = Infinity;
  for (let round = 0; round < MOST_ROUNDS && move > SMALLEST_MOVE; round++) {
    const next = withBestRight(problem, leftLookingAhead(problem, here, routines), routines);
    const nextMove = next.left.reduce((most, value, a) => Math.max(most, Math.abs(value - here.left[a])), 0);
    if (!(nextMove < move && next.loss <= solution.loss * (1 + LOSS_ROUNDING))) break;
    [here, move] = [next, nextMove];
  }
  return { ...here, losses: solution.losses };
}

/** How many directions of (left, right) change the fit at a solution: at most one less than the free coefficients. */
export function bilinearRank(
  problem: BilinearProblem,
  { left, right }: Pick<BilinearSolution, "left" | "right">,
): number {
  const [byLeft, byRight] = [leftDesign(problem, right), rightDesign(problem, left)];
  const free = Array.from(left, (_, a) => a).filter((a) => left[a] > 0);
  const { rank } = leastSquares({
    rows: problem.design.rows,
    cols: byRight.cols + free.length,
    rowInto(i, out) {
      out.set(rowOf(byRight, i));
      for (let f = 0; f < free.length; f++) out[byRight.cols + f] = rowOf(byLeft, i)[free[f]];
      return 0;
    },
  });
  return rank;
}

interface Point {
  readonly left: Float64Array;
  readonly right: Float64Array;
  readonly loss: number;
}

function nextPoint(problem: BilinearProblem, here: Point, routines: Triangularize): Point {
  const ahead = leftLookingAhead(problem, here, routines);
  for (const share of STEP_SHARES) {
    const left = here.left.map((value, a) => value + share * (ahead[a] - value));
    const next = withBestRight(problem, left, routines);
    if (next.loss < here.loss) return next;
  }
  const design = leftDesign(problem, here.right);
  const left = boundedLeastSquares({ design, target: problem.target, start: here.left });
  return withBestRight(problem, left, routines);
}

/** The best right for a left, which is scaled to a sum of 1. */
function withBestRight(problem: BilinearProblem, unscaled: Float64Array, routines: Triangularize): Point {
  const { target } = problem;
  const total = unscaled.reduce((sum, value) => sum + value, 0);
  const left = total > 0 ? unscaled.map((value) => value / total) : unscaled;
  const design = rightDesign(problem, left);
  const { rows, cols } = design;
  const rowInto = (i: number, out: Float64Array) => {
    out.set(rowOf(design, i));
    return target[i];
  };
  const right = solveLeastSquares({ rows, cols, rowInto }, routines);
  let loss = 0;
  for (let i = 0; i < rows; i++) {
    let residual = target[i];
    for (let b = 0; b < cols; b++) residual -= design.data[i * cols + b] * right[b];
    loss += residual * residual;
  }
  return { left, right, loss };
}

/**
 * Left of the best (left, right) if the product were linear around here: target ≈ byLeft·left + byRight·(change of
 * right). With right first in the triangle, its last rows hold what right cannot explain.
 */
function leftLookingAhead(problem: BilinearProblem, { left, right }: Point, routines: Triangularize): Float64Array {
  const { leftSize: p, rightSize: q, target } = problem;
  const [byLeft, byRight] = [leftDesign(problem, right), rightDesign(problem, left)];
  const cols = q + p;
  const { triangle, rotated } = routines.triangularize({
    rows: target.length,
    cols,
    rowInto(i, out) {
      out.set(rowOf(byRight, i));
      out.set(rowOf(byLeft, i), q);
      return target[i];
    },
  });
  // Scaling left changes nothing, because right compensates: one more equation fixes its sum, weighted like the others.
  const design = matrix(p + 1, p);
  for (let i = 0; i < p; i++) {
    design.data.set(triangle.data.subarray((q + i) * cols + q, (q + i + 1) * cols), i * p);
  }
  const weight = Math.sqrt(design.data.reduce((sum, value) => sum + value * value, 0));
  design.data.fill(weight, p * p);
  return boundedLeastSquares({ design, target: Float64Array.of(...rotated.subarray(q), weight), start: left });
}

/** Columns by which right acts, for a given left. */
function rightDesign({ design, leftSize: p, rightSize: q }: BilinearProblem, left: Float64Array): Matrix {
  const out = matrix(design.rows, q);
  for (let i = 0; i < design.rows; i++) {
    for (let a = 0; a < p; a++) {
      const from = i * design.cols + a * q;
      for (let b = 0; b < q; b++) out.data[i * q + b] += left[a] * design.data[from + b];
    }
  }
  return out;
}

/** Columns by which left acts, for a given right. */
function leftDesign({ design, leftSize: p, rightSize: q }: BilinearProblem, right: Float64Array): Matrix {
  const out = matrix(design.rows, p);
  for (let i = 0; i < design.rows; i++) {
    for (let a = 0; a < p; a++) {
      const from = i * design.cols + a * q;
      let sum = 0;
      for (let b = 0; b < q; b++) sum += right[b] * design.data[from + b];
      out.data[i * p + a] = sum;
    }
  }
  return out;
}

function rowOf({ data, cols }: Matrix, i: number): Float64Array {
  return data.subarray(i * cols, (i + 1) * cols);
}
