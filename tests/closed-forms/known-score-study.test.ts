import { stein } from "@causal-velocity/core/score/stein.js";
import { basisVelocity, polynomialTerms } from "@causal-velocity/core/velocity/basis.js";
import { anmVelocity, lsnmVelocity } from "@causal-velocity/core/velocity/spline-velocities.js";
import { type KnownScoreStudyOptions, knownScoreStudy } from "@causal-velocity/lab/evaluate/known-score-study.js";
import { empiricalRate } from "@causal-velocity/lab/evaluate/metrics.js";
import { describe, expect, test } from "vitest";
import { compiledRoutines } from "../support/compiled-routines.js";

// fig:gof_gt, tab:sample_size_anm, tab:sample_size_lsnm and thm:consistency, on fewer pairs.

const routines = compiledRoutines();
const study = (options: Pick<KnownScoreStudyOptions, "kind" | "velocity"> & Partial<KnownScoreStudyOptions>) =>
  knownScoreStudy({ estimator: stein({ routines }), routines, sizes: [100], pairs: 20, ...options });
const median = (column: Float64Array) => column.slice().sort()[column.length >> 1];

describe.each([
  { kind: "gaussian-anm", velocity: anmVelocity() },
  { kind: "gaussian-lsnm", velocity: lsnmVelocity() },
  { kind: "lsnm", velocity: lsnmVelocity() },
])("$kind with true scores and a class that contains the true velocity", (given) => {
  test("every direction is right at 100 rows, and the causal loss orders of magnitude smaller", () => {
    const [{ withTrueScores }] = study(given);
    expect(withTrueScores.accuracy).toBe(1);
    expect(median(withTrueScores.anticausal) / median(withTrueScores.causal)).toBeGreaterThan(500);
  });
});

test("with true scores and a polynomial class most directions of additive noise are wrong", () => {
  const velocity = basisVelocity("b-quad", polynomialTerms(2));
  const [{ withTrueScores }] = study({ kind: "gaussian-anm", velocity, sizes: [1600] });
  expect(withTrueScores.accuracy).toBeLessThan(0.5);
});

describe("with estimated scores", () => {
  const sizes = [100, 400, 1600, 6400];
  const results = study({ kind: "gaussian-anm", velocity: anmVelocity(), sizes });
  const rateOf = (of: (result: (typeof results)[number]) => Float64Array) =>
    empiricalRate(results.map((result) => ({ rows: result.rows, values: of(result) })));

  test("score errors, the loss of the true velocity and the causal fit shrink from size to size", () => {
    const shrinking = [
      results.map(({ scoreError }) => median(scoreError.cause)),
      results.map(({ scoreError }) => median(scoreError.joint)),
      results.map(({ lossGap }) => median(lossGap)),
      results.map(({ withEstimates }) => median(withEstimates.causal)),
    ];
    for (const values of shrinking) {
      for (let k = 1; k < values.length; k++) expect(values[k]).toBeLessThan(values[k - 1]);
    }
    expect(results[3].withEstimates.accuracy).toBeGreaterThan(results[0].withEstimates.accuracy);
  });

  // Mean squared errors fall as n^(−2/alpha); by the theorem the loss then falls as n^(−1/max(alpha, 2)) or faster.
  test("the loss converges at least as fast as the theorem says", () => {
    const alpha = 2 / rateOf(({ scoreError }) => scoreError.joint);
    expect(alpha).toBeGreaterThan(2);
    expect(alpha).toBeLessThan(4);
    expect(rateOf(({ lossGap }) => lossGap)).toBeGreaterThan(1 / Math.max(alpha, 2));
  });
});

test("a kind whose scores are not known is refused", () => {
  const refused = expect.objectContaining({ code: "wrong-option" });
  expect(() => study({ kind: "sim", velocity: anmVelocity() })).toThrow(refused);
});

test("the rate of c·n^(−r) is r", () => {
  const points = [10, 100, 1000].map((rows) => ({ rows, values: Float64Array.of(9, 3 * rows ** -0.4, 0) }));
  expect(empiricalRate(points)).toBeCloseTo(0.4, 12);
});
