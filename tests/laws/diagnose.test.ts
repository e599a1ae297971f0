import { plainRoutines } from "@causal-velocity/core/compute/plain-routines.js";
import { measuresOf } from "@causal-velocity/core/decide/measure-pair.js";
import { type DiagnoseOptions, diagnose } from "@causal-velocity/core/diagnose/diagnose.js";
import { causeDerivatives, lsnmCriterionSize } from "@causal-velocity/core/diagnose/lsnm-criterion.js";
import { polynomialDensity } from "@causal-velocity/core/diagnose/polynomial-density.js";
import { type Pair, pairFromColumns } from "@causal-velocity/core/pair/pair.js";
import { standardize } from "@causal-velocity/core/pair/standardize.js";
import { type InputError, textWith } from "@causal-velocity/core/primitives/errors.js";
import type { Finding, Severity } from "@causal-velocity/core/primitives/finding.js";
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

const known = new WeakMap<Pair, readonly Finding[]>();
/** The findings about a pair that several tests ask for. */
const findingsOf = (pair: Pair): readonly Finding[] => {
  const findings = known.get(pair) ?? run(pair);
  known.set(pair, findings);
  return findings;
};
const find = (
  findings: readonly Finding[],
  code: string,
  direction?: Finding["direction"],
): Finding & { readonly value: number } => {
  // A discrete column has more than ties.
  const isWanted = (found: string) => found === code || (code === "ties" && found === "discrete");
  const found = findings.find((finding) => isWanted(finding.code) && finding.direction === direction);
  if (!found) throw new Error(`no finding ${code} ${direction ?? ""}`);
  return { ...found, value: found.value ?? Number.NaN };
};

/** Bent additive Gaussian noise: most findings pass in the causal direction. */
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
/** Two columns that a hidden one drives around a ring, with noise in both. */
const ring = pairOf(600, 5, (rng) => {
  const z = Math.PI * (2 * rng.uniform() - 1);
  return [2 * Math.sin(z) + 0.4 * rng.normal(), 2 * Math.cos(z) + 0.4 * rng.normal()];
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
  readonly severity: Severity;
  readonly options?: DiagnoseOptions;
}
const squares = { velocity: basisVelocity("y^2", [...polynomialTerms(1), monomial(0, 2)]) };

/** For every finding a pair that passes and one that does not; of findings about a direction, that of x->y is meant. */
const CASES: Readonly<Record<string, { readonly good: Case; readonly bad: Case }>> = {
  "few-rows": {
    good: { pair: bent, severity: "pass" },
    bad: { pair: simulate("an", { n: 40 }).pair, severity: "fail" },
  },
  ties: {
    good: { pair: bent, severity: "pass" },
    bad: { pair: pairFromColumns(bent.x, roundColumn(bent.y, 3)), severity: "fail" },
  },
  "heavy-tails": { good: { pair: bent, severity: "pass" }, bad: { pair: slipped, severity: "fail" } },
  independent: {
    good: { pair: bent, severity: "pass" },
    bad: { pair: unrelated, severity: "fail" },
  },
  "linear-gaussian": { good: { pair: bent, severity: "pass" }, bad: { pair: normal, severity: "fail" } },
  "gaussian-copula": { good: { pair: bent, severity: "pass" }, bad: { pair: normal, severity: "fail" } },
  "both-fit": { good: { pair: bent, severity: "pass" }, bad: { pair: normal, severity: "fail" } },
  "neither-fit": {
    good: { pair: bent, severity: "pass" },
    bad: { pair: simulate("velocity", { n: 1000, seed: 5, number: 2 }).pair, severity: "fail" },
  },
  "hidden-cause": { good: { pair: bent, severity: "pass" }, bad: { pair: ring, severity: "warn" } },
  "score-quality": {
    good: { pair: bent, severity: "pass" },
    bad: { pair: simulate("linear-gaussian", { n: 60, seed: 1 }).pair, severity: "warn" },
  },
  "low-density": { good: { pair: bent, severity: "pass" }, bad: { pair: scattered, severity: "fail" } },
  support: { good: { pair: bent, severity: "pass" }, bad: { pair: twoGroups, severity: "fail" } },
  fit: {
    good: { pair: normal, severity: "pass" },
    bad: { pair: bounded, severity: "fail" },
  },
  "velocity-equation": {
    good: { pair: bent, severity: "pass" },
    bad: { pair: unrelated, severity: "fail" },
  },
  "linear-growth": {
    good: { pair: bent, severity: "pass" },
    bad: { pair: simulate("velocity", { n: 300, seed: 5 }).pair, severity: "fail", options: squares },
  },
  "anm-score": {
    good: { pair: bent, severity: "pass" },
    bad: { pair: bounded, severity: "fail" },
  },
  "anm-curvature": {
    good: { pair: bent, severity: "pass" },
    bad: { pair: bounded, severity: "warn" },
  },
  "anm-hoyer": { good: { pair: bent, severity: "pass" }, bad: { pair: normal, severity: "warn" } },
  // Only ever a note: the numbers differ, and no threshold judges them.
  "lsnm-criterion": { good: { pair: bent, severity: "note" }, bad: { pair: normal, severity: "note" } },
};
const ABOUT_THE_PAIR = Object.keys(CASES).slice(0, 11);

describe("diagnose", () => {
  test("every finding has a pair that passes and one that does not", () => {
    const codes = [...new Set(findingsOf(bent).map(({ code }) => code))];
    expect(codes.sort()).toEqual(Object.keys(CASES).sort());
  });

  test.each(Object.keys(CASES))("%s", (name) => {
    const direction = ABOUT_THE_PAIR.includes(name) ? undefined : "x->y";
    const { good, bad } = CASES[name];
    const found = [good, bad].map(({ pair, options }) =>
      find(options ? run(pair, options) : findingsOf(pair), name, direction),
    );
    expect(found.map(({ severity }) => severity)).toEqual([good.severity, bad.severity]);
    expect(found[0].value).not.toBe(found[1].value);
    expect(found[0].advice === "").toBe(good.severity === "pass");
    expect(found[1].advice).not.toBe("");
  });

  test("sentences name the columns in straight quotes, and say nothing that is not a sentence", () => {
    for (const { code, sentence, advice } of [bent, scattered, normal].flatMap(findingsOf)) {
      if (code !== "few-rows" && code !== "low-density") expect(sentence).toMatch(/"(dose|response)"/);
      for (const text of [sentence, textWith(advice)]) {
        expect(text).not.toMatch(/undefined|NaN|Infinity|\n/);
        if (text !== "") expect(text).toMatch(/\.$/);
      }
    }
  });

  test("fits have intervals from halves that are in order; of 30 rows, which cannot be halved, there are none", () => {
    for (const name of ["fit", "lsnm-criterion"]) {
      const [low, high] = find(findingsOf(bent), name, "x->y").interval ?? [0, 0];
      expect(low).toBeGreaterThan(0);
      expect(high).toBeGreaterThan(low);
    }
    const few = run(pairFromColumns(bent.x.slice(0, 30), bent.y.slice(0, 30)));
    expect(few.every(({ interval }) => interval === undefined)).toBe(true);
    expect(find(few, "score-quality")).toMatchObject({ severity: "fail", value: Number.NaN });
  });

  test("both-fit and neither-fit give the larger and the smaller of both directions' losses", () => {
    for (const pair of [bent, normal, bounded]) {
      const findings = findingsOf(pair);
      const losses = (["x->y", "y->x"] as const).map((direction) => find(findings, "fit", direction).value);
      expect(find(findings, "both-fit").value).toBe(Math.max(...losses));
      expect(find(findings, "neither-fit").value).toBe(Math.min(...losses));
    }
  });

  test("both-fit warns where noise may be independent both ways and the columns are not jointly normal", () => {
    const severities = Array.from({ length: 6 }, (_, seed) => {
      const { pair } = simulate("gaussian-anm", { n: 300, seed });
      return find(run(pair), "both-fit").severity;
    });
    expect(severities).toContain("warn");
  });

  test("fit looks at the curves that counterfactuals follow: those of the regression, or of the class that is named", () => {
    const { pair, truth } = simulate("an", { n: 1000, number: 1, seed: 11 });
    const direction = truth === "y->x" ? "y->x" : "x->y";
    const [regressed, fitted] = [run(pair), run(pair, { velocity: lsnmVelocity() })];
    expect(find(regressed, "fit", direction).value).toBe(find(fitted, "fit", direction).value);
    expect(find(regressed, "fit", direction).severity).toBe("pass");
    expect(find(fitted, "fit", direction).severity).toBe("warn");
  });

  test("the criterion for location-scale noise is that of the cause's and the effect's own places", () => {
    const { x, y } = standardize(bent);
    for (const [direction, points] of [
      ["x->y", [x, y]],
      ["y->x", [y, x]],
    ] as const) {
      const size = lsnmCriterionSize(causeDerivatives(polynomialDensity(points, 4), points));
      // The rows come in another order, and sums round otherwise.
      expect(find(findingsOf(bent), "lsnm-criterion", direction).value / size).toBeCloseTo(1, 6);
    }
  });

  test("columns of which half may be constant, and rows on a line, are diagnosed too", () => {
    const rare = pairFromColumns(
      bent.x.map((_, i) => (i === 500 ? 1 : 0)),
      bent.y,
    );
    expect(find(run(rare), "ties").severity).toBe("fail");
    const line = pairFromColumns(
      bent.x,
      bent.x.map((value) => 3 - 2 * value),
    );
    expect(find(run(line), "linear-gaussian")).toMatchObject({ severity: "fail", value: Number.NaN });
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
      for (const { code, direction, severity, value = Number.NaN, interval, advice } of before) {
        const swapped = direction && (direction === "x->y" ? "y->x" : "x->y");
        const other = find(after, code, law === "swap" ? swapped : direction);
        expect({ code: other.code, severity: other.severity }).toEqual({ code, severity });
        if (law !== "swap") expect(other.advice).toEqual(advice);
        const [expected, found] = [
          [value, ...(interval ?? [])],
          [other.value, ...(other.interval ?? [])],
        ];
        expect(found.length).toBe(expected.length);
        expected.forEach((number, i) => {
          const gap = number === found[i] ? 0 : Math.abs(number - found[i]) / Math.max(Math.abs(number), 1e-300);
          expect(gap, `${code} ${direction ?? ""}: ${number} became ${found[i]}`).toBeLessThan(rtol);
        });
      }
    },
  );

  test("the same seed gives the same bytes, another one other intervals and no other value", () => {
    const first = findingsOf(additive);
    expect(JSON.stringify(run(additive))).toBe(JSON.stringify(first));
    const other = run(additive, { seed: 1 });
    expect(find(other, "fit", "x->y").interval).not.toEqual(find(first, "fit", "x->y").interval);
    expect(find(other, "fit", "x->y").value).toBe(find(first, "fit", "x->y").value);
  });

  test("plain and compiled routines agree to 1e-6, and the input is not touched", () => {
    const copy = pairFromColumns(additive.x.slice(), additive.y.slice());
    const plain = run(additive, { routines: plainRoutines });
    for (const { code, direction, severity, value = Number.NaN } of findingsOf(additive)) {
      const other = find(plain, code, direction);
      expect(other.severity).toBe(severity);
      expect(Math.abs(other.value - value)).toBeLessThanOrEqual(1e-6 * Math.abs(value) + 1e-12);
    }
    expect([additive.x, additive.y]).toEqual([copy.x, copy.y]);
  });

  test("where a gate of the default is closed, the finding with its code fails, and only there", () => {
    const closed: Record<string, number> = {
      independent: 0,
      "linear-gaussian": 0,
      "gaussian-copula": 0,
      discrete: 0,
      none: 0,
    };
    const pairs = [1, 2, 3, 4, 5, 6].flatMap((seed) => [
      ...(["independent", "linear-gaussian", "directed", "common-cause"] as const).map((relation) =>
        randomPair(seed, { n: 200, relation }),
      ),
    ]);
    const skewed = pairs.slice(1, 2).map(({ pair }) => pairFromColumns(pair.x.map(Math.exp), pair.y.map(Math.exp)));
    const coarse = pairs.slice(0, 3).map(({ pair }) => pairFromColumns(pair.x, roundColumn(pair.y, 3)));
    for (const pair of [...pairs.map((random) => random.pair), ...skewed, ...coarse]) {
      const { gate } = measuresOf(pair, { routines });
      const findings = run(pair);
      const failed = (code: string) => find(findings, code).severity === "fail";
      closed[gate ?? "none"] += 1;
      expect(failed("ties")).toBe(gate === "discrete");
      if (gate !== "discrete") expect(failed("independent")).toBe(gate === "independent");
      if (gate !== "discrete" && gate !== "independent") {
        expect(failed("linear-gaussian")).toBe(gate === "linear-gaussian");
        expect(failed("both-fit")).toBe(gate === "linear-gaussian");
        if (gate !== "linear-gaussian") expect(failed("gaussian-copula")).toBe(gate === "gaussian-copula");
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
      findingsOf(additive),
      run(additive, { velocity }),
      run(additive, { score: "kde" }),
    ].map((findings) => find(findings, "fit", "x->y").value);
    expect(new Set([lsnm, quadratic, kde]).size).toBe(3);
  });
});
