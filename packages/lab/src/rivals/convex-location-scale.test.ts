import { matrix } from "@causal-velocity/core/primitives/columns.js";
import { seededRng } from "@causal-velocity/core/primitives/random.js";
import { describe, expect, test } from "vitest";
import { minimizeNonnegative } from "./convex-location-scale.js";

const SIZE = 8;

function problem(seed: number) {
  const rng = seededRng(seed);
  const factor = Array.from({ length: SIZE }, () => Array.from({ length: SIZE }, () => rng.normal()));
  const a = matrix(SIZE, SIZE);
  for (let i = 0; i < SIZE; i++) {
    for (let j = 0; j < SIZE; j++) {
      for (let k = 0; k < SIZE; k++) a.data[i * SIZE + j] += factor[i][k] * factor[j][k];
      if (i === j) a.data[i * SIZE + j] += 0.05;
    }
  }
  return { a, b: Float64Array.from({ length: SIZE }, () => rng.normal()), start: new Float64Array(SIZE).fill(1) };
}

describe("minimizeNonnegative satisfies the conditions that only the minimum satisfies", () => {
  test.each(Array.from({ length: 30 }, (_, seed) => ({ seed })))("random problem $seed, to 1e-10", ({ seed }) => {
    const { a, b, start } = problem(seed);
    const z = minimizeNonnegative(a, b, start);
    let atBound = 0;
    for (let i = 0; i < SIZE; i++) {
      let slope = -b[i];
      for (let j = 0; j < SIZE; j++) slope += a.data[i * SIZE + j] * z[j];
      expect(z[i]).toBeGreaterThanOrEqual(0);
      if (z[i] > 0) expect(Math.abs(slope)).toBeLessThan(1e-10);
      else {
        atBound += 1;
        expect(slope).toBeGreaterThan(-1e-10);
      }
    }
    // The bound matters in these problems; otherwise a plain solve would pass.
    expect(atBound).toBeGreaterThan(0);
    expect(
      minimizeNonnegative(a, b, new Float64Array(SIZE))
        .map((v, i) => v - z[i])
        .every((v) => Math.abs(v) < 1e-10),
    ).toBe(true);
  });
});
