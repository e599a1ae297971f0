import { expect, test } from "vitest";
import { exp } from "../primitives/elementary.js";
import { logCorrelationTail } from "./correlation-tail.js";

// With 4 rows the correlation is uniform on (−1, 1); with 6 its density is ¾(1 − r²).
test("it is the closed form with 4 and with 6 rows", () => {
  for (const r of [0.001, 0.1, 0.5, 0.9, 0.999]) {
    expect(exp(logCorrelationTail(4)(r * r))).toBeCloseTo(1 - r, 12);
    expect(exp(logCorrelationTail(6)(r * r)) / (1 - 1.5 * r + 0.5 * r ** 3)).toBeCloseTo(1, 9);
  }
});

test.each([
  [60, 0.3, 0.019868182889321694],
  [60, 0.74, 1.4239156382027592e-11],
  [10_000, 0.05, 5.659045510600403e-7],
])("with %i rows and r = %f it is the regularized incomplete beta function", (rows, r, tail) => {
  expect(exp(logCorrelationTail(rows)(r * r)) / tail).toBeCloseTo(1, 10);
});

test("it falls from 0 without a jump, and is finite for equal columns", () => {
  const tail = logCorrelationTail(60);
  expect(tail(0)).toBe(0);
  const steps = Array.from({ length: 1001 }, (_, i) => tail(i / 1000));
  for (let i = 1; i < steps.length; i++) expect(steps[i]).toBeLessThan(steps[i - 1]);
  // Around 3/n another fraction takes over.
  const around = Array.from({ length: 200 }, (_, i) => tail(0.04 + i * 0.0001));
  for (let i = 2; i < around.length; i++) {
    expect(Math.abs(around[i] - 2 * around[i - 1] + around[i - 2])).toBeLessThan(1e-5);
  }
  expect(tail(1)).toBe(tail(1.0000001));
  expect(Number.isFinite(tail(1))).toBe(true);
});
