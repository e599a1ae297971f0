import { choleskyInPlace, choleskySolveInPlace } from "@causal-velocity/core/algebra/cholesky.js";
import { matrix } from "@causal-velocity/core/primitives/columns.js";
import { seededRng } from "@causal-velocity/core/primitives/random.js";
import { describe, expect, test } from "vitest";
import { steinCurvature } from "./stein-curvature.js";

const rng = seededRng(12);
const n = 120;
const x = Float64Array.from({ length: n }, () => rng.normal());
const y = x.map((value) => Math.tanh(value) + 0.5 * rng.normal());

/** Straight from the definition, in the units of the data, with the n × n matrix. */
function dense(column: Float64Array, h: number, ridge: number) {
  const gram = matrix(n, n);
  const [b, c] = [new Float64Array(n), new Float64Array(n)];
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < n; k++) {
      const kernel = Math.exp(-((x[i] - x[k]) ** 2 + (y[i] - y[k]) ** 2) / (2 * h * h));
      const d = column[i] - column[k];
      gram.data[i * n + k] = kernel + (i === k ? ridge : 0);
      b[i] -= (d / h ** 2) * kernel;
      c[i] += (d ** 2 / h ** 4 - 1 / h ** 2) * kernel;
    }
  }
  choleskyInPlace(gram);
  choleskySolveInPlace(gram, b);
  choleskySolveInPlace(gram, c);
  return { score: b, curvature: c.map((value, i) => value - b[i] ** 2) };
}

/** Largest difference, as a share of the expected value or of 1. */
const gap = (actual: Float64Array, expected: Float64Array) =>
  Math.max(...actual.map((value, i) => Math.abs(value - expected[i]) / Math.max(1, Math.abs(expected[i]))));

describe("steinCurvature by a low-rank factor", () => {
  test.each([
    { bandwidth: 1.1, ridge: 1e-3, rtol: 1e-8 },
    { bandwidth: 0.6, ridge: 0.1, rtol: 1e-10 },
  ])("equals the dense solve: bandwidth $bandwidth, ridge $ridge, to $rtol", ({ bandwidth, ridge, rtol }) => {
    const { score, curvature } = steinCurvature([x, y], bandwidth, ridge);
    [x, y].forEach((column, j) => {
      const expected = dense(column, bandwidth, ridge);
      expect(gap(score[j], expected.score)).toBeLessThan(rtol);
      expect(gap(curvature[j], expected.curvature)).toBeLessThan(rtol);
    });
  });

  test("for a large normal sample they are near −x and −1 where the data are dense", () => {
    const draws = seededRng(3);
    const column = Float64Array.from({ length: 4000 }, () => draws.normal());
    const { score, curvature } = steinCurvature([column], 1, 0.1);
    let [slope, bend, count] = [0, 0, 0];
    column.forEach((value, i) => {
      if (Math.abs(value) > 1) return;
      slope += (score[0][i] + value) ** 2;
      bend += curvature[0][i] + 1;
      count += 1;
    });
    expect(Math.sqrt(slope / count)).toBeLessThan(0.1);
    expect(Math.abs(bend / count)).toBeLessThan(0.15);
  });

  test("refuses a factor that does not fit into memory", () => {
    expect(() => steinCurvature([x, y], 0.3, 1e-3, { memoryLimit: 1e4 })).toThrow(
      expect.objectContaining({ code: "accuracy-not-reached" }),
    );
  });
});
