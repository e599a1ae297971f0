import type { Column } from "@causal-velocity/core/primitives/columns.js";
import { cos, exp, tanh } from "@causal-velocity/core/primitives/elementary.js";
import { meanAndSd } from "@causal-velocity/core/primitives/quantiles.js";
import type { Rng } from "@causal-velocity/core/primitives/random.js";
import { type Distribution, mirroredDistribution, mixtureDistribution } from "../distribution.js";
import { gammaDistribution, laplaceDistribution, normalDistribution, uniformDistribution } from "../distributions.js";
import { fairSign, logUniform, oneOf, uniformBetween } from "../random/random-shape.js";

/** How the columns of a simulated graph depend on their parents. */
export const graphMechanisms = [
  "additive-gaussian",
  "additive",
  "location-scale",
  "post-nonlinear",
  "mixed",
  "linear-gaussian",
  "linear",
] as const;
export type GraphMechanism = (typeof graphMechanisms)[number];

/** One column as a function of its parents and its noise. A pure function of each row. */
export interface ColumnMechanism {
  readonly noise: Distribution;
  /** Values in the units in which the rows behind the mechanism have mean 0 and standard deviation 1. */
  value(parents: readonly Column[], noise: Column): Column;
}

/** Values of a function of several columns, row by row. */
type Field = (columns: readonly Column[]) => Column;

const WAVES = 100;
const SIGNAL_LENGTH = 1;
const SCALE_LENGTH = 1.5;
/** Size of the logarithm of the noise's scale. */
const SCALE_SIZE = 0.6;
/** Standard deviation of the noise where that of the signal is 1. */
const NOISE_SD = [0.4, 0.8] as const;
const SLOPES = [0.5, 1.5] as const;

/** What a column may be in a mixed graph. */
const MIXED_RECIPES = ["joint", "sum", "product", "linear", "location-scale", "post-nonlinear"] as const;

/**
 * A random mechanism: signal + sd·scale·noise, the signal with mean 0 and standard deviation 1 over the given rows, or
 * an increasing function of that. A column without parents is its noise.
 *
 * @param parents standardized columns     @param noise draws the rows of the noise: the result is standardized over them
 * @cost one or two sums of 100 cosines a row
 */
export function randomMechanism(
  kind: GraphMechanism,
  parents: readonly Column[],
  rows: number,
  rng: Rng,
): { readonly mechanism: ColumnMechanism; readonly noise: Column } {
  const recipe = kind === "mixed" ? oneOf(rng.split("recipe"), MIXED_RECIPES) : kind;
  const distribution = noiseOf(kind, rng.split("distribution"));
  const noiseRng = rng.split("noise");
  const noise = Float64Array.from({ length: rows }, () => distribution.draw(noiseRng));
  const raw = parents.length === 0 ? (_: readonly Column[], e: Column) => e : drivenBy(recipe, parents, noise, rng);
  const { mean, sd } = meanAndSd(raw(parents, noise));
  const value: ColumnMechanism["value"] = (columns, e) => raw(columns, e).map((v) => (v - mean) / sd);
  return { mechanism: { noise: distribution, value }, noise };
}

type Recipe = Exclude<GraphMechanism, "mixed"> | (typeof MIXED_RECIPES)[number];

function drivenBy(recipe: Recipe, parents: readonly Column[], noise: Column, rng: Rng): ColumnMechanism["value"] {
  const signal = standardizedOver(parents, randomSignal(recipe, parents.length, rng.split("signal")));
  const sd = uniformBetween(rng.split("noise sd"), ...NOISE_SD);
  const logScale = recipe === "location-scale" ? wavesOf(rng.split("scale"), parents.length, SCALE_LENGTH) : undefined;
  const noisy: ColumnMechanism["value"] = (columns, e) => {
    const location = signal(columns);
    const field = logScale?.(columns);
    return location.map((v, i) => v + sd * (field ? exp(SCALE_SIZE * field[i]) : 1) * e[i]);
  };
  if (recipe !== "post-nonlinear") return noisy;
  const spread = meanAndSd(noisy(parents, noise));
  const link = increasingLink(rng.split("link"));
  return (columns, e) => noisy(columns, e).map((v) => link((v - spread.mean) / spread.sd));
}

/** (f − mean)/sd with mean and standard deviation over some rows. */
function standardizedOver(columns: readonly Column[], field: Field): Field {
  const { mean, sd } = meanAndSd(field(columns));
  return (at) => field(at).map((v) => (v - mean) / sd);
}

function randomSignal(recipe: Recipe, inputs: number, rng: Rng): Field {
  switch (recipe) {
    case "linear":
    case "linear-gaussian": {
      const slopes = Array.from({ length: inputs }, () => fairSign(rng) * uniformBetween(rng, ...SLOPES));
      return folded(
        slopes.map(
          (slope) =>
            ([column]) =>
              column.map((v) => slope * v),
        ),
        (a, b) => a + b,
      );
    }
    case "sum":
      return folded(ofSingles(rng, inputs), (a, b) => a + b);
    case "product":
      return folded(ofSingles(rng, inputs), (a, b) => a * b);
    default:
      return wavesOf(rng, inputs, SIGNAL_LENGTH);
  }
}

function ofSingles(rng: Rng, inputs: number): Field[] {
  return Array.from({ length: inputs }, (_, k) => wavesOf(rng.split(`parent ${k + 1}`), 1, SIGNAL_LENGTH));
}

/** Functions of single columns, joined row by row. */
function folded(singles: readonly Field[], join: (a: number, b: number) => number): Field {
  return (columns) =>
    singles.map((single, k) => single([columns[k]])).reduce((all, next) => all.map((value, i) => join(value, next[i])));
}

/**
 * Nearly a Gaussian process of several variables jointly, with mean 0, variance 1 and one length scale: random Fourier
 * features, √(2/waves)·Σ weight·cos(frequency·x + phase).
 *
 * @reference Rahimi & Recht 2007
 */
function wavesOf(rng: Rng, inputs: number, length: number): Field {
  const frequencies = Float64Array.from({ length: WAVES * inputs }, () => rng.normal() / length);
  const weights = Float64Array.from({ length: WAVES }, () => Math.sqrt(2 / WAVES) * rng.normal());
  const phases = Float64Array.from({ length: WAVES }, () => 2 * Math.PI * rng.uniform());
  return (columns) =>
    columns[0].map((_, i) => {
      let sum = 0;
      for (let k = 0; k < WAVES; k++) {
        let angle = phases[k];
        for (let j = 0; j < inputs; j++) angle += frequencies[k * inputs + j] * columns[j][i];
        sum += weights[k] * cos(angle);
      }
      return sum;
    });
}

/** From nearly straight to strongly bent, over values of standard deviation 1. */
const EXPONENTIAL_RATES = [0.3, 1] as const;
const CUBIC_SHARES = [0.1, 1] as const;
const STEP_RATES = [1, 4] as const;
/** The slope that a step never falls below, relative to the height of the step. */
const STEP_FLOOR = 0.2;

/** A strictly increasing function: exponential to either side, cubic, or a smooth step. */
function increasingLink(rng: Rng): (t: number) => number {
  const shape = oneOf(rng, ["exponential", "cubic", "step"] as const);
  if (shape === "exponential") {
    const rate = fairSign(rng) * logUniform(rng, ...EXPONENTIAL_RATES);
    return (t) => Math.sign(rate) * exp(rate * t);
  }
  if (shape === "cubic") {
    const share = logUniform(rng, ...CUBIC_SHARES);
    return (t) => t + share * t * t * t;
  }
  const [rate, center] = [logUniform(rng, ...STEP_RATES), uniformBetween(rng, -1, 1)];
  return (t) => STEP_FLOOR * t + tanh(rate * (t - center));
}

const NON_GAUSSIAN = ["gamma", "laplace", "uniform", "two-peaked"] as const;
/** From the exponential distribution to a mildly skewed one. */
const GAMMA_SHAPES = [1, 4] as const;
/** Distance of each peak from the middle, and share of the higher one; the variance is 1. */
const PEAK_DISTANCES = [0.8, 0.95] as const;
const PEAK_SHARES = [0.5, 0.65] as const;

/** A distribution of mean 0 and variance 1. */
function noiseOf(kind: GraphMechanism, rng: Rng): Distribution {
  if (kind === "additive-gaussian" || kind === "linear-gaussian") return normalDistribution();
  const mayBeNormal = kind === "location-scale" || kind === "post-nonlinear" || kind === "mixed";
  const name = oneOf(rng, mayBeNormal ? (["normal", ...NON_GAUSSIAN] as const) : NON_GAUSSIAN);
  if (name === "normal") return normalDistribution();
  if (name === "laplace") return laplaceDistribution();
  if (name === "uniform") return uniformDistribution();
  const skewed = name === "gamma" ? gammaDistribution(logUniform(rng, ...GAMMA_SHAPES)) : twoPeaks(rng);
  return fairSign(rng) < 0 ? mirroredDistribution(skewed) : skewed;
}

/** Two normals of the same width, of which the left one is higher. */
function twoPeaks(rng: Rng): Distribution {
  const distance = uniformBetween(rng, ...PEAK_DISTANCES);
  const share = uniformBetween(rng, ...PEAK_SHARES);
  // Distances from the mean in the ratio of the shares, so that the mean is 0 and the peaks add distance² to the variance.
  const odds = Math.sqrt((1 - share) / share);
  const sd = Math.sqrt(1 - distance * distance);
  return mixtureDistribution([
    { share, mean: -distance * odds, sd },
    { share: 1 - share, mean: distance / odds, sd },
  ]);
}
