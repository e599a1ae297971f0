import type { LeastSquaresColumns, LeastSquaresRows } from "@causal-velocity/core/algebra/least-squares.js";
import { plainRoutines } from "@causal-velocity/core/compute/plain-routines.js";
import type { Routines } from "@causal-velocity/core/compute/routines.js";
import type { Column } from "@causal-velocity/core/primitives/columns.js";
import { seededRng } from "@causal-velocity/core/primitives/random.js";
import { medianDistance } from "@causal-velocity/core/score/kernel.js";
import { hsic, hsicFeatures } from "@causal-velocity/core/statistics/hsic.js";
import { describe, expect, test } from "vitest";
import { expectAllClose } from "../support/all-close.js";
import { compiledRoutines } from "../support/compiled-routines.js";

const wasm = compiledRoutines();
const implementations: readonly Routines[] = [plainRoutines, wasm];

const rng = seededRng(22);
const draw = (rows: number, f: (i: number) => number) => Float64Array.from({ length: rows }, (_, i) => f(i));

describe.each(implementations)("contract of the $name routines", (routines) => {
  test("features reproduce the Gaussian kernel: the rest has at most the trace allowed", () => {
    for (const column of [
      draw(800, () => 2 * rng.normal()),
      draw(800, () => rng.normal() / rng.normal()),
      draw(800, (i) => i % 4),
      draw(3000, () => rng.normal()),
    ]) {
      const rows = routines.gaussianFeatures({ column, tolerance: 1e-9, memoryLimit: 1e9 });
      for (const [i, k] of [
        [0, 0],
        [3, 4],
        [17, 500],
        [799, 1],
      ] as const) {
        let kernel = 0;
        for (const row of rows) kernel += row[i] * row[k];
        expect(Math.abs(kernel - Math.exp(-0.5 * (column[i] - column[k]) ** 2))).toBeLessThan(2e-9);
      }
    }
  });

  test("features that do not fit are an error", () => {
    const column = draw(5000, () => 50 * rng.normal());
    const features = () => routines.gaussianFeatures({ column, tolerance: 1e-9, memoryLimit: 1e6 });
    expect(features).toThrow(expect.objectContaining({ code: "memory-exceeded" }));
    // About 20 features of 100,000 numbers: 16 MB, though their factor at the nodes is small.
    const long = draw(100_000, () => rng.normal());
    const many = () => routines.gaussianFeatures({ column: long, tolerance: 1e-9, memoryLimit: 10e6 });
    expect(many).toThrow(expect.objectContaining({ code: "memory-exceeded" }));
  });

  test.each([
    [1, 1, 1],
    [2, 3, 5],
    [3, 4, 2047],
    [5, 2, 2049],
  ])("products of %i and %i rows of %i numbers", (p, q, n) => {
    const a = Array.from({ length: p }, () => draw(n, () => rng.normal()));
    const b = Array.from({ length: q }, () => draw(n, () => rng.normal()));
    const { data, rows, cols } = routines.products(a, b);
    expect([rows, cols]).toEqual([p, q]);
    const expected = a.flatMap((row) => b.map((other) => row.reduce((sum, value, i) => sum + value * other[i], 0)));
    expectAllClose(data, expected, { rtol: 1e-13, scale: n });
    expectAllClose(routines.products(a, a).data, routines.products(a, a.slice()).data, { rtol: 1e-15 });
  });

  // RᵀR = AᵀA and Rᵀ(Qᵀb) = Aᵀb, whatever the signs of the reflections.
  test.each([
    [1, 1],
    [5, 3],
    [3, 5],
    [127, 4],
    [128, 4],
    [129, 4],
    [1300, 24],
  ])("triangle of %i rows, %i columns", (n, k) => {
    const design = Array.from({ length: k }, (_, j) => draw(n, () => (j === 2 ? 0 : rng.normal())));
    const target = draw(n, () => rng.normal());
    const { triangle, rotated } = routines.triangularize(rowsOf(design, target));
    for (let i = 0; i < k; i++) {
      for (let j = 0; j < k; j++) {
        if (j < i) expect(triangle.data[i * k + j]).toBe(0);
        let gram = 0;
        for (let m = 0; m < k; m++) gram += triangle.data[m * k + i] * triangle.data[m * k + j];
        expect(gram).toBeCloseTo(dot(design[i], design[j]), 9);
      }
      let right = 0;
      for (let m = 0; m < k; m++) right += triangle.data[m * k + i] * rotated[m];
      expect(right).toBeCloseTo(dot(design[i], target), 9);
    }
  });

  // The columns differ only in the small rows, so R_22 is the length of that difference, up to 10⁻¹⁴ of it. Reflections
  // that cancel in their first entry get it wrong by 10⁻³ without changing RᵀR.
  test("the information in rows of size 1e-7, after 512 large ones, is right to 1e-9", () => {
    const a = draw(2048, (i) => (i < 512 ? 1 : 1e-7) * rng.normal());
    const difference = draw(2048, (i) => (i < 512 ? 0 : 1e-7) * rng.normal());
    const b = a.map((value, i) => value + difference[i]);
    const { triangle } = routines.triangularize(rowsOf([a, b], new Float64Array(2048)));
    expectAllClose([Math.abs(triangle.data[3])], [Math.sqrt(dot(difference, difference))], { rtol: 1e-9 });
  });

  test("columns may be given instead of rows: the same triangle", () => {
    for (const cols of [2, 9]) {
      const design = Array.from({ length: cols }, () => draw(1300, () => rng.normal()));
      const target = draw(1300, () => rng.normal());
      const byColumns: LeastSquaresColumns = {
        rows: 1300,
        cols,
        columnsInto(from, count, columns) {
          [...design, target].forEach((column, j) => {
            columns[j].set(column.subarray(from, from + count));
          });
        },
      };
      expect(routines.triangularize(byColumns)).toEqual(routines.triangularize(rowsOf(design, target)));
    }
  });

  test("products of Hermite features: with enough of them those of the Gaussian kernel, for any number of rows", () => {
    for (const rows of [1, 7, 8, 9, 300, 2500]) {
      const [a, b] = [draw(rows, () => rng.normal()), draw(rows, () => rng.normal())];
      const [few, many] = [6, 45].map((count) => routines.hermiteProducts(a, b, count).data);
      expect(few[0]).toBe(rows);
      // The first features are the same, however many there are.
      for (let j = 0; j <= 6; j++) for (let k = 0; k <= 6; k++) expect(few[7 * j + k]).toBeCloseTo(many[46 * j + k], 9);
      // Σ_jk of squared products is Σ over pairs of rows of both kernels' products; the one here has 1 as a feature too.
      let [expected, found] = [0, 0];
      for (let i = 0; i < rows; i++) {
        for (let l = 0; l < rows; l++) expected += Math.exp(-0.5 * ((a[i] - a[l]) ** 2 + (b[i] - b[l]) ** 2));
      }
      for (let j = 1; j <= 45; j++) for (let k = 1; k <= 45; k++) found += many[46 * j + k] ** 2;
      expect(found / expected).toBeCloseTo(1, 10);
      const own = routines.hermiteProducts(a, a, 6).data;
      const copy = routines.hermiteProducts(a, a.slice(), 6).data;
      own.forEach((value, k) => {
        expect(value).toBeCloseTo(copy[k], 9);
      });
    }
  });

  test("rows may be computed with the routines themselves", () => {
    const x = draw(300, () => rng.normal());
    const plain = rowsOf([x], x);
    const greedy: LeastSquaresRows = {
      ...plain,
      rowInto(i, out) {
        routines.products([draw(100_000, () => i)], [draw(100_000, () => 1)]);
        return plain.rowInto(i, out);
      },
    };
    expect(routines.triangularize({ ...greedy, rows: 12 })).toEqual(routines.triangularize({ ...plain, rows: 12 }));
  });

  test("HSIC is the same number as in plain TypeScript, to 1e-10", () => {
    for (const effect of [(value: number) => value * value + 0.3 * rng.normal(), () => rng.uniform()]) {
      const x = draw(4000, () => rng.normal());
      const y = x.map(effect);
      const statistic = (own: Routines) => {
        const [a, b] = [x, y].map((column) => hsicFeatures(column, medianDistance(column), { routines: own }));
        return hsic(a, b);
      };
      expect(Math.abs(statistic(routines) - statistic(plainRoutines))).toBeLessThan(1e-10 * statistic(plainRoutines));
    }
  });
});

function rowsOf(design: readonly Column[], target: Column): LeastSquaresRows {
  return {
    rows: target.length,
    cols: design.length,
    rowInto(i, out) {
      design.forEach((column, j) => {
        out[j] = column[i];
      });
      return target[i];
    },
  };
}

function dot(a: Column, b: Column): number {
  return a.reduce((sum, value, i) => sum + value * b[i], 0);
}
