import { expect, test } from "vitest";
import { seededRng } from "../primitives/random.js";
import { eigenvalues } from "./eigenvalues.js";

test("a path of springs: 2 − 2 cos(kπ/(n + 1))", () => {
  const n = 12;
  const matrix = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    matrix[i * n + i] = 2;
    if (i > 0) matrix[i * n + i - 1] = -1;
    if (i < n - 1) matrix[i * n + i + 1] = -1;
  }
  const found = eigenvalues(matrix, n);
  for (let k = 1; k <= n; k++) expect(found[n - k]).toBeCloseTo(2 - 2 * Math.cos((k * Math.PI) / (n + 1)), 13);
});

test("sum and sum of squares are trace and squared norm; the matrix is not changed; a diagonal one is sorted", () => {
  const rng = seededRng(5);
  const n = 9;
  const matrix = new Float64Array(n * n);
  for (let i = 0; i < n; i++) for (let k = 0; k <= i; k++) matrix[i * n + k] = matrix[k * n + i] = rng.normal();
  const before = matrix.slice();
  const found = eigenvalues(matrix, n);
  expect(matrix).toEqual(before);
  const trace = Array.from({ length: n }, (_, i) => matrix[i * n + i]).reduce((a, b) => a + b);
  expect(found.reduce((a, b) => a + b)).toBeCloseTo(trace, 12);
  expect(found.reduce((a, b) => a + b * b, 0)).toBeCloseTo(
    matrix.reduce((a, b) => a + b * b, 0),
    11,
  );
  expect([...eigenvalues(Float64Array.of(1, 0, 0, 0, -2, 0, 0, 0, 5), 3)]).toEqual([5, 1, -2]);
  expect([...eigenvalues(new Float64Array(4), 2)]).toEqual([0, 0]);
});
