import { exp } from "@causal-velocity/core/primitives/elementary.js";
import type { Rng } from "@causal-velocity/core/primitives/random.js";
import {
  type Distribution,
  mirroredDistribution,
  mixtureDistribution,
  REACH,
  shiftedDistribution,
} from "../distribution.js";
import {
  betaDistribution,
  gammaDistribution,
  gumbelDistribution,
  laplaceDistribution,
  logisticDistribution,
  normalDistribution,
  studentDistribution,
  uniformDistribution,
} from "../distributions.js";
import { randomDistribution } from "../paper.js";
import { fairSign, logUniform, oneOf, uniformBetween } from "./random-shape.js";

/** The distributions of causes and noises of random pairs, by name. */
export const distributionNames = [
  "normal",
  "uniform",
  "laplace",
  "logistic",
  "student",
  "gumbel",
  "mixture",
  "monotone",
  "gamma",
  "beta",
] as const;

export type DistributionName = (typeof distributionNames)[number];

/** Degrees of freedom of Student's distribution: heavy tails, with a finite kurtosis in all but the first. */
const DEGREES = [4, 5, 6, 7, 8, 9];
/** From the exponential distribution to a mildly skewed one. */
const GAMMA_SHAPES = [1, 4] as const;
/** From infinite density at an end to none there. */
const BETA_SHAPES = [0.4, 3] as const;
/** Normals of a mixture: their number, means, widths and, up to normalization, weights. */
const PART_COUNTS = [2, 3];
const PART_MEANS = [-1.5, 1.5] as const;
const PART_SDS = [0.2, 0.8] as const;
const PART_WEIGHTS = [0.2, 1.2] as const;

/**
 * A distribution of the given name with mean 0 and variance 1 and random other parameters: degrees of Student's
 * distribution, shapes of gamma and beta, humps of a mixture, the increasing map of `monotone`, and the side to which
 * Gumbel's and the gamma distribution are skewed.
 *
 * @cost a few microseconds; 10 ms for `monotone`, which tabulates a network
 */
export function standardDistribution(name: DistributionName, rng: Rng): Distribution {
  switch (name) {
    case "normal":
      return normalDistribution();
    case "uniform":
      return uniformDistribution();
    case "laplace":
      return laplaceDistribution();
    case "logistic":
      return logisticDistribution();
    case "student":
      return studentDistribution(oneOf(rng.split("degrees"), DEGREES));
    case "gumbel":
      return onEitherSide(rng, gumbelDistribution());
    case "mixture":
      return standardized(randomMixture(rng.split("parts")));
    case "monotone":
      return standardized(randomDistribution(rng.split("map")));
    case "gamma":
      return onEitherSide(rng, gammaDistribution(logUniform(rng.split("shape"), ...GAMMA_SHAPES)));
    case "beta": {
      const shapes = rng.split("shapes");
      return betaDistribution(logUniform(shapes, ...BETA_SHAPES), logUniform(shapes, ...BETA_SHAPES));
    }
  }
}

function onEitherSide(rng: Rng, distribution: Distribution): Distribution {
  return fairSign(rng.split("side")) < 0 ? mirroredDistribution(distribution) : distribution;
}

function standardized(distribution: Distribution): Distribution {
  const { mean, sd } = momentsUnder(distribution, (t) => t);
  return shiftedDistribution(distribution, 1 / sd, -mean / sd);
}

function randomMixture(rng: Rng): Distribution {
  const parts = Array.from({ length: oneOf(rng, PART_COUNTS) }, () => ({
    weight: uniformBetween(rng, ...PART_WEIGHTS),
    mean: uniformBetween(rng, ...PART_MEANS),
    sd: logUniform(rng, ...PART_SDS),
  }));
  const total = parts.reduce((sum, { weight }) => sum + weight, 0);
  return mixtureDistribution(parts.map(({ weight, mean, sd }) => ({ share: weight / total, mean, sd })));
}

/** A distribution as a few hundred points with weights. */
interface DistributionNodes {
  /** Increasing. */
  readonly values: Float64Array;
  /** The distribution's weight at each; they sum to 1. */
  readonly shares: Float64Array;
}

/** Nodes per unit of the distribution's substitution. */
const DENSITY = 16;

/**
 * The nodes of the trapezoidal rule in the distribution's substitution, for averages over the distribution: to six
 * digits if it is smooth, to three if the density has a kink.
 *
 * @cost 289 substitutions
 */
function distributionNodes(distribution: Distribution): DistributionNodes {
  const count = 2 * REACH * DENSITY + 1;
  const points = Array.from({ length: count }, (_, k) => distribution.substitute(k / DENSITY - REACH));
  const weights = Float64Array.from(points, ({ logWeight }) => exp(logWeight));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return {
    values: Float64Array.from(points, ({ value }) => value),
    shares: weights.map((weight) => weight / total),
  };
}

/** The value below which the given share of a distribution lies, to the distance of two of its nodes. */
export function distributionQuantile(distribution: Distribution, share: number): number {
  const { values, shares } = distributionNodes(distribution);
  let below = 0;
  const at = shares.findIndex((weight) => {
    below += weight;
    return below >= share;
  });
  return values[at < 0 ? values.length - 1 : at];
}

/** Nodes of smaller weight do not change the result, and distant ones are expensive. */
const NEGLIGIBLE_SHARE = 1e-12;

/** Mean and standard deviation of f(T) for T from a distribution. @cost at most 289 values of f */
export function momentsUnder(
  distribution: Distribution,
  f: (t: number) => number,
): { readonly mean: number; readonly sd: number } {
  const { values, shares } = distributionNodes(distribution);
  const images = values.map((value, k) => (shares[k] > NEGLIGIBLE_SHARE ? f(value) : 0));
  const mean = images.reduce((sum, image, k) => sum + shares[k] * image, 0);
  const variance = images.reduce((sum, image, k) => sum + shares[k] * (image - mean) * (image - mean), 0);
  return { mean, sd: Math.sqrt(variance) };
}
