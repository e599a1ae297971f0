import type { ComputeOptions } from "../compute/routines.js";
import { locationScaleFlow, natsGivenCause } from "../decide/flow-likelihood.js";
import { settledOrder } from "../diagnose/diagnose.js";
import { fitVelocity } from "../fit/fit-velocity.js";
import { gofResidualInto } from "../fit/gof.js";
import { LOCATION_SCALE } from "../fit/location-scale-velocity.js";
import { type Direction, type Oriented, orient } from "../fit/orient.js";
import { type FittedVelocity, flowResidual } from "../flow/flow-residual.js";
import { takeRows } from "../pair/resample.js";
import { MINIMUM_ROWS, type StandardPair, standardize } from "../pair/standardize.js";
import type { Column } from "../primitives/columns.js";
import { whereUsable } from "../primitives/errors.js";
import { type ScoreChoice, sharedScores } from "../score/pair-scores.js";
import { kernelEntropy } from "../statistics/entropy.js";
import { type VelocityClass, velocityField } from "../velocity/velocity-model.js";
import { velocityNamed, velocityNames } from "../velocity/velocity-named.js";

/** In place of a class of velocities: the one that describes the rows in the fewest nats. */
export const AUTO = "auto";

/** How well one class of velocities describes one direction of a pair. */
export interface VelocityCandidate {
  readonly velocity: string;
  /** Parameters that the rows determine. */
  readonly parameters: number;
  /** Description length of cause and effect by the flow, in nats of the standardized columns; NaN if a curve is lost. */
  readonly nats: number;
  /**
   * Mean squared residual of the continuity equation at rows that were left out of the fit, 1/sd²; NaN below 100 rows, and
   * where a column is the same in all rows but a few, which may all be left out.
   * The scores are estimated once, on all rows.
   */
  readonly heldOutLoss: number;
  /** Rows whose curve ends before it reaches the median of the cause. */
  readonly lost: number;
}

/** Scores and routines of a choice. */
export interface ChoiceOptions extends ComputeOptions {
  /** Default `stein`. */
  readonly score?: ScoreChoice | undefined;
}

/** Curves of some classes take 50 µs a row, and seven classes are fitted six times: more rows take seconds. */
const MOST_ROWS = 2000;
/** Parts of the rows that are left out in turn. */
const FOLDS = 5;

/**
 * The class of velocities whose flow describes one direction of a pair in the fewest nats, among those with an exact fit
 * and the regression of location and scale.
 *
 * Classes with a curve that is lost cannot be chosen. Measured, the choice has curves closer to the truth than the
 * smallest held-out loss, which follows the errors of the estimated scores (docs/decisions/0059-which-velocity.md).
 * @paper eqn:logjointdecomposition (its sum, negated)     @cost seven fits and flows of at most 2,000 rows
 */
export function chooseVelocity(pair: StandardPair, direction: Direction, options: ChoiceOptions = {}): Candidate {
  const rows = settledRows(pair, options);
  const at = orientedRows(rows, direction, options);
  const lengths = classes().map((velocity) => ({ velocity, ...descriptionOf(velocity, at, options) }));
  return lengths.sort(byNats)[0].velocity;
}

/**
 * What `chooseVelocity` chooses among, the chosen one first, each with the loss of left-out rows too.
 *
 * @cost as `chooseVelocity`, and 35 fits
 */
export function velocityCandidates(
  pair: StandardPair,
  direction: Direction,
  options: ChoiceOptions = {},
): readonly VelocityCandidate[] {
  const rows = settledRows(pair, options);
  const at = orientedRows(rows, direction, options);
  return classes()
    .map((velocity) => ({
      velocity: nameOf(velocity),
      ...descriptionOf(velocity, at, options),
      heldOutLoss: heldOutLoss(velocity, at, options),
    }))
    .sort(byNats);
}

/** The class of a candidate's name. */
export function candidateClass(name: string): Candidate {
  return name === LOCATION_SCALE ? LOCATION_SCALE : velocityNamed(name);
}

type Candidate = VelocityClass | typeof LOCATION_SCALE;

function classes(): Candidate[] {
  return [LOCATION_SCALE, ...velocityNames({ exactOnly: true })].map(candidateClass);
}

function nameOf(velocity: Candidate): string {
  return velocity === LOCATION_SCALE ? LOCATION_SCALE : velocity.name;
}

/** The shortest first, lost ones last. */
function byNats(a: { readonly nats: number }, b: { readonly nats: number }): number {
  const [first, second] = [a, b].map(({ nats }) => (Number.isNaN(nats) ? Infinity : nats));
  return first === second ? 0 : first - second;
}

/** At most `MOST_ROWS` rows, in an order and a choice that do not depend on the order of the rows. */
function settledRows(pair: StandardPair, compute: ComputeOptions): StandardPair {
  const order = settledOrder(pair, compute);
  const step = Math.max(1, order.length / MOST_ROWS);
  const rows = Array.from({ length: Math.min(order.length, MOST_ROWS) }, (_, k) => order[Math.floor(k * step)]);
  return standardize({ ...pair, x: takeRows(pair.x, rows), y: takeRows(pair.y, rows) });
}

function orientedRows(pair: StandardPair, direction: Direction, { score = "stein", ...compute }: ChoiceOptions) {
  return orient(pair, sharedScores(pair, score, compute).scores, direction);
}

function fitOf(velocity: Candidate, at: Oriented, compute: ComputeOptions): FittedVelocity & { parameters: number } {
  if (velocity === LOCATION_SCALE) {
    const flow = locationScaleFlow(at.cause, at.effect, compute);
    return { ...flow, parameters: flow.regression.parameters };
  }
  const fit = fitVelocity(velocity, at, compute);
  return { ...fit, parameters: fit.rank ?? fit.model.parameterCount };
}

function descriptionOf(
  velocity: Candidate,
  at: Oriented,
  compute: ComputeOptions,
): Pick<VelocityCandidate, "parameters" | "nats" | "lost"> {
  const fit = fitOf(velocity, at, compute);
  const { noise, logJacobian, lost } = flowResidual(fit);
  const { parameters } = fit;
  if (lost.length > 0) return { parameters, nats: Number.NaN, lost: lost.length };
  const meanLogJacobian = logJacobian.reduce((sum, value) => sum + value, 0) / noise.length;
  const ofCause = noise.length * kernelEntropy(at.cause, compute);
  return { parameters, nats: ofCause + natsGivenCause(noise, meanLogJacobian, parameters, compute), lost: 0 };
}

/** Every fifth row is left out, then the next fifth, and so on. */
function heldOutLoss(velocity: Candidate, at: Oriented, compute: ComputeOptions): number {
  const n = at.cause.length;
  if (n < FOLDS * MINIMUM_ROWS) return Number.NaN;
  let sum = 0;
  for (let fold = 0; fold < FOLDS; fold++) {
    const rows = Uint32Array.from(at.cause.keys());
    const kept = someRows(
      at,
      rows.filter((row) => row % FOLDS !== fold),
    );
    const left = someRows(
      at,
      rows.filter((row) => row % FOLDS === fold),
    );
    if (!varies(kept.cause) || !varies(kept.effect)) return Number.NaN;
    const [fit] = whereUsable(() => fitOf(velocity, kept, compute));
    if (!fit) return Number.NaN;
    const field = velocityField(left.cause.length);
    fit.model.evaluateInto(fit.theta, left.cause, left.effect, field);
    const residual = new Float64Array(left.cause.length);
    gofResidualInto(left, field, residual);
    for (const value of residual) sum += value * value;
  }
  return sum / n;
}

/** Whether a column has two different values. */
function varies(column: Column): boolean {
  return column.some((value) => value !== column[0]);
}

function someRows(at: Oriented, rows: Uint32Array): Oriented {
  return {
    direction: at.direction,
    cause: takeRows(at.cause, rows),
    effect: takeRows(at.effect, rows),
    scoreCause: takeRows(at.scoreCause, rows),
    jointCause: takeRows(at.jointCause, rows),
    jointEffect: takeRows(at.jointEffect, rows),
  };
}
