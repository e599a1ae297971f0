import { describe, expect, test } from "vitest";
import { basisVelocity, polynomialTerms } from "../velocity/basis.js";
import { fitVelocity } from "./fit-velocity.js";
import { costOf } from "./gof.js";
import { type Direction, type Oriented, orient } from "./orient.js";

/** A direction whose continuity equation leaves the given residual for v ≡ 0. */
function withResidual(residual: readonly number[]): Oriented {
  const zero = new Float64Array(residual.length);
  return {
    direction: "x->y",
    cause: zero,
    effect: zero,
    scoreCause: Float64Array.from(residual),
    jointCause: zero,
    jointEffect: zero.map((_, i) => i),
  };
}

describe("costOf", () => {
  const fit = fitVelocity(basisVelocity("v-zero", []), withResidual([3, -1, 0, 2]));
  test("squared: the mean square", () => expect(costOf(fit, "squared")).toBe(14 / 4));
  test("absolute: the mean size", () => expect(costOf(fit, "absolute")).toBe(6 / 4));
  test("relative: v ≡ 0 has cost 1", () => expect(costOf(fit, "relative")).toBe(1));
  test("relative: the share of the loss of v ≡ 0 that a velocity leaves", () => {
    // v = a·1 leaves 3 − 0a, −1 − a, 0 − 2a, 2 − 3a: the best a is 5/14, which explains 25/14 of 14.
    const constant = fitVelocity(basisVelocity("constant", polynomialTerms(0)), withResidual([3, -1, 0, 2]));
    expect(constant.theta[0]).toBeCloseTo(5 / 14, 14);
    expect(costOf(constant, "relative")).toBeCloseTo((14 - 25 / 14) / 14, 14);
  });
  test("relative: nothing to explain costs 1, not 0/0", () => {
    expect(costOf(fitVelocity(basisVelocity("v-zero", []), withResidual([0, 0, 0])), "relative")).toBe(1);
  });
});

test("orient takes exactly the rows it is given, also when they are as many as the pair has", () => {
  const column = Float64Array.of(1, 2, 3);
  const scores = { x: column, y: column, jointX: column, jointY: column } as Parameters<typeof orient>[1];
  const pair = { x: column, y: column.map((v) => -v) } as Parameters<typeof orient>[0];
  const direction: Direction = "y->x";
  const resampled = orient(pair, scores, direction, Uint32Array.of(2, 2, 0));
  expect([[...resampled.cause], [...resampled.effect]]).toEqual([
    [-3, -3, -1],
    [3, 3, 1],
  ]);
});
