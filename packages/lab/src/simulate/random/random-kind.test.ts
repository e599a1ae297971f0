import { seededRng } from "@causal-velocity/core/primitives/random.js";
import { expect, test } from "vitest";
import { calibrationFamilies } from "./families.js";
import { distributionNames } from "./random-distribution.js";
import { type RandomKind, randomKind, undirectedRelations } from "./random-pair.js";

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
