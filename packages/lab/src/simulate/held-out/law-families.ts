import { exp, power, sin } from "@causal-velocity/core/primitives/elementary.js";
import type { Rng } from "@causal-velocity/core/primitives/random.js";
import { drawGamma, studentDistribution } from "../distributions.js";
import { fairSign, logUniform, oneOf, uniformBetween } from "../random/random-shape.js";
import type { DirectedModel, TestFamily } from "./held-out.js";
import {
  type Curve,
  clamp,
  familyParts,
  positiveCause,
  randomNoise,
  sigmoid,
  unitCurve,
  wholeBetween,
} from "./held-out-laws.js";

/** Laws of nature and machines: the effect is a formula of the cause, with noise in several places. */
export const lawFamilies: readonly TestFamily[] = [
  {
    name: "dose-response",
    summary: "base + Hill curve, substrate inhibition or decline of a positive dose, noise proportional to the mean",
    draw(rng) {
      const { shape, noise } = familyParts(rng);
      const [half, steep, base] = [logUniform(shape, 0.3, 3), logUniform(shape, 0.7, 4), uniformBetween(shape, 0, 0.3)];
      const [relative, floor] = [logUniform(shape, 0.03, 0.4), logUniform(shape, 0.005, 0.05)];
      const responses: readonly Curve[] = [
        (x) => 1 - 1 / (1 + power(x / half, steep)),
        (x) => 1 / (1 + power(x / half, steep)),
        (x) => (2 * x) / (half + x + (x * x) / half),
      ];
      const response = oneOf(shape, responses);
      return {
        cause: positiveCause(rng.split("dose")),
        effect: (x, e) => (base + response(x)) * (1 + relative * noise(e)) + floor * e.normal(),
      };
    },
  },
  {
    name: "growth-curve",
    summary: "Gompertz, logistic or Bertalanffy growth over time x, each row with its own size and rate, small errors",
    draw(rng) {
      const { shape } = familyParts(rng);
      const [rate, delay] = [logUniform(shape, 0.8, 4), logUniform(shape, 1, 6)];
      const [sizes, rates, error] = [0, 0, 0].map(() => logUniform(shape, 0.02, 0.3));
      const growths: readonly Curve[] = [
        (t) => exp(-delay * exp(-t)),
        (t) => 1 / (1 + delay * exp(-t)),
        (t) => power(1 - 0.9 * exp(-t), 3),
      ];
      const growth = oneOf(shape, growths);
      return {
        cause: positiveCause(rng.split("time")),
        effect: (x, e) =>
          exp(sizes * e.normal()) * growth(rate * x * exp(rates * e.normal())) + 0.3 * error * e.normal(),
      };
    },
  },
  {
    name: "individual-threshold",
    summary: "nothing below a threshold that differs from row to row, a bounded rise above it, plus noise",
    draw(rng) {
      const { shape, cause, noise } = familyParts(rng);
      const [middle, spread] = [uniformBetween(shape, -1, 0.7), logUniform(shape, 0.1, 0.8)];
      const [ceiling, size, sign] = [uniformBetween(shape, 0.8, 4), logUniform(shape, 0.03, 0.4), fairSign(shape)];
      return {
        cause,
        effect: (x, e) => sign * clamp(x - middle - spread * e.normal(), 0, ceiling) + size * noise(e),
      };
    },
  },
  {
    name: "kinetics",
    summary: "conversion 1 - exp(-k(x) t) with an exponential rate k of the cause and skewed or bounded times t",
    draw(rng) {
      const { shape, cause } = familyParts(rng);
      // Normal noise in the exponent and a normal cause would make a warped Gaussian copula, which has no direction.
      const noise = randomNoise(rng.split("log times"), true);
      const [level, rate] = [uniformBetween(shape, -1, 1), logUniform(shape, 0.4, 1.8)];
      const [times, error] = [logUniform(shape, 0.1, 0.8), logUniform(shape, 0.005, 0.08)];
      return {
        cause,
        effect: (x, e) => 1 - exp(-exp(level + rate * clamp(x, -6, 6) + times * noise(e))) + error * e.normal(),
      };
    },
  },
  {
    name: "power-law",
    summary: "a x^b with a second exponent beyond a break, times log-normal or gamma noise, plus an offset",
    draw(rng) {
      const { shape } = familyParts(rng);
      const [low, high] = [uniformBetween(shape, 0.3, 2.5), uniformBetween(shape, -1, 2.5)];
      const [edge, spread] = [logUniform(shape, 0.5, 2), logUniform(shape, 0.05, 0.7)];
      const [offset, isGamma] = [shape.uniform() < 0.5 ? uniformBetween(shape, 0, 1) : 0, shape.uniform() < 0.5];
      return {
        cause: positiveCause(rng.split("size")),
        effect: (x, e) =>
          offset +
          power(x / edge, x < edge ? low : high) *
            (isGamma ? drawGamma(e, 1 / (spread * spread), spread * spread) : exp(spread * e.normal())),
      };
    },
  },
  {
    name: "chirp",
    summary: "wave whose frequency and amplitude change along the cause, plus Student noise",
    draw(rng) {
      const { shape, cause } = familyParts(rng);
      const [frequency, sweep, phase] = [
        logUniform(shape, 0.6, 3),
        0.6 * shape.normal(),
        2 * Math.PI * shape.uniform(),
      ];
      const [swell, size] = [0.5 * shape.normal(), logUniform(shape, 0.08, 0.7)];
      const noise = studentDistribution(wholeBetween(shape, 3, 8));
      return {
        cause,
        effect: (x, e) => {
          const t = clamp(x, -4, 4);
          return exp(0.5 * swell * t) * sin(phase + frequency * t + sweep * t * t) + size * noise.draw(e);
        },
      };
    },
  },
  {
    name: "forest",
    summary:
      "mean of 3 to 9 soft regression trees with lines in their leaves; the noise scale changes at the splits too",
    draw(rng) {
      const { shape, cause, noise } = familyParts(rng);
      const trees = wholeBetween(shape, 3, 9);
      const [location, spread] = [softTrees(rng.split("location"), trees), softTrees(rng.split("scale"), trees)];
      const unit = unitCurve(rng.split("pilot"), location, cause);
      const size = logUniform(shape, 0.1, 0.8);
      return { cause, effect: (x, e) => unit(x) + size * exp(0.5 * clamp(spread(x), -3, 3)) * noise(e) };
    },
  },
  {
    name: "diffusion",
    summary: "a stochastic differential equation at time x: mean reversion, noisy logistic growth or two wells",
    draw: drawDiffusion,
  },
  {
    name: "box-cox",
    summary: "inverse Box-Cox transform, exponent -0.45 to 0.75, of a curve of x plus noise",
    draw(rng) {
      const { shape, cause, curve, noise } = familyParts(rng);
      const [location, size] = [curve("location"), logUniform(shape, 0.1, 0.8)];
      const lambda = fairSign(shape) * uniformBetween(shape, 0.1, 0.6) + 0.15;
      const stretch = logUniform(shape, 0.3, 1);
      return {
        cause,
        effect: (x, e) => power(Math.max(0.05, 1 + lambda * stretch * (location(x) + size * noise(e))), 1 / lambda),
      };
    },
  },
  {
    name: "instrument-law",
    summary: "a law of physics (root, inverse square, decay, lens, projectile) read by an instrument with two errors",
    draw(rng) {
      const { shape } = familyParts(rng);
      const scale = logUniform(shape, 0.5, 2);
      const [relative, absolute] = [logUniform(shape, 0.01, 0.25), logUniform(shape, 0.01, 0.35)];
      const laws: readonly Curve[] = [
        (x) => Math.sqrt(x * scale),
        (x) => 1 / (0.3 + x * x * scale),
        (x) => exp(-x * scale),
        (x) => (x + 0.4) / (x + 0.4 - 0.3 * scale * (x / (x + 0.5))),
        (x) => sin(Math.min(3.1, 1.3 * x * scale)),
        (x) => x * x * scale,
      ];
      const law = oneOf(shape, laws);
      const cause = positiveCause(rng.split("reading"));
      const unit = unitCurve(rng.split("pilot"), law, cause);
      // The scale of the instrument starts two standard deviations below the mean.
      return { cause, effect: (x, e) => (2 + unit(x)) * (1 + relative * e.normal()) + absolute * e.normal() };
    },
  },
];

/** The mean of trees: two to five soft splits each, and a line in every leaf. */
function softTrees(rng: Rng, count: number): Curve {
  const trees = Array.from({ length: count }, () => {
    const splits = Array.from({ length: wholeBetween(rng, 2, 5) }, () => uniformBetween(rng, -2, 2)).sort(
      (a, b) => a - b,
    );
    const leaves = Array.from({ length: splits.length + 1 }, () => ({
      level: 1.5 * rng.normal(),
      slope: rng.normal(),
    }));
    return { splits, leaves, width: logUniform(rng, 0.01, 0.3) };
  });
  return (x) => {
    let sum = 0;
    for (const { splits, leaves, width } of trees) {
      let above = 1;
      leaves.forEach(({ level, slope }, k) => {
        const next = k < splits.length ? sigmoid(clamp((x - splits[k]) / width, -40, 40)) : 0;
        sum += (above - next) * (level + 0.5 * slope * clamp(x, -4, 4));
        above = next;
      });
    }
    return sum / Math.sqrt(count);
  };
}

/** Steps of Euler's method for one row. */
const EULER_STEPS = 40;

function drawDiffusion(rng: Rng): DirectedModel {
  const shape = rng.split("shape");
  const [speed, goal, size] = [logUniform(shape, 0.5, 3), uniformBetween(shape, -1, 2), logUniform(shape, 0.1, 0.7)];
  const spread = logUniform(shape, 0.1, 0.7);
  const equations: readonly { start: number; drift: Curve; width: Curve }[] = [
    { start: goal + 2 * fairSign(shape), drift: (y) => speed * (goal - y), width: () => size },
    { start: 0.2, drift: (y) => speed * y * (1 - y), width: (y) => size * y },
    { start: 0.1, drift: (y) => speed * (y - y * y * y), width: () => 0.5 * size },
    { start: 0.5, drift: (y) => speed * (1 - y), width: (y) => size * Math.sqrt(Math.abs(y)) },
  ];
  const { start, drift, width } = oneOf(shape, equations);
  return {
    cause: positiveCause(rng.split("time")),
    effect(time, e) {
      const step = Math.min(time, 8) / EULER_STEPS;
      let y = start * exp(0.5 * spread * e.normal());
      for (let k = 0; k < EULER_STEPS; k++) {
        y = clamp(y + drift(y) * step + width(y) * Math.sqrt(step) * e.normal(), -20, 20);
      }
      return y;
    },
  };
}
