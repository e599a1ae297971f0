import { plainRoutines } from "@causal-velocity/core/compute/plain-routines.js";
import type { Routines } from "@causal-velocity/core/compute/routines.js";
import type { Column } from "@causal-velocity/core/primitives/columns.js";
import { seededRng } from "@causal-velocity/core/primitives/random.js";
import { kde } from "@causal-velocity/core/score/kde.js";
import { describe, expect, test } from "vitest";
import { expectAllClose, worstGap } from "../support/all-close.js";
import { compiledRoutines } from "../support/compiled-routines.js";

const wasm = compiledRoutines();

const rng = seededRng(21);
const draw = (rows: number, f: (i: number) => number) => Float64Array.from({ length: rows }, (_, i) => f(i));
const KERNELS = ["gaussian", "exponential"] as const;
const MEMORY = 1e9;

/** More rows than the Gaussian kernel is summed over pair by pair. Units: bandwidths. */
const ROWS = 5000;
const bent = draw(ROWS, () => 8 * rng.normal());
const SAMPLES: Readonly<Record<string, readonly [Column, Column]>> = {
  "a bent curve": [bent, bent.map((value) => 0.05 * value * value + 3 * rng.normal())],
  Cauchy: [draw(ROWS, () => (5 * rng.normal()) / rng.normal()), draw(ROWS, () => rng.normal() / rng.normal())],
  "outliers of ten million": [
    draw(ROWS, (i) => (i === 7 ? 1e7 : 10 * rng.normal())),
    draw(ROWS, (i) => (i === 9 ? -1e7 : 10 * rng.normal())),
  ],
  "rounded values": [draw(ROWS, () => Math.round(5 * rng.normal())), draw(ROWS, () => Math.round(rng.normal()))],
  "two values": [draw(ROWS, (i) => 3 * (i % 2)), draw(ROWS, (i) => (i % 3 === 0 ? 5 : 0))],
  "one value": [draw(ROWS, () => 2), draw(ROWS, () => 3)],
  "clusters a billionth wide": [
    draw(ROWS, (i) => 40 * (i % 3) + 1e-9 * rng.normal()),
    draw(ROWS, () => 1e-9 * rng.normal()),
  ],
  "two neighboring doubles and an outlier": [
    draw(ROWS, (i) => (i === 5 ? 1e12 : i % 2 === 0 ? 0.3 : 0.1 + 0.2)),
    draw(ROWS, (i) => (i % 3 === 0 ? 0.3 : 0.1 + 0.2)),
  ],
  "points on a line": [draw(ROWS, (i) => i / 100), draw(ROWS, (i) => i / 50)],
  "outliers of a hundred trillion": [
    draw(ROWS, (i) => (i === 7 ? 1e14 : i === 9 ? -1e14 : 10 * rng.normal())),
    draw(ROWS, () => 10 * rng.normal()),
  ],
  "far from 0": [draw(ROWS, () => 1e13 + 10 * rng.normal()), draw(ROWS, () => 10 * rng.normal())],
  "whole numbers where doubles are 1 apart": [
    draw(ROWS, () => 2 ** 52 + Math.round(3 * rng.normal())),
    draw(ROWS, () => Math.round(10 * rng.normal())),
  ],
  "neighboring doubles": [
    draw(ROWS, () => 1 + 2 ** -52 * Math.floor(60 * rng.uniform())),
    draw(ROWS, () => 1 + 2 ** -52 * Math.floor(60 * rng.uniform())),
  ],
};

/** Largest error of the sums and of their slopes, relative to the sum, which is at least 1. */
function worstError(routines: Routines, kernel: (typeof KERNELS)[number], points: readonly Column[]): number {
  const ours = routines.kernelSums({ kernel, points, memoryLimit: MEMORY });
  const exact = plainRoutines.kernelSums({ kernel, points, memoryLimit: MEMORY });
  const relative = (column: Column) => column.map((value, i) => value / exact.density[i]);
  const gaps = exact.slopes.map((slope, j) => worstGap(relative(ours.slopes[j]), relative(slope), 1).gap);
  return Math.max(worstGap(ours.density, exact.density).gap, ...gaps);
}

describe.each(KERNELS)("sums of the %s kernel", (kernel) => {
  test.each(Object.keys(SAMPLES))(`agree with pair-by-pair sums, one and two columns: %s`, (name) => {
    const [x, y] = SAMPLES[name];
    expect(worstError(wasm, kernel, [x])).toBeLessThan(1e-11);
    expect(worstError(wasm, kernel, [x, y])).toBeLessThan(1e-11);
  });

  test.each([1, 2, 3, 7, 8, 9, 127, 129, 900])("%i rows, summed pair by pair, to 1e-11", (rows) => {
    const points = [draw(rows, () => 3 * rng.normal()), draw(rows, () => 3 * rng.normal())];
    expect(worstError(wasm, kernel, points.slice(0, 1))).toBeLessThan(1e-11);
    expect(worstError(wasm, kernel, points)).toBeLessThan(1e-11);
  });

  test("the order of the rows and earlier computations change only rounding", () => {
    const points = SAMPLES["a bent curve"];
    const first = wasm.kernelSums({ kernel, points, memoryLimit: MEMORY });
    wasm.kernelSums({ kernel, points: SAMPLES.Cauchy, memoryLimit: MEMORY });
    expect(wasm.kernelSums({ kernel, points, memoryLimit: MEMORY })).toEqual(first);
    const reversed = points.map((column) => column.slice().reverse());
    const { density } = wasm.kernelSums({ kernel, points: reversed, memoryLimit: MEMORY });
    expect(worstGap(density.reverse(), first.density).gap).toBeLessThan(1e-12);
  });

  // 4 MB do not hold the tiles of 20,000 scattered points; pairs take nothing but the columns.
  const tooLittle = { gaussian: [1e6, 4e6], exponential: [1e6, 3e6] }[kernel];
  test("too little memory is an error that says how much was allowed", () => {
    const points = [draw(20_000, () => 300 * rng.normal()), draw(20_000, () => 300 * rng.normal())] as const;
    const sums = (memoryLimit: number) => () => wasm.kernelSums({ kernel, points, memoryLimit });
    for (const limit of tooLittle) {
      expect(sums(limit)).toThrow(expect.objectContaining({ code: "memory-exceeded" }));
      expect(sums(limit)).toThrow(`20000 rows need more than ${limit / 1e6} MB`);
    }
    const { density } = sums(MEMORY)();
    expectAllClose(density.subarray(0, 50), densityByDefinition(kernel, ...points, 50), { rtol: 2e-8 });
  });
});

// What so many points miss by adds up, and the sums they miss are near 1.
test.each([20, 60, 100])(
  "Gaussian kernel: a crowd among lonely points in a square of %i bandwidths, to 2e-8",
  (width) => {
    const lonely = 3000;
    const place = () => draw(200_000, (i) => width * (i < lonely ? rng.uniform() : 0.3) + 1e-3 * rng.uniform());
    const [x, y] = [place(), place()];
    const { density } = wasm.kernelSums({ kernel: "gaussian", points: [x, y], memoryLimit: MEMORY });
    expectAllClose(density.subarray(0, 200), densityByDefinition("gaussian", x, y, 200), { rtol: 2e-8 });
  },
);

// Every point has a tile of 2,048 bytes to itself; all tiles are in one column, which collects as many again.
test("the Gaussian kernel's tiles count toward the memory, and so does what a column of them collects", () => {
  const points = [draw(2000, () => 0), draw(2000, (i) => 2 * i)];
  const sums = (memoryLimit: number) => wasm.kernelSums({ kernel: "gaussian", points, memoryLimit });
  expect(() => sums(6e6)).toThrow("2000 rows need more than 6 MB");
  // Neighbors on either side at distances 2, 4, 6, …
  const inside = 1 + 2 * [2, 4, 6, 8].reduce((sum, r) => sum + Math.exp(-0.5 * r * r), 0);
  const { density } = sums(9e6);
  expectAllClose(
    density.subarray(4, 1996),
    draw(1992, () => inside),
    { rtol: 1e-11 },
  );
  expect(density[0]).toBeCloseTo((1 + inside) / 2, 11);
});

test("kde draws as many rows as take seconds, and refuses what would take minutes", () => {
  const rows = (kernel: (typeof KERNELS)[number]) => kde({ kernel, routines: wasm }).comfortableRows;
  expect([rows("gaussian"), rows("exponential")]).toEqual([200_000, 30_000]);
  const long = draw(200_001, (i) => i);
  expect(() => kde({ routines: wasm }).estimate([long, long])).toThrow(
    expect.objectContaining({ code: "too-many-rows", message: expect.stringContaining("at most 200000 rows") }),
  );
});

/** The sums at the first rows, pair by pair. */
function densityByDefinition(kernel: (typeof KERNELS)[number], x: Column, y: Column, rows: number): Column {
  return draw(rows, (i) => {
    const squares = x.map((value, k) => (value - x[i]) ** 2 + (y[k] - y[i]) ** 2);
    return squares.reduce((sum, r2) => sum + Math.exp(-0.5 * (kernel === "gaussian" ? r2 : Math.sqrt(r2))), 0);
  });
}
