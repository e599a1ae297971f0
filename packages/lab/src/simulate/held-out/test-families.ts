import { exp, log, power, sin, tanh } from "@causal-velocity/core/primitives/elementary.js";
import type { Rng } from "@causal-velocity/core/primitives/random.js";
import { normalShare } from "@causal-velocity/core/primitives/special.js";
import { drawGamma, studentDistribution } from "../distributions.js";
import { fairSign, logUniform, oneOf, uniformBetween } from "../random/random-shape.js";
import type { DirectedModel, TestFamily } from "./held-out.js";
import {
  type Curve,
  clamp,
  drawPoisson,
  positiveCause,
  randomCause,
  randomCurve,
  randomMargin,
  randomNoise,
  sigmoid,
  unitCurve,
  wholeBetween,
} from "./held-out-laws.js";

/** What a family draws its parameters from: streams of its own, and a standardized cause with curves over it. */
function parts(rng: Rng) {
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

/** Families of directed pairs that are kept for one last test. docs/held-out.md has the rule. */
export const testFamilies: readonly TestFamily[] = [
  {
    name: "dose-response",
    summary: "base + Hill curve, substrate inhibition or decline of a positive dose, noise proportional to the mean",
    draw(rng) {
      const { shape, noise } = parts(rng);
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
      const { shape } = parts(rng);
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
    name: "gamma-regression",
    summary: "gamma variable of mean exp(a m(x)) and fixed shape 1 to 25",
    draw(rng) {
      const { shape, cause, curve } = parts(rng);
      const [mean, rate, dispersion] = [curve("mean"), logUniform(shape, 0.3, 1.2), logUniform(shape, 1, 25)];
      return { cause, effect: (x, e) => drawGamma(e, dispersion, exp(rate * mean(x)) / dispersion) };
    },
  },
  {
    name: "beta-regression",
    summary: "beta variable whose mean is logistic in a curve m(x) and whose precision is 3 to 80",
    draw(rng) {
      const { shape, cause, curve } = parts(rng);
      const [mean, shift] = [curve("mean"), shape.normal()];
      const [slope, precision] = [logUniform(shape, 0.5, 2), logUniform(shape, 3, 80)];
      return {
        cause,
        effect: (x, e) => {
          const share = 0.02 + 0.96 * sigmoid(shift + slope * mean(x));
          const first = drawGamma(e, precision * share, 1);
          return first / (first + drawGamma(e, precision * (1 - share), 1));
        },
      };
    },
  },
  {
    name: "count-regression",
    summary: "negative binomial count of mean exp(b + a m(x))",
    draw(rng) {
      const { shape, cause, curve } = parts(rng);
      const [mean, level] = [curve("mean"), uniformBetween(shape, 0.7, 3)];
      const [rate, dispersion] = [logUniform(shape, 0.3, 0.8), logUniform(shape, 0.8, 30)];
      return {
        cause,
        effect: (x, e) => {
          const expected = Math.min(400, exp(level + rate * mean(x)));
          return drawPoisson(e, Math.min(800, drawGamma(e, dispersion, expected / dispersion)));
        },
      };
    },
  },
  {
    name: "individual-threshold",
    summary: "nothing below a threshold that differs from row to row, a bounded rise above it, plus noise",
    draw(rng) {
      const { shape, cause, noise } = parts(rng);
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
      const { shape, cause } = parts(rng);
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
      const { shape } = parts(rng);
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
      const { shape, cause } = parts(rng);
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
      const { shape, cause, noise } = parts(rng);
      const trees = wholeBetween(shape, 3, 9);
      const [location, spread] = [softTrees(rng.split("location"), trees), softTrees(rng.split("scale"), trees)];
      const unit = unitCurve(rng.split("pilot"), location, cause);
      const size = logUniform(shape, 0.1, 0.8);
      return { cause, effect: (x, e) => unit(x) + size * exp(0.5 * clamp(spread(x), -3, 3)) * noise(e) };
    },
  },
  {
    name: "conditional-mixture",
    summary: "one of two or three normals; weights, means and widths are functions of the cause",
    draw(rng) {
      const { shape, cause, curve } = parts(rng);
      const humps = Array.from({ length: wholeBetween(shape, 2, 3) }, (_, k) => ({
        mean: curve(`mean ${k}`),
        weight: curve(`weight ${k}`),
        width: curve(`width ${k}`),
        offset: 0.7 * shape.normal(),
      }));
      const size = logUniform(shape, 0.1, 0.6);
      return {
        cause,
        effect: (x, e) => {
          const weights = humps.map(({ weight }) => exp(weight(x)));
          let left = e.uniform() * weights.reduce((sum, weight) => sum + weight, 0);
          const found = humps.find((_, k) => {
            left -= weights[k];
            return left < 0;
          });
          const { mean, width, offset } = found ?? humps[0];
          return offset + mean(x) + size * exp(0.4 * width(x)) * e.normal();
        },
      };
    },
  },
  {
    name: "quantile-surface",
    summary: "Q(u | x), a sum of four increasing functions of a uniform u with positive functions of x as weights",
    draw(rng) {
      const { shape, cause, curve } = parts(rng);
      const location = curve("location");
      const weights = ["logit", "upper", "lower", "middle"].map((label) => {
        const [rough, size, rate] = [curve(label), logUniform(shape, 0.03, 0.4), logUniform(shape, 0.2, 0.9)];
        return (x: number) => size * exp(rate * rough(x));
      });
      const bases: readonly Curve[] = [
        (u) => log(u) - log(1 - u),
        (u) => -log(1 - u),
        (u) => log(u),
        (u) => tanh(6 * (u - 0.5)),
      ];
      return {
        cause,
        effect: (x, e) => {
          const u = clamp(e.uniform(), 1e-9, 1 - 1e-9);
          return bases.reduce((sum, basis, k) => sum + weights[k](x) * basis(u), location(x));
        },
      };
    },
  },
  {
    name: "diffusion",
    summary: "a stochastic differential equation at time x: mean reversion, noisy logistic growth or two wells",
    draw: drawDiffusion,
  },
  {
    name: "changing-copula",
    summary: "Clayton or Student copula whose strength depends on the cause; any margin for the effect",
    draw: drawCopula,
  },
  {
    name: "box-cox",
    summary: "inverse Box-Cox transform, exponent -0.45 to 0.75, of a curve of x plus noise",
    draw(rng) {
      const { shape, cause, curve, noise } = parts(rng);
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
    name: "compound-sum",
    summary: "sum of gamma variables, their Poisson number of mean exp(b + a m(x)): zeros and a skewed rest",
    draw(rng) {
      const { shape, cause, curve } = parts(rng);
      const [mean, level] = [curve("mean"), uniformBetween(shape, 0, 2)];
      const [rate, dispersion] = [logUniform(shape, 0.4, 1), logUniform(shape, 0.7, 8)];
      return {
        cause,
        effect: (x, e) => {
          const number = drawPoisson(e, Math.min(100, exp(level + rate * mean(x))));
          return number > 0 ? drawGamma(e, number * dispersion, 1 / dispersion) : 0;
        },
      };
    },
  },
  {
    name: "lifetime",
    summary: "Weibull lifetime; the logarithms of its scale and its shape are curves of the cause",
    draw(rng) {
      const { shape, cause, curve } = parts(rng);
      const [scale, steepness] = [curve("scale"), curve("steepness")];
      const [rate, bend, steep] = [logUniform(shape, 0.3, 1.2), logUniform(shape, 0.05, 0.5), logUniform(shape, 1, 6)];
      return {
        cause,
        effect: (x, e) => exp(rate * scale(x)) * power(-log(1 - e.uniform()) + 1e-12, exp(bend * steepness(x)) / steep),
      };
    },
  },
  {
    name: "instrument-law",
    summary: "a law of physics (root, inverse square, decay, lens, projectile) read by an instrument with two errors",
    draw(rng) {
      const { shape } = parts(rng);
      const scale = logUniform(shape, 0.5, 2);
      const [relative, absolute] = [logUniform(shape, 0.01, 0.2), logUniform(shape, 0.005, 0.15)];
      const laws: readonly Curve[] = [
        (x) => Math.sqrt(x * scale),
        (x) => 1 / (0.3 + x * x * scale),
        (x) => exp(-x * scale),
        (x) => (x + 0.4) / (x + 0.4 - 0.3 * scale * (x / (x + 0.5))),
        (x) => sin(Math.min(3.1, 1.3 * x * scale)),
        (x) => x * x * scale,
      ];
      const law = oneOf(shape, laws);
      return {
        cause: positiveCause(rng.split("reading")),
        effect: (x, e) => law(x) * (1 + relative * e.normal()) + absolute * e.normal(),
      };
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

/** With a constant strength both copulas are symmetric and have no direction; here it changes with the cause. */
function drawCopula(rng: Rng): DirectedModel {
  const shape = rng.split("shape");
  const margin = randomMargin(rng.split("margin"));
  const cause = randomCause(rng.split("cause"));
  const [low, change] = [logUniform(shape, 0.2, 1.5), fairSign(shape) * uniformBetween(shape, 1.5, 3)];
  if (shape.uniform() < 0.5) {
    return {
      cause,
      effect(x, e) {
        const u = clamp(normalShare(clamp(x, -3, 3)), 1e-3, 0.999);
        const strength = low * exp(change > 0 ? change * u : -change * (1 - u));
        const w = clamp(e.uniform(), 1e-9, 1 - 1e-9);
        const v = power((power(w, -strength / (1 + strength)) - 1) * power(u, -strength) + 1, -1 / strength);
        // A logistic latent variable is close enough to normal for the margins, and needs no quantile.
        return margin(clamp((log(v) - log(1 - clamp(v, 0, 1 - 1e-12))) / 1.7, -6, 6));
      },
    };
  }
  const degrees = wholeBetween(shape, 2, 8);
  const noise = studentDistribution(degrees + 1);
  return {
    cause,
    effect(x, e) {
      const z = clamp(x, -5, 5);
      const rho = tanh(low + 0.5 * change * z);
      const width = Math.sqrt(((degrees + z * z) * (1 - rho * rho)) / (degrees + 1));
      return margin(clamp(rho * z + width * noise.draw(e), -6, 6));
    },
  };
}
