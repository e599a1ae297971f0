import { type Pair, pairFromColumns } from "@causal-velocity/core/pair/pair.js";
import { type Column, requireColumns } from "@causal-velocity/core/primitives/columns.js";
import type { Rng } from "@causal-velocity/core/primitives/random.js";
import { type JointDensity, jointDensity, type StructuralModel } from "./joint-density.js";
import type { Mechanism } from "./mechanism.js";

/** A kind of simulated pair: its texts for the help, and how its columns are drawn. */
export interface Simulator {
  readonly name: string;
  /** One line: the model. */
  readonly summary: string;
  readonly reference: string;
  /** Default number of rows: that of the published data. */
  readonly rows: number;
  /**
   * What is known of the pairs besides the direction: nothing; the velocity; also the joint scores and the cause's; all
   * scores.
   */
  readonly knows: "nothing" | "velocity" | "joint-scores" | "scores";
  /** Whether `asPublished` makes a difference. */
  readonly hasPublishedVariant: boolean;
  sample(n: number, rng: Rng, asPublished: boolean): CausalSample;
}

/** The true relation between the two columns of a simulated pair. */
export type Truth = "x->y" | "y->x" | "independent" | "common-cause";

/** A simulated pair and its truth. Fields that a kind does not know are absent. */
export interface SimulatedPair {
  /** Name of the simulator. */
  readonly kind: string;
  readonly pair: Pair;
  readonly truth: Truth;
  /** The noise behind each effect. */
  readonly noise?: Column;
  /** The common cause that is not among the columns. */
  readonly hidden?: Column;
  /** The mechanism, which determines the velocity. */
  readonly mechanism?: Mechanism;
  /** The density of the pair, which determines every score. */
  readonly density?: JointDensity;
}

/** The columns of cause and effect; x counts as the cause if there is no direction. */
export function rolesOf(simulated: SimulatedPair): { cause: Column; effect: Column } {
  requireColumns({ x: simulated?.pair?.x, y: simulated?.pair?.y });
  const { pair, truth } = simulated;
  return truth === "y->x" ? { cause: pair.y, effect: pair.x } : { cause: pair.x, effect: pair.y };
}

/** Columns of cause and effect and their truth, before they become x and y. */
export interface CausalSample extends Omit<SimulatedPair, "kind" | "pair" | "truth"> {
  readonly cause: Column;
  readonly effect: Column;
  /** Absent if the cause causes the effect. */
  readonly truth?: Exclude<Truth, "x->y" | "y->x">;
}

/** A source of rows: distributions of cause and noise, and a mechanism. */
export interface RowSource extends Pick<StructuralModel, "cause" | "noise"> {
  readonly mechanism: Pick<Mechanism, "effect">;
}

/** n rows and their noise. Cause and noise have their own streams: more rows do not change the first ones. */
export function sampleRows(
  { cause: causeDistribution, noise: noiseDistribution, mechanism }: RowSource,
  n: number,
  rng: Rng,
) {
  const [causeRng, noiseRng] = [rng.split("cause"), rng.split("noise")];
  const cause = Float64Array.from({ length: n }, () => causeDistribution.draw(causeRng));
  const noise = Float64Array.from({ length: n }, () => noiseDistribution.draw(noiseRng));
  return { cause, effect: cause.map((value, i) => mechanism.effect(value, noise[i])), noise };
}

/** n rows of a structural model and, for smooth distributions, their density. @paper eq:SCM:def */
export function sampleModel(model: StructuralModel, n: number, rng: Rng): CausalSample {
  const sample = { ...sampleRows(model, n, rng), mechanism: model.mechanism };
  return model.cause.smooth && model.noise.smooth ? { ...sample, density: jointDensity(model) } : sample;
}

/**
 * The same without the effect's marginal density: for flows that contract so strongly that quadrature cannot resolve
 * it.
 */
export function withoutMarginal(sample: CausalSample): CausalSample {
  if (!sample.density) return sample;
  const { effectMarginal: _, ...density } = sample.density;
  return { ...sample, density };
}

/** A simulated pair from cause and effect. With `swapped`, x is the effect. */
export function pairOf(kind: string, sample: CausalSample, swapped: boolean): SimulatedPair {
  const { cause, effect, truth, ...known } = sample;
  if (swapped && truth) {
    // Without a direction the density keeps its roles, which `rolesOf` takes as x before y.
    return { kind, pair: pairFromColumns(cause, effect), truth, ...known };
  }
  const pair = swapped ? pairFromColumns(effect, cause) : pairFromColumns(cause, effect);
  return { kind, pair, truth: truth ?? (swapped ? "y->x" : "x->y"), ...known };
}

/** Rounds every value to a multiple of `grid`: the result has ties, and no density. */
export function roundColumn(column: Column, grid: number): Column {
  return column.map((value) => Math.round(value / grid) * grid);
}
