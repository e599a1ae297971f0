import { exp, log, power, tanh } from "@causal-velocity/core/primitives/elementary.js";
import type { Rng } from "@causal-velocity/core/primitives/random.js";
import { normalShare } from "@causal-velocity/core/primitives/special.js";
import { drawGamma, studentDistribution } from "../distributions.js";
import { fairSign, logUniform, uniformBetween } from "../random/random-shape.js";
import type { DirectedModel, TestFamily } from "./held-out.js";
import {
  type Curve,
  clamp,
  drawPoisson,
  familyParts,
  randomCause,
  randomMargin,
  sigmoid,
  wholeBetween,
} from "./held-out-laws.js";

/** The cause chooses the distribution from which the effect is drawn. */
export const conditionalFamilies: readonly TestFamily[] = [
  {
    name: "gamma-regression",
    summary: "gamma variable of mean exp(a m(x)) and fixed shape 1 to 25",
    draw(rng) {
      const { shape, cause, curve } = familyParts(rng);
      const [mean, rate, dispersion] = [curve("mean"), logUniform(shape, 0.3, 1.2), logUniform(shape, 1, 25)];
      return { cause, effect: (x, e) => drawGamma(e, dispersion, exp(rate * mean(x)) / dispersion) };
    },
  },
  {
    name: "beta-regression",
    summary: "beta variable whose mean is logistic in a curve m(x) and whose precision is 3 to 80",
    draw(rng) {
      const { shape, cause, curve } = familyParts(rng);
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
      const { shape, cause, curve } = familyParts(rng);
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
    name: "conditional-mixture",
    summary: "one of two or three normals; weights, means and widths are functions of the cause",
    draw(rng) {
      const { shape, cause, curve } = familyParts(rng);
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
      const { shape, cause, curve } = familyParts(rng);
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
    name: "changing-copula",
    summary: "Clayton or Student copula whose strength depends on the cause; any margin for the effect",
    draw: drawCopula,
  },
  {
    name: "compound-sum",
    summary: "sum of gamma variables, their Poisson number of mean exp(b + a m(x)): zeros and a skewed rest",
    draw(rng) {
      const { shape, cause, curve } = familyParts(rng);
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
      const { shape, cause, curve } = familyParts(rng);
      const [scale, steepness] = [curve("scale"), curve("steepness")];
      const [rate, bend, steep] = [logUniform(shape, 0.3, 1.2), logUniform(shape, 0.05, 0.5), logUniform(shape, 1, 6)];
      return {
        cause,
        effect: (x, e) => exp(rate * scale(x)) * power(-log(1 - e.uniform()) + 1e-12, exp(bend * steepness(x)) / steep),
      };
    },
  },
];

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
