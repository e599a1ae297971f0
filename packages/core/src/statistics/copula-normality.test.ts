import { describe, expect, test } from "vitest";
import { compiledRoutines } from "../../../../tests/support/compiled-routines.js";
import { plainRoutines } from "../compute/plain-routines.js";
import type { Column } from "../primitives/columns.js";
import { type Rng, seededRng } from "../primitives/random.js";
import { copulaNormality } from "./copula-normality.js";
import { normalScores } from "./ranks.js";

/** n rows of a bivariate normal. */
function normals(rng: Rng, n: number, correlation: number): [Column, Column] {
  const x = Float64Array.from({ length: n }, () => rng.normal());
  const y = x.map((value) => correlation * value + Math.sqrt(1 - correlation * correlation) * rng.normal());
  return [x, y];
}

/** n rows of a parabola and noise. */
function bent(rng: Rng, n: number): [Column, Column] {
  const x = Float64Array.from({ length: n }, () => rng.normal());
  return [x, x.map((value) => value + 0.3 * value * value + rng.normal())];
}

/** A column rounded to a number of levels over its range. */
function rounded(column: Column, levels: number): Column {
  const step = (Math.max(...column) - Math.min(...column)) / levels;
  return column.map((value) => Math.round(value / step));
}

/** A column cut off at two of its values, with a tenth of the rows at each end. */
function clipped(column: Column): Column {
  const ascending = column.slice().sort();
  const [low, high] = [ascending[Math.floor(0.1 * column.length)], ascending[Math.floor(0.9 * column.length)]];
  return column.map((value) => Math.min(Math.max(value, low), high));
}

/** The statistic by its definition: the characteristic function at every frequency of the plane, as a complex number. */
function byDefinition(x: Column, y: Column): number {
  const n = x.length;
  const standard = (scores: Column): Column => {
    const sd = Math.sqrt(scores.reduce((sum, score) => sum + score * score, 0) / n);
    return scores.map((score) => score / sd);
  };
  const [u, v] = [standard(normalScores(x)), standard(normalScores(y))];
  const r = u.reduce((sum, value, i) => sum + (value * v[i]) / n, 0);
  let statistic = 0;
  for (let j = -4; j <= 4; j++) {
    for (let k = -4; k <= 4; k++) {
      let [real, imaginary] = [0, 0];
      for (let i = 0; i < n; i++) {
        const phase = 0.75 * ((j * (u[i] + v[i])) / Math.sqrt(2 + 2 * r) + (k * (u[i] - v[i])) / Math.sqrt(2 - 2 * r));
        real += Math.cos(phase) / n;
        imaginary += Math.sin(phase) / n;
      }
      const normal = Math.exp((-0.75 * 0.75 * (j * j + k * k)) / 2);
      statistic += ((n * 0.75 * 0.75) / (2 * Math.PI)) * normal * ((real - normal) ** 2 + imaginary ** 2);
    }
  }
  return statistic;
}

/** How many of some samples are rejected at level 0.05. */
function rejections(samples: number, draw: (k: number) => readonly [Column, Column]): number {
  let rejected = 0;
  for (let k = 0; k < samples; k++) if (copulaNormality(...draw(k)).tail < 0.05) rejected += 1;
  return rejected;
}

describe("copulaNormality", () => {
  test.each([0.6, -0.9])("is the definition's sum over all frequencies, to 1e-9: correlation %f", (correlation) => {
    const [x, y] = normals(seededRng(3), 150, correlation);
    const curved = y.map((value, i) => value + 0.3 * x[i] ** 2);
    expect(copulaNormality(x, curved).statistic).toBeCloseTo(byDefinition(x, curved), 9);
  });

  test("increasing maps of either column change no bit; swapped, mirrored and shuffled ones change rounding", () => {
    const rng = seededRng(4);
    const coarse = bent(rng, 300).map((column) => rounded(column, 20)) as [Column, Column];
    for (const [x, y] of [bent(rng, 300), coarse]) {
      const { statistic, tail } = copulaNormality(x, y);
      const mapped = y.map((value) => Math.exp(value / 4));
      expect(
        copulaNormality(
          x.map((value) => value ** 3),
          mapped,
        ),
      ).toEqual({ statistic, tail });
      const mirrored = x.map((value) => -value);
      for (const [a, b] of [
        [y, x],
        [mirrored, y],
        [y, mirrored],
        [x.slice().reverse(), y.slice().reverse()],
      ] as const) {
        expect(copulaNormality(a, b).statistic / statistic).toBeCloseTo(1, 6);
        expect(copulaNormality(a, b).tail).toBeCloseTo(tail, 6);
      }
    }
  });

  test.each([
    [50, 0],
    [50, 0.9],
    [300, 0.5],
    [300, 0.98],
    [2000, 0.98],
  ])("rejects %i rows of a Gaussian copula with correlation %f at the rate of its level", (n, correlation) => {
    const rng = seededRng(n);
    const samples = n > 1000 ? 200 : 600;
    const rate = rejections(samples, () => normals(rng, n, correlation)) / samples;
    expect(Math.abs(rate - 0.05)).toBeLessThan(4 * Math.sqrt((0.05 * 0.95) / samples));
  });

  test.each([
    [
      "lognormal, 30 levels",
      (column: Column) =>
        rounded(
          column.map((value) => Math.exp(0.5 * value)),
          30,
        ),
    ],
    ["12 levels", (column: Column) => rounded(column, 12)],
    ["clipped at both ends", clipped],
  ])("ties do not make it reject: %s", (_, after) => {
    for (const correlation of [0.3, 0.9, 0.97]) {
      const rng = seededRng(8);
      const drawn = () => {
        const [x, y] = normals(rng, 1000, correlation);
        return [after(x), after(y)] as const;
      };
      expect(rejections(60, drawn), `correlation ${correlation}`).toBeLessThanOrEqual(8);
    }
  });

  test("finds a parabola, noise that grows with the cause, and a wave", () => {
    const rng = seededRng(9);
    const cause = () => Float64Array.from({ length: 300 }, () => rng.normal());
    const mechanisms = [
      (x: number) => x + 0.4 * x * x + rng.normal(),
      (x: number) => x + Math.exp(0.5 * x) * rng.normal(),
      (x: number) => Math.sin(2 * x) + 0.5 * rng.normal(),
    ];
    for (const effect of mechanisms) {
      const drawn = (after: (column: Column) => Column) => () => {
        const x = cause();
        return [x, after(x.map(effect))] as const;
      };
      expect(
        rejections(
          20,
          drawn((y) => y),
        ),
      ).toBeGreaterThanOrEqual(19);
      expect(
        rejections(
          20,
          drawn((y) => rounded(y, 20)),
        ),
      ).toBeGreaterThanOrEqual(18);
    }
  });

  test("of columns that are monotone maps of each other there is nothing to test", () => {
    const [x] = normals(seededRng(5), 100, 0);
    for (const y of [x.map((value) => value ** 3), x.map((value) => -Math.exp(value))]) {
      expect(copulaNormality(x, y)).toEqual({ statistic: Number.NaN, tail: Number.NaN });
    }
  });

  test("plain and compiled routines agree to 1e-9, beyond one block of rows too", () => {
    const [x, y] = bent(seededRng(6), 5000);
    const plain = copulaNormality(x, y, { routines: plainRoutines }).statistic;
    expect(copulaNormality(x, y, { routines: compiledRoutines() }).statistic / plain).toBeCloseTo(1, 9);
    expect(plain).toBeCloseTo(byDefinition(x, y), 6);
  });
});
