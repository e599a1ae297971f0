import { fitVelocity } from "@causal-velocity/core/fit/fit-velocity.js";
import { gofResidualInto, meanSquare } from "@causal-velocity/core/fit/gof.js";
import type { Oriented } from "@causal-velocity/core/fit/orient.js";
import { PAPER_PENALTIES, trainingLoss, trainVelocity } from "@causal-velocity/core/fit/train-velocity.js";
import { seededRng } from "@causal-velocity/core/primitives/random.js";
import {
  basisVelocity,
  exponentialTerms,
  fourierTerms,
  polynomialTerms,
} from "@causal-velocity/core/velocity/basis.js";
import { anmNnVelocity, lsnmNnVelocity, nnVelocity } from "@causal-velocity/core/velocity/network-velocities.js";
import { pnlVelocity } from "@causal-velocity/core/velocity/pnl.js";
import { anmVelocity, lsnmVelocity } from "@causal-velocity/core/velocity/spline-velocities.js";
import { type VelocityClass, velocityField } from "@causal-velocity/core/velocity/velocity-model.js";
import { wasmRoutines } from "@causal-velocity/routines/wasm-routines.js";
import { describe, expect, test } from "vitest";
import { threefryNormals } from "../../packages/core/src/primitives/random.js";
import { knownSample, MECHANISMS } from "../closed-forms/known-mechanism.js";
import { worstGap } from "../support/all-close.js";

const classes: readonly VelocityClass[] = [
  basisVelocity("v-zero", []),
  basisVelocity("constant", polynomialTerms(0)),
  basisVelocity("b-lin", polynomialTerms(1)),
  basisVelocity("b-quad-exp", [...polynomialTerms(2), ...exponentialTerms()]),
  basisVelocity("b-trig", fourierTerms()),
  anmVelocity(),
  lsnmVelocity(),
  pnlVelocity(),
  nnVelocity({ size: "2x7" }),
  nnVelocity({ size: "4x3" }),
  nnVelocity({ size: "1x9" }),
  anmNnVelocity({ size: "2x7" }),
  anmNnVelocity({ size: "3x4" }),
  lsnmNnVelocity({ size: "2x7" }),
  lsnmNnVelocity({ size: "3x4" }),
];

/** A direction of random numbers: residuals, curvatures and weights all matter. */
function randomDirection(rows: number): Oriented {
  const rng = seededRng(17);
  const column = () => Float64Array.from({ length: rows }, () => rng.normal());
  const [cause, effect, scoreCause, jointCause, jointEffect] = [column(), column(), column(), column(), column()];
  return { direction: "x->y", cause, effect, scoreCause, jointCause, jointEffect };
}

// More than one block of rows, the last of them not full.
const at = randomDirection(700);

/** Rates of 1e-5 of theta: the cubic term of a central difference is then 1e-10 of the gradient. */
const STEP = 1e-5;

describe.each(classes)("training $name, appx:experiment", (velocity) => {
  const model = velocity.modelFor(at.cause, at.effect);

  test.each([
    ["no penalty", { weightDecay: 0, curvatureWeight: 0 }],
    ["weight decay", { weightDecay: 0.7, curvatureWeight: 0 }],
    ["curvature", { weightDecay: 0, curvatureWeight: 0.7 }],
    ["both as published", PAPER_PENALTIES],
  ])("the gradient equals central differences to 1e-6: %s", (_, penalties) => {
    const lossInto = trainingLoss(model, at, penalties);
    // Offsets start at 0, where their gradient may be 0 too.
    const theta = model.start(5).map((value, k) => value + 0.1 * Math.sin(k));
    const gradient = new Float64Array(theta.length);
    lossInto(theta, gradient);
    const unused = new Float64Array(theta.length);
    const differences = theta.map((value, k) => {
      const lossAt = (moved: number) =>
        lossInto(
          Float64Array.from(theta, (v, j) => (j === k ? moved : v)),
          unused,
        );
      return (lossAt(value + STEP) - lossAt(value - STEP)) / (2 * STEP);
    });
    const size = Math.max(...gradient.map(Math.abs));
    expect(worstGap(differences, gradient, size).gap).toBeLessThan(1e-6);
  });

  test("starts at its seed: the same for equal seeds, different for others", () => {
    expect(model.start(3)).toEqual(model.start(3));
    expect(model.start(3)).toHaveLength(model.parameterCount);
    if (model.parameterCount > 0) expect(model.start(4)).not.toEqual(model.start(3));
  });

  test("the fit is the end of training: same parameters, steps and mean squared residual", () => {
    const { theta, loss, steps, converged } = trainVelocity(model, at, { seed: 2 });
    const fit = fitVelocity(velocity, at, { fit: "paper", seed: 2 });
    expect([fit.theta, fit.training]).toEqual([theta, { loss, steps, converged }]);
    const noPenalty = trainingLoss(model, at, { weightDecay: 0, curvatureWeight: 0 });
    expect(fit.gof).toBeCloseTo(noPenalty(theta, new Float64Array(theta.length)), 12);
  });

  if (velocity.trainedOnly) return;
  test("trained long and without penalties it reaches the exact loss to 1e-9, v-pnl to 1e-5", () => {
    const patient = { steps: 5000, tolerance: 0, rate: 0.02, weightDecay: 0, curvatureWeight: 0 };
    const exact = fitVelocity(velocity, at);
    // The exact fit of splines has its own ridge, which raises its loss a little.
    expect(trainVelocity(model, at, patient).loss / exact.gof - 1).toBeLessThan(
      // Along the bounds of c the last steps are slow.
      velocity.name === "v-pnl" ? 1e-5 : 1e-9,
    );
  });
});

describe("networks of appx:experiment", () => {
  test.each([
    [nnVelocity(), 2 * 32 + 32 + 32 + 1],
    [nnVelocity({ size: "3x64" }), 2 * 64 + 64 + 64 * 64 + 64 + 64 + 1],
    [anmNnVelocity(), 32 + 32 + 32 + 1],
    [lsnmNnVelocity(), 2 * (32 + 32 + 32 + 1)],
    [nnVelocity({ size: "1x1" }), 2 + 1],
  ])("$name has its parameters: %#", (velocity, parameters) => {
    expect(velocity.modelFor(at.cause, at.effect).parameterCount).toBe(parameters);
  });

  test("3x4 starts at 0.5·normal, between hidden layers /√4, a seed for each layer, offsets 0", () => {
    const theta = nnVelocity({ size: "3x4" }).modelFor(at.cause, at.effect).start(0);
    const layer = (seed: number, weights: number, scale: number, offsets: number) => [
      ...threefryNormals(seed, weights).map((normal) => scale * normal),
      ...new Float64Array(offsets),
    ];
    expect([...theta]).toEqual([...layer(0, 8, 0.5, 4), ...layer(1, 16, 0.25, 4), ...layer(2, 4, 0.5, 1)]);
    expect(theta[0]).toBeCloseTo(0.5 * 1.6226422, 6);
  });

  test("the log-scale of v-lsnm-nn starts 444 seeds after its location", () => {
    const [both, one] = [lsnmNnVelocity(), anmNnVelocity()].map((velocity) => velocity.modelFor(at.cause, at.effect));
    expect([...both.start(3)]).toEqual([...one.start(3), ...one.start(447)]);
  });

  test("weights are decayed, offsets are not, and v-lsnm-nn decays nothing", () => {
    const decayed = (velocity: VelocityClass) => velocity.modelFor(at.cause, at.effect).decayed;
    expect(decayed(nnVelocity({ size: "3x4" }))).toEqual([
      { from: 0, to: 8 },
      { from: 12, to: 28 },
      { from: 32, to: 36 },
    ]);
    expect(decayed(lsnmNnVelocity())).toEqual([]);
  });

  test.each([
    [nnVelocity(), MECHANISMS.linearVelocity],
    [anmNnVelocity(), MECHANISMS.quadratic],
    [lsnmNnVelocity(), MECHANISMS.scale],
  ])(
    "$name learns a velocity it can represent, from true scores: 2,000 steps leave 1% of the first residual",
    (velocity, mechanism) => {
      const known = knownSample(mechanism, 200, seededRng(11));
      const model = velocity.modelFor(known.cause, known.effect, { routines: wasmRoutines() });
      const { theta } = trainVelocity(model, known, { steps: 2000, tolerance: 0 });
      const loss = trainingLoss(model, known, { weightDecay: 0, curvatureWeight: 0 });
      const unused = new Float64Array(theta.length);
      expect(loss(theta, unused) / loss(model.start(0), unused)).toBeLessThan(1e-2);
    },
  );

  // 673 parameters a network, 700 rows: more rows than nodes of panels.
  test.each([anmNnVelocity({ size: "3x24" }), lsnmNnVelocity({ size: "3x24" })])(
    "$name with many units is trained at the nodes of panels: gradient to 1e-6 of differences, loss to 1e-9",
    (velocity) => {
      const model = velocity.modelFor(at.cause, at.effect, { routines: wasmRoutines() });
      const lossInto = trainingLoss(model, at);
      const theta = model.start(1);
      const gradient = new Float64Array(theta.length);
      const loss = lossInto(theta, gradient);
      const field = velocityField(at.cause.length);
      model.evaluateInto(theta, at.cause, at.effect, field);
      const residual = new Float64Array(at.cause.length);
      gofResidualInto(at, field, residual);
      const squares = residual.map((r, i) => r * r + 1e-4 * (field.dvDCause[i] + field.v[i] * field.dvDEffect[i]) ** 2);
      const decay = model.decayed.map(({ from, to }) => 1e-4 * meanSquare(theta.subarray(from, to)));
      const direct = squares.reduce((sum, square) => sum + square) / squares.length + decay.reduce((a, b) => a + b, 0);
      expect(Math.abs(loss / direct - 1)).toBeLessThan(1e-9);
      const unused = new Float64Array(theta.length);
      const size = Math.max(...gradient.map(Math.abs));
      for (let k = 0; k < theta.length; k += 37) {
        const lossAt = (by: number) =>
          lossInto(
            theta.map((v, j) => (j === k ? v + by : v)),
            unused,
          );
        const difference = (lossAt(STEP) - lossAt(-STEP)) / (2 * STEP);
        expect(Math.abs(difference - gradient[k]) / size).toBeLessThan(1e-6);
      }
    },
  );

  test("an exact fit is refused, and so is a size that cannot be read", () => {
    expect(() => fitVelocity(nnVelocity(), at, { fit: "exact" })).toThrow(/option fit: "exact".*only training fits/);
    for (const size of ["2", "2x", "0x4", "7x32", "2x0", "2x513", "02x3", "2X32"]) {
      expect(() => nnVelocity({ size })).toThrow(expect.objectContaining({ code: "wrong-option" }));
    }
  });
});

test("the published start of three coefficients is 0.5/√3 times the normals of the seed", () => {
  const theta = basisVelocity("b-lin", polynomialTerms(1)).modelFor(at.cause, at.effect).start(0);
  [1.6226422, 2.0252647, -0.43359444].forEach((normal, k) => {
    expect(theta[k]).toBeCloseTo((0.5 * normal) / Math.sqrt(3), 6);
  });
});
