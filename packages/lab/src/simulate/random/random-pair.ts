import type { Column } from "@causal-velocity/core/primitives/columns.js";
import { wrongOption } from "@causal-velocity/core/primitives/errors.js";
import { meanAndSd } from "@causal-velocity/core/primitives/quantiles.js";
import { type Rng, seededRng } from "@causal-velocity/core/primitives/random.js";
import type { Distribution } from "../distribution.js";
import { additiveMechanism } from "../mechanism.js";
import {
  type CausalSample,
  pairOf,
  roundColumn,
  type SimulatedPair,
  sampleModel,
  sampleRows,
  withoutMarginal,
} from "../simulator.js";
import { linearFunction } from "../smooth-function.js";
import { additiveFamilies } from "./additive-families.js";
import { calibrationFamilies, familyNamed } from "./families.js";
import { type DirectedFamily, isKnown, type SampledMechanism } from "./family.js";
import { type DistributionName, distributionNames, standardDistribution } from "./random-distribution.js";
import { fairSign, logUniform, oneOf } from "./random-shape.js";

/** Relations of two columns in which the data do not show a direction. */
export const undirectedRelations = ["independent", "linear-gaussian", "common-cause"] as const;

/** The relation between the columns of a random pair. */
export type Relation = "directed" | (typeof undirectedRelations)[number];

const RELATIONS: readonly Relation[] = ["directed", ...undirectedRelations];
/** Share of pairs that have a direction; the rest is divided equally among the undirected relations. */
const DIRECTED_SHARE = 0.86;
/** Share of pairs of which one or both columns are rounded. */
const ROUNDED_SHARE = 0.15;

/** What a random pair was drawn from, by name, so that results can be counted by kind. */
export interface RandomKind {
  readonly relation: Relation;
  /** Name of the directed family, or of the relation if there is no direction. */
  readonly family: string;
  /** Distribution of the cause, of the hidden cause, or of the first of two independent columns. */
  readonly causeDistribution: DistributionName;
  /** Distribution of the noise, or of the second of two independent columns. */
  readonly noiseDistribution: DistributionName;
  /** Whether a column is on a grid. */
  readonly rounded: boolean;
}

/**
 * The kind of a random pair, each choice from its own stream: 86% directed, by one of `calibrationFamilies`, and 14% in
 * equal parts of the undirected relations; distributions of cause and noise from `distributionNames`; 15% rounded. What
 * `fixed` has is not drawn.
 *
 * @throws InputError `wrong-option` for unknown names, and for choices that contradict each other
 */
export function randomKind(rng: Rng, fixed: Partial<RandomKind> = {}): RandomKind {
  const relation = chooseRelation(rng.split("relation"), fixed);
  const family = relation === "directed" ? chooseFamily(rng.split("family"), fixed.family) : relation;
  const nameRng = { cause: rng.split("name of the cause's law"), noise: rng.split("name of the noise's law") };
  const possible = relation === "linear-gaussian" ? (["normal"] as const) : distributionNames;
  const causeDistribution = chooseDistribution(nameRng.cause, "causeDistribution", fixed.causeDistribution, possible);
  // A linear pair of two normals is linear-Gaussian, and would be directed in name only.
  const noiseDistributions =
    family === "linear" && causeDistribution === "normal" ? distributionNames.filter(isNotNormal) : possible;
  const noiseDistribution = chooseDistribution(
    nameRng.noise,
    "noiseDistribution",
    fixed.noiseDistribution,
    noiseDistributions,
  );
  const rounded = fixed.rounded ?? rng.split("rounded").uniform() < ROUNDED_SHARE;
  return { relation, family, causeDistribution, noiseDistribution, rounded };
}

function isNotNormal(name: DistributionName): boolean {
  return name !== "normal";
}

function chooseRelation(rng: Rng, { relation, family }: Partial<RandomKind>): Relation {
  const drawn = rng.uniform() < DIRECTED_SHARE ? "directed" : oneOf(rng, undirectedRelations);
  const chosen = relation ?? (family === undefined ? drawn : "directed");
  if (!RELATIONS.includes(chosen)) throw wrongOption("relation", chosen, `one of ${RELATIONS.join(", ")}`);
  if (family !== undefined && chosen !== "directed") {
    throw wrongOption("family", family, `left out, or the relation "directed" instead of "${chosen}"`);
  }
  return chosen;
}

function chooseFamily(rng: Rng, asked: string | undefined): string {
  return (asked === undefined ? oneOf(rng, calibrationFamilies) : familyNamed(asked)).name;
}

function chooseDistribution(
  rng: Rng,
  option: string,
  asked: DistributionName | undefined,
  possible: readonly DistributionName[],
): DistributionName {
  if (asked !== undefined && !possible.includes(asked)) {
    throw wrongOption(option, asked, `one of ${possible.join(", ")}`);
  }
  return asked ?? oneOf(rng, possible);
}

const DEFAULT_ROWS = 1000;

/**
 * Choices for a random pair; the others are random. A `family`, left out of calibration or not, makes the pair
 * directed.
 */
export interface RandomPairOptions extends Partial<RandomKind> {
  /** Rows; default 1,000. */
  readonly n?: number;
  /** Which column is the cause. The columns stay the same and only exchange their places. */
  readonly direction?: "x->y" | "y->x";
}

/** A pair and its kind. If a column is rounded, the pair's density is not known. */
export interface RandomPair extends SimulatedPair, RandomKind {}

/**
 * A pair from a broad prior, for calibration of confidence.
 *
 * `randomKind` has the shares, docs/calibration-kit.md the families and distributions; x is the cause in every other
 * pair. Columns are not standardized. A pure function of seed and options. Every choice has its own stream: fixing one
 * does not change the others, and without rounding fewer rows are the first rows of more.
 * @cost 1 to 30 µs a row, by family, and 10 ms for a `monotone` distribution     @throws InputError `wrong-option`
 */
export function randomPair(seed: number, options: RandomPairOptions = {}): RandomPair {
  const { n = DEFAULT_ROWS, direction, ...fixed } = options;
  if (!(Number.isSafeInteger(n) && n >= 1)) throw wrongOption("n", n, "a whole number of rows from 1");
  const rng = seededRng(seed).split("random pair");
  const kind = randomKind(rng, fixed);
  const sample = sampleOf(kind, n, rng);
  const coin = rng.split("direction").uniform() < 0.5 ? "y->x" : "x->y";
  const swapped = (direction ?? coin) === "y->x";
  return { ...pairOf("random", kind.rounded ? roundedColumns(sample, rng.split("grids")) : sample, swapped), ...kind };
}

function sampleOf(
  { relation, family, causeDistribution, noiseDistribution }: RandomKind,
  n: number,
  rng: Rng,
): CausalSample {
  const distributions = {
    cause: standardDistribution(causeDistribution, rng.split("law of the cause")),
    noise: standardDistribution(noiseDistribution, rng.split("law of the noise")),
  };
  switch (relation) {
    case "independent":
      return independentSample(distributions, n, rng);
    case "linear-gaussian":
      return linearSample(distributions, n, rng);
    case "common-cause":
      return commonCauseSample(
        distributions,
        standardDistribution(noiseDistribution, rng.split("law of the other noise")),
        n,
        rng,
      );
    case "directed":
      return directedSample(familyNamed(family), distributions, n, rng);
  }
}

/** Steps of the grid over a range of six standard deviations: from a coarse scale to two decimals. */
const STEPS = [8, 200] as const;
const RANGE_SDS = 6;
const WHICH = ["cause", "effect", "both"] as const;

/**
 * Rounds cause, effect or both, with equal probability, each to its own grid. A rounded pair has no density, and its
 * mechanism no longer gives the effect from the cause: both are dropped.
 */
function roundedColumns(sample: CausalSample, rng: Rng): CausalSample {
  const which = oneOf(rng.split("which"), WHICH);
  const { density: _, mechanism: __, ...kept } = sample;
  return {
    ...kept,
    cause: which === "effect" ? sample.cause : onGrid(sample.cause, rng.split("cause")),
    effect: which === "cause" ? sample.effect : onGrid(sample.effect, rng.split("effect")),
  };
}

function onGrid(column: Column, rng: Rng): Column {
  const { sd } = meanAndSd(column);
  return sd > 0 ? roundColumn(column, (RANGE_SDS * sd) / logUniform(rng, ...STEPS)) : column;
}

/** Distributions of the two independent parts of a pair. */
interface TwoDistributions {
  readonly cause: Distribution;
  readonly noise: Distribution;
}

/**
 * n rows of a mechanism of a family. Mechanism, cause, noise and measurement errors have their own streams: more rows
 * do not change the first ones.
 */
export function directedSample(
  family: DirectedFamily,
  distributions: TwoDistributions,
  n: number,
  rng: Rng,
): CausalSample {
  const mechanism = family.draw(rng.split("mechanism"), distributions.cause);
  return isKnown(mechanism)
    ? withoutMarginal(sampleModel({ ...distributions, mechanism }, n, rng))
    : sampledOnly(mechanism, distributions, n, rng);
}

function sampledOnly(mechanism: SampledMechanism, distributions: TwoDistributions, n: number, rng: Rng): CausalSample {
  const rows = sampleRows({ ...distributions, mechanism }, n, rng);
  const { measurement } = mechanism;
  if (!measurement) return rows;
  return {
    cause: withErrors(rows.cause, measurement.cause, rng.split("error of the cause")),
    effect: withErrors(rows.effect, measurement.effect, rng.split("error of the effect")),
    noise: rows.noise,
  };
}

function withErrors(column: Column, sd: number, rng: Rng): Column {
  return column.map((value) => value + sd * rng.normal());
}

/** Slopes of a linear-Gaussian pair with noise of variance 1: correlations from 0.2 to 0.95. */
const SLOPES = [0.2, 3] as const;
/** How a hidden cause drives a column: a path, steps or a wave, and noise. */
const HIDDEN_DRIVES = ["additive", "monotone-additive", "periodic"];

/** n rows of two independent columns. */
function independentSample(distributions: TwoDistributions, n: number, rng: Rng): CausalSample {
  const mechanism = additiveMechanism(linearFunction(0));
  return { ...sampleModel({ ...distributions, mechanism }, n, rng), truth: "independent" };
}

/** n rows of slope·x + e: with normal distributions, given by the caller, both directions fit equally well. */
function linearSample(distributions: TwoDistributions, n: number, rng: Rng): CausalSample {
  const slope = fairSign(rng.split("sign")) * logUniform(rng.split("slope"), ...SLOPES);
  return sampleModel({ ...distributions, mechanism: additiveMechanism(linearFunction(slope)) }, n, rng);
}

/**
 * n rows of two effects of a hidden cause, each with its own additive mechanism and noise.
 *
 * @param otherNoise distribution of the second effect's noise
 */
function commonCauseSample(
  distributions: TwoDistributions,
  otherNoise: Distribution,
  n: number,
  rng: Rng,
): CausalSample {
  const hiddenRng = rng.split("hidden");
  const hidden = Float64Array.from({ length: n }, () => distributions.cause.draw(hiddenRng));
  const drives = additiveFamilies.filter(({ name }) => HIDDEN_DRIVES.includes(name));
  const driven = (noise: Distribution, stream: Rng) => {
    const mechanism = oneOf(stream.split("family"), drives).draw(stream.split("mechanism"), distributions.cause);
    const noiseRng = stream.split("noise");
    return hidden.map((value) => mechanism.effect(value, noise.draw(noiseRng)));
  };
  return {
    cause: driven(distributions.noise, rng.split("first")),
    effect: driven(otherNoise, rng.split("second")),
    hidden,
    truth: "common-cause",
  };
}
