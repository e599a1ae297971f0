import { SHARE_SUM } from "@causal-velocity/core/compute/grid-shares.js";
import { plainRoutines } from "@causal-velocity/core/compute/plain-routines.js";
import type { Routines } from "@causal-velocity/core/compute/routines.js";
import { fitLocationScale } from "@causal-velocity/core/fit/location-scale.js";
import { pairFromColumns } from "@causal-velocity/core/pair/pair.js";
import { standardize } from "@causal-velocity/core/pair/standardize.js";
import type { Column } from "@causal-velocity/core/primitives/columns.js";
import { seededRng } from "@causal-velocity/core/primitives/random.js";
import { medianDistance } from "@causal-velocity/core/score/kernel.js";
import { stein } from "@causal-velocity/core/score/stein.js";
import { describe, expect, test } from "vitest";
import { generatedPairs } from "../golden/generated-pairs.js";
import { expectAllClose } from "../support/all-close.js";
import { compiledRoutines } from "../support/compiled-routines.js";

const wasm = compiledRoutines();
const implementations: readonly Routines[] = [plainRoutines, wasm];

const rng = seededRng(12);
const draw = (rows: number, f: (i: number) => number) => Float64Array.from({ length: rows }, (_, i) => f(i));
const standard = (x: Column, y: Column) => standardize(pairFromColumns(x, y));

/** The dense oracle, computed once for the columns of each name. */
const dense = new Map<string, readonly Column[]>();
const denseKeys = new WeakMap<Column, string>();

function denseScores(columns: readonly Column[]): readonly Column[] {
  const keys = columns.map((column) => denseKeys.get(column));
  const known = keys.includes(undefined) ? undefined : dense.get(keys.join());
  const scores = known ?? stein({ accuracy: "exact" }).estimate(columns).atRows;
  if (!keys.includes(undefined)) dense.set(keys.join(), scores);
  return scores;
}

/** Relative error of the low-rank scores against the dense ones, in the Euclidean norm, over all columns. */
function relativeError(
  columns: readonly Column[],
  routines: Routines,
  accuracy: "default" | "fast" = "default",
): number {
  const exact = denseScores(columns);
  const fast = stein({ accuracy, routines }).estimate(columns).atRows;
  let gap = 0;
  let size = 0;
  exact.forEach((column, j) => {
    column.forEach((value, i) => {
      gap += (value - fast[j][i]) ** 2;
      size += value ** 2;
    });
  });
  return Math.sqrt(gap / size);
}

const parabola = draw(2500, () => rng.normal());
const hard: Readonly<Record<string, readonly [Column, Column]>> = {
  "2,500 rows, most tiles compressed": [parabola, parabola.map((v) => v * v + 0.5 * rng.normal())],
  "one outlier of a million": [draw(300, (i) => (i === 7 ? 1e6 : rng.normal())), draw(300, () => rng.normal())],
  lognormal: [draw(600, () => Math.exp(2 * rng.normal())), draw(600, () => Math.exp(rng.normal()))],
  Cauchy: [draw(500, () => rng.normal() / rng.normal()), draw(500, () => rng.normal() / rng.normal())],
  binary: [draw(400, (i) => i % 2), draw(400, (i) => (i % 3 === 0 ? 1 : 0))],
  "few values, thousands of rows": [draw(2000, (i) => i % 5), draw(2000, (i) => (i * 7) % 11)],
  "the same column twice": [parabola.slice(0, 400), parabola.slice(0, 400)],
  "every value twice": [draw(400, (i) => Math.floor(i / 2)), draw(400, (i) => Math.sin(Math.floor(i / 2)))],
  // Most distances are within a cluster; the others are beyond the last tile, which then has hundreds of points.
  "three clusters thousands of bandwidths apart": [
    draw(1500, (i) => (i % 5 === 3 ? 5000 : i % 5 === 4 ? -4000 : 0) + rng.normal()),
    draw(1500, (i) => (i % 7 === 3 ? 9000 : 0) + rng.normal()),
  ],
  "twenty rows": [draw(20, () => rng.normal()), draw(20, () => rng.normal())],
};

describe.each(implementations)("contract of the $name routines", (routines) => {
  test.each(Object.keys(hard))("scores agree with the dense oracle to 1e-9: %s", (name) => {
    const { x, y } = standard(...hard[name]);
    denseKeys.set(x, `${name} x`).set(y, `${name} y`);
    for (const columns of [[x], [y], [x, y]]) expect(relativeError(columns, routines)).toBeLessThan(1e-9);
  });

  test.each([2, 3, 7, 50])("%i rows agree with the dense oracle to 1e-9", (rows) => {
    const columns = [draw(rows, () => rng.normal()), draw(rows, () => rng.normal())];
    for (const some of [columns.slice(0, 1), columns]) expect(relativeError(some, routines)).toBeLessThan(1e-9);
  });

  test("a constant column has no bandwidth: a typed error, not a number", () => {
    const constant = () => stein({ routines }).estimate([draw(40, () => 5)]);
    expect(constant).toThrow(expect.objectContaining({ code: "constant-column" }));
  });

  test("scores agree with the dense oracle to 1e-9 on the golden pairs, to 1e-5 if fast", () => {
    for (const { pair } of generatedPairs()) {
      const { x, y } = standardize(pair);
      for (const columns of [[x], [y], [x, y]]) {
        expect(relativeError(columns, routines)).toBeLessThan(1e-9);
        expect(relativeError(columns, routines, "fast")).toBeLessThan(1e-5);
      }
    }
  });

  // Away from the rows the estimate divides by λ = 0.1 once more, and a derivative by the bandwidth.
  test("away from the rows, scores and derivatives agree with the dense oracle to 1e-7", () => {
    const { x, y } = standard(...hard["2,500 rows, most tiles compressed"]);
    const probes = [Float64Array.of(0.1, -1.3, 2.4), Float64Array.of(-0.2, 0.7, 1.9)];
    const exact = stein({ accuracy: "exact" }).estimate([x, y]);
    const fast = stein({ routines }).estimate([x, y]);
    const flat = (columns: readonly Column[]) => columns.flatMap((column) => [...column]);
    expectAllClose(flat(fast.at(probes)), flat(exact.at(probes)), { rtol: 1e-7, scale: 1 });
    expectAllClose(flat(fast.jacobianAt(probes)), flat(exact.jacobianAt(probes)), { rtol: 1e-7, scale: 1 });
  });

  test("bandwidths are the same double from both implementations", () => {
    for (const columns of Object.values(hard)) {
      for (const column of columns) expect(medianDistance(column, routines)).toBe(medianDistance(column));
    }
    const long = draw(20_000, () => Math.round(500 * rng.normal()) / 500);
    expect(medianDistance(long, routines)).toBe(medianDistance(long));
    expect(routines.medianOfDistances(new Float64Array(30).fill(2))).toBeNaN();
  });

  test("sorts values and rows, equal ones in the order of the rows", () => {
    const columns = [
      ...Object.values(hard).flat(),
      Float64Array.of(0, -0, 1e-300, -1e300, 0, -0, 1e300, -0),
      new Float64Array(0),
      draw(5000, () => Math.round(3 * rng.normal())),
    ];
    for (const column of columns) {
      const order = Array.from(column.keys()).sort((a, b) => column[a] - column[b]);
      expect([...routines.ascendingOrder(column)]).toEqual(order);
      expect(Array.from(routines.sorted(column), (value) => value + 0)).toEqual(order.map((i) => column[i] + 0));
    }
  });

  test.each([[{ location: 12, scale: 0 }], [{ location: 5, scale: 4 }], [{ location: 12, scale: 8 }]])(
    "location-scale regressions agree with the plain ones to 1e-9: %o",
    (size) => {
      for (const name of Object.keys(hard).filter((each) => !["binary", "the same column twice"].includes(each))) {
        const { x, y } = standard(...hard[name]);
        const plain = fitLocationScale(x, y, size);
        const other = fitLocationScale(x, y, size, { routines });
        expectAllClose(other.noise, plain.noise, { rtol: 1e-9, scale: 1 });
        expectAllClose(other.coefficients.location, plain.coefficients.location, { rtol: 1e-9, scale: 1 });
        expectAllClose(other.coefficients.logScale, plain.coefficients.logScale, { rtol: 1e-9, scale: 1 });
        expect(other.meanLogScale).toBeCloseTo(plain.meanLogScale, 9);
      }
    },
  );

  test("mean log densities agree with a sum over all pairs to 1e-9, with rows far from all others and ties", () => {
    const columns = [
      draw(300, () => 20 * rng.normal()),
      draw(301, (i) => (i === 7 ? 1e12 : 3 * rng.normal())),
      draw(250, () => rng.normal() / rng.normal()),
      draw(200, () => Math.round(4 * rng.normal())),
      Float64Array.of(0, 0.5),
    ];
    for (const column of columns) {
      const places = column.slice().sort();
      let expected = 0;
      places.forEach((u, i) => {
        let density = 0;
        places.forEach((v, k) => {
          if (i !== k) density += Math.exp(-((u - v) ** 2) / 2);
        });
        expected += Math.log(Math.max(density, 0.01)) / places.length;
      });
      expect(routines.meanLogDensity({ places, lonely: 0.01 })).toBeCloseTo(expected, 9);
    }
  });

  test("counts rows whose nearest others are much nearer than the next, to the bit", () => {
    const times = 5;
    const byDefinition = (u: Column, v: Column): number[] => {
      const counts = new Array<number>(5).fill(0);
      u.forEach((uHere, i) => {
        const distances = Array.from(u, (other, j) => Math.max(Math.abs(other - uHere), Math.abs(v[j] - v[i])));
        const nearest = distances.filter((_, j) => j !== i).sort((a, b) => a - b);
        for (let k = 0; k < 5; k++) if (times * nearest[k] < nearest[k + 1]) counts[k] += 1;
      });
      return counts;
    };
    const singles = draw(300, () => rng.uniform());
    const pairs = draw(600, (i) => singles[i >> 1] + (i % 2) * 1e-6 * rng.uniform()).sort();
    const columns: (readonly [Column, Column])[] = [
      [pairs, pairs.map((value) => 0.9 * value)],
      [pairs, draw(600, () => rng.uniform())],
      [draw(500, () => rng.uniform()).sort(), draw(500, () => Math.round(20 * rng.uniform()) / 20)],
      [draw(8, () => rng.uniform()).sort(), draw(8, () => rng.uniform())],
    ];
    for (const [u, v] of columns) expect([...routines.nearGroups({ u, v, times })]).toEqual(byDefinition(u, v));
  });

  test("shares points out on a grid: their number, means and variances", () => {
    const points = [draw(400, () => 30 * rng.uniform()), draw(400, () => 12 * rng.uniform())] as const;
    const { data, rows, cols } = routines.gridShares({ points, rows: 41, cols: 23 });
    const sum = (term: (row: number, column: number) => number) =>
      data.reduce((total, share, k) => total + share * term(Math.floor(k / cols), k % cols), 0) / SHARE_SUM ** 2;
    const sumOf = (term: (row: number, column: number) => number) =>
      points[0].reduce((total, row, i) => total + term(row, points[1][i]), 0);
    expect([rows, cols]).toEqual([41, 23]);
    expect(sum(() => 1)).toBeCloseTo(400, 8);
    // A spline of degree 9 has its middle 4 grid points on, and a variance of 10/12.
    expect(sum((row) => row - 4) / sumOf((row) => row)).toBeCloseTo(1, 10);
    expect(sum((row, column) => (row - 4) * (column - 4)) / sumOf((row, column) => row * column)).toBeCloseTo(1, 10);
    expect(sum((_, column) => (column - 4) ** 2 - 10 / 12) / sumOf((_, column) => column ** 2)).toBeCloseTo(1, 10);
  });

  test("the same bytes twice, whatever was computed in between, and the input is not changed", () => {
    const { x, y } = standard(...hard.lognormal);
    const [copyX, copyY] = [x.slice(), y.slice()];
    const first = stein({ routines }).estimate([x, y]).atRows;
    stein({ routines }).estimate([draw(3000, () => rng.normal())]);
    expect(stein({ routines }).estimate([x, y]).atRows).toEqual(first);
    expect([x, y]).toEqual([copyX, copyY]);
  });

  test("the measured error bounds the true one, and shows when the scores are wrong", () => {
    const { x, y } = standard(...hard["2,500 rows, most tiles compressed"]);
    const estimate = stein({ routines, accuracy: "fast" }).estimate([x, y]);
    const measured = estimate.measureError?.() ?? Number.NaN;
    expect(measured).toBeLessThan(1e-5);
    expect(measured).toBeGreaterThan(relativeError([x, y], routines, "fast") / 3);
    expect(stein({ routines }).estimate([x, y]).measureError?.()).toBeLessThan(1e-9);
    const rows = Uint32Array.of(0, 700, 2499);
    const wrong = routines.steinResidual({ points: [x, y], scores: [x, y], ridge: 0.1, rows });
    expect(wrong.map((column) => column.length)).toEqual([3, 3]);
    const others = implementations.map((other) =>
      other.steinResidual({ points: [x, y], scores: [x, y], ridge: 0.1, rows }),
    );
    expectAllClose(others[0][0], others[1][0], { rtol: 1e-10, scale: 1 });
    expectAllClose(others[0][1], others[1][1], { rtol: 1e-10, scale: 1 });
    expect(Math.max(...wrong[0].map(Math.abs))).toBeGreaterThan(1);
  });

  test("too little memory is an error that names the accuracy reached, never a truncated answer", () => {
    const { x, y } = standard(
      draw(4000, () => rng.normal() / rng.normal()),
      draw(4000, () => rng.normal() / rng.normal()),
    );
    const estimate = () => stein({ routines, memoryLimit: 2e6 }).estimate([x, y]);
    expect(estimate).toThrow(/accuracy \d.* with 2 MB; expected accuracy 4e-10.*option memoryLimit/);
    expect(estimate).toThrow(expect.objectContaining({ code: "accuracy-not-reached" }));
  });
});

// The plain routine factors the rows themselves, the other compresses them first: they share no code.
test("20,000 rows: both routines agree to 1e-9, and each bounds its error by 1e-8", () => {
  const x = draw(20_000, () => rng.normal());
  const { x: u, y: v } = standard(
    x,
    x.map((value) => 0.5 * value * value + value + 0.5 * rng.normal()),
  );
  const [plain, compressed] = implementations.map((routines) => stein({ routines }).estimate([u, v]));
  for (const j of [0, 1]) {
    const scale = Math.max(...plain.atRows[j].map(Math.abs));
    expectAllClose(compressed.atRows[j], plain.atRows[j], { rtol: 1e-9, scale });
  }
  for (const estimate of [plain, compressed]) expect(estimate.measureError?.()).toBeLessThan(1e-8);
});
