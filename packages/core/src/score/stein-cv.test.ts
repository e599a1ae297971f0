import { expect, test } from "vitest";
import { tunedScore } from "../decide/tuned-methods.js";
import { seededRng } from "../primitives/random.js";
import { kde } from "./kde.js";
import { hybrid, scoreEstimator } from "./pair-scores.js";
import { stein } from "./stein.js";
import { scoreMatchingLoss, steinCv } from "./stein-cv.js";

const rng = seededRng(8);
/** Two narrow heaps: the paper's bandwidth is too wide for them. */
const heaps = (n: number) => Float64Array.from({ length: n }, (_, i) => (i % 2 === 0 ? 1 : -1) + 0.15 * rng.normal());
const x = heaps(240);
const y = x.map((value) => value + 0.5 * rng.normal());

test("the loss of a score is ½E|s − ∇ log p|² up to a constant: least for the true one, by the right amount", () => {
  const points = [Float64Array.from({ length: 20_000 }, () => rng.normal())];
  const loss = (slope: number) =>
    scoreMatchingLoss(
      {
        at: ([column]) => [column.map((value) => slope * value)],
        jacobianAt: ([column]) => [column.map(() => slope)],
      },
      points,
    );
  // E[½a²z² + a] = ½a² + a for a standard normal z; four standard errors of ½a²z² are 0.02·a².
  for (const slope of [-2, -1, 0.5]) expect(Math.abs(loss(slope) - (0.5 * slope * slope + slope))).toBeLessThan(0.08);
  expect(loss(-1)).toBeLessThan(Math.min(loss(-0.8), loss(-1.2)));
});

test("on heaps it chooses a bandwidth below the paper's, and its loss on fresh rows is less", () => {
  const estimate = steinCv().estimate([x]);
  expect(estimate.chosen?.bandwidth).toBeLessThan(1);
  const fresh = [heaps(2000)];
  expect(scoreMatchingLoss(estimate, fresh)).toBeLessThan(scoreMatchingLoss(stein().estimate([x]), fresh) - 1);
});

test("the choice is the same for any order and sign of columns and any order of rows", () => {
  const { chosen } = steinCv().estimate([x, y]);
  expect(chosen).toBeDefined();
  const order = Array.from(x.keys(), (i) => (7 * i + 3) % x.length);
  const moved = (column: Float64Array) => Float64Array.from(order, (i) => -column[i]);
  expect(steinCv().estimate([moved(y), x.map((_, i) => x[order[i]])]).chosen).toEqual(chosen);
});

test("a ridge or bandwidth for single columns and for both goes where it belongs", () => {
  const rows = (score: Parameters<typeof scoreEstimator>[0], columns: Float64Array[]) =>
    scoreEstimator(score).estimate(columns).atRows;
  const tuned = tunedScore("stein", { ridge: [0.3, 0.6], bandwidth: [0.5, 2] });
  expect(rows(tuned, [x])).toEqual(stein({ ridge: 0.3, bandwidth: 0.5 }).estimate([x]).atRows);
  expect(rows(tuned, [x, y])).toEqual(stein({ ridge: 0.6, bandwidth: 2 }).estimate([x, y]).atRows);
  const density = tunedScore("kde", { ridge: [0.02, 0.05], bandwidth: 1.5 });
  expect(rows(density, [x, y])).toEqual(kde({ floor: 0.05, bandwidth: 1.5 }).estimate([x, y]).atRows);
  // A wider kernel blurs the heaps: their score between the heaps is less steep.
  const steepest = (columns: readonly Float64Array[]) => Math.max(...columns[0].map(Math.abs));
  expect(steepest(rows(density, [x]))).toBeLessThan(steepest(rows("kde", [x])));
  expect(rows(tunedScore("kde", { ridge: 1 / 240 ** 2 }), [x])).toEqual(rows("kde", [x]));
});

test("hybrid: kernel densities for single columns, Stein for both together", () => {
  expect(scoreEstimator("hybrid").estimate([x]).atRows).toEqual(kde().estimate([x]).atRows);
  expect(scoreEstimator("hybrid").estimate([x, y]).atRows).toEqual(stein().estimate([x, y]).atRows);
  const tuned = scoreEstimator(tunedScore("hybrid", { ridge: 0.4, bandwidth: 1.2 }));
  const parts = hybrid(kde({ bandwidth: 1.2 }), stein({ ridge: 0.4, bandwidth: 1.2 }));
  for (const columns of [[x], [x, y]]) expect(tuned.estimate(columns).atRows).toEqual(parts.estimate(columns).atRows);
});

test.each([
  ["stein", { ridge: 0 }, "ridge"],
  ["stein", { bandwidth: [1, 2, 3] }, "bandwidth"],
  ["stein-cv", { ridge: 0.1 }, "chooses it"],
  ["steyn", {}, "stein-cv"],
])("refuses %s with %j", (name, tuning, words) => {
  expect(() => tunedScore(name as never, tuning as never)).toThrow(words);
});
