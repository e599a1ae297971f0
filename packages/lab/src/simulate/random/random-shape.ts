import { cos, exp, log, tanh } from "@causal-velocity/core/primitives/elementary.js";
import type { Rng } from "@causal-velocity/core/primitives/random.js";
import { type Distribution, REACH } from "../distribution.js";
import { gaussianProcessPath } from "../gaussian-process.js";
import { composed, linearFunction, type SmoothFunction, sumOf } from "../smooth-function.js";
import { momentsUnder } from "./random-distribution.js";

/** The shape of a function of the cause: a smooth path, monotone steps, or one of the two with equal probability. */
export type Shape = "path" | "steps" | "either";

/** Length scales of paths, in standard deviations of the cause. */
const PATH_LENGTHS = [0.5, 3] as const;

/**
 * A random function of the cause with mean 0 and variance 1 over its distribution: the signal that noise is relative
 * to.
 */
export function randomShape(rng: Rng, distribution: Distribution, shape: Shape): SmoothFunction {
  const chosen = shape === "either" ? (rng.split("shape").uniform() < 0.5 ? "steps" : "path") : shape;
  if (chosen === "path") return standardizedFunction(randomPath(rng, distribution, ...PATH_LENGTHS), distribution);
  const sign = fairSign(rng.split("sign"));
  return standardizedFunction(composed(linearFunction(sign), increasingSteps(rng.split("steps"))), distribution);
}

/** (f − mean)/sd with mean and standard deviation over a distribution. */
export function standardizedFunction(f: SmoothFunction, distribution: Distribution): SmoothFunction {
  const { mean, sd } = momentsUnder(distribution, f.value);
  return composed(linearFunction(1 / sd, -mean / sd), f);
}

/**
 * Paths fade to 0 beyond this: one value in a million of the heaviest distribution, Student's with 4 degrees, lies
 * there.
 */
const FARTHEST = 30;

/**
 * A path of a Gaussian process with mean 0 and variance 1 over the values of a distribution, its length scale
 * log-uniform between two, in standard deviations of the distribution.
 *
 * @cost (reach/length)² normals to draw, about 24·|t|/length + 64 multiplications an evaluation
 */
export function randomPath(rng: Rng, distribution: Distribution, shortest: number, longest: number): SmoothFunction {
  const reach = Math.max(
    Math.abs(distribution.substitute(-REACH).value),
    Math.abs(distribution.substitute(REACH).value),
  );
  const length = logUniform(rng.split("length"), shortest, longest);
  return gaussianProcessPath(rng.split("path"), length, Math.min(reach, FARTHEST));
}

/** Default number of waves in a field: enough that no single one dominates. */
const WAVES = 60;

/** Range of the length scale of one argument, which is log-uniform. */
export type LengthRange = readonly [shortest: number, longest: number];

/**
 * A random function of two variables, nearly a Gaussian process of mean 0 and variance 1: random Fourier features,
 * √(2/waves)·Σ weight·cos(u·first + w·second + phase) with normal weights and frequencies.
 *
 * @reference Rahimi & Recht 2007     @cost a cosine per wave, 1 µs an evaluation
 */
export function randomField(
  rng: Rng,
  firstLengths: LengthRange,
  secondLengths: LengthRange,
  waves = WAVES,
): (first: number, second: number) => number {
  const lengths = rng.split("lengths");
  const [firstLength, secondLength] = [logUniform(lengths, ...firstLengths), logUniform(lengths, ...secondLengths)];
  const normals = (label: string, scale: number) => {
    const stream = rng.split(label);
    return Float64Array.from({ length: waves }, () => scale * stream.normal());
  };
  const firstFrequency = normals("first frequencies", 1 / firstLength);
  const secondFrequency = normals("second frequencies", 1 / secondLength);
  const weight = normals("weights", Math.sqrt(2 / waves));
  const phases = rng.split("phases");
  const phase = Float64Array.from({ length: waves }, () => 2 * Math.PI * phases.uniform());
  return (first, second) => {
    let sum = 0;
    for (let k = 0; k < waves; k++) {
      sum += weight[k] * cos(firstFrequency[k] * first + secondFrequency[k] * second + phase[k]);
    }
    return sum;
  };
}

const STEP_COUNTS = [1, 2, 3];
const HEIGHTS = [0.3, 1.3] as const;
/** From wider than the range of a standard column to nearly a jump. */
const RATES = [0.5, 4] as const;
const CENTERS = [-1.2, 1.2] as const;
/** Half of the functions also have a straight line of at most this slope. */
const LINEAR_SHARE = 0.5;
const STEEPEST_LINE = 0.3;

/**
 * An increasing function: Σ height·tanh(rate·(t − center)) over one to three steps, with or without a straight line.
 */
export function increasingSteps(rng: Rng): SmoothFunction {
  const steps = Array.from({ length: oneOf(rng, STEP_COUNTS) }, () => {
    const height = uniformBetween(rng, ...HEIGHTS);
    return tanhStep(height, logUniform(rng, ...RATES), uniformBetween(rng, ...CENTERS));
  });
  const line = linearFunction(rng.uniform() < LINEAR_SHARE ? STEEPEST_LINE * rng.uniform() : 0);
  return steps.reduce(sumOf, line);
}

function tanhStep(height: number, rate: number, center: number): SmoothFunction {
  const level = (t: number) => tanh(rate * (t - center));
  const slopeAt = (share: number) => height * rate * (1 - share * share);
  return {
    value: (t) => height * level(t),
    slope: (t) => slopeAt(level(t)),
    curvature: (t) => -2 * rate * level(t) * slopeAt(level(t)),
  };
}

/** Uniform on (low, high). */
export function uniformBetween(rng: Rng, low: number, high: number): number {
  return low + (high - low) * rng.uniform();
}

/** A positive number between two others whose logarithm is uniform. */
export function logUniform(rng: Rng, low: number, high: number): number {
  return low * exp(rng.uniform() * log(high / low));
}

/** −1 or 1, with equal probability. */
export function fairSign(rng: Rng): -1 | 1 {
  return rng.uniform() < 0.5 ? -1 : 1;
}

/** One of a list, all with equal probability. */
export function oneOf<T>(rng: Rng, choices: readonly T[]): T {
  return choices[Math.floor(choices.length * rng.uniform())];
}
