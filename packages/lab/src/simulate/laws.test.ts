import { seededRng } from "@causal-velocity/core/primitives/random.js";
import { gaussLegendre } from "@causal-velocity/core/primitives/special.js";
import { describe, expect, test } from "vitest";
import { mirroredLaw, mixtureLaw, type ProbabilityLaw, REACH, shiftedLaw, wideNormalLaw } from "./distribution.js";
import {
  betaLaw,
  drawGamma,
  gammaLaw,
  gumbelLaw,
  laplaceLaw,
  logisticLaw,
  normalLaw,
  studentLaw,
  uniformLaw,
} from "./distributions.js";
import { monotoneLaw, randomMonotoneMap, randomNetwork, softplus } from "./monotone-map.js";

const humps = [
  { share: 0.3, mean: -1.2, sd: 0.3 },
  { share: 0.7, mean: 0.8, sd: 0.6 },
];
const LAWS: readonly { law: ProbabilityLaw; mean?: number; variance?: number }[] = [
  { law: normalLaw(), mean: 0, variance: 1 },
  { law: shiftedLaw(normalLaw(), 0.2, 3), mean: 3, variance: 0.04 },
  { law: uniformLaw(), mean: 0, variance: 1 },
  { law: laplaceLaw(), mean: 0, variance: 1 },
  { law: logisticLaw(), mean: 0, variance: 1 },
  { law: gumbelLaw(), mean: 0, variance: 1 },
  { law: studentLaw(5), mean: 0, variance: 1 },
  { law: mixtureLaw(humps), mean: 0.2, variance: 0.3 * (1.44 + 0.09) + 0.7 * (0.64 + 0.36) - 0.04 },
  { law: wideNormalLaw(), mean: 0, variance: 1.5 },
  { law: monotoneLaw(randomMonotoneMap(seededRng(4))) },
  { law: gammaLaw(2.5), mean: 0, variance: 1 },
  { law: mirroredLaw(gumbelLaw()), mean: 0, variance: 1 },
  { law: betaLaw(3, 2.5), mean: 0, variance: 1 },
];

/** ∫ f from 0 to z, by 100 Gauss nodes. */
function integralFromZero(f: (t: number) => number, z: number): number {
  const { nodes, weights } = gaussLegendre(100);
  return 0.5 * z * nodes.reduce((sum, node, k) => sum + weights[k] * f(0.5 * z * (1 + node)), 0);
}

/** The law's mass, mean and variance by the trapezoidal rule in its own substitution. */
function momentsByQuadrature(law: ProbabilityLaw) {
  const step = 1 / 128;
  let [mass, first, second] = [0, 0, 0];
  for (let k = -REACH * 128; k <= REACH * 128; k++) {
    const { value, logWeight } = law.substitute(k * step);
    const weight = step * Math.exp(logWeight);
    mass += weight;
    first += weight * value;
    second += weight * value * value;
  }
  return { mass, mean: first, variance: second - first * first };
}

describe.each(LAWS.map((entry, i) => ({ ...entry, title: `${i + 1}, ${entry.law.name}` })))("law $title", (entry) => {
  const { law } = entry;
  const moments = momentsByQuadrature(law);

  test("its substitution covers mass 1 (1e-5 where there is a kink, 1e-9 elsewhere) and its moments", () => {
    expect(Math.abs(moments.mass - 1)).toBeLessThan(law.name === "laplace" ? 1e-3 : 1e-9);
    if (entry.mean !== undefined) expect(moments.mean).toBeCloseTo(entry.mean, 6);
    if (entry.variance !== undefined) expect(Math.abs(moments.variance - entry.variance)).toBeLessThan(1e-3);
  });

  test("the weight is the density times the slope of the substitution, the score the slope of its logarithm", () => {
    for (const s of [-2.3, -1.1, 0.07, 0.9, 1.7]) {
      const h = 1e-5;
      const slope = (law.substitute(s + h).value - law.substitute(s - h).value) / (2 * h);
      const { value, logWeight } = law.substitute(s);
      expect(logWeight).toBeCloseTo(law.logDensity(value) + Math.log(slope), 6);
      const difference = (law.logDensity(value + h) - law.logDensity(value - h)) / (2 * h);
      expect(Math.abs(difference - law.score(value))).toBeLessThan(1e-6 * (1 + Math.abs(difference)));
    }
  });

  test("20,000 draws lie within Kolmogorov's 0.1 % bound of the law", () => {
    const n = 20_000;
    const rng = seededRng(11);
    const draws = Float64Array.from({ length: n }, () => law.draw(rng)).sort();
    // Share below t(s), accumulated along the substitution; compared where the empirical share is known.
    const step = 1 / 64;
    let share = 0;
    let below = 0;
    let worst = 0;
    for (let k = -REACH * 64; k <= REACH * 64; k++) {
      const { logWeight } = law.substitute((k - 0.5) * step);
      share += step * Math.exp(logWeight);
      const { value } = law.substitute(k * step);
      while (below < n && draws[below] <= value) below++;
      worst = Math.max(worst, Math.abs(share - below / n));
    }
    // Kolmogorov: sup |F_n − F|·√n exceeds 1.95 with probability 0.001.
    expect(worst).toBeLessThan(1.95 / Math.sqrt(n) + (law.name === "laplace" ? 1e-3 : 1e-4));
  });
});

describe("laws that pile up at their ends, where differences of the density say nothing", () => {
  test.each([
    ["gamma 1", gammaLaw(1)],
    ["beta 0.4, 0.4", betaLaw(0.4, 0.4)],
    ["beta 0.4, 3", betaLaw(0.4, 3)],
  ])(
    "%s: mass 1, mean 0 and variance 1 by quadrature, to 1e-9, and of 20,000 draws within four standard errors",
    (_, law) => {
      const { mass, mean, variance } = momentsByQuadrature(law);
      expect(Math.abs(mass - 1)).toBeLessThan(1e-9);
      expect(Math.abs(mean)).toBeLessThan(1e-9);
      expect(Math.abs(variance - 1)).toBeLessThan(1e-9);
      const n = 20_000;
      const rng = seededRng(12);
      const draws = Float64Array.from({ length: n }, () => law.draw(rng));
      const moment = (f: (t: number) => number) => draws.reduce((sum, t) => sum + f(t) / n, 0);
      const square = moment((t) => t * t);
      expect(Math.abs(moment((t) => t))).toBeLessThan(4 / Math.sqrt(n));
      expect(Math.abs(square - 1)).toBeLessThan(4 * Math.sqrt((moment((t) => t ** 4) - square ** 2) / n));
    },
  );

  test("have no density beyond their ends", () => {
    expect(gammaLaw(4).logDensity(-2.01)).toBe(-Infinity);
    expect(gammaLaw(4).logDensity(-1.99)).toBeGreaterThan(-Infinity);
    for (const t of [-1.8, 1.8]) expect(betaLaw(1, 1).logDensity(t)).toBe(-Infinity);
    expect(betaLaw(1, 1).logDensity(1.7)).toBeCloseTo(uniformLaw().logDensity(1.7), 14);
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

  test("goes on beyond its table as a straight line, and inverts there", () => {
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
    // The fourth central moment of a gamma law is 3k² + 6k.
    expect(Math.abs(variance - shape)).toBeLessThan(4 * Math.sqrt((2 * shape * shape + 6 * shape) / n));
  }
});
