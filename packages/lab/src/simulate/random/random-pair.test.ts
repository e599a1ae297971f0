import { seededRng } from "@causal-velocity/core/primitives/random.js";
import { describe, expect, test } from "vitest";
import { calibrationFamilies, families } from "./families.js";
import { distributionNames } from "./random-distribution.js";
import { type RandomKind, randomKind, randomPair, undirectedRelations } from "./random-pair.js";

const KINDS = [
  ...families.map(({ name }) => ({ name, relation: "directed" as const, options: { family: name } })),
  ...undirectedRelations.map((name) => ({ name, relation: name, options: { relation: name } })),
];
/** Fast ones: `monotone` tabulates a network. */
const DISTRIBUTIONS = { causeDistribution: "mixture", noiseDistribution: "gamma" } as const;

describe.each(KINDS)("random pairs, $name", ({ name, relation, options }) => {
  const distributions = relation === "linear-gaussian" ? {} : DISTRIBUTIONS;
  const chosen = { ...options, ...distributions, rounded: false };

  test("the same seed gives the same bytes; another seed does not", () => {
    const pairOf = (seed: number) => randomPair(seed, { ...chosen, n: 40 }).pair;
    expect(pairOf(1)).toEqual(pairOf(1));
    expect(pairOf(1).y).not.toEqual(pairOf(2).y);
  });

  test("fewer rows are the first rows of more", () => {
    const [few, many] = [10, 30].map((n) => randomPair(2, { ...chosen, n }).pair);
    expect(few.x).toEqual(many.x.slice(0, 10));
    expect(few.y).toEqual(many.y.slice(0, 10));
  });

  test("y->x is x->y with the columns exchanged, rounded or not", () => {
    for (const rounded of [false, true]) {
      const forward = randomPair(3, { ...chosen, rounded, n: 40, direction: "x->y" });
      const backward = randomPair(3, { ...chosen, rounded, n: 40, direction: "y->x" });
      const isDirected = forward.truth === "x->y";
      expect(backward.truth).toBe(isDirected ? "y->x" : forward.truth);
      expect(backward.pair.x).toEqual(isDirected ? forward.pair.y : forward.pair.x);
      expect(backward.pair.y).toEqual(isDirected ? forward.pair.x : forward.pair.y);
      expect(backward.noise).toEqual(forward.noise);
    }
  });

  test("the kind says what was drawn", () => {
    expect(randomPair(4, { ...chosen, n: 5 })).toMatchObject({
      family: name,
      relation,
      ...distributions,
      rounded: false,
    });
  });
});

describe("rounding", () => {
  const options = {
    family: "linear",
    causeDistribution: "uniform",
    noiseDistribution: "uniform",
    direction: "x->y",
    n: 300,
  } as const;
  const pairs = Array.from({ length: 150 }, (_, seed) => randomPair(seed, { ...options, rounded: true }));
  /** Number of steps in six standard deviations, from the smallest distance of two values; none without ties. */
  const stepsOf = (column: Float64Array) => {
    const values = [...new Set(column)].sort((a, b) => a - b);
    if (values.length === column.length) return undefined;
    const grid = values.slice(1).reduce((least, value, k) => Math.min(least, value - values[k]), Infinity);
    const mean = column.reduce((sum, value) => sum + value / column.length, 0);
    const sd = Math.sqrt(column.reduce((sum, value) => sum + (value - mean) ** 2 / column.length, 0));
    return (6 * sd) / grid;
  };

  test("cause, effect or both, in equal parts within four standard errors", () => {
    const kinds = pairs.map(({ pair }) => [pair.x, pair.y].map((column) => stepsOf(column) !== undefined).join(" "));
    for (const kind of ["true false", "false true", "true true"]) {
      const share = kinds.filter((found) => found === kind).length / kinds.length;
      expect(Math.abs(share - 1 / 3)).toBeLessThan(4 * Math.sqrt(2 / 9 / kinds.length));
    }
  });

  test("8 to 200 steps over six standard deviations, which rounding itself changes by up to 3%", () => {
    const steps = pairs
      .flatMap(({ pair }) => [stepsOf(pair.x), stepsOf(pair.y)])
      .filter((count) => count !== undefined);
    for (const count of steps) {
      expect(count).toBeGreaterThan(8 * 0.97);
      expect(count).toBeLessThan(200 * 1.03);
    }
    expect(steps.some((count) => count < 12)).toBe(true);
    expect(steps.some((count) => count > 130)).toBe(true);
  });

  test("leaves the density unknown", () => {
    for (const { mechanism, density } of pairs) expect([mechanism, density]).toEqual([undefined, undefined]);
  });
});

test("a hidden cause drives both columns, and is returned", () => {
  const { hidden, truth, pair } = randomPair(4, { relation: "common-cause", n: 50, rounded: false });
  expect(truth).toBe("common-cause");
  expect(hidden).toHaveLength(50);
  expect(pair.x).not.toEqual(pair.y);
});

test("refuses a wrong number of rows", () => {
  for (const n of [0, 1.5, NaN]) expect(() => randomPair(1, { n })).toThrow(/whole number of rows/);
});

test("rounding changes the cause, the effect or both, and nothing else", () => {
  const counts = { cause: 0, effect: 0, both: 0 };
  for (let seed = 0; seed < 30; seed++) {
    const options = { n: 60, family: "additive", direction: "x->y", ...DISTRIBUTIONS } as const;
    const [whole, rounded] = [false, true].map(
      (isRounded) => randomPair(seed, { ...options, rounded: isRounded }).pair,
    );
    const [isCause, isEffect] = (["x", "y"] as const).map((axis) => rounded[axis].some((v, i) => v !== whole[axis][i]));
    expect(isCause || isEffect).toBe(true);
    counts[isCause ? (isEffect ? "both" : "cause") : "effect"] += 1;
  }
  for (const [which, count] of Object.entries(counts)) expect(count, which).toBeGreaterThanOrEqual(3);
});

test("measured causes leave the range of their distribution, others do not", () => {
  const largest = (family: string) => {
    const options = {
      n: 1500,
      family,
      causeDistribution: "uniform",
      noiseDistribution: "normal",
      direction: "x->y",
      rounded: false,
    } as const;
    return Math.max(...randomPair(3, options).pair.x.map(Math.abs));
  };
  expect(largest("joint")).toBeLessThanOrEqual(Math.sqrt(3));
  expect(largest("measured")).toBeGreaterThan(Math.sqrt(3));
});

const COUNT = 5000;
const kinds = Array.from({ length: COUNT }, (_, seed) => randomKind(seededRng(seed)));
/** Four standard errors of a share p: 4·√(p(1 − p)/count). */
const expectShare = (holds: (kind: RandomKind) => boolean, p: number, among = kinds) => {
  const found = among.filter(holds).length / among.length;
  expect(Math.abs(found - p)).toBeLessThan(4 * Math.sqrt((p * (1 - p)) / among.length));
};
const areNormal = ({ causeDistribution, noiseDistribution }: RandomKind) =>
  causeDistribution === "normal" && noiseDistribution === "normal";

test("86% directed, in equal shares of the fifteen families of calibration; 14% undirected, in equal parts", () => {
  expectShare(({ relation }) => relation === "directed", 0.86);
  for (const { name } of calibrationFamilies) expectShare(({ family }) => family === name, 0.86 / 15);
  for (const name of undirectedRelations) {
    expectShare(({ relation, family }) => relation === name && family === name, 0.14 / 3);
  }
  expect(new Set(kinds.map(({ family }) => family)).size).toBe(15 + 3);
});

test("distributions are equally likely, but linear pairs of two normals are not drawn", () => {
  const free = kinds.filter(({ family }) => family !== "linear-gaussian" && family !== "linear");
  for (const distribution of distributionNames) {
    expectShare(({ causeDistribution }) => causeDistribution === distribution, 0.1, free);
    expectShare(({ noiseDistribution }) => noiseDistribution === distribution, 0.1, free);
  }
  expect(kinds.filter(({ family }) => family === "linear-gaussian").every(areNormal)).toBe(true);
  const linear = Array.from({ length: 500 }, (_, seed) => randomKind(seededRng(seed), { family: "linear" }));
  expect(linear.some(areNormal)).toBe(false);
  expectShare(({ causeDistribution }) => causeDistribution === "normal", 0.1, linear);
});

test("15% are rounded", () => expectShare(({ rounded }) => rounded, 0.15));

test("fixing one choice does not change the others", () => {
  for (let seed = 0; seed < 50; seed++) {
    const { relation, ...free } = randomKind(seededRng(seed), { relation: "directed" });
    const fixed = randomKind(seededRng(seed), { relation, noiseDistribution: "beta", rounded: true });
    expect(fixed).toEqual({ ...free, relation, noiseDistribution: "beta", rounded: true });
  }
});

test("refuses unknown names, and choices that contradict each other", () => {
  const kindOf = (fixed: Partial<RandomKind>) => () => randomKind(seededRng(1), fixed);
  expect(kindOf({ family: "quadratic" })).toThrow(/family.*one of additive/s);
  expect(kindOf({ relation: "causal" as "directed" })).toThrow(/relation.*one of directed/s);
  expect(kindOf({ family: "joint", relation: "independent" })).toThrow(/relation "directed"/);
  expect(kindOf({ causeDistribution: "cauchy" as "normal" })).toThrow(/causeDistribution.*one of normal/s);
  expect(kindOf({ relation: "linear-gaussian", noiseDistribution: "beta" })).toThrow(/noiseDistribution.*normal/s);
  expect(kindOf({ family: "linear", causeDistribution: "normal", noiseDistribution: "normal" })).toThrow(
    /noiseDistribution/,
  );
});
