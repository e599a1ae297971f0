import { describe, expect, test } from "vitest";
import { matrix } from "../primitives/columns.js";
import { seededRng } from "../primitives/random.js";
import { choleskyInPlace, choleskySolveInPlace } from "./cholesky.js";

/** GᵀG + I of a random G, its right-hand side A·z for a known z. */
function positiveDefiniteSystem(n: number) {
  const rng = seededRng(n);
  const g = Float64Array.from({ length: n * n }, () => rng.normal());
  const a = matrix(n, n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      let sum = i === j ? 1 : 0;
      for (let k = 0; k < n; k++) sum += g[k * n + i] * g[k * n + j];
      a.data[i * n + j] = sum;
    }
  }
  const z = Float64Array.from({ length: n }, () => rng.normal());
  const b = Float64Array.from({ length: n }, (_, i) => z.reduce((sum, value, j) => sum + a.data[i * n + j] * value, 0));
  return { a, z, b };
}

describe("cholesky", () => {
  // Sizes around the block length and odd sizes, where the 2 × 2 tiles run over the edge.
  test.each([1, 2, 3, 47, 48, 49, 97, 131])("solves a random %i × %i system to 1e-9", (n) => {
    const { a, z, b } = positiveDefiniteSystem(n);
    choleskyInPlace(a);
    choleskySolveInPlace(a, b);
    const worst = Math.max(...b.map((value, i) => Math.abs(value - z[i])));
    expect(worst).toBeLessThan(1e-9);
  });

  test("refuses an indefinite matrix and names the pivot", () => {
    const a = { data: Float64Array.of(1, 2, 2, 1), rows: 2, cols: 2 };
    expect(() => choleskyInPlace(a)).toThrow("pivot 1 of 2 is -3");
  });
});
