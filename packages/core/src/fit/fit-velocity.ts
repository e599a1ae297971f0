import { type LeastSquaresColumns, leastSquares } from "../algebra/least-squares.js";
import type { ComputeOptions } from "../compute/routines.js";
import type { StandardPair } from "../pair/standardize.js";
import { addCombination, type Column, requireColumns } from "../primitives/columns.js";
import { InputError, option } from "../primitives/errors.js";
import type { PairScores } from "../score/pair-scores.js";
import {
  type BasisColumns,
  basisColumns,
  type FittableModel,
  type LinearVelocityModel,
  type VelocityClass,
  type VelocityModel,
  velocityField,
} from "../velocity/velocity-model.js";
import { fitProduct } from "./fit-product.js";
import { fitSplines } from "./fit-splines.js";
import { gofResidualInto, meanSquare } from "./gof.js";
import { type Direction, type Oriented, orient } from "./orient.js";
import { type TrainOptions, trainVelocity } from "./train-velocity.js";

/** How a velocity is fitted: `exact`, to the minimum of its loss, or `paper`, by the published training. */
export const FITS = ["exact", "paper"] as const;
/** One of `FITS`: how a velocity is fitted. */
export type Fit = (typeof FITS)[number];

/** Options of `fitVelocity`: exact or as published, seed, routines. */
export interface VelocityFitOptions extends ComputeOptions {
  /** Default: `exact`, and `paper` for networks, which have no exact fit. */
  readonly fit?: Fit | undefined;
  /** Seed of the parameters that training starts from. */
  readonly seed?: number | undefined;
}

/** A velocity fitted to one direction. */
export interface VelocityFit {
  readonly oriented: Oriented;
  readonly model: VelocityModel;
  readonly theta: Float64Array;
  /** Residual of the continuity equation at the rows. */
  readonly residual: Column;
  /** Mean squared residual; lower is better. */
  readonly gof: number;
  /** For an exact fit of a basis: directions of theta that the data determine; the others are 0 (minimum norm). */
  readonly rank?: number;
  /** For a trained fit: how the training ended. */
  readonly training?: Training;
}

/** How a training ended: steps, convergence, loss. */
export interface Training {
  readonly steps: number;
  /** Whether the loss stopped changing before the steps ran out. */
  readonly converged: boolean;
  /** What was minimized: the mean squared residual and the penalties. */
  readonly loss: number;
}

/**
 * Fits a class to one direction, exactly or as the paper trains.
 *
 * @paper eqn:loss_est (18), sec:velocity:discovery step 2     @throws InputError `wrong-option`
 */
export function fitVelocity(velocity: VelocityClass, at: Oriented, options: VelocityFitOptions = {}): VelocityFit {
  requireColumns({ cause: at?.cause, effect: at?.effect });
  const model = velocity.modelFor(at.cause, at.effect, options);
  const parameters = parametersOf(model, at, options);
  const residual = parameters.residual ?? residualOf(model, parameters.theta, at);
  return { oriented: at, model, ...parameters, residual, gof: meanSquare(residual) };
}

function residualOf(model: VelocityModel, theta: Float64Array, at: Oriented): Column {
  const field = velocityField(at.cause.length);
  model.evaluateInto(theta, at.cause, at.effect, field);
  const residual = new Float64Array(at.cause.length);
  gofResidualInto(at, field, residual);
  return residual;
}

/** Another way to fit a model than the usual one: see `tunedVelocity`. */
export interface Tuning {
  training(): TrainOptions;
  /** Other parameters than those of the exact fit. */
  exact(model: FittableModel, at: Oriented, start: Float64Array): Float64Array;
}

function parametersOf(
  model: FittableModel & { readonly tuned?: Tuning },
  at: Oriented,
  { fit, seed = 0, ...compute }: VelocityFitOptions,
): Pick<VelocityFit, "theta" | "rank" | "training"> & { readonly residual?: Column | undefined } {
  const { tuned } = model;
  if (fit !== "paper" && model.kind !== "network") {
    const found = model.kind === "linear" ? fitLinear(model, at, compute) : fitProduct(model, at, compute);
    return tuned ? { ...found, theta: tuned.exact(model, at, found.theta), residual: undefined } : found;
  }
  if (fit === "exact") throw noExactFit(model.name);
  const { theta, ...training } = trainVelocity(model, at, { ...tuned?.training(), seed });
  return { theta, training };
}

/** The error for an exact fit of a class that only training fits. */
export function noExactFit(name: string): InputError {
  return new InputError({
    code: "wrong-option",
    place: [option("fit")],
    value: '"exact"',
    expected: `"paper": ${name} is made of networks, which only training fits`,
    remedy: "Leave the option out, or use a method with splines or a basis.",
  });
}

/** Options of `fitBoth`: those of `fitVelocity`, and the rows to fit. */
export interface FitOptions extends VelocityFitOptions {
  /** The rows to fit; all if left out. */
  readonly rows?: Uint32Array | undefined;
}

/** The same class fitted as if x caused y and as if y caused x. @paper sec:velocity:discovery */
export function fitBoth(
  velocity: VelocityClass,
  pair: StandardPair,
  scores: PairScores,
  options: FitOptions = {},
): Readonly<Record<Direction, VelocityFit>> {
  return {
    "x->y": fitVelocity(velocity, orient(pair, scores, "x->y", options.rows), options),
    "y->x": fitVelocity(velocity, orient(pair, scores, "y->x", options.rows), options),
  };
}

/** Rows of a basis that are computed together. */
const BLOCK_ROWS = 512;

/**
 * Minimizes the loss over a class that is linear in its parameters: exact, no seed, no learning rate.
 *
 * With v = Σ a_k Φ_k the residual is b − A·a, b = s_cause − s_cause(joint), A = ∂Φ/∂effect + Φ·s_effect(joint).
 * @paper eqn:loss_est (18), sec:velocity:discovery step 2
 * @cost O(n·K²) time for K parameters, O(n + K²) memory; O(n) for splines of the cause
 * @throws InputError `wrong-basis` where a basis function has no value at a row
 * @deviates docs/decisions/0002-exact-fit.md: exact least squares instead of 100 steps of Adam
 */
function fitLinear(
  model: LinearVelocityModel,
  at: Oriented,
  compute: ComputeOptions = {},
): Pick<VelocityFit, "theta" | "rank" | "residual"> {
  const ofSplines = model.causeSplines && model.ridge > 0 && fitSplines(model.causeSplines, model.ridge, at);
  if (ofSplines) return ofSplines;
  const equations = equationsOf(model, at);
  const { coefficients: theta, rank } = leastSquares(equations, model.ridge, compute.routines, SCORE_ERROR);
  return { theta, rank, residual: leftOver(equations, theta) };
}

function equationsOf(model: LinearVelocityModel, at: Oriented): LeastSquaresColumns {
  const cols = model.parameterCount;
  const basis = basisColumns(cols, BLOCK_ROWS);
  return {
    rows: at.cause.length,
    cols,
    columnsInto(from, count, columns) {
      for (let done = 0; done < count; done += BLOCK_ROWS) {
        const to = Math.min(done + BLOCK_ROWS, count);
        const block = columns.map((column) => column.subarray(done, to));
        equationsInto(model, at, from + done, basis, block);
      }
    },
  };
}

/** Writes design and target of as many rows as a column has, starting at row `from`. */
function equationsInto(
  model: LinearVelocityModel,
  at: Oriented,
  from: number,
  basis: BasisColumns,
  columns: readonly Column[],
): void {
  const [cols, to] = [model.parameterCount, from + columns[0].length];
  model.columnsInto(at.effect.subarray(from, to), at.cause.subarray(from, to), basis);
  const score = at.jointEffect.subarray(from, to);
  for (let k = 0; k < cols; k++) {
    const [value, slope] = [basis.value[k], basis.dEffect[k]];
    const i = alongCurveInto(value, slope, score, columns[k]);
    if (i < score.length) throw noValue(model, k, [value[i], slope[i]], at, from + i);
  }
  differenceInto(at.scoreCause, at.jointCause, from, columns[cols]);
}

/** Writes a − b for as many rows as `out` has, starting at row `from`. */
function differenceInto(a: Column, b: Column, from: number, out: Column): void {
  for (let i = 0; i < out.length; i++) out[i] = a[from + i] - b[from + i];
}

/** Writes slope + value·score for as many rows as there are scores, or up to one that is too large, which it returns. */
function alongCurveInto(value: Column, slope: Column, score: Column, out: Column): number {
  for (let i = 0; i < score.length; i++) {
    const entry = slope[i] + value[i] * score[i];
    if (!(Math.abs(entry) <= LARGEST_ENTRY)) return i;
    out[i] = entry;
  }
  return score.length;
}

/** Target minus design times coefficients. */
function leftOver({ rows, cols, columnsInto }: LeastSquaresColumns, theta: Float64Array): Column {
  const residual = new Float64Array(rows);
  const minusTheta = theta.map((coefficient) => -coefficient);
  const columns = Array.from({ length: cols + 1 }, () => new Float64Array(BLOCK_ROWS));
  for (let from = 0; from < rows; from += BLOCK_ROWS) {
    const count = Math.min(BLOCK_ROWS, rows - from);
    columnsInto(from, count, columns);
    const block = residual.subarray(from, from + count);
    block.set(columns[cols].subarray(0, count));
    addCombination(block, columns.slice(0, cols), minusTheta);
  }
  return residual;
}

/**
 * Relative error of the scores in the design: what their linear algebra leaves, as decisions report it in `scoreError`.
 * Where basis functions are the same on the rows, such as 1 and x² + y² on a circle, a smaller singular value is made of
 * this error, and a fit to it would depend on rounding. Scores of accuracy `fast` have an error of 10⁻⁶, but one that the
 * laws leave as it is, so that no more directions are dropped for them.
 */
const SCORE_ERROR = 1e-10;

/** The sum of a million squares of this is still a number. */
const LARGEST_ENTRY = 1e150;

function noValue(
  { terms }: LinearVelocityModel,
  term: number,
  [value, slope]: readonly [number, number],
  { effect, cause }: Oriented,
  row: number,
): InputError {
  const place = `cause ${cause[row].toPrecision(3)}, effect ${effect[row].toPrecision(3)}`;
  return new InputError({
    code: "wrong-basis",
    place: `basis function ${terms ? `"${terms[term]}"` : term + 1}`,
    value: `${value}, with slope ${slope} in the effect, at ${place}`,
    expected: `numbers below ${LARGEST_ENTRY} at every row, in either direction`,
    remedy:
      "Cause and effect are standardized, and so negative in about half of the rows: choose a function that is defined for negative values too.",
  });
}
