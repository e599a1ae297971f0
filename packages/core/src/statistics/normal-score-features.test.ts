import { expect, test } from "vitest";
import { seededRng } from "../primitives/random.js";
import { hsic, hsicFeatures } from "./hsic.js";
import { normalScoreFeatures } from "./normal-score-features.js";
import { normalScores } from "./ranks.js";

const rng = seededRng(31);
const smooth = Float64Array.from({ length: 300 }, () => rng.normal());
const columns = {
  "no ties": smooth,
  rounded: smooth.map((value) => Math.round(2 * value)),
  "two values": smooth.map((value) => (value > 1 ? 1 : 0)),
  "mostly one value": smooth.map((value) => Math.max(value, 1)),
  "twenty rows": smooth.slice(0, 20),
};

test.each(Object.entries(columns))("scalar products of features are the centered kernel, to 1e-9: %s", (_, column) => {
  const scores = normalScores(column);
  const n = scores.length;
  const kernel = Array.from(scores, (u) => scores.map((v) => Math.exp(-0.5 * (u - v) * (u - v))));
  const means = kernel.map((row) => row.reduce((sum, value) => sum + value, 0) / n);
  const overall = means.reduce((sum, value) => sum + value, 0) / n;
  const { rows, meanKernel } = normalScoreFeatures(column);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      const product = rows.reduce((sum, row) => sum + row[i] * row[j], 0);
      expect(Math.abs(product - (kernel[i][j] - means[i] - means[j] + overall))).toBeLessThan(1e-9);
    }
  }
  expect(meanKernel).toBeCloseTo((n * n * overall - n) / (n * (n - 1)), 11);
});

test("HSIC and the norm of a kernel are those of general features, to 1e-9", () => {
  for (const column of Object.values(columns)) {
    const other = column.map((value) => value * value + rng.normal());
    const [x, y] = [normalScoreFeatures(column), normalScoreFeatures(other)];
    const [u, v] = [column, other].map((given) => hsicFeatures(normalScores(given), 1));
    expect(Math.abs(hsic(x, y) / hsic(u, v) - 1)).toBeLessThan(1e-8);
    expect(x.squaredNorm).toBeCloseTo(u.squaredNorm, 9);
    expect(x.meanKernel).toBeCloseTo(u.meanKernel, 9);
  }
});

test("too little memory for features is an error", () => {
  expect(() => normalScoreFeatures(smooth, { memoryLimit: 300 * 8 * 5 })).toThrow(
    expect.objectContaining({ code: "memory-exceeded" }),
  );
});
