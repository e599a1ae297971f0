import { fitVelocity } from "@causal-velocity/core/fit/fit-velocity.js";
import { gofResidualInto } from "@causal-velocity/core/fit/gof.js";
import { seededRng } from "@causal-velocity/core/primitives/random.js";
import {
  basisVelocity,
  exponentialTerms,
  fourierTerms,
  polynomialTerms,
} from "@causal-velocity/core/velocity/basis.js";
import { pnlVelocity } from "@causal-velocity/core/velocity/pnl.js";
import { anmVelocity, lsnmVelocity } from "@causal-velocity/core/velocity/spline-velocities.js";
import { type VelocityClass, velocityField } from "@causal-velocity/core/velocity/velocity-model.js";
import { describe, expect, test } from "vitest";
import {
  jointScore,
  type KnownMechanism,
  knownSample,
  logDensity,
  MECHANISMS,
  trueVelocity,
} from "./known-mechanism.js";

const maxAbs = (column: ArrayLike<number>) => Array.from(column).reduce((worst, v) => Math.max(worst, Math.abs(v)), 0);

// A zero residual does not prove that the scores are right: with both printed formulas, wrong in the same way, it is
// still zero.
describe("analytic scores equal central differences of the log density, error falling fourfold with half the step", () => {
  test.each(Object.values(MECHANISMS))("$name", (mechanism) => {
    const errorAt = (step: number) => {
      let worst = 0;
      for (const [x, y] of [
        [0.3, -0.4],
        [-1.2, 0.9],
        [1.7, 2.1],
        [-0.6, -1.5],
      ]) {
        const [sx, sy] = jointScore(mechanism, x, y);
        const dx = (logDensity(mechanism, x + step, y) - logDensity(mechanism, x - step, y)) / (2 * step);
        const dy = (logDensity(mechanism, x, y + step) - logDensity(mechanism, x, y - step)) / (2 * step);
        worst = Math.max(worst, Math.abs(dx - sx), Math.abs(dy - sy));
      }
      return worst;
    };
    expect(errorAt(1e-4)).toBeLessThan(1e-6);
    // Quadratic log densities leave no truncation error, only rounding.
    if (errorAt(1e-2) > 1e-9) expect(errorAt(1e-2) / errorAt(5e-3)).toBeCloseTo(4, 1);
  });
});

describe("thm:id, eq:joint:id, eqn:gof_raw, eqn:directionaldx: true scores and the true velocity leave a residual below 1e-12", () => {
  test.each(Object.values(MECHANISMS))("$name", (mechanism) => {
    const at = knownSample(mechanism, 400, seededRng(7));
    const field = velocityField(400);
    for (let i = 0; i < 400; i++) {
      field.v[i] = trueVelocity(mechanism, at.effect[i], at.cause[i]);
      field.dvDEffect[i] = mechanism.dh(at.cause[i]);
    }
    const residual = new Float64Array(400);
    gofResidualInto(at, field, residual);
    expect(maxAbs(residual)).toBeLessThan(1e-12);
  });
});

describe("eq:cond:score:continuity: s_x(y|x) = −∂_y v − v s_y(y|x), its left side by differences, to 1e-7", () => {
  test.each(Object.values(MECHANISMS))("$name", (mechanism) => {
    // The known log density includes the standard normal cause.
    const logConditional = (x: number, y: number) => logDensity(mechanism, x, y) + 0.5 * x * x;
    const step = 1e-4;
    for (const [x, y] of [
      [0.3, -0.4],
      [-1.2, 0.9],
      [1.7, 2.1],
    ]) {
      const left = (logConditional(x + step, y) - logConditional(x - step, y)) / (2 * step);
      const [, effectScore] = jointScore(mechanism, x, y);
      const right = -mechanism.dh(x) - trueVelocity(mechanism, y, x) * effectScore;
      expect(Math.abs(left - right)).toBeLessThan(1e-7);
      // A velocity 1% too large fails wherever it moves anything.
      const tooLarge = right - 0.01 * trueVelocity(mechanism, y, x) * effectScore;
      if (mechanism !== MECHANISMS.independent) expect(Math.abs(left - tooLarge)).toBeGreaterThan(1e-5);
    }
  });
});

const withoutRidge = { ridge: 0 };
const CLASSES: readonly {
  velocity: VelocityClass;
  truths: readonly KnownMechanism[];
  misses: readonly KnownMechanism[];
}[] = [
  { velocity: basisVelocity("v-zero", []), truths: [MECHANISMS.independent], misses: [MECHANISMS.linear] },
  {
    velocity: basisVelocity("b-lin", polynomialTerms(1)),
    truths: [MECHANISMS.independent, MECHANISMS.linear, MECHANISMS.linearVelocity],
    misses: [MECHANISMS.quadratic, MECHANISMS.scale],
  },
  {
    velocity: basisVelocity("b-lin-exp", [...polynomialTerms(1), ...exponentialTerms()]),
    truths: [MECHANISMS.linear, MECHANISMS.linearVelocity],
    misses: [MECHANISMS.scale],
  },
  {
    velocity: basisVelocity("b-quad", polynomialTerms(2)),
    truths: [MECHANISMS.linearVelocity, MECHANISMS.quadratic, MECHANISMS.scale],
    misses: [MECHANISMS.cubic],
  },
  {
    velocity: basisVelocity("b-quad-exp", [...polynomialTerms(2), ...exponentialTerms()]),
    truths: [MECHANISMS.quadratic, MECHANISMS.scale],
    misses: [MECHANISMS.cubic],
  },
  {
    velocity: basisVelocity("b-cubic", polynomialTerms(3)),
    truths: [MECHANISMS.cubic, MECHANISMS.scale],
    misses: [MECHANISMS.sine],
  },
  { velocity: basisVelocity("b-quartic", polynomialTerms(4)), truths: [MECHANISMS.cubic], misses: [MECHANISMS.sine] },
  {
    velocity: basisVelocity("b-trig", fourierTerms()),
    truths: [MECHANISMS.linear, MECHANISMS.sine],
    misses: [MECHANISMS.quadratic],
  },
  {
    velocity: anmVelocity(withoutRidge),
    truths: [MECHANISMS.linear, MECHANISMS.quadratic, MECHANISMS.cubic],
    misses: [MECHANISMS.scale, MECHANISMS.linearVelocity],
  },
  {
    velocity: pnlVelocity(withoutRidge),
    truths: [MECHANISMS.linear, MECHANISMS.quadratic, MECHANISMS.cubic],
    misses: [MECHANISMS.scale, MECHANISMS.linearVelocity],
  },
  // linearVelocity's location is exponential, but its velocity, which is fitted, is linear in x and y.
  {
    velocity: lsnmVelocity(withoutRidge),
    truths: [MECHANISMS.cubic, MECHANISMS.scale, MECHANISMS.linearVelocity],
    misses: [MECHANISMS.sine],
  },
];

// Each class of tab:examples and the basis of tab:synthetic_params, on a mechanism that it contains and one that it
// does not.
describe("thm:id: with true scores the exact fit finds the true velocity if and only if the class contains it", () => {
  for (const { velocity, truths, misses } of CLASSES) {
    test.each(truths)(`${velocity.name} contains $name: residual < 1e-12`, (mechanism) => {
      const fit = fitVelocity(velocity, knownSample(mechanism, 300, seededRng(11)));
      expect(maxAbs(fit.residual)).toBeLessThan(1e-12);
    });
    test.each(misses)(`${velocity.name} does not contain $name: loss > 1e-8`, (mechanism) => {
      const fit = fitVelocity(velocity, knownSample(mechanism, 300, seededRng(11)));
      expect(fit.gof).toBeGreaterThan(1e-8);
    });
  }
});

describe("bivariate Gaussian, correlation 0.6", () => {
  test("v = ρ fits both directions to 1e-12: the direction is not identifiable", () => {
    const rho = 0.6;
    const rng = seededRng(3);
    const x = Float64Array.from({ length: 400 }, () => rng.normal());
    const y = x.map((value) => rho * value + Math.sqrt(1 - rho * rho) * rng.normal());
    const precision = 1 / (1 - rho * rho);
    const jointX = x.map((value, i) => -precision * (value - rho * y[i]));
    const jointY = y.map((value, i) => -precision * (value - rho * x[i]));
    const negative = (column: Float64Array) => column.map((value) => -value);
    const forward = {
      direction: "x->y",
      cause: x,
      effect: y,
      scoreCause: negative(x),
      jointCause: jointX,
      jointEffect: jointY,
    } as const;
    const backward = {
      direction: "y->x",
      cause: y,
      effect: x,
      scoreCause: negative(y),
      jointCause: jointY,
      jointEffect: jointX,
    } as const;
    for (const at of [forward, backward]) {
      const field = velocityField(400);
      field.v.fill(rho);
      const residual = new Float64Array(400);
      gofResidualInto(at, field, residual);
      expect(maxAbs(residual)).toBeLessThan(1e-12);
      const { theta } = fitVelocity(basisVelocity("b-lin", polynomialTerms(1)), at);
      expect(Math.abs(theta[0] - rho) + Math.abs(theta[1]) + Math.abs(theta[2])).toBeLessThan(1e-12);
    }
  });
});
