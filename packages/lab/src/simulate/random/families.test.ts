import { meanAndSd } from "@causal-velocity/core/primitives/quantiles.js";
import { seededRng } from "@causal-velocity/core/primitives/random.js";
import { describe, expect, test } from "vitest";
import { normalDistribution } from "../distributions.js";
import { type MechanismJet, mechanismJet } from "../mechanism.js";
import { calibrationFamilies, families, leftOutFamilies } from "./families.js";
import { isKnown } from "./family.js";
import { distributionNames, standardDistribution } from "./random-distribution.js";
import { directedSample } from "./random-pair.js";

const distributionsFrom = (label: string) =>
  distributionNames.map((name) => standardDistribution(name, seededRng(2).split(label).split(name)));
const [CAUSES, NOISES] = [distributionsFrom("cause"), distributionsFrom("noise")];

test("four families are left out of calibration; the other fifteen are not", () => {
  const names = families.map(({ name }) => name);
  expect(new Set(names).size).toBe(19);
  expect(names).toEqual(expect.arrayContaining([...leftOutFamilies]));
  expect(leftOutFamilies).toHaveLength(4);
  expect(calibrationFamilies.map(({ name }) => name)).toEqual(names.filter((name) => !leftOutFamilies.includes(name)));
});

describe.each(families)("family $name", (family) => {
  test("every distribution of cause and noise gives 100 finite rows, no constant column, and no spread beyond 10⁷", () => {
    for (const cause of CAUSES) {
      for (const noise of NOISES) {
        const rng = seededRng(6).split(cause.name).split(noise.name);
        const sample = directedSample(family, { cause, noise }, 100, rng);
        for (const column of [sample.cause, sample.effect]) {
          const { mean, sd } = meanAndSd(column);
          expect(Number.isFinite(mean), `${cause.name}, ${noise.name}`).toBe(true);
          expect(sd, `${cause.name}, ${noise.name}`).toBeGreaterThan(1e-3);
          // e¹⁶: sixteen deviations of the logarithm if the effect is an exponential.
          expect(sd, `${cause.name}, ${noise.name}`).toBeLessThan(1e7);
        }
      }
    }
  });

  test("noise changes the effect, and so does the cause", () => {
    const mechanism = family.draw(seededRng(7), normalDistribution());
    const spread = (effects: number[]) => meanAndSd(effects).sd;
    const grid = Array.from({ length: 41 }, (_, k) => k / 10 - 2);
    expect(spread(grid.map((t) => mechanism.effect(0.3, t)))).toBeGreaterThan(0.01);
    expect(spread(grid.map((t) => mechanism.effect(t, 0.3)))).toBeGreaterThan(0.01);
  });
});

describe("known mechanisms: inverse and derivatives", () => {
  const known = families.filter((family) => isKnown(family.draw(seededRng(0), normalDistribution())));

  test("exist for every family except those with kinks, the joint ones, and the flow without derivatives", () => {
    const unknown = families.filter((family) => !known.includes(family)).map(({ name }) => name);
    expect(unknown).toEqual(["hinge", "two-sided", "saturating", "random-flow", "joint", "measured", "network"]);
  });

  test.each(known)("$name: differences of the effect, to 1e-6, and the noise is recovered to 1e-5", ({ draw }) => {
    const jet = mechanismJet();
    // Richardson's extrapolation: error h⁴; jets of flows are exact to 1e-12, their effects to 1e-7 only.
    const slope = (f: (t: number) => number, t: number) => {
      const central = (h: number) => (f(t + h) - f(t - h)) / (2 * h);
      return (4 * central(1e-3) - central(2e-3)) / 3;
    };
    for (const seed of [1, 2, 3]) {
      const mechanism = draw(seededRng(seed), normalDistribution());
      if (!isKnown(mechanism)) throw new Error("known families are known for every draw");
      const part = (x: number, e: number, key: keyof MechanismJet) => {
        mechanism.jetInto(x, e, jet);
        return jet[key];
      };
      for (const [x, e] of [
        [0.4, -0.6],
        [-1.1, 0.8],
        [1.7, 0.1],
      ]) {
        const byCause = (key: keyof MechanismJet) => slope((t) => part(t, e, key), x);
        const byNoise = (key: keyof MechanismJet) => slope((t) => part(x, t, key), e);
        const differences = {
          effect: mechanism.effect(x, e),
          dCause: byCause("effect"),
          dNoise: byNoise("effect"),
          dCauseCause: byCause("dCause"),
          dCauseNoise: byCause("dNoise"),
          dNoiseNoise: byNoise("dNoise"),
        };
        mechanism.jetInto(x, e, jet);
        const size = 1 + Object.values(differences).reduce((largest, value) => Math.max(largest, Math.abs(value)), 0);
        for (const [key, value] of Object.entries(differences)) {
          expect(Math.abs(jet[key as keyof MechanismJet] - value) / size, key).toBeLessThan(1e-6);
        }
        expect(Math.abs(mechanism.noise(jet.effect, x) - e)).toBeLessThan(1e-5);
      }
    }
  });
});
