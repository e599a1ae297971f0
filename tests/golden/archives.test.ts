import type { Pair } from "@causal-velocity/core/pair/pair.js";
import { simulate, simulators } from "@causal-velocity/lab/simulate/simulate.js";
import { rolesOf } from "@causal-velocity/lab/simulate/simulator.js";
import { describe, expect, test } from "vitest";
import { readSharedSuite, sharedFolder } from "../support/shared-data.js";

/** What can be compared between suites with different pairs: shape of both columns, and their dependence. */
function shapeOf(pairs: readonly { cause: Float64Array; effect: Float64Array }[]) {
  const mean = (values: readonly number[]) => values.reduce((sum, v) => sum + v, 0) / values.length;
  const standard = (column: Float64Array) => {
    const m = mean([...column]);
    const sd = Math.sqrt(mean([...column].map((v) => (v - m) ** 2)));
    return [...column].map((v) => (v - m) / sd);
  };
  const skew = (column: Float64Array) => Math.abs(mean(standard(column).map((z) => z ** 3)));
  const correlation = (a: Float64Array, b: Float64Array) => {
    const [za, zb] = [standard(a), standard(b)];
    return Math.abs(mean(za.map((z, i) => z * zb[i])));
  };
  const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1];
  return {
    causeSkew: mean(pairs.map(({ cause }) => skew(cause))),
    effectSkew: mean(pairs.map(({ effect }) => skew(effect))),
    effectKurtosis: median(pairs.map(({ effect }) => mean(standard(effect).map((z) => z ** 4)))),
    correlation: mean(pairs.map(({ cause, effect }) => correlation(cause, effect))),
  };
}

/** The paper's own archives come from its code, so they are compared with the published variants. */
const simulated = (kind: string, pairs: number, n: number) => {
  const asPublished = simulators.some(({ name, hasPublishedVariant }) => name === kind && hasPublishedVariant);
  return Array.from({ length: pairs }, (_, i) => rolesOf(simulate(kind, { n, seed: 1, number: i + 1, asPublished })));
};

/**
 * Largest difference allowed: rough agreement, chosen before comparing. Bootstrap standard errors of the archives'
 * values reach 0.13, 0.15, 0.35 and 0.03 in SIM and are a tenth of that in MN-U. Exceptions are facts about the
 * archives, below.
 */
const BOUND = { causeSkew: 0.45, effectSkew: 0.45, effectKurtosis: 0.9, correlation: 0.17 };

describe("the published archives are similar to our simulators of the same name", () => {
  test.skipIf(!sharedFolder).each([
    { kind: "velocity", archive: "synthetic-velocity", except: [] },
    { kind: "anm", archive: "synthetic-anm", except: [] },
    // The four archives share one recipe in the paper, but the causes of these two are closer to normal: mean
    // |skewness| 0.50 and 0.11 against 1.0 in the first two and 1.2 by the recipe. So do the effects, and only the correlation is comparable (decision 0016).
    { kind: "lsnm", archive: "synthetic-lsnm", except: ["causeSkew", "effectSkew", "effectKurtosis"] },
    { kind: "sigmoid", archive: "synthetic-sigmoid", except: ["causeSkew", "effectSkew", "effectKurtosis"] },
    { kind: "sim", archive: "SIM", except: [] },
    { kind: "sim-c", archive: "SIM-c", except: [] },
    { kind: "sim-g", archive: "SIM-G", except: [] },
    { kind: "an", archive: "AN", except: [] },
    { kind: "an-s", archive: "AN-s", except: [] },
    { kind: "ls", archive: "LS", except: [] },
    { kind: "ls-s", archive: "LS-s", except: [] },
    { kind: "mn-u", archive: "MN-U", except: [] },
  ] as const)("$kind", ({ kind, archive, except }) => {
    const published = readSharedSuite(archive, 100).map(({ pair, causeIsX }: { pair: Pair; causeIsX: boolean }) =>
      causeIsX ? { cause: pair.x, effect: pair.y } : { cause: pair.y, effect: pair.x },
    );
    const [theirs, ours] = [shapeOf(published), shapeOf(simulated(kind, 100, 1000))];
    for (const key of Object.keys(BOUND) as (keyof typeof BOUND)[]) {
      if ((except as readonly string[]).includes(key)) continue;
      expect(Math.abs(theirs[key] - ours[key]), `${key}: published ${theirs[key]}, ours ${ours[key]}`).toBeLessThan(
        BOUND[key],
      );
    }
  });
});
