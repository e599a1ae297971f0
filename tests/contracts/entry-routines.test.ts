import { stein as coreStein } from "@causal-velocity/core/score/stein.js";
import { COMPARED_ROWS } from "@causal-velocity/lab/rivals/compare-methods.js";
import { bestRoutines, decide, plainRoutines } from "causal-velocity";
import { compareMethods, methodNamed, simulate } from "causal-velocity/lab";
import {
  basisVelocity,
  fitBoth,
  fitLocationScale,
  hsicFeatures,
  pairScores,
  polynomialTerms,
  standardize,
  stein,
} from "causal-velocity/model";
import { describe, expect, test } from "vitest";

// Compiled routines round differently from plain ones, so that the bits show which of them ran.
const { pair } = simulate("lsnm", { n: 400, seed: 3 });
const standard = standardize(pair);

describe("functions of the public entries run on the fastest routines unless others are given", () => {
  test("which are compiled ones here", () => expect(bestRoutines().name).toBe("wasm"));

  test("stein", () => {
    const [fast, given, plain] = [stein(), stein({ routines: plainRoutines }), coreStein()].map(
      (estimator) => pairScores(standard, estimator).jointX,
    );
    expect(given).toEqual(plain);
    expect(fast).not.toEqual(plain);
  });

  test("fitBoth", () => {
    const scores = pairScores(standard, stein());
    const [fast, plain] = [{}, { routines: plainRoutines }].map((options) =>
      fitBoth(basisVelocity("b-quad", polynomialTerms(2)), standard, scores, options),
    );
    expect(fast?.["x->y"].theta).not.toEqual(plain?.["x->y"].theta);
  });

  test("fitLocationScale", () => {
    const [fast, plain] = [{}, { routines: plainRoutines }].map((options) =>
      fitLocationScale(standard.x, standard.y, { location: 8, scale: 6 }, options),
    );
    expect(fast?.noise).not.toEqual(plain?.noise);
  });

  test("hsicFeatures", () => {
    const names = [{}, { routines: plainRoutines }].map(
      (options) => hsicFeatures(standard.x, 1, options).routines.name,
    );
    expect(names).toEqual(["wasm", "js"]);
  });

  test("decide, and compareMethods with its memo, which changes no answer", () => {
    const { reference, opinions } = compareMethods(pair);
    expect(reference).toEqual(decide(pair, { maxRows: COMPARED_ROWS }));
    expect(reference.diagnostics).not.toEqual(decide(pair, { routines: plainRoutines }).diagnostics);
    const lsnm = opinions.find(({ entry }) => entry.name === "v-lsnm");
    expect(lsnm?.decision).toEqual(decide(pair, { method: "v-lsnm", maxRows: COMPARED_ROWS }));
  });
});

test("a rival's name is unknown to the library's decide, which says where the rival is; the entry itself is taken", () => {
  expect(() => decide(pair, { method: "igci-gaussian" })).toThrow(/methodNamed\(name\).* causal-velocity\/lab/);
  expect(decide(pair, { method: methodNamed("lingam") }).method).toBe("lingam");
});
