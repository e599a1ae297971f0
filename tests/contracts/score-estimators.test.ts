import { InputError } from "@causal-velocity/core/primitives/errors.js";
import { seededRng } from "@causal-velocity/core/primitives/random.js";
import { exactScore, type ScoreEstimator, scoreEstimators } from "@causal-velocity/core/score/pair-scores.js";
import { steinCv } from "@causal-velocity/core/score/stein-cv.js";
import { describe, expect, test } from "vitest";
import { expectAllClose } from "../support/all-close.js";

const standardNormal = exactScore("standard-normal", {
  scoreInto: (z, out) => out.set(z.map((value) => -value)),
  jacobianInto: (z, out) => {
    out.fill(0);
    for (let j = 0; j < z.length; j++) out[j * z.length + j] = -1;
  },
});

/**
 * Estimators that do not converge: one too steep on purpose, and one with a kink where Stein's identity needs a
 * derivative.
 */
const INCONSISTENT = ["kde-published", "stein-exponential"];

const estimators: readonly { name: string; estimator: ScoreEstimator; smooth: boolean }[] = [
  ...Object.entries(scoreEstimators).map(([name, create]) => ({
    name,
    estimator: create(),
    // The exponential kernel has a kink at every row, so differences across one do not converge.
    smooth: name === "stein" || name === "kde-gaussian",
  })),
  { name: "stein-cv", estimator: steinCv(), smooth: true },
  { name: "exact", estimator: standardNormal, smooth: true },
];

function sample(rows: number, seed = 1): [Float64Array, Float64Array] {
  const rng = seededRng(seed);
  const x = Float64Array.from({ length: rows }, () => rng.normal());
  return [x, x.map((value) => 0.5 * value + rng.normal())];
}

const PROBES = [Float64Array.of(0.13, -0.8, 1.7), Float64Array.of(-0.41, 1.2, 0.35)];

describe.each(estimators)("contract of the score estimator $name", ({ name, estimator, smooth }) => {
  test("gives the same bytes twice and does not change its input", () => {
    const [x, y] = sample(60);
    const [copyX, copyY] = [x.slice(), y.slice()];
    const first = estimator.estimate([x, y]);
    expect(estimator.estimate([x, y]).atRows).toEqual(first.atRows);
    first.at(PROBES);
    first.jacobianAt(PROBES);
    expect([x, y]).toEqual([copyX, copyY]);
  });

  // The low-rank estimate is good to 1e-9; away from the rows its error is divided by λ = 0.1 once more.
  test.each([1, 2])("away from the rows it is the same function as at the rows: %i columns, 1e-8", (d) => {
    const columns = sample(80).slice(0, d);
    const { atRows, at } = estimator.estimate(columns);
    const there = at(columns);
    for (let j = 0; j < d; j++) expectAllClose(there[j], atRows[j], { rtol: 1e-8, scale: 1 });
  });

  test.each([1, 2])("its Jacobian equals central differences, error falling fourfold: %i columns", (d) => {
    const { at, jacobianAt } = estimator.estimate(sample(80).slice(0, d));
    const points = PROBES.slice(0, d);
    const jacobian = jacobianAt(points);
    const errorAt = (step: number): number => {
      let worst = 0;
      for (let j = 0; j < d; j++) {
        const moved = (by: number) => points.map((column, k) => (k === j ? column.map((v) => v + by) : column));
        const [up, down] = [at(moved(step)), at(moved(-step))];
        for (let i = 0; i < d; i++) {
          for (let p = 0; p < points[0].length; p++) {
            worst = Math.max(worst, Math.abs((up[i][p] - down[i][p]) / (2 * step) - jacobian[i * d + j][p]));
          }
        }
      }
      return worst;
    };
    expect(errorAt(1e-5)).toBeLessThan(1e-4);
    if (smooth && errorAt(1e-2) > 1e-8) expect(errorAt(1e-2) / errorAt(5e-3)).toBeCloseTo(4, 0);
  });

  test("exchanging the columns exchanges the scores, 1e-12", () => {
    const [x, y] = sample(60);
    const forward = estimator.estimate([x, y]).atRows;
    const backward = estimator.estimate([y, x]).atRows;
    expectAllClose(backward[0], forward[1], { rtol: 1e-12, scale: 1 });
    expectAllClose(backward[1], forward[0], { rtol: 1e-12, scale: 1 });
  });

  test("two rows, repeated rows and a heavily tied column give finite scores", () => {
    const tied = Float64Array.from({ length: 40 }, (_, i) => (i < 35 ? 0 : i));
    const cases = [[Float64Array.of(-1, 1)], [Float64Array.of(0, 0, 1, 1, 1), Float64Array.of(2, 2, 3, 3, 4)], [tied]];
    for (const columns of cases) {
      for (const column of estimator.estimate(columns).atRows) expect(column.every(Number.isFinite)).toBe(true);
    }
  });

  if (name !== "exact") {
    test("refuses a constant column with code constant-column", () => {
      const constant = new Float64Array(30).fill(4);
      expect(() => estimator.estimate([constant])).toThrow(InputError);
      expect(() => estimator.estimate([sample(30)[0], constant])).toThrow(/one value in all 30 rows/);
    });

    if (!INCONSISTENT.includes(name)) {
      test("approaches the true score −x of a normal sample: mean squared error falls from n = 100 to 800", () => {
        const error = (rows: number) => {
          const [x] = sample(rows, 4);
          const [score] = estimator.estimate([x]).atRows;
          return score.reduce((sum, s, i) => sum + (s + x[i]) ** 2, 0) / rows;
        };
        expect(error(800)).toBeLessThan(0.75 * error(100));
      });
    }
  }
});

test("the published KDE score of one column is the correct one divided by the root of its bandwidth", () => {
  const [x] = sample(300);
  const correct = scoreEstimators.kde().estimate([x]).atRows[0];
  const published = scoreEstimators["kde-published"]().estimate([x]).atRows[0];
  const ratio = published[0] / correct[0];
  expect(ratio).toBeGreaterThan(1.5);
  expectAllClose(
    published,
    correct.map((score) => score * ratio),
    { rtol: 1e-9 },
  );
});
