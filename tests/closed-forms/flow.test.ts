import { fitVelocity } from "@causal-velocity/core/fit/fit-velocity.js";
import { causalCurve } from "@causal-velocity/core/flow/causal-curve.js";
import { dormandPrince } from "@causal-velocity/core/flow/dormand-prince.js";
import { flow, type Velocity } from "@causal-velocity/core/flow/flow.js";
import { rk4 } from "@causal-velocity/core/flow/ode-solver.js";
import { seededRng } from "@causal-velocity/core/primitives/random.js";
import {
  type BasisTerm,
  basisVelocity,
  exponentialTerms,
  fourierTerms,
  monomial,
  polynomialTerms,
} from "@causal-velocity/core/velocity/basis.js";
import { lsnmNnVelocity, nnVelocity } from "@causal-velocity/core/velocity/network-velocities.js";
import { anmVelocity, lsnmVelocity } from "@causal-velocity/core/velocity/spline-velocities.js";
import type { VelocityModel } from "@causal-velocity/core/velocity/velocity-model.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { expectAllClose } from "../support/all-close.js";
import { type KnownMechanism, knownSample, MECHANISMS, trueVelocity } from "./known-mechanism.js";
import { sinhFlow, sinhVelocity } from "./post-nonlinear.js";

const draws = (count: number, seed: number, scale = 1) => {
  const rng = seededRng(seed);
  return Float64Array.from({ length: count }, () => scale * rng.normal());
};

/** m(x') + e^{h(x') − h(x)}(y − m(x)). @see tab:examples */
const knownFlow = ({ m, h }: KnownMechanism, y: number, from: number, to: number) =>
  m(to) + Math.exp(h(to) - h(from)) * (y - m(from));

/** A velocity from formulas, without a closed form. */
function formula(v: (y: number, x: number) => number, dvDEffect: (y: number, x: number) => number): Velocity {
  const model: VelocityModel = {
    name: "formula",
    parameterCount: 0,
    flow: "global",
    evaluateInto(_, cause, effect, out) {
      for (let i = 0; i < cause.length; i++) {
        out.v[i] = v(effect[i], cause[i]);
        out.dvDEffect[i] = dvDEffect(effect[i], cause[i]);
      }
    },
  };
  return { model, theta: new Float64Array(0) };
}

/** The same velocity without its closed form. */
function solvedOnly({ model, theta }: Velocity): Velocity {
  const { affine: _, ...rest } = model;
  return { model: rest, theta };
}

const ROWS = 200;
const SOME_ROWS = 40;
const from = draws(ROWS, 1);
const to = draws(ROWS, 2);
const effect = draws(ROWS, 3, 1.5);

describe("eq:scm_flow, eq:ode:flow:def: the flow of a known mechanism is f_{x'}(f_x⁻¹(y))", () => {
  test.each(Object.values(MECHANISMS))("$name: by the solver, to 1e-7; log-derivative h(x') − h(x)", (mechanism) => {
    const velocity = formula(
      (y, x) => trueVelocity(mechanism, y, x),
      (_, x) => mechanism.dh(x),
    );
    const moved = flow(velocity, { effect, from, to });
    expect(moved.lost).toEqual([]);
    const expected = effect.map((y, i) => knownFlow(mechanism, y, from[i], to[i]));
    expectAllClose(moved.effect, expected, { rtol: 1e-7, scale: 1 });
    const logs = effect.map((_, i) => mechanism.h(to[i]) - mechanism.h(from[i]));
    expectAllClose(moved.logJacobian, logs, { rtol: 1e-7, scale: 1 });
  });

  test("a flow that is not affine, y′ = √(1 + y²) cos x: to 1e-8 by either solver", () => {
    const velocity = { model: sinhVelocity.modelFor(from, from), theta: Float64Array.of(1) };
    const expected = effect.map((y, i) => sinhFlow(y, from[i], to[i]));
    for (const solver of [dormandPrince(), rk4()]) {
      const moved = flow(velocity, { effect, from, to }, { solver });
      expectAllClose(moved.effect, expected, { rtol: 1e-8, scale: 1 });
      const logs = expected.map((z, i) => 0.5 * Math.log1p(z * z) - 0.5 * Math.log1p(effect[i] ** 2));
      expectAllClose(moved.logJacobian, logs, { rtol: 1e-8, scale: 1 });
    }
  });
});

describe("tab:examples: closed forms of velocities linear in the effect", () => {
  test.each([
    [MECHANISMS.independent, []],
    [MECHANISMS.linear, [[monomial(0, 0), 0.7]]],
    [MECHANISMS.quadratic, [[monomial(2, 0), 0.9]]],
    [MECHANISMS.cubic, [[monomial(3, 0), 0.4]]],
    // v = 0.4 + 0.3 x + 0.2 y and v = 1 − 0.3 x² + 0.3 x y.
    [
      MECHANISMS.linearVelocity,
      [
        [monomial(0, 0), 0.4],
        [monomial(1, 0), 0.3],
        [monomial(0, 1), 0.2],
      ],
    ],
    [
      MECHANISMS.scale,
      [
        [monomial(0, 0), 1],
        [monomial(2, 0), -0.3],
        [monomial(1, 1), 0.3],
      ],
    ],
  ] as [KnownMechanism, [BasisTerm, number][]][])("$name as a polynomial basis, to 1e-12", (mechanism, parts) => {
    const model = basisVelocity(
      "known",
      parts.map(([term]) => term),
    ).modelFor(from, from);
    expect(model.affine).toBeDefined();
    const velocity = { model, theta: Float64Array.from(parts, ([, weight]) => weight) };
    const moved = flow(velocity, { effect, from, to });
    const expected = effect.map((y, i) => knownFlow(mechanism, y, from[i], to[i]));
    expectAllClose(moved.effect, expected, { rtol: 1e-12, scale: 1 });
    const logs = effect.map((_, i) => mechanism.h(to[i]) - mechanism.h(from[i]));
    expectAllClose(moved.logJacobian, logs, { rtol: 1e-12, scale: 1 });
  });

  test.each([
    ["v-anm", anmVelocity({ ridge: 0 }), MECHANISMS.cubic],
    ["v-lsnm", lsnmVelocity({ ridge: 0 }), MECHANISMS.scale],
  ])(
    "%s fitted to true scores of $name recovers its counterfactuals inside the sample, to 1e-9",
    (_, velocity, mechanism) => {
      const at = knownSample(mechanism, 400, seededRng(11));
      const fit = fitVelocity(velocity, at);
      const reversed = at.cause.slice().reverse();
      const moved = flow(fit, { effect: at.effect, from: at.cause, to: reversed });
      const expected = at.effect.map((y, i) => knownFlow(mechanism, y, at.cause[i], reversed[i]));
      expectAllClose(moved.effect, expected, { rtol: 1e-9, scale: 1 });
    },
  );

  test.each([
    ["v-anm", anmVelocity(), 1],
    ["v-lsnm", lsnmVelocity(), 0.5],
  ])("%s with arbitrary splines agrees with the solver, beyond the outer knots too, to 1e-10", (_, velocity, scale) => {
    const model = velocity.modelFor(draws(300, 7), draws(300, 7));
    const curves = { model, theta: draws(model.parameterCount, 8, scale) };
    // Ends on knots, outside on either side, and equal ends.
    const [starts, ends] = [Float64Array.from(from), Float64Array.from(to)];
    starts.set([-6, 6, -6, 0.3, 5]);
    ends.set([6, -6, -5, 0.3, 6.5]);
    const request = { effect, from: starts, to: ends };
    const exact = flow(curves, request);
    const solved = flow(solvedOnly(curves), request, { solver: dormandPrince({ tolerance: 1e-13 }) });
    expectAllClose(exact.effect, solved.effect, { rtol: 1e-10, scale: 1 });
    expectAllClose(exact.logJacobian, solved.logJacobian, { rtol: 1e-10, scale: 1 });
  });

  test("from and to knots exactly: the same as from just next to them, to 1e-12", () => {
    const column = draws(300, 7);
    const model = lsnmVelocity().modelFor(column, column);
    const velocity = { model, theta: draws(model.parameterCount, 8, 0.5) };
    const breaks = model.affine?.(velocity.theta).slope.breaks ?? new Float64Array(0);
    expect(breaks.length).toBeGreaterThan(5);
    const backward = breaks.slice().reverse();
    const ones = new Float64Array(breaks.length).fill(1);
    const onKnots = flow(velocity, { effect: ones, from: breaks, to: backward });
    const nearKnots = flow(velocity, {
      effect: ones,
      from: breaks.map((knot) => knot + 1e-14),
      to: backward.map((knot: number) => knot - 1e-14),
    });
    expectAllClose(onKnots.effect, nearKnots.effect, { rtol: 1e-12, scale: 1 });
  });

  // y′ = −80(y − x): every curve falls onto x − 1/80 within a few hundredths; then e^{−160} of the start is left.
  test("a steep contraction keeps its limit to 1e-13, and reversed it grows by e^{80·distance} to 1e-12", () => {
    const model = basisVelocity("steep", [monomial(1, 0), monomial(0, 1)]).modelFor(from, from);
    const velocity = { model, theta: Float64Array.of(80, -80) };
    const { effect: settled, logJacobian } = flow(velocity, { effect: Float64Array.of(5, -3), from: -1, to: 1 });
    expectAllClose(settled, [1 - 1 / 80, 1 - 1 / 80], { rtol: 1e-13 });
    expect(logJacobian[0]).toBe(-160);
    const { effect: grown } = flow(velocity, { effect: Float64Array.of(1), from: 0.5, to: 0 });
    expectAllClose(grown, [-1 / 80 + Math.exp(40) * (1 - 0.5 + 1 / 80)], { rtol: 1e-12 });
  });

  test("growth beyond the largest number is reported, not returned", () => {
    const model = basisVelocity("steep", [monomial(0, 1)]).modelFor(from, from);
    const moved = flow({ model, theta: Float64Array.of(900) }, { effect: Float64Array.of(1), from: 0, to: 1 });
    expect(moved.lost).toEqual([{ row: 0, cause: 0, effect: 1, reason: "blow-up" }]);
    expect(moved.effect[0]).toBeNaN();
  });
});

const CLASSES = [
  { velocity: anmVelocity(), scale: 1, error: 1e-12 },
  { velocity: lsnmVelocity(), scale: 0.5, error: 1e-12 },
  { velocity: basisVelocity("b-lin", polynomialTerms(1)), scale: 0.5, error: 1e-12 },
  { velocity: basisVelocity("b-trig", fourierTerms()), scale: 0.5, error: 1e-7 },
  {
    velocity: basisVelocity("b-lin-exp", [...polynomialTerms(1), ...exponentialTerms()]),
    scale: 0.4,
    error: 1e-7,
  },
  { velocity: nnVelocity({ size: "2x5" }), scale: 1, error: 1e-7 },
  { velocity: lsnmNnVelocity({ size: "2x3" }), scale: 1, error: 1e-7 },
];

describe("def:two:p:flow: flows compose and invert", () => {
  const value = fc.double({ min: -2, max: 2, noNaN: true });
  const weights = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 24, maxLength: 24 });
  const sample = draws(300, 7);

  // The following flow multiplies errors by at most the larger of its derivatives and their inverses.
  test.each(CLASSES)(
    "$velocity.name: φ_{t→u}∘φ_{s→t} = φ_{s→u}, φ_{t→s}∘φ_{s→t} = id, φ_{s→s} = id, to $error",
    ({ velocity, scale, error }) => {
      const model = velocity.modelFor(sample, sample);
      fc.assert(
        fc.property(weights, value, value, value, value, (w, y, s, t, u) => {
          const theta = Float64Array.from({ length: model.parameterCount }, (_, k) => scale * w[k]);
          const move = (start: number, a: number, b: number) => {
            const { effect: moved, logJacobian } = flow(
              { model, theta },
              { effect: Float64Array.of(start), from: a, to: b },
            );
            return [moved[0], logJacobian[0]];
          };
          const [there, logThere] = move(y, s, t);
          const [onward, logOnward] = move(there, t, u);
          const [direct, logDirect] = move(y, s, u);
          const [back, logBack] = move(there, t, s);
          const magnified = Math.exp(Math.max(Math.abs(logThere), Math.abs(logOnward)));
          const allowed = error * magnified * Math.max(1, Math.abs(there), Math.abs(direct));
          expect(Math.abs(onward - direct)).toBeLessThanOrEqual(allowed);
          expect(Math.abs(logThere + logOnward - logDirect)).toBeLessThanOrEqual(allowed);
          expect(Math.abs(back - y)).toBeLessThanOrEqual(allowed);
          expect(Math.abs(logBack + logThere)).toBeLessThanOrEqual(allowed);
          expect(Math.abs(move(y, s, s)[0] - y) + Math.abs(move(y, s, s)[1])).toBe(0);
        }),
        { numRuns: 150 },
      );
    },
  );

  test("the paper prints φ_{s,t} ∘ φ_{t,u} = φ_{s,u}: read from right to left that is another point, here 0.5 away", () => {
    const model = basisVelocity("scale", [monomial(0, 0), monomial(2, 0), monomial(1, 1)]).modelFor(from, from);
    const velocity = { model, theta: Float64Array.of(1, -0.3, 0.3) };
    const move = (y: number, a: number, b: number) =>
      flow(velocity, { effect: Float64Array.of(y), from: a, to: b }).effect[0];
    const printed = move(move(0.5, 1, 2), 0, 1);
    expect(Math.abs(printed - move(0.5, 0, 2))).toBeCloseTo(0.5, 1);
    expect(move(move(0.5, 0, 1), 1, 2)).toBeCloseTo(move(0.5, 0, 2), 12);
  });
});

describe("flows are increasing in the effect, and logJacobian is the log of their derivative", () => {
  test.each(CLASSES)(
    "$velocity.name: against central differences, error falling fourfold with half the step",
    ({ velocity, scale }) => {
      const model = velocity.modelFor(from, from);
      const curves = { model, theta: draws(model.parameterCount, 9, scale) };
      const options = { solver: dormandPrince({ tolerance: 1e-13 }) };
      // Each row is a curve of its own, and networks are expensive to follow this closely.
      const some = (column: Float64Array) => column.subarray(0, SOME_ROWS);
      const request = { effect: some(effect), from: some(from), to: some(to) };
      const moved = flow(curves, request, options);
      const errorAt = (step: number) => {
        const shifted = (by: number) =>
          flow(curves, { ...request, effect: request.effect.map((y) => y + by) }, options).effect;
        const [up, down] = [shifted(step), shifted(-step)];
        let worst = 0;
        for (let i = 0; i < SOME_ROWS; i++) {
          const slope = (up[i] - down[i]) / (2 * step);
          expect(slope).toBeGreaterThan(0);
          worst = Math.max(worst, Math.abs(Math.log(slope) - moved.logJacobian[i]));
        }
        return worst;
      };
      expect(errorAt(1e-3)).toBeLessThan(1e-4);
      if (errorAt(1e-2) > 1e-6) expect(errorAt(1e-2) / errorAt(5e-3)).toBeCloseTo(4, 0);
    },
  );
});

// y′ = y²: φ_{s→t}(y) = y/(1 − y(t − s)), with a pole at t = s + 1/y.
describe("sec:appendix:regularity: if growth is not linear, curves that blow up are counted and located", () => {
  const velocity = { model: basisVelocity("square", [monomial(0, 2)]).modelFor(from, from), theta: Float64Array.of(1) };

  test("row by row: the pole to 1e-7, the other rows to 1e-8", () => {
    const starts = Float64Array.of(2, 0.5, -2, 0.9, 4);
    const ends = Float64Array.of(1, 1, -1, 1, 0.2);
    const moved = flow(velocity, { effect: starts, from: 0, to: ends });
    expect(moved.lost.map(({ row, reason }) => [row, reason])).toEqual([
      [0, "blow-up"],
      [2, "blow-up"],
    ]);
    expectAllClose(
      moved.lost.map(({ cause }) => cause),
      [0.5, -0.5],
      { rtol: 1e-7 },
    );
    for (const { row, effect: last } of moved.lost) {
      expect(Math.abs(last)).toBeGreaterThan(1e6);
      expect(moved.effect[row]).toBeNaN();
      expect(moved.logJacobian[row]).toBeNaN();
    }
    const reached = [1, 3, 4];
    const expected = reached.map((i) => starts[i] / (1 - starts[i] * ends[i]));
    expectAllClose(
      reached.map((i) => moved.effect[i]),
      expected,
      { rtol: 1e-8 },
    );
  });

  test("a curve over a grid ends at its pole on one side and continues on the other", () => {
    const grid = Float64Array.of(0.2, 1.5, -3, 0.45, 0.6, -1);
    const curve = causalCurve(velocity, { effect: 2, from: 0, grid });
    expect(curve.ends.below).toBeUndefined();
    expect(curve.ends.above?.cause).toBeCloseTo(0.5, 7);
    const expected = grid.map((x) => (x < 0.5 ? 2 / (1 - 2 * x) : NaN));
    expect([...curve.effect.map((y) => (Number.isNaN(y) ? 1 : 0))]).toEqual([0, 1, 0, 0, 1, 0]);
    [0, 2, 3, 5].forEach((i) => {
      expect(Math.abs(curve.effect[i] / expected[i] - 1)).toBeLessThan(1e-7);
    });
  });
});

// y′ = 0.15 y²: φ_{x→0}(y) = y/(1 + 0.15 x y), lost where a pole lies between.
test("rows to a common cause: those with a pole in between are lost, the others moved to 1e-8", () => {
  const n = 2000;
  const [cause, effects] = [draws(n, 21, 1.5), draws(n, 22, 1.5)];
  const model = basisVelocity("square", [monomial(0, 2)]).modelFor(cause, cause);
  const moved = flow({ model, theta: Float64Array.of(0.15) }, { effect: effects, from: cause, to: 0 });
  const isLost = (_: number, i: number) => 0.15 * effects[i] * -cause[i] >= 1;
  const expected = effects.map((y, i) => y / (1 + 0.15 * cause[i] * y));
  expect(moved.lost.length).toBeGreaterThan(5);
  expect(moved.lost.map(({ row }) => row)).toEqual(Array.from(cause.keys()).filter((i) => isLost(0, i)));
  const isMoved = (value: number, i: number) => !isLost(value, i);
  expectAllClose(moved.effect.filter(isMoved), expected.filter(isMoved), { rtol: 1e-7, scale: 1 });
});

describe("causalCurve", () => {
  test("sec:dynamical: agrees with flow at every grid value, in any order, on both sides, to 1e-8", () => {
    const grid = Float64Array.of(1.3, -0.7, 0.25, 3, -2.2, 0, 0.1, 0.1, -2.2);
    const velocity = { model: sinhVelocity.modelFor(from, from), theta: Float64Array.of(1) };
    const curve = causalCurve(velocity, { effect: -0.8, from: 0.1, grid });
    expect(curve.ends).toEqual({});
    expectAllClose(
      curve.effect,
      grid.map((x) => sinhFlow(-0.8, 0.1, x)),
      { rtol: 1e-8, scale: 1 },
    );
    const single = flow(velocity, { effect: grid.map(() => -0.8), from: 0.1, to: grid });
    expectAllClose(curve.logJacobian, single.logJacobian, { rtol: 1e-8, scale: 1 });
    expect(curve.effect[6]).toBe(-0.8);
  });

  test("eq:classical:sol: central differences of the curve are the velocity on it, error falling fourfold", () => {
    const velocity = { model: sinhVelocity.modelFor(from, from), theta: Float64Array.of(1) };
    const centers = [-1.4, -0.3, 0.6, 1.9];
    const errorAt = (step: number) => {
      const grid = Float64Array.from(centers.flatMap((x) => [x - step, x, x + step]));
      const options = { solver: dormandPrince({ tolerance: 1e-12 }) };
      const { effect: y } = causalCurve(velocity, { effect: 0.4, from: 0, grid }, options);
      return Math.max(
        ...centers.map((x, c) => {
          const v = Math.sqrt(1 + y[3 * c + 1] ** 2) * Math.cos(x);
          return Math.abs((y[3 * c + 2] - y[3 * c]) / (2 * step) - v);
        }),
      );
    };
    expect(errorAt(1e-3)).toBeLessThan(1e-4);
    expect(errorAt(0.02) / errorAt(0.01)).toBeCloseTo(4, 1);
  });
});

test("a velocity of NaN moves nothing: every row is lost at its start", () => {
  const nowhere = formula(
    () => NaN,
    () => NaN,
  );
  const { lost } = flow(nowhere, { effect: Float64Array.of(1, 2), from: 0.5, to: 1 });
  expect(lost).toEqual([
    { row: 0, cause: 0.5, effect: 1, reason: "blow-up" },
    { row: 1, cause: 0.5, effect: 2, reason: "blow-up" },
  ]);
});

describe("flow refuses", () => {
  test("a theta of the wrong length, naming the model", () => {
    const model = sinhVelocity.modelFor(from, from);
    expect(() => flow({ model, theta: new Float64Array(2) }, { effect, from, to })).toThrow(
      /"sinh": 2 numbers; expected 1/,
    );
  });
  const velocity = { model: sinhVelocity.modelFor(from, from), theta: Float64Array.of(1) };
  test.each([
    ["columns of different length", { effect, from: from.subarray(1), to }, "length-mismatch"],
    ["a cause that is not a number", { effect, from, to: NaN }, "not-finite"],
    ["an effect that is infinite", { effect: Float64Array.of(Infinity), from: 0, to: 1 }, "not-finite"],
  ])("%s", (_, request, code) => {
    expect(() => flow(velocity, request)).toThrow(expect.objectContaining({ code }));
  });
});
