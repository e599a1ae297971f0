import { seededRng } from "@causal-velocity/core/primitives/random.js";
import { gaussLegendre } from "@causal-velocity/core/primitives/special.js";
import { describe, expect, test } from "vitest";
import {
  type Distribution,
  mirroredDistribution,
  mixtureDistribution,
  REACH,
  shiftedDistribution,
  wideNormalDistribution,
} from "./distribution.js";
import {
  betaDistribution,
  drawGamma,
  gammaDistribution,
  gumbelDistribution,
  laplaceDistribution,
  logisticDistribution,
  normalDistribution,
  studentDistribution,
  uniformDistribution,
} from "./distributions.js";
import { monotoneDistribution, randomMonotoneMap, randomNetwork, softplus } from "./monotone-map.js";

const humps = [
  { share: 0.3, mean: -1.2, sd: 0.3 },
  { share: 0.7, mean: 0.8, sd: 0.6 },
];
const DISTRIBUTIONS: readonly { distribution: Distribution; mean?: number; variance?: number }[] = [
  { distribution: normalDistribution(), mean: 0, variance: 1 },
  { distribution: shiftedDistribution(normalDistribution(), 0.2, 3), mean: 3, variance: 0.04 },
  { distribution: uniformDistribution(), mean: 0, variance: 1 },
  { distribution: laplaceDistribution(), mean: 0, variance: 1 },
  { distribution: logisticDistribution(), mean: 0, variance: 1 },
  { distribution: gumbelDistribution(), mean: 0, variance: 1 },
  { distribution: studentDistribution(5), mean: 0, variance: 1 },
  { distribution: mixtureDistribution(humps), mean: 0.2, variance: 0.3 * (1.44 + 0.09) + 0.7 * (0.64 + 0.36) - 0.04 },
  { distribution: wideNormalDistribution(), mean: 0, variance: 1.5 },
  { distribution: monotoneDistribution(randomMonotoneMap(seededRng(4))) },
  { distribution: gammaDistribution(2.5), mean: 0, variance: 1 },
  { distribution: mirroredDistribution(gumbelDistribution()), mean: 0, variance: 1 },
  { distribution: betaDistribution(3, 2.5), mean: 0, variance: 1 },
];

/** ∫ f from 0 to z, by 100 Gauss nodes. */
function integralFromZero(f: (t: number) => number, z: number): number {
  const { nodes, weights } = gaussLegendre(100);
  return 0.5 * z * nodes.reduce((sum, node, k) => sum + weights[k] * f(0.5 * z * (1 + node)), 0);
}

/** The distribution's mass, mean and variance by the trapezoidal rule in its own substitution. */
function momentsByQuadrature(distribution: Distribution) {
  const step = 1 / 128;
  let [mass, first, second] = [0, 0, 0];
  for (let k = -REACH * 128; k <= REACH * 128; k++) {
    const { value, logWeight } = distribution.substitute(k * step);
    const weight = step * Math.exp(logWeight);
    mass += weight;
    first += weight * value;
    second += weight * value * value;
  }
  return { mass, mean: first, variance: second - first * first };
}

describe.each(DISTRIBUTIONS.map((entry, i) => ({ ...entry, title: `${i + 1}, ${entry.distribution.name}` })))(
  "distribution $title",
  (entry) => {
    const { distribution } = entry;
    const moments = momentsByQuadrature(distribution);

    test("its substitution covers mass 1 (1e-5 if there is a kink, 1e-9 otherwise) and its moments", () => {
      expect(Math.abs(moments.mass - 1)).toBeLessThan(distribution.name === "laplace" ? 1e-3 : 1e-9);
      if (entry.mean !== undefined) expect(moments.mean).toBeCloseTo(entry.mean, 6);
      if (entry.variance !== undefined) expect(Math.abs(moments.variance - entry.variance)).toBeLessThan(1e-3);
    });

    test("the weight is the density times the slope of the substitution, the score the slope of its logarithm", () => {
      for (const s of [-2.3, -1.1, 0.07, 0.9, 1.7]) {
        const h = 1e-5;
        const slope = (distribution.substitute(s + h).value - distribution.substitute(s - h).value) / (2 * h);
        const { value, logWeight } = distribution.substitute(s);
        expect(logWeight).toBeCloseTo(distribution.logDensity(value) + Math.log(slope), 6);
        const difference = (distribution.logDensity(value + h) - distribution.logDensity(value - h)) / (2 * h);
        expect(Math.abs(difference - distribution.score(value))).toBeLessThan(1e-6 * (1 + Math.abs(difference)));
      }
    });

    test("20,000 draws are within Kolmogorov's 0.1% bound of the distribution", () => {
      const n = 20_000;
      const rng = seededRng(11);
      const draws = Float64Array.from({ length: n }, () => distribution.draw(rng)).sort();
      // Share below t(s), accumulated along the substitution; compared where the empirical share is known.
      const step = 1 / 64;
      let share = 0;
      let below = 0;
      let worst = 0;
      for (let k = -REACH * 64; k <= REACH * 64; k++) {
        const { logWeight } = distribution.substitute((k - 0.5) * step);
        share += step * Math.exp(logWeight);
        const { value } = distribution.substitute(k * step);
        while (below < n && draws[below] <= value) below++;
        worst = Math.max(worst, Math.abs(share - below / n));
      }
      // Kolmogorov: sup |F_n − F|·√n exceeds 1.95 with probability 0.001.
      expect(worst).toBeLessThan(1.95 / Math.sqrt(n) + (distribution.name === "laplace" ? 1e-3 : 1e-4));
    });
  },
);

describe("distributions whose density is infinite at their ends, so that its differences cannot be checked", () => {
  test.each([
    ["gamma 1", gammaDistribution(1)],
    ["beta 0.4, 0.4", betaDistribution(0.4, 0.4)],
    ["beta 0.4, 3", betaDistribution(0.4, 3)],
  ])(
    "%s: mass 1, mean 0 and variance 1 by quadrature, to 1e-9, and of 20,000 draws within four standard errors",
    (_, distribution) => {
      const { mass, mean, variance } = momentsByQuadrature(distribution);
      expect(Math.abs(mass - 1)).toBeLessThan(1e-9);
      expect(Math.abs(mean)).toBeLessThan(1e-9);
      expect(Math.abs(variance - 1)).toBeLessThan(1e-9);
      const n = 20_000;
      const rng = seededRng(12);
      const draws = Float64Array.from({ length: n }, () => distribution.draw(rng));
      const moment = (f: (t: number) => number) => draws.reduce((sum, t) => sum + f(t) / n, 0);
      const square = moment((t) => t * t);
      expect(Math.abs(moment((t) => t))).toBeLessThan(4 / Math.sqrt(n));
      expect(Math.abs(square - 1)).toBeLessThan(4 * Math.sqrt((moment((t) => t ** 4) - square ** 2) / n));
    },
  );

  test("have no density beyond their ends", () => {
    expect(gammaDistribution(4).logDensity(-2.01)).toBe(-Infinity);
    expect(gammaDistribution(4).logDensity(-1.99)).toBeGreaterThan(-Infinity);
    for (const t of [-1.8, 1.8]) expect(betaDistribution(1, 1).logDensity(t)).toBe(-Infinity);
    expect(betaDistribution(1, 1).logDensity(1.7)).toBeCloseTo(uniformDistribution().logDensity(1.7), 14);
  });
});

describe("appx:experiment:syndetails: the monotone map", () => {
  const rng = seededRng(21);
  const map = randomMonotoneMap(rng);
  const [network] = randomNetwork(rng, { widths: [1, 64, 64, 1], weightSd: 0.3, biasSd: 0 });

  test("is the integral of softplus(network), by 100 Gauss nodes, to 1e-11", () => {
    for (const z of [-4, -1.3, -0.01, 0.5, 2, 5]) {
      const direct = integralFromZero((u) => softplus(network(u)), z);
      expect(Math.abs(map.value(z) - direct)).toBeLessThan(1e-11);
      expect(map.slope(z)).toBeCloseTo(softplus(network(z)), 11);
      expect(map.inverse(map.value(z))).toBeCloseTo(z, 13);
    }
    expect(map.value(0)).toBeCloseTo(0, 14);
  });

  test("is a straight line beyond its table, and inverts there", () => {
    expect(map.value(12) - map.value(11)).toBeCloseTo(map.slope(9), 10);
    for (const z of [-30, 14]) expect(map.inverse(map.value(z))).toBeCloseTo(z, 10);
  });
});

test("gamma draws have mean shape·scale and variance shape·scale², within four standard errors", () => {
  for (const [shape, scale] of [
    [5, 0.1],
    [2, 15],
    [0.5, 1],
    [1e6, 1e-3],
  ]) {
    const rng = seededRng(3);
    const n = 20_000;
    const draws = Float64Array.from({ length: n }, () => drawGamma(rng, shape, scale) / scale);
    const mean = draws.reduce((sum, d) => sum + d, 0) / n;
    const variance = draws.reduce((sum, d) => sum + (d - mean) ** 2, 0) / n;
    expect(Math.abs(mean - shape)).toBeLessThan(4 * Math.sqrt(shape / n));
    // The fourth central moment of a gamma distribution is 3k² + 6k.
    expect(Math.abs(variance - shape)).toBeLessThan(4 * Math.sqrt((2 * shape * shape + 6 * shape) / n));
  }
});
