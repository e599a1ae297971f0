import { seededRng } from "@causal-velocity/core/primitives/random.js";
import { expect, test } from "vitest";
import { distributionNames, distributionQuantile, momentsUnder, standardDistribution } from "./random-distribution.js";

const DRAWS = 4000;

test.each(distributionNames)(
  "%s: mean 0 and variance 1, of the distribution to 0.01 and of 4,000 draws within four standard errors",
  (name) => {
    for (const seed of [1, 2, 3]) {
      const distribution = standardDistribution(name, seededRng(seed));
      expect(distribution.name).toBe(name);
      // The trapezoidal rule has an error of 0.003 if the density has a kink (laplace), and far less otherwise.
      const { mean, sd } = momentsUnder(distribution, (t) => t);
      expect(Math.abs(mean)).toBeLessThan(1e-6);
      expect(Math.abs(sd - 1)).toBeLessThan(name === "laplace" ? 0.01 : 1e-4);
      const rng = seededRng(seed).split("draws");
      const draws = Array.from({ length: DRAWS }, () => distribution.draw(rng));
      const moment = (power: number) => draws.reduce((sum, t) => sum + t ** power / DRAWS, 0);
      expect(Math.abs(moment(1))).toBeLessThan(4 / Math.sqrt(DRAWS));
      // The fourth moment, which Student's distribution of 4 degrees does not have, is taken from the draws.
      expect(Math.abs(moment(2) - 1)).toBeLessThan(4 * Math.sqrt((moment(4) - moment(2) ** 2) / DRAWS));
    }
  },
);

test("gumbel and gamma are skewed to either side", () => {
  for (const name of ["gumbel", "gamma"] as const) {
    const skews = Array.from({ length: 20 }, (_, seed) => {
      const distribution = standardDistribution(name, seededRng(seed));
      return distributionQuantile(distribution, 0.5);
    });
    expect(skews.some((median) => median > 0.05)).toBe(true);
    expect(skews.some((median) => median < -0.05)).toBe(true);
  }
});

test("the quantile of a distribution is within a node's distance of the true one: ±1.96 for the normal's middle 95%", () => {
  const distribution = standardDistribution("normal", seededRng(0));
  expect(Math.abs(distributionQuantile(distribution, 0.025) + 1.96)).toBeLessThan(1 / 16);
  expect(Math.abs(distributionQuantile(distribution, 0.975) - 1.96)).toBeLessThan(1 / 16);
});
