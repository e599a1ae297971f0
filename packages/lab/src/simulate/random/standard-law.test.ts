import { seededRng } from "@causal-velocity/core/primitives/random.js";
import { expect, test } from "vitest";
import { lawNames, lawQuantile, momentsUnder, standardLaw } from "./random-distribution.js";

const DRAWS = 4000;

test.each(lawNames)(
  "%s: mean 0 and variance 1, of the law to 0.01 and of 4,000 draws within four standard errors",
  (name) => {
    for (const seed of [1, 2, 3]) {
      const law = standardLaw(name, seededRng(seed));
      expect(law.name).toBe(name);
      // The trapezoidal rule errs by 0.003 where the density has a kink (laplace), and far less elsewhere.
      const { mean, sd } = momentsUnder(law, (t) => t);
      expect(Math.abs(mean)).toBeLessThan(1e-6);
      expect(Math.abs(sd - 1)).toBeLessThan(name === "laplace" ? 0.01 : 1e-4);
      const rng = seededRng(seed).split("draws");
      const draws = Array.from({ length: DRAWS }, () => law.draw(rng));
      const moment = (power: number) => draws.reduce((sum, t) => sum + t ** power / DRAWS, 0);
      expect(Math.abs(moment(1))).toBeLessThan(4 / Math.sqrt(DRAWS));
      // The fourth moment, which Student's law of 4 degrees does not have, is taken from the draws.
      expect(Math.abs(moment(2) - 1)).toBeLessThan(4 * Math.sqrt((moment(4) - moment(2) ** 2) / DRAWS));
    }
  },
);

test("gumbel and gamma are skewed to either side", () => {
  for (const name of ["gumbel", "gamma"] as const) {
    const skews = Array.from({ length: 20 }, (_, seed) => {
      const law = standardLaw(name, seededRng(seed));
      return lawQuantile(law, 0.5);
    });
    expect(skews.some((median) => median > 0.05)).toBe(true);
    expect(skews.some((median) => median < -0.05)).toBe(true);
  }
});

test("the quantile of a law is within a node's distance of the true one: ±1.96 of the normal's middle 95 %", () => {
  const law = standardLaw("normal", seededRng(0));
  expect(Math.abs(lawQuantile(law, 0.025) + 1.96)).toBeLessThan(1 / 16);
  expect(Math.abs(lawQuantile(law, 0.975) - 1.96)).toBeLessThan(1 / 16);
});
