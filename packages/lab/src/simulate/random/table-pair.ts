import type { Column } from "@causal-velocity/core/primitives/columns.js";
import { exp, log, power } from "@causal-velocity/core/primitives/elementary.js";
import { meanAndSd, sorted } from "@causal-velocity/core/primitives/quantiles.js";
import { type Rng, seededRng } from "@causal-velocity/core/primitives/random.js";
import { normalDistribution } from "../distributions.js";
import { type CausalSample, pairOf, roundColumn, type SimulatedPair } from "../simulator.js";
import { calibrationFamilies, familyNamed } from "./families.js";
import type { DirectedFamily } from "./family.js";
import { distributionNames, standardDistribution } from "./random-distribution.js";
import { type Relation, randomPair } from "./random-pair.js";
import { fairSign, logUniform, oneOf, uniformBetween } from "./random-shape.js";

/** Relations without a direction among table pairs. A warped pair is linear-Gaussian before each column is warped. */
export const tableRelations = ["independent", "linear-gaussian", "warped-gaussian", "common-cause", "mixed"] as const;

/** The relation between the columns of a table pair; `mixed` rows go one way, the other rows the other way. */
export type TableRelation = "directed" | (typeof tableRelations)[number];

/** Choices for a table pair; the others are random. */
export interface TablePairOptions {
  /** Rows; default 1,000. */
  readonly n?: number;
  /** A family makes the pair directed. */
  readonly family?: string;
  readonly relation?: TableRelation;
  /** The columns as the mechanism made them, without skewness, errors and rounding. */
  readonly clean?: boolean;
}

/** A pair as tables have them, and what it was drawn from. */
export interface TablePair extends Pick<SimulatedPair, "pair" | "truth"> {
  readonly relation: TableRelation;
  /** Name of the directed family, or of the relation. */
  readonly family: string;
}

/** Share of pairs with a direction; of the rest, each relation has as many. */
const DIRECTED_SHARE = 0.78;
/** Share of causes that are effects of something themselves, so that their distribution is as complex as an effect's. */
const COMPOSED_SHARE = 0.4;
/** A composed cause stays within this many standard deviations, where flows can still be followed. */
const FARTHEST = 6;
const DEFAULT_ROWS = 1000;

/**
 * A pair that looks like two columns of a table: mechanisms of `calibrationFamilies`, then skewness, errors, outliers,
 * limits, rounding and repeated rows. Whatever happens after the mechanism follows one law for both columns.
 *
 * A pure function of seed and options; every choice has its own stream.
 * @cost 1 to 60 µs a row, by family     @throws InputError `wrong-option` for an unknown family
 */
export function tablePair(seed: number, options: TablePairOptions = {}): TablePair {
  const { n = DEFAULT_ROWS, clean = false } = options;
  const rng = seededRng(seed).split("table pair");
  const relation = options.relation ?? (options.family === undefined ? drawnRelation(rng) : "directed");
  const family =
    relation === "directed" ? (options.family ?? oneOf(rng.split("family"), calibrationFamilies).name) : relation;
  const sample = sampleOf(relation, family, n, seed, rng);
  const columns = clean ? sample : damaged(sample, rng.split("damage"));
  const swapped = rng.split("direction").uniform() < 0.5;
  const undirected = swapped ? { cause: columns.effect, effect: columns.cause } : columns;
  const { pair, truth } =
    relation === "directed"
      ? pairOf("table", { cause: columns.cause, effect: columns.effect }, swapped)
      : pairOf("table", { ...undirected, truth: relation === "independent" ? "independent" : "common-cause" }, false);
  return { pair, truth, relation, family };
}

function drawnRelation(rng: Rng): TableRelation {
  return rng.split("directed").uniform() < DIRECTED_SHARE ? "directed" : oneOf(rng.split("relation"), tableRelations);
}

function sampleOf(relation: TableRelation, family: string, n: number, seed: number, rng: Rng): TwoColumns {
  switch (relation) {
    case "directed":
      return rng.split("composed").uniform() < COMPOSED_SHARE
        ? composedSample(familyNamed(family), n, rng)
        : simpleSample("directed", n, seed, family);
    case "mixed":
      return mixedSample(n, rng);
    case "warped-gaussian": {
      const { cause, effect } = simpleSample("linear-gaussian", n, seed);
      return { cause: warped(cause, rng.split("first map")), effect: warped(effect, rng.split("second map")) };
    }
    default:
      return simpleSample(relation, n, seed);
  }
}

type TwoColumns = Pick<CausalSample, "cause" | "effect">;

function simpleSample(relation: Relation, n: number, seed: number, family?: string): TwoColumns {
  const { pair } = randomPair(seed, { n, relation, rounded: false, direction: "x->y", ...(family ? { family } : {}) });
  return { cause: pair.x, effect: pair.y };
}

/** The cause is an effect of another mechanism; its own mechanism is drawn for a normal cause. */
function composedSample(family: DirectedFamily, n: number, rng: Rng): TwoColumns {
  const before = oneOf(rng.split("family of the cause"), calibrationFamilies);
  const first = randomColumn(n, rng.split("first"));
  const cause = standard(driven(before, first, rng.split("mechanism of the cause")));
  return { cause, effect: driven(family, cause, rng.split("mechanism of the effect")) };
}

function driven(family: DirectedFamily, cause: Column, rng: Rng): Column {
  const mechanism = family.draw(rng.split("mechanism"), normalDistribution());
  const noise = randomColumn(cause.length, rng.split("noise"));
  const within = (value: number) => Math.min(Math.max(value, -FARTHEST), FARTHEST);
  return cause.map((value, i) => mechanism.effect(within(value), noise[i]));
}

function randomColumn(n: number, rng: Rng): Column {
  const distribution = standardDistribution(oneOf(rng.split("name"), distributionNames), rng.split("distribution"));
  const stream = rng.split("rows");
  return Float64Array.from({ length: n }, () => distribution.draw(stream));
}

/** Shares of the rows that go the first way. */
const FORWARD = [0.35, 0.65] as const;

function mixedSample(n: number, rng: Rng): TwoColumns {
  const [there, back] = ["there", "back"].map((name) => {
    const stream = rng.split(name);
    const cause = standard(randomColumn(n, stream.split("cause")));
    const effect = standard(driven(oneOf(stream.split("family"), calibrationFamilies), cause, stream));
    return { cause, effect };
  });
  const share = uniformBetween(rng.split("share"), ...FORWARD);
  const stream = rng.split("way");
  const isForward = Float64Array.from({ length: n }, () => (stream.uniform() < share ? 1 : 0));
  return {
    cause: isForward.map((is, i) => (is ? there.cause[i] : back.effect[i])),
    effect: isForward.map((is, i) => (is ? there.effect[i] : back.cause[i])),
  };
}

/** Mean 0 and variance 1; a constant column stays as it is. */
function standard(column: Column): Column {
  const { mean, sd } = meanAndSd(column);
  return sd > 0 ? column.map((value) => (value - mean) / sd) : column;
}

/** What can happen to a column, how often, in this order. */
const CHANGES: readonly (readonly [share: number, change: (column: Column, rng: Rng) => Column])[] = [
  [0.15, withError],
  [0.2, warped],
  [0.03, withOutliers],
  [0.05, limited],
  [0.25, onGrid],
  [0.04, inClasses],
];
/** Share of pairs of which most rows repeat others. */
const REPEATED_SHARE = 0.03;

function damaged({ cause, effect }: TwoColumns, rng: Rng): TwoColumns {
  const change = (column: Column, stream: Rng) =>
    CHANGES.reduce((changed, [share, by], k) => {
      const own = stream.split(String(k));
      return own.split("happens").uniform() < share ? standard(by(changed, own)) : changed;
    }, standard(column));
  const columns = { cause: change(cause, rng.split("cause")), effect: change(effect, rng.split("effect")) };
  return rng.split("repeated").uniform() < REPEATED_SHARE ? repeatedRows(columns, rng.split("repeats")) : columns;
}

/** Standard deviations of errors of measurement. */
const ERRORS = [0.02, 0.5] as const;

function withError(column: Column, rng: Rng): Column {
  const sd = logUniform(rng.split("sd"), ...ERRORS);
  const stream = rng.split("errors");
  return column.map((value) => value + sd * stream.normal());
}

/** How strongly a column is bent, per standard deviation, and powers of positive amounts. */
const BENDS = [0.15, 1.2] as const;
const POWERS = [0.3, 3] as const;
/** The smallest amount, in standard deviations. */
const SMALLEST = 0.05;

/** An increasing map: an exponential, or a logarithm or power of the distance from the smallest value; either sign. */
function warped(column: Column, rng: Rng): Column {
  const sign = fairSign(rng.split("sign"));
  const bend = logUniform(rng.split("bend"), ...BENDS);
  const exponent = logUniform(rng.split("power"), ...POWERS);
  const signed = column.map((value) => sign * value);
  const least = signed.reduce((smallest, value) => Math.min(smallest, value), Infinity);
  switch (oneOf(rng.split("map"), ["exponential", "exponential", "power", "logarithm"])) {
    case "exponential":
      return signed.map((value) => sign * exp(bend * value));
    case "power":
      return signed.map((value) => sign * power(value - least + SMALLEST, exponent));
    default:
      return signed.map((value) => sign * log(value - least + SMALLEST + bend));
  }
}

/** Shares of the rows that are outliers, and their distance in standard deviations. */
const OUTLIER_SHARES = [0.002, 0.04] as const;
const OUTLIER_SIZES = [3, 12] as const;

function withOutliers(column: Column, rng: Rng): Column {
  const share = logUniform(rng.split("share"), ...OUTLIER_SHARES);
  const size = logUniform(rng.split("size"), ...OUTLIER_SIZES);
  const stream = rng.split("outliers");
  return column.map((value) => (stream.uniform() < share ? value + size * stream.normal() : value));
}

/** Shares of the rows beyond a limit. */
const BEYOND = [0.005, 0.2] as const;

/** A limit of detection or of a scale, at one end or both. */
function limited(column: Column, rng: Rng): Column {
  const ascending = sorted(column);
  const at = (share: number) => ascending[Math.floor(share * (ascending.length - 1))];
  const end = oneOf(rng.split("end"), ["low", "high", "both"]);
  const low = end === "high" ? -Infinity : at(logUniform(rng.split("low"), ...BEYOND));
  const high = end === "low" ? Infinity : at(1 - logUniform(rng.split("high"), ...BEYOND));
  return column.map((value) => Math.min(Math.max(value, low), high));
}

/** Steps of a grid over six standard deviations. */
const STEPS = [4, 300] as const;
const RANGE_SDS = 6;

function onGrid(column: Column, rng: Rng): Column {
  return roundColumn(column, RANGE_SDS / logUniform(rng, ...STEPS));
}

const CLASSES = [3, 4, 5, 6, 8, 10, 15, 25];

/** Numbers of classes with about equal numbers of rows. */
function inClasses(column: Column, rng: Rng): Column {
  const classes = oneOf(rng, CLASSES);
  const ascending = sorted(column);
  const limits = Array.from(
    { length: classes - 1 },
    (_, k) => ascending[Math.floor(((k + 1) / classes) * column.length)],
  );
  return column.map((value) => limits.filter((limit) => value >= limit).length);
}

/** Different rows, as a share of all. */
const DIFFERENT = [0.05, 0.6] as const;
const FEWEST_DIFFERENT = 15;

function repeatedRows({ cause, effect }: TwoColumns, rng: Rng): TwoColumns {
  const n = cause.length;
  const different = Math.min(
    n,
    Math.max(FEWEST_DIFFERENT, Math.round(n * logUniform(rng.split("share"), ...DIFFERENT))),
  );
  const stream = rng.split("rows");
  const rows = Uint32Array.from({ length: n }, () => Math.floor(different * stream.uniform()));
  const taken = (column: Column) => Float64Array.from(rows, (row) => column[row]);
  return { cause: taken(cause), effect: taken(effect) };
}
