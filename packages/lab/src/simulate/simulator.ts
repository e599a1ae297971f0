import { type Pair, pairFromColumns } from "@causal-velocity/core/pair/pair.js";
import type { Column } from "@causal-velocity/core/primitives/columns.js";
import type { Rng } from "@causal-velocity/core/primitives/random.js";
import { type JointDensity, jointDensity, type StructuralModel } from "./joint-density.js";
import type { Mechanism } from "./mechanism.js";

/** A line of the registry: what users see in the help, and how the columns are made. */
export interface Simulator {
  readonly name: string;
  /** One line: the model. */
  readonly summary: string;
  readonly reference: string;
  /** Rows unless told otherwise: those of the published data. */
  readonly rows: number;
  /**
   * What the pairs tell of themselves besides the truth: nothing; the velocity; with it the joint scores and the
   * cause's; all scores.
   */
  readonly knows: "nothing" | "velocity" | "joint-scores" | "scores";
  /** Whether `asPublished` makes a difference. */
  readonly hasPublishedVariant: boolean;
  sample(n: number, rng: Rng, asPublished: boolean): CausalSample;
}

/** What really holds between the two columns of a simulated pair. */
export type Truth = "x->y" | "y->x" | "independent" | "common-cause";

/** A simulated pair and all that is known of it. What a kind cannot know is absent. */
export interface SimulatedPair {
  /** Name of the simulator. */
  readonly kind: string;
  readonly pair: Pair;
  readonly truth: Truth;
  /** The noise behind each effect. */
  readonly noise?: Column;
  /** The common cause that is not among the columns. */
  readonly hidden?: Column;
  /** How the effect arises, and with it the velocity. */
  readonly mechanism?: Mechanism;
  /** The distribution of the pair, and with it every score. */
  readonly density?: JointDensity;
}

/** Which column is the cause; x where there is none, so that roles are defined for independent columns too. */
export function rolesOf({ pair, truth }: SimulatedPair): { cause: Column; effect: Column } {
  return truth === "y->x" ? { cause: pair.y, effect: pair.x } : { cause: pair.x, effect: pair.y };
}

/** Columns of cause and effect and what is known of them, before x and y are given out. */
export interface CausalSample extends Omit<SimulatedPair, "kind" | "pair" | "truth"> {
  readonly cause: Column;
  readonly effect: Column;
  /** Absent where the cause causes the effect. */
  readonly truth?: Exclude<Truth, "x->y" | "y->x">;
}

/** What makes rows: distributions of cause and noise, and how the effect arises from both. */
export interface RowSource extends Pick<StructuralModel, "cause" | "noise"> {
  readonly mechanism: Pick<Mechanism, "effect">;
}

/** n rows and their noise. Cause and noise have streams of their own: more rows leave the first ones alone. */
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

/** n rows of a structural model and, for smooth distributions, their density. */
export function sampleModel(model: StructuralModel, n: number, rng: Rng): CausalSample {
  const sample = { ...sampleRows(model, n, rng), mechanism: model.mechanism };
  return model.cause.smooth && model.noise.smooth ? { ...sample, density: jointDensity(model) } : sample;
}

/**
 * The same without the effect's marginal distribution: for flows that contract so much that no quadrature resolves it.
 */
export function withoutMarginal(sample: CausalSample): CausalSample {
  if (!sample.density) return sample;
  const { effectMarginal: _, ...density } = sample.density;
  return { ...sample, density };
}

/** Gives the columns their names. With `swapped`, x is the effect. */
export function pairOf(kind: string, sample: CausalSample, swapped: boolean): SimulatedPair {
  const { cause, effect, truth, ...known } = sample;
  if (swapped && truth) {
    // Without a direction the density keeps its own roles, which `rolesOf` reads as x before y.
    return { kind, pair: pairFromColumns(cause, effect), truth, ...known };
  }
  const pair = swapped ? pairFromColumns(effect, cause) : pairFromColumns(cause, effect);
  return { kind, pair, truth: truth ?? (swapped ? "y->x" : "x->y"), ...known };
}

/** Rounds every value to a multiple of `grid`: ties and whole numbers, whose density does not exist. */
export function roundColumn(column: Column, grid: number): Column {
  return column.map((value) => Math.round(value / grid) * grid);
}
