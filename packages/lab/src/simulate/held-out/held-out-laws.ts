import type { Column } from "@causal-velocity/core/primitives/columns.js";
import { atan, exp, log, power, sin, tanh } from "@causal-velocity/core/primitives/elementary.js";
import { meanAndSd } from "@causal-velocity/core/primitives/quantiles.js";
import type { Rng } from "@causal-velocity/core/primitives/random.js";
import { normalShare } from "@causal-velocity/core/primitives/special.js";
import { type DistributionName, distributionNames, standardDistribution } from "../random/random-distribution.js";
import { fairSign, logUniform, oneOf, uniformBetween } from "../random/random-shape.js";

/** One value from a stream. */
export type Draw = (rng: Rng) => number;
/** A function of one number. */
export type Curve = (t: number) => number;
/** Two columns of equal length: cause and effect where there is a direction. */
export type Columns = readonly [Column, Column];

/** Draws by which a law or a curve is scaled: its standard deviation is known to 4%. */
const PILOT_DRAWS = 300;
/** Standardized values are cut here before they enter a curve: squares of heavy tails stay moderate. */
const FARTHEST = 6;
/** Share of causes that are themselves effects of something that is not in the table. */
const COMPOSED_SHARE = 0.5;
const MOST_LAYERS = 3;

/** value, moved into [low, high]. */
export function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}

/** 1/(1 + e^{−t}). */
export function sigmoid(t: number): number {
  return 1 / (1 + exp(-t));
}

/** A whole number from low to high, all equally likely. */
export function wholeBetween(rng: Rng, low: number, high: number): number {
  return low + Math.floor((high - low + 1) * rng.uniform());
}

/** A column of n draws. */
export function columnOf(n: number, rng: Rng, draw: Draw): Column {
  return Float64Array.from({ length: n }, () => draw(rng));
}

/** The law with mean 0 and standard deviation 1, to the accuracy of 300 draws. */
export function unitDraw(rng: Rng, draw: Draw): Draw {
  const { mean, sd } = meanAndSd(columnOf(PILOT_DRAWS, rng, draw));
  const scale = sd > 0 ? 1 / sd : 1;
  return (stream) => scale * (draw(stream) - mean);
}

/** The curve with mean 0 and standard deviation 1 over a law, to the accuracy of 300 draws. */
export function unitCurve(rng: Rng, curve: Curve, cause: Draw): Curve {
  const { mean, sd } = meanAndSd(columnOf(PILOT_DRAWS, rng, cause).map(curve));
  const scale = sd > 0 ? 1 / sd : 1;
  return (t) => scale * (curve(t) - mean);
}

/** `monotone` tabulates a network for 10 ms. */
const QUICK_NAMES = distributionNames.filter((name) => name !== "monotone");

/** A random law of mean 0 and variance 1 for noise; with `shaped` never the normal. */
export function randomNoise(rng: Rng, shaped = false): Draw {
  const names: readonly DistributionName[] = shaped ? QUICK_NAMES.filter((name) => name !== "normal") : QUICK_NAMES;
  return standardDistribution(oneOf(rng.split("name"), names), rng.split("law")).draw;
}

/** A curve of about unit size over standardized values, never a straight line. */
export function randomCurve(rng: Rng): Curve {
  const [a, b, c] = [rng.normal(), rng.normal(), rng.normal()];
  const rate = logUniform(rng, 0.7, 2.5);
  const center = uniformBetween(rng, -1, 1);
  const exponent = oneOf(rng, [0.4, 0.6, 1.7, 2.5]);
  const curves: readonly Curve[] = [
    (t) => (a + 2 * b * t + c * t * t) / (1 + rate * (t - center) * (t - center)),
    (t) => Math.sqrt(1 + 4 * rate * rate * (t - center) * (t - center)) + b * t,
    (t) => 0.7 * b * t + (0.4 + 0.3 * Math.abs(c)) * (t - center) * (t - center),
    (t) => atan(2 * rate * (t - center)) + 0.3 * b * t,
    (t) => sin(rate * t + 3 * center) + 0.4 * b * t,
    (t) => exp(-rate * (t - center) * (t - center)) + 0.2 * b * t,
    (t) => Math.sign(t - center) * power(Math.abs(t - center) + 1e-9, exponent),
    (t) => exp(0.6 * rate * t) / (1 + 0.2 * exp(0.6 * rate * t)),
  ];
  const sign = fairSign(rng);
  const curve = oneOf(rng, curves);
  return (t) => sign * curve(clamp(t, -FARTHEST, FARTHEST));
}

/** A plain law: a usual distribution, a log-normal, an even design of 12 to 80 points, or humps. */
function plainLaw(rng: Rng): Draw {
  const kind = rng.uniform();
  if (kind < 0.5) return randomNoise(rng.split("plain"));
  if (kind < 0.65) {
    const rate = logUniform(rng, 0.2, 1);
    return (stream) => exp(rate * stream.normal());
  }
  if (kind < 0.8) {
    const points = wholeBetween(rng, 12, 80);
    return (stream) => wholeBetween(stream, 1, points);
  }
  const humps = Array.from({ length: wholeBetween(rng, 2, 4) }, () => ({
    center: uniformBetween(rng, -3, 3),
    width: logUniform(rng, 0.2, 1),
  }));
  return (stream) => {
    const { center, width } = oneOf(stream, humps);
    return center + width * stream.normal();
  };
}

/** An effect of an earlier value: what lies behind a column need not be in the table. */
function randomLayer(rng: Rng, before: Draw): Draw {
  const curve = randomCurve(rng.split("curve"));
  const noise = randomNoise(rng.split("noise"));
  const size = logUniform(rng, 0.1, 1.2);
  const layers: readonly ((t: number, e: number) => number)[] = [
    (t, e) => curve(t) + size * e,
    (t, e) => t * (1 + 0.6 * size * e),
    (t, e) => Math.max(t, size * e),
    (t, e) => curve(t) + size * exp(0.4 * clamp(t, -FARTHEST, FARTHEST)) * e,
    (t, e) => tanh(t) + size * e * e,
  ];
  const layer = oneOf(rng, layers);
  return (stream) => layer(before(stream), noise(stream));
}

/** The law of a cause, mean 0 and variance 1: half are plain, half are effects of one to three earlier steps. */
export function randomCause(rng: Rng): Draw {
  let law = unitDraw(rng.split("first pilot"), plainLaw(rng.split("first")));
  const layers =
    rng.split("composed").uniform() < COMPOSED_SHARE ? wholeBetween(rng.split("layers"), 1, MOST_LAYERS) : 0;
  for (let k = 0; k < layers; k++) law = unitDraw(rng.split(`pilot ${k}`), randomLayer(rng.split(`layer ${k}`), law));
  return law;
}

/** The law of a positive cause of typical size 1: doses, times, masses, distances. */
export function positiveCause(rng: Rng): Draw {
  const kind = rng.split("kind").uniform();
  const shape = rng.split("shape");
  if (kind < 0.25) return (stream) => 0.02 + 2 * stream.uniform();
  const law = randomCause(rng.split("law"));
  const rate = logUniform(shape, 0.2, 0.9);
  return kind < 0.75
    ? (stream) => exp(rate * clamp(law(stream), -FARTHEST, FARTHEST))
    : (stream) => 0.05 + Math.abs(1 + 0.5 * law(stream));
}

/** An increasing map of standard normal values: any margin, with its rank order kept. */
export function randomMargin(rng: Rng): Curve {
  const rate = logUniform(rng, 0.3, 1.2);
  const bend = uniformBetween(rng, 1, 4);
  const sign = fairSign(rng);
  const margins: readonly Curve[] = [
    (z) => exp(rate * z),
    (z) => normalShare(z),
    (z) => -log(normalShare(-z)),
    (z) => power(normalShare(z), 1 + 2 * rate),
    (z) => exp(rate * z) - exp(-rate * z),
    (z) => 0.3 * z + tanh(bend * z),
    (z) => sigmoid(bend * z),
    (z) => z,
  ];
  const margin = oneOf(rng, margins);
  return (z) => sign * margin(sign * z);
}

/** Poisson counts of the given mean, up to about a thousand. @cost mean uniform numbers */
export function drawPoisson(rng: Rng, mean: number): number {
  // e^{−mean} would lose digits for large means; a sum of Poisson counts is one of the sum of means.
  if (mean > 30) return drawPoisson(rng, 0.5 * mean) + drawPoisson(rng, 0.5 * mean);
  const least = exp(-mean);
  let count = 0;
  for (let product = rng.uniform(); product > least; product *= rng.uniform()) count++;
  return count;
}

/** What a family draws its parameters from: streams of its own, and a standardized cause with curves over it. */
export function familyParts(rng: Rng) {
  const cause = randomCause(rng.split("cause"));
  return {
    shape: rng.split("shape"),
    noise: randomNoise(rng.split("noise law")),
    cause,
    /** A curve of mean 0 and variance 1 over the cause. */
    curve: (label: string): Curve => {
      const raw = randomCurve(rng.split(label));
      const unit = unitCurve(rng.split(`${label} pilot`), raw, cause);
      return (t) => clamp(unit(t), -4, 4);
    },
  };
}
