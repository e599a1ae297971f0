import { dormandPrince } from "@causal-velocity/core/flow/dormand-prince.js";
import { type OdeSolver, type OdeSystem, rk4 } from "@causal-velocity/core/flow/ode-solver.js";
import { describe, expect, test } from "vitest";

interface KnownProblem {
  readonly name: string;
  readonly system: OdeSystem;
  readonly solution: (t: number) => readonly number[];
}

const problem = (
  name: string,
  derivative: (t: number, y: Float64Array) => readonly number[],
  solution: (t: number) => readonly number[],
): KnownProblem => ({
  name,
  solution,
  system: { size: solution(0).length, derivativeInto: (t, y, out) => out.set(derivative(t, y)) },
});

/** Problems with known solutions; all nonlinear or with a time-dependent coefficient, so that every stage matters. */
const PROBLEMS: readonly KnownProblem[] = [
  problem(
    "growth that varies with time, y′ = y cos t",
    (t, y) => [y[0] * Math.cos(t)],
    (t) => [Math.exp(Math.sin(t))],
  ),
  problem(
    "saturation, y′ = 3y(1 − y)",
    (_, y) => [3 * y[0] * (1 - y[0])],
    (t) => [1 / (1 + 3 * Math.exp(-3 * t))],
  ),
  problem(
    "pendulum without friction, small: y″ = −y",
    (_, y) => [y[1], -y[0]],
    (t) => [Math.sin(t + 0.5), Math.cos(t + 0.5)],
  ),
];

/** The same methods with equal steps, whose error has an order. */
const METHODS: readonly { name: string; withStep: (step: number) => OdeSolver }[] = [
  { name: "rk4", withStep: (step) => rk4({ step }) },
  { name: "dormand-prince", withStep: (step) => dormandPrince({ step }) },
];

const SPAN = 3;

function endError({ system, solution }: KnownProblem, solver: OdeSolver, from: number, to: number): number {
  const state = Float64Array.from(solution(from));
  expect(solver.prepare(system).integrate(state, from, to).status).toBe("arrived");
  return Math.max(...solution(to).map((value, i) => Math.abs(value - state[i])));
}

/** Largest error of the interpolants at given shares of the steps. */
function denseError(
  { system, solution }: KnownProblem,
  solver: OdeSolver,
  from: number,
  to: number,
  shares: readonly number[] = [0.1, 0.25, 0.4, 0.6, 0.8, 0.95],
): number {
  const state = Float64Array.from(solution(from));
  const between = new Float64Array(system.size);
  let worst = 0;
  solver.prepare(system).integrate(state, from, to, (step) => {
    for (const share of shares) {
      const t = step.from + share * (step.to - step.from);
      step.stateInto(t, between);
      solution(t).forEach((value, i) => {
        worst = Math.max(worst, Math.abs(value - between[i]));
      });
    }
  });
  return worst;
}

/** Slope of log error against log step, by least squares over halved steps. */
function slope(errorAt: (step: number) => number, steps: readonly number[]): number {
  const points = steps.map((step) => [Math.log(step), Math.log(errorAt(step))]);
  const mean = (k: number) => points.reduce((sum, point) => sum + point[k], 0) / points.length;
  const [x, y] = [mean(0), mean(1)];
  const covariance = points.reduce((sum, point) => sum + (point[0] - x) * (point[1] - y), 0);
  return covariance / points.reduce((sum, point) => sum + (point[0] - x) ** 2, 0);
}

// Errors from 1e-5 down to 1e-13: with longer steps higher orders still matter, with shorter ones rounding does.
const STEPS = [1 / 16, 1 / 24, 1 / 32, 1 / 48, 1 / 64];

describe.each(METHODS)("order of $name", ({ withStep }) => {
  const { order, denseOrder } = withStep(1);
  // The largest over all steps: at a single time errors of either sign may happen to cancel.
  const stepError = (known: KnownProblem, step: number, from: number, to: number) =>
    denseError(known, withStep(step), from, to, [1]);
  test.each(PROBLEMS)(
    "$name: the error at steps' ends falls as step^order within 0.2, forward and backward",
    (known) => {
      expect(Math.abs(slope((step) => stepError(known, step, 0, SPAN), STEPS) - order)).toBeLessThan(0.2);
      expect(Math.abs(slope((step) => stepError(known, step, SPAN, 0), STEPS) - order)).toBeLessThan(0.2);
    },
  );

  test.each(PROBLEMS)(
    "$name: the error of a single step's interpolant is of order step^(denseOrder + 1), within 0.2",
    (known) => {
      const single = slope((step) => denseError(known, withStep(step), 0.75, 0.75 + step), STEPS);
      expect(Math.abs(single - (denseOrder + 1))).toBeLessThan(0.2);
    },
  );

  test.each(PROBLEMS)("$name: over many steps the dense output has that order too, within 0.2", (known) => {
    const many = slope((step) => denseError(known, withStep(step), 0, SPAN), STEPS);
    expect(Math.abs(many - Math.min(order, denseOrder + 1))).toBeLessThan(0.2);
  });
});

test.each(METHODS)(
  "$name: interpolants leave and arrive with the slope of the field, to 1e-5 at steps of 1/4",
  ({ withStep }) => {
    const { system, solution } = PROBLEMS[0];
    const [near, at, slope] = [new Float64Array(1), new Float64Array(1), new Float64Array(1)];
    withStep(1 / 4)
      .prepare(system)
      .integrate(Float64Array.from(solution(0)), 0, SPAN, (step) => {
        const nudge = 1e-6 * (step.to - step.from);
        for (const [end, inside] of [
          [step.from, step.from + nudge],
          [step.to, step.to - nudge],
        ]) {
          step.stateInto(end, at);
          step.stateInto(inside, near);
          system.derivativeInto(end, at, slope);
          expect(Math.abs((near[0] - at[0]) / (inside - end) - slope[0])).toBeLessThan(1e-5);
        }
      });
  },
);

const SOLVERS: readonly { name: string; solver: OdeSolver; error: number }[] = [
  { name: "rk4", solver: rk4(), error: 1e-7 },
  // Tolerance 1e-9 a step, about 30 steps; saturation backward multiplies errors by seven.
  { name: "dormand-prince", solver: dormandPrince(), error: 1e-7 },
];

describe.each(SOLVERS)("contract of the solver $name", ({ solver, error }) => {
  test.each(PROBLEMS)(`$name to ${error} in both directions of time, also between steps`, (known) => {
    expect(endError(known, solver, 0, SPAN)).toBeLessThan(error);
    expect(endError(known, solver, SPAN, 0)).toBeLessThan(error);
    expect(denseError(known, solver, 0, SPAN)).toBeLessThan(error);
  });

  test("interpolants meet the steps' ends: a curve without gaps, from start to end", () => {
    const { system, solution } = PROBLEMS[0];
    const state = Float64Array.from(solution(0));
    let [time, value] = [0, solution(0)[0]];
    const at = new Float64Array(1);
    const end = solver.prepare(system).integrate(state, 0, SPAN, (step) => {
      expect(step.from).toBe(time);
      step.stateInto(step.from, at);
      expect(at[0]).toBeCloseTo(value, 14);
      step.stateInto(step.to, at);
      [time, value] = [step.to, at[0]];
    });
    expect([end.time, time]).toEqual([SPAN, SPAN]);
    expect(state[0]).toBeCloseTo(value, 14);
  });

  test("no distance, no change: the state stays to the bit, in no steps", () => {
    const state = Float64Array.of(0.1);
    expect(solver.prepare(PROBLEMS[1].system).integrate(state, 2, 2)).toEqual({ status: "arrived", time: 2, steps: 0 });
    expect(state[0]).toBe(0.1);
  });

  // y′ = y² from y(0) = 2 has its pole at 1/2; backward from y(0) = −2 at −1/2.
  test.each([
    [2, 1, 0.5],
    [-2, -1, -0.5],
  ])("y′ = y² from %d toward %d: ends at the pole, %d, with the last state inside the bound", (start, to, pole) => {
    const system: OdeSystem = { size: 1, derivativeInto: (_, y, out) => out.set([y[0] * y[0]]) };
    const state = Float64Array.of(start);
    const end = solver.prepare(system).integrate(state, 0, to);
    expect(end.status).toBe("beyond-bounds");
    expect(Math.abs(state[0])).toBeGreaterThan(10);
    expect(Math.abs(state[0])).toBeLessThanOrEqual(1e9);
    // Equal steps of 1/64 cannot end closer than that, and may go a few steps too far before the state overflows.
    expect(Math.abs(end.time - pole)).toBeLessThan(solver.name === "rk4" ? 4 / 64 : 1e-7);
  });

  test("one integrator follows many curves: none depends on the one before", () => {
    const { system } = PROBLEMS[1];
    const integrator = solver.prepare(system);
    const moved = (y: number) => {
      const state = Float64Array.of(y);
      integrator.integrate(state, 0, 2);
      return state[0];
    };
    const alone = moved(0.3);
    moved(-40);
    expect(moved(0.3)).toBe(alone);
  });
});

describe("dormandPrince", () => {
  test("a tolerance a hundred times smaller gives a smaller error and takes at most about 100^(1/5) = 2.5 times the steps", () => {
    const run = (tolerance: number) => {
      const state = Float64Array.of(1);
      const { steps } = dormandPrince({ tolerance }).prepare(PROBLEMS[0].system).integrate(state, 0, 20);
      return { steps, error: Math.abs(state[0] - PROBLEMS[0].solution(20)[0]) };
    };
    const [loose, tight] = [run(1e-6), run(1e-10)];
    expect(loose.error).toBeLessThan(1e-4);
    expect(tight.error).toBeLessThan(1e-8);
    expect(tight.steps / loose.steps).toBeLessThan(100 ** (2 / 5) * 1.2);
    expect(tight.steps / loose.steps).toBeGreaterThan(100 ** (2 / 5) / 1.5);
  });

  test("a pole of a cubic field, whose state never reaches the bound, ends when steps fall below the resolution of time", () => {
    // y′ = y³ from y(0) = 1: y = (1 − 2t)^(−1/2), 10⁸ when rounding can no longer distinguish t from 1/2.
    const system: OdeSystem = { size: 1, derivativeInto: (_, y, out) => out.set([y[0] ** 3]) };
    const end = dormandPrince().prepare(system).integrate(Float64Array.of(1), 0, 1);
    expect(end.status).toBe("beyond-bounds");
    expect(Math.abs(end.time - 0.5)).toBeLessThan(1e-9);
  });

  test("a step so long that a stage has no derivative is shortened, and does not end the curve", () => {
    // Slow up to 1, then 20,000 times as fast; a step across overshoots to where the field is not a number.
    const rate = (t: number) => (t < 1 ? 0.01 : 200);
    const system: OdeSystem = { size: 1, derivativeInto: (t, y, out) => out.set([y[0] < 0 ? NaN : -rate(t) * y[0]]) };
    const state = Float64Array.of(1);
    expect(dormandPrince().prepare(system).integrate(state, 0, 1.02).status).toBe("arrived");
    expect(Math.abs(state[0] - Math.exp(-0.01 - 4))).toBeLessThan(1e-7);
  });

  test("a stiff curve that needs too many steps ends with too-many-steps, not with a wrong value", () => {
    const system: OdeSystem = { size: 1, derivativeInto: (t, y, out) => out.set([-1e7 * (y[0] - Math.cos(t))]) };
    const end = dormandPrince().prepare(system).integrate(Float64Array.of(0), 0, 1);
    expect(end.status).toBe("too-many-steps");
    expect(end.time).toBeLessThan(1);
  });

  test.each([
    [{ tolerance: 0 }, /tolerance/],
    [{ tolerance: NaN }, /tolerance/],
    [{ bound: -1 }, /bound/],
    [{ step: 0 }, /step/],
  ])("refuses %o", (options, message) => {
    expect(() => dormandPrince(options)).toThrow(message);
  });
});

test.each([[{ step: 0 }], [{ step: Infinity }], [{ bound: 0 }]])("rk4 refuses %o", (options) => {
  expect(() => rk4(options)).toThrow(/a positive number/);
});
