import { exp, log } from "../numeric/elementary.js";
import { type Rng, seededRng } from "../numeric/rng.js";
import { gaussianProcessPath } from "./gaussian-process.js";
import { gumbelLaw } from "./law/gumbel-law.js";
import { laplaceLaw } from "./law/laplace-law.js";
import { logisticLaw } from "./law/logistic-law.js";
import { mixtureLaw } from "./law/mixture-law.js";
import { randomMonotoneMap } from "./law/monotone-map.js";
import { normalLaw } from "./law/normal-law.js";
import { type ProbabilityLaw, REACH, shiftedLaw } from "./law/probability-law.js";
import { studentLaw } from "./law/student-law.js";
import { uniformLaw } from "./law/uniform-law.js";
import { chainMechanism } from "./mechanism/chain-mechanism.js";
import { flowMechanism } from "./mechanism/flow-mechanism.js";
import { fourierVelocity } from "./mechanism/fourier-velocity.js";
import { linkMechanism } from "./mechanism/link-mechanism.js";
import { additiveMechanism, locationScaleMechanism } from "./mechanism/location-scale-mechanism.js";
import type { Mechanism } from "./mechanism/mechanism.js";
import { type CausalSample, pairOf, roundColumn, sampleModel, withoutMarginal } from "./sample-model.js";
import type { SimulatedPair } from "./simulated-pair.js";
import { linearFunction, type SmoothFunction } from "./smooth-function.js";
import { randomLaw } from "./suite/paper-suite.js";

/** Shares of the prior. Each list sums to 1. */
const RELATIONS = { causal: 0.8, independent: 0.07, "linear-gaussian": 0.06, "common-cause": 0.07 } as const;
const MECHANISMS = { additive: 0.35, "location-scale": 0.3, "post-nonlinear": 0.15, flow: 0.2 } as const;
const LAWS = {
  normal: 0.2,
  monotone: 0.3,
  mixture: 0.15,
  uniform: 0.1,
  logistic: 0.05,
  gumbel: 0.1,
  student: 0.05,
  laplace: 0.05,
} as const;
/** One pair in five is measured on a grid. */
const ROUNDED_SHARE = 0.2;

export interface RandomPairOptions {
  /** Rows; default 1,000. */
  readonly n?: number;
}

const ROWS = 1000;

/**
 * A pair from a broad prior, for calibration: what share of verdicts of a given confidence is right?
 *
 * The prior, each choice independent: the relation (80 % causal, 7 % independent, 6 % linear-Gaussian, 7 % common
 * cause); which column is the cause (fair coin); the laws of cause and noise (20 % normal, 30 % random monotone map, 15 %
 * mixture of 2 or 3 normals, 10 % uniform, 10 % Gumbel, 5 % each logistic, Student with 3 to 10 degrees, Laplace), mean 0
 * and variance about 1; the mechanism (35 % additive, 30 % location-scale, 15 % post-nonlinear, 20 % flow of a random
 * periodic velocity); functions linear (20 %) or Gaussian-process draws of length 0.5 to 4 (log-uniform); noise 0.1 to 1
 * of the signal (log-uniform); and, for one pair in five, each column rounded with probability ½ to a grid of 5 to 200 steps
 * over six standard deviations (log-uniform). A rounded pair has no density.
 */
export function randomPair(seed: number, { n = ROWS }: RandomPairOptions = {}): SimulatedPair {
  const rng = seededRng(seed).split("random pair");
  const swapped = rng.split("direction").uniform() < 0.5;
  return pairOf("random", rounded(randomSample(rng, n), rng.split("rounding")), swapped);
}

function randomSample(rng: Rng, n: number): CausalSample {
  switch (choose(rng.split("relation"), RELATIONS)) {
    case "independent": {
      const model = { ...twoLaws(rng), mechanism: additiveMechanism(linearFunction(0)) };
      return { ...sampleModel(model, n, rng), truth: "independent" };
    }
    case "linear-gaussian": {
      const slope = signed(rng.split("slope"), 0.2, 3);
      const model = { cause: normalLaw(), noise: normalLaw(), mechanism: additiveMechanism(linearFunction(slope)) };
      return sampleModel(model, n, rng);
    }
    case "common-cause": {
      const first = randomModel(rng.split("first"));
      const second = randomModel(rng.split("second"));
      const [causeRng, firstRng, secondRng] = [rng.split("cause"), rng.split("noise"), rng.split("other noise")];
      const hidden = Float64Array.from({ length: n }, () => first.cause.draw(causeRng));
      return {
        cause: hidden.map((value) => first.mechanism.effect(value, first.noise.draw(firstRng))),
        effect: hidden.map((value) => second.mechanism.effect(value, second.noise.draw(secondRng))),
        hidden,
        truth: "common-cause",
      };
    }
    case "causal":
      return withoutMarginal(sampleModel(randomModel(rng), n, rng));
  }
}

function twoLaws(rng: Rng): { cause: ProbabilityLaw; noise: ProbabilityLaw } {
  return {
    cause: randomStandardLaw(rng.split("law of the cause")),
    noise: randomStandardLaw(rng.split("law of the noise")),
  };
}

function randomModel(rng: Rng): { cause: ProbabilityLaw; noise: ProbabilityLaw; mechanism: Mechanism } {
  const { cause, noise } = twoLaws(rng);
  const scale = logUniform(rng.split("noise scale"), 0.1, 1);
  return { cause, noise: shiftedLaw(noise, scale), mechanism: randomMechanism(rng.split("mechanism"), cause) };
}

function randomMechanism(rng: Rng, cause: ProbabilityLaw): Mechanism {
  const location = randomFunction(rng.split("location"), cause);
  switch (choose(rng.split("class"), MECHANISMS)) {
    case "additive":
      return additiveMechanism(location);
    case "location-scale":
      return locationScaleMechanism(location, exponentialOf(randomFunction(rng.split("scale"), cause)));
    case "post-nonlinear":
      return chainMechanism(additiveMechanism(location), linkMechanism(randomMonotoneMap(rng.split("link"))));
    case "flow": {
      const stream = rng.split("velocity");
      return flowMechanism(fourierVelocity(Float64Array.from({ length: 6 }, () => 0.5 * stream.normal())));
    }
  }
}

function randomFunction(rng: Rng, cause: ProbabilityLaw): SmoothFunction {
  if (rng.split("class").uniform() < 0.2) return linearFunction(signed(rng.split("slope"), 0.3, 2));
  const reach = Math.max(Math.abs(cause.substitute(-REACH).value), cause.substitute(REACH).value);
  return gaussianProcessPath(rng.split("path"), logUniform(rng.split("length"), 0.5, 4), Math.min(reach, FARTHEST));
}

/** Gaussian-process paths fade to 0 beyond this; only Student's law gets there. */
const FARTHEST = 60;

/** e^{f/2}: a scale that varies, between rows, by a factor of about e. */
function exponentialOf(f: SmoothFunction): SmoothFunction {
  const value = (t: number) => exp(0.5 * f.value(t));
  return {
    value,
    slope: (t) => 0.5 * f.slope(t) * value(t),
    curvature: (t) => (0.5 * f.curvature(t) + 0.25 * f.slope(t) * f.slope(t)) * value(t),
  };
}

function randomStandardLaw(rng: Rng): ProbabilityLaw {
  switch (choose(rng.split("family"), LAWS)) {
    case "normal":
      return normalLaw();
    case "monotone":
      return randomLaw(rng);
    case "mixture":
      return randomMixture(rng.split("parts"));
    case "uniform":
      return uniformLaw();
    case "logistic":
      return logisticLaw();
    case "gumbel":
      return gumbelLaw();
    case "student":
      return studentLaw(3 + Math.floor(8 * rng.split("degrees").uniform()));
    case "laplace":
      return laplaceLaw();
  }
}

/** Two or three normals with means in (−1.5, 1.5) and standard deviations 0.2 to 0.8. */
function randomMixture(rng: Rng): ProbabilityLaw {
  const count = rng.uniform() < 0.5 ? 2 : 3;
  const raw = Array.from({ length: count }, () => ({
    weight: 0.2 + rng.uniform(),
    mean: 3 * rng.uniform() - 1.5,
    sd: logUniform(rng, 0.2, 0.8),
  }));
  const total = raw.reduce((sum, { weight }) => sum + weight, 0);
  return mixtureLaw(raw.map(({ weight, mean, sd }) => ({ share: weight / total, mean, sd })));
}

/** Rounds each column of one pair in five with probability ½; what was known of a rounded pair's law is dropped. */
function rounded(sample: CausalSample, rng: Rng): CausalSample {
  if (rng.split("whether").uniform() >= ROUNDED_SHARE) return sample;
  const round = (column: Float64Array, stream: Rng) => {
    if (stream.uniform() < 0.5) return column;
    // A range of six standard deviations in 5 to 200 steps.
    return roundColumn(column, (6 * spread(column)) / logUniform(stream, 5, 200));
  };
  const { density: _, mechanism: __, ...kept } = sample;
  return { ...kept, cause: round(sample.cause, rng.split("cause")), effect: round(sample.effect, rng.split("effect")) };
}

function spread(column: Float64Array): number {
  let [mean, square] = [0, 0];
  for (const value of column) mean += value / column.length;
  for (const value of column) square += ((value - mean) * (value - mean)) / column.length;
  return square > 0 ? Math.sqrt(square) : 1;
}

/** A key of `shares`, each with its share as the probability. */
function choose<K extends string>(rng: Rng, shares: Readonly<Record<K, number>>): K {
  let remaining = rng.uniform();
  const names = Object.keys(shares) as K[];
  const chosen = names.find((name) => {
    remaining -= shares[name];
    return remaining < 0;
  });
  return chosen ?? names[names.length - 1];
}

function logUniform(rng: Rng, low: number, high: number): number {
  return low * exp(rng.uniform() * log(high / low));
}

/** Log-uniform in size, with a fair sign. */
function signed(rng: Rng, low: number, high: number): number {
  return (rng.uniform() < 0.5 ? -1 : 1) * logUniform(rng, low, high);
}
