import { plainRoutines } from "@causal-velocity/core/compute/plain-routines.js";
import { measuresOf } from "@causal-velocity/core/decide/measure-pair.js";
import type { Check, CheckStatus } from "@causal-velocity/core/diagnose/check.js";
import { type DiagnoseOptions, diagnose } from "@causal-velocity/core/diagnose/diagnose.js";
import { causeDerivatives, lsnmCriterionSize } from "@causal-velocity/core/diagnose/lsnm-criterion.js";
import { polynomialDensity } from "@causal-velocity/core/diagnose/polynomial-density.js";
import { type Pair, pairFromColumns } from "@causal-velocity/core/pair/pair.js";
import { standardize } from "@causal-velocity/core/pair/standardize.js";
import type { InputError } from "@causal-velocity/core/primitives/errors.js";
import { seededRng } from "@causal-velocity/core/primitives/random.js";
import { basisVelocity, monomial, polynomialTerms } from "@causal-velocity/core/velocity/basis.js";
import { lsnmVelocity } from "@causal-velocity/core/velocity/spline-velocities.js";
import { randomPair } from "@causal-velocity/lab/simulate/random/random-pair.js";
import { simulate } from "@causal-velocity/lab/simulate/simulate.js";
import { roundColumn } from "@causal-velocity/lab/simulate/simulator.js";
import { describe, expect, test } from "vitest";
import { compiledRoutines } from "../support/compiled-routines.js";

const routines = compiledRoutines();
const run = (pair: Pair, options: DiagnoseOptions = {}) => diagnose(pair, { routines, ...options });

const known = new WeakMap<Pair, readonly Check[]>();
/** The checks of a pair that several tests ask for. */
const checksOf = (pair: Pair): readonly Check[] => {
  const checks = known.get(pair) ?? run(pair);
  known.set(pair, checks);
  return checks;
};
const find = (checks: readonly Check[], name: string, direction?: Check["direction"]): Check => {
  const found = checks.find((check) => check.name === name && check.direction === direction);
  if (!found) throw new Error(`no check ${name} ${direction ?? ""}`);
  return found;
};

/** Bent additive Gaussian noise: most checks pass in the causal direction. */
const bent = pairOf(1000, 1, (rng) => {
  const x = rng.normal();
  return [x, x + 0.5 * x * x + 0.5 * rng.normal()];
});
const normal = pairOf(1000, 2, (rng) => {
  const x = rng.normal();
  return [x, 0.7 * x + 0.7 * rng.normal()];
});
const twoGroups = pairOf(400, 3, (rng) => {
  const x = (rng.uniform() < 0.5 ? -8 : 8) + rng.normal();
  return [x, 0.05 * x * x + rng.normal()];
});
/** Cubes of ratios of normals: tails heavier than any law of nature's. */
const scattered = pairOf(400, 4, (rng) => {
  const x = (rng.normal() / rng.normal()) ** 3;
  return [x, 0.5 * x + (rng.normal() / rng.normal()) ** 3];
});
const unrelated = simulate("independent", { n: 300, seed: 1 }).pair;
/** The velocity e^{−y²}, which no location-scale class holds. */
const bounded = simulate("exponential", { n: 1000, seed: 1 }).pair;
const slipped = pairFromColumns(
  bent.x.map((value, i) => (i === 7 ? 1e4 : value)),
  bent.y,
);

function pairOf(n: number, seed: number, draw: (rng: ReturnType<typeof seededRng>) => [number, number]): Pair {
  const rng = seededRng(seed);
  const rows = Array.from({ length: n }, () => draw(rng));
  return pairFromColumns(
    rows.map(([x]) => x),
    rows.map(([, y]) => y),
    { x: "dose", y: "response" },
  );
}

interface Case {
  readonly pair: Pair;
  readonly status: CheckStatus;
  readonly options?: DiagnoseOptions;
}
const squares = { velocity: basisVelocity("y^2", [...polynomialTerms(1), monomial(0, 2)]) };

/** For every check a pair that passes it and one that does not; of checks about a direction, that of x->y is meant. */
const CASES: Readonly<Record<string, { readonly good: Case; readonly bad: Case }>> = {
  "sample-size": {
    good: { pair: bent, status: "pass" },
    bad: { pair: simulate("an", { n: 60 }).pair, status: "fail" },
  },
  ties: {
    good: { pair: bent, status: "pass" },
    bad: { pair: pairFromColumns(bent.x, roundColumn(bent.y, 3)), status: "fail" },
  },
  tails: { good: { pair: bent, status: "pass" }, bad: { pair: slipped, status: "fail" } },
  dependence: {
    good: { pair: bent, status: "pass" },
    bad: { pair: unrelated, status: "fail" },
  },
  "linear-gaussian": { good: { pair: bent, status: "pass" }, bad: { pair: normal, status: "fail" } },
  "both-fit": { good: { pair: bent, status: "pass" }, bad: { pair: normal, status: "fail" } },
  "neither-fit": {
    good: { pair: bent, status: "pass" },
    bad: { pair: simulate("velocity", { n: 1000, seed: 5, number: 2 }).pair, status: "fail" },
  },
  "score-quality": {
    good: { pair: bent, status: "pass" },
    bad: { pair: simulate("linear-gaussian", { n: 60, seed: 1 }).pair, status: "warn" },
  },
  "low-density": { good: { pair: bent, status: "pass" }, bad: { pair: scattered, status: "fail" } },
  support: { good: { pair: bent, status: "pass" }, bad: { pair: twoGroups, status: "fail" } },
  fit: {
    good: { pair: normal, status: "pass" },
    bad: { pair: bounded, status: "fail" },
  },
  "velocity-equation": {
    good: { pair: bent, status: "pass" },
    bad: { pair: unrelated, status: "fail" },
  },
  "linear-growth": {
    good: { pair: bent, status: "pass" },
    bad: { pair: simulate("velocity", { n: 300, seed: 5 }).pair, status: "fail", options: squares },
  },
  "anm-score": {
    good: { pair: bent, status: "pass" },
    bad: { pair: bounded, status: "fail" },
  },
  "anm-curvature": {
    good: { pair: bent, status: "pass" },
    bad: { pair: bounded, status: "warn" },
  },
  "anm-hoyer": { good: { pair: bent, status: "pass" }, bad: { pair: normal, status: "warn" } },
  // Only ever a note: the numbers differ, and no threshold judges them.
  "lsnm-criterion": { good: { pair: bent, status: "note" }, bad: { pair: normal, status: "note" } },
};
const ABOUT_THE_PAIR = Object.keys(CASES).slice(0, 9);

describe("diagnose", () => {
  test("every check has a pair that passes it and one that does not", () => {
    const names = [...new Set(checksOf(bent).map(({ name }) => name))];
    expect(names.sort()).toEqual(Object.keys(CASES).sort());
  });

  test.each(Object.keys(CASES))("%s", (name) => {
    const direction = ABOUT_THE_PAIR.includes(name) ? undefined : "x->y";
    const { good, bad } = CASES[name];
    const found = [good, bad].map(({ pair, options }) =>
      find(options ? run(pair, options) : checksOf(pair), name, direction),
    );
    expect(found.map(({ status }) => status)).toEqual([good.status, bad.status]);
    expect(found[0].value).not.toBe(found[1].value);
    expect(found[0].advice === "").toBe(good.status === "pass");
    expect(found[1].advice).not.toBe("");
  });

  test("sentences name the columns in straight quotes, and say nothing that is not a sentence", () => {
    for (const { sentence, advice } of [bent, scattered, normal].flatMap(checksOf)) {
      expect(sentence).toMatch(/"(dose|response)"/);
      for (const text of [sentence, advice]) {
        expect(text).not.toMatch(/undefined|NaN|Infinity|\n/);
        if (text !== "") expect(text).toMatch(/\.$/);
      }
    }
  });

  test("fits have intervals from halves that are in order; of 30 rows, which cannot be halved, there are none", () => {
    for (const name of ["fit", "lsnm-criterion"]) {
      const [low, high] = find(checksOf(bent), name, "x->y").interval ?? [0, 0];
      expect(low).toBeGreaterThan(0);
      expect(high).toBeGreaterThan(low);
    }
    const few = run(pairFromColumns(bent.x.slice(0, 30), bent.y.slice(0, 30)));
    expect(few.every(({ interval }) => interval === undefined)).toBe(true);
    expect(find(few, "score-quality")).toMatchObject({ status: "fail", value: Number.NaN });
  });

  test("both-fit and neither-fit tell the larger and the smaller of both directions' losses", () => {
    for (const pair of [bent, normal, bounded]) {
      const checks = checksOf(pair);
      const losses = (["x->y", "y->x"] as const).map((direction) => find(checks, "fit", direction).value);
      expect(find(checks, "both-fit").value).toBe(Math.max(...losses));
      expect(find(checks, "neither-fit").value).toBe(Math.min(...losses));
    }
  });

  test("both-fit warns where noise may be independent both ways and the columns are not jointly normal", () => {
    const statuses = Array.from({ length: 6 }, (_, seed) => {
      const { pair } = simulate("gaussian-anm", { n: 300, seed });
      return find(run(pair), "both-fit").status;
    });
    expect(statuses).toContain("warn");
  });

  test("fit looks at the curves that counterfactuals follow: those of the regression, or of the class that is named", () => {
    const { pair, truth } = simulate("an", { n: 1000, number: 1, seed: 11 });
    const direction = truth === "y->x" ? "y->x" : "x->y";
    const [regressed, fitted] = [run(pair), run(pair, { velocity: lsnmVelocity() })];
    expect(find(regressed, "fit", direction).value).toBe(find(fitted, "fit", direction).value);
    expect(find(regressed, "fit", direction).status).toBe("pass");
    expect(find(fitted, "fit", direction).status).toBe("warn");
  });

  test("the criterion for location-scale noise is that of the cause's and the effect's own places", () => {
    const { x, y } = standardize(bent);
    for (const [direction, points] of [
      ["x->y", [x, y]],
      ["y->x", [y, x]],
    ] as const) {
      const size = lsnmCriterionSize(causeDerivatives(polynomialDensity(points, 4), points));
      // The rows come in another order, and sums round otherwise.
      expect(find(checksOf(bent), "lsnm-criterion", direction).value / size).toBeCloseTo(1, 6);
    }
  });

  test("columns of which half may be constant, and rows on a line, are diagnosed too", () => {
    const rare = pairFromColumns(
      bent.x.map((_, i) => (i === 500 ? 1 : 0)),
      bent.y,
    );
    expect(find(run(rare), "ties").status).toBe("fail");
    const line = pairFromColumns(
      bent.x,
      bent.x.map((value) => 3 - 2 * value),
    );
    expect(find(run(line), "linear-gaussian")).toMatchObject({ status: "fail", value: Number.NaN });
  });
});

describe("laws of diagnose", () => {
  const shuffled = (column: Float64Array) => {
    const rng = seededRng(99);
    const order = Array.from(column, (_, i) => ({ i, key: rng.uniform() })).sort((a, b) => a.key - b.key);
    return Float64Array.from(order, ({ i }) => column[i]);
  };
  const mapBoth = (pair: Pair, f: (column: Float64Array, axis: "x" | "y") => Float64Array): Pair =>
    pairFromColumns(f(pair.x, "x"), f(pair.y, "y"), pair.names);
  const LAWS: Readonly<Record<string, { readonly rtol: number; readonly map: (pair: Pair) => Pair }>> = {
    swap: { rtol: 1e-9, map: ({ x, y, names }) => pairFromColumns(y, x, { x: names.y, y: names.x }) },
    "row order": { rtol: 1e-9, map: (pair) => mapBoth(pair, shuffled) },
    shift: { rtol: 1e-6, map: (pair) => mapBoth(pair, (c, axis) => c.map((v) => v + (axis === "x" ? 37.25 : -11.5))) },
    scale: { rtol: 1e-6, map: (pair) => mapBoth(pair, (c, axis) => c.map((v) => v * (axis === "x" ? 1000 : 0.03))) },
    sign: { rtol: 1e-6, map: (pair) => mapBoth(pair, (c, axis) => (axis === "x" ? c.map((v) => -v) : c)) },
  };
  const { pair: additive } = simulate("an", { n: 300, seed: 1 });
  const PAIRS: Readonly<Record<string, Pair>> = {
    additive,
    "location-scale": simulate("lsnm", { n: 301, seed: 2 }).pair,
    normal: simulate("linear-gaussian", { n: 200, seed: 2 }).pair,
    ties: pairFromColumns(roundColumn(additive.x, 0.5), additive.y),
    scattered,
  };

  // The halves and the 250 rows that are drawn are chosen by distance from the center, which no law changes; exempt are
  // rows at exactly the same distance that differ.
  test.each(Object.keys(PAIRS).flatMap((kind) => Object.keys(LAWS).map((law) => [kind, law] as const)))(
    "%s: %s changes nothing, but swapping swaps the directions",
    (kind, law) => {
      const { rtol, map } = LAWS[law];
      const before = run(PAIRS[kind], { maxRows: 250 });
      const after = run(map(PAIRS[kind]), { maxRows: 250 });
      expect(after.length).toBe(before.length);
      for (const { name, direction, status, value, interval, advice } of before) {
        const swapped = direction && (direction === "x->y" ? "y->x" : "x->y");
        const other = find(after, name, law === "swap" ? swapped : direction);
        expect({ name, status: other.status }).toEqual({ name, status });
        if (law !== "swap") expect(other.advice).toBe(advice);
        const [expected, found] = [
          [value, ...(interval ?? [])],
          [other.value, ...(other.interval ?? [])],
        ];
        expect(found.length).toBe(expected.length);
        expected.forEach((number, i) => {
          const gap = number === found[i] ? 0 : Math.abs(number - found[i]) / Math.max(Math.abs(number), 1e-300);
          expect(gap, `${name} ${direction ?? ""}: ${number} became ${found[i]}`).toBeLessThan(rtol);
        });
      }
    },
  );

  test("the same seed gives the same bytes, another one other intervals and no other value", () => {
    const first = checksOf(additive);
    expect(JSON.stringify(run(additive))).toBe(JSON.stringify(first));
    const other = run(additive, { seed: 1 });
    expect(find(other, "fit", "x->y").interval).not.toEqual(find(first, "fit", "x->y").interval);
    expect(find(other, "fit", "x->y").value).toBe(find(first, "fit", "x->y").value);
  });

  test("plain and compiled routines agree to 1e-6, and the input is not touched", () => {
    const copy = pairFromColumns(additive.x.slice(), additive.y.slice());
    const plain = run(additive, { routines: plainRoutines });
    for (const check of checksOf(additive)) {
      const other = find(plain, check.name, check.direction);
      expect(other.status).toBe(check.status);
      expect(Math.abs(other.value - check.value)).toBeLessThanOrEqual(1e-6 * Math.abs(check.value) + 1e-12);
    }
    expect([additive.x, additive.y]).toEqual([copy.x, copy.y]);
  });

  test("where a gate of the default is closed, the check of the same name fails, and only there", () => {
    const closed: Record<string, number> = { independent: 0, "both-fit": 0, discrete: 0, none: 0 };
    const pairs = [1, 2, 3, 4, 5, 6].flatMap((seed) => [
      ...(["independent", "linear-gaussian", "directed", "common-cause"] as const).map((relation) =>
        randomPair(seed, { n: 200, relation }),
      ),
    ]);
    const coarse = pairs.slice(0, 3).map(({ pair }) => pairFromColumns(pair.x, roundColumn(pair.y, 3)));
    for (const pair of [...pairs.map((random) => random.pair), ...coarse]) {
      const { gate } = measuresOf(pair, { routines });
      const checks = run(pair);
      const failed = (name: string) => find(checks, name).status === "fail";
      closed[gate ?? "none"] += 1;
      expect(failed("ties")).toBe(gate === "discrete");
      if (gate !== "discrete") expect(failed("dependence")).toBe(gate === "independent");
      if (gate !== "discrete" && gate !== "independent") {
        expect(failed("linear-gaussian")).toBe(gate === "both-fit");
        expect(failed("both-fit")).toBe(gate === "both-fit");
      }
    }
    for (const [gate, count] of Object.entries(closed)) expect(count, gate).toBeGreaterThan(0);
  });

  test("few rows, constant columns and wrong options are refused as decide refuses them", () => {
    const refusal = (code: InputError["code"]) => expect.objectContaining({ code });
    const few = pairFromColumns(bent.x.slice(0, 19), bent.y.slice(0, 19));
    expect(() => run(few)).toThrow(refusal("too-few-rows"));
    expect(() => run(pairFromColumns(new Float64Array(50), bent.y.slice(0, 50)))).toThrow(refusal("constant-column"));
    expect(() => run(bent, { seed: -1 })).toThrow(refusal("wrong-option"));
    expect(() => run(bent, { maxRows: 19 })).toThrow(refusal("wrong-option"));
    expect(() => run(bent, { score: "best" as never })).toThrow(refusal("wrong-option"));
    expect(() => run({} as Pair)).toThrow(refusal("not-a-column"));
  });

  test("other classes and scores can be diagnosed, and their numbers are their own", () => {
    const velocity = basisVelocity("b-quad", polynomialTerms(2));
    const [lsnm, quadratic, kde] = [
      checksOf(additive),
      run(additive, { velocity }),
      run(additive, { score: "kde" }),
    ].map((checks) => find(checks, "fit", "x->y").value);
    expect(new Set([lsnm, quadratic, kde]).size).toBe(3);
  });
});
