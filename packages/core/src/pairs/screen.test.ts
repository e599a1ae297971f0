import { describe, expect, test } from "vitest";
import { log } from "../primitives/elementary.js";
import { seededRng } from "../primitives/random.js";
import { logCorrelationTail } from "../statistics/correlation-tail.js";
import { tableFromColumns } from "../table/table.js";
import { SCREEN_LEVEL, screenTally } from "./screen.js";
import {
  CORRELATIONS,
  isScreenable,
  SCORE_CLASSES,
  SCORE_STEP,
  type ScreenPart,
  type ScreenStrip,
  screenedNumbers,
  screenStrip,
  screenStrips,
} from "./screen-strips.js";

const ROWS = 60;
const rng = seededRng(5).split("screen");
const normals = (rows = ROWS): Float64Array => Float64Array.from({ length: rows }, () => rng.normal());

/** Strips of columns that are numbered from 1. */
function stripsOf(columns: readonly Float64Array[], width: number): ScreenStrip[] {
  const numbered = columns.map((column, i) => [i + 1, column] as const);
  const count = Math.ceil(columns.length / width);
  return Array.from({ length: count }, (_, k) => screenStrip(new Map(numbered.slice(k * width, (k + 1) * width))));
}

/** All pairs of strips, each strip with itself and those after it. */
function screened(strips: readonly ScreenStrip[], least = -Infinity, countFrom = Infinity): ScreenPart[] {
  return strips.map((first, k) => screenStrips({ first, others: strips.slice(k), least, countFrom }));
}

function scoresOf(columns: readonly Float64Array[], width = 32): Map<string, number> {
  const parts = screened(stripsOf(columns, width));
  return new Map(parts.flatMap(({ x, y, score }) => [...score].map((own, i) => [`${x[i]} ${y[i]}`, own] as const)));
}

const scoreOf = (x: Float64Array, y: Float64Array): number => scoresOf([x, y]).get("1 2") ?? Number.NaN;
/** Score of the strongest of four correlations that a pair of independent columns has in one of 20,000 cases. */
const HIGH = log(CORRELATIONS / 0.00005);

describe("scores of the screen", () => {
  test("are the tail of the largest of four correlations between ranks and distances from the middle", () => {
    // Columns that are their own normal scores: n = 60 in order, and its mirror image in one half.
    const x = Float64Array.from({ length: ROWS }, (_, i) => i);
    const mirrored = x.map((i) => (i < 30 ? 29 - i : i));
    const correlation = (a: Float64Array, b: Float64Array): number => {
      const mean = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0) / values.length;
      const [ma, mb] = [mean(a), mean(b)];
      const sum = (f: (i: number) => number) => a.reduce((total, _, i) => total + f(i), 0);
      return (
        sum((i) => (a[i] - ma) * (b[i] - mb)) / Math.sqrt(sum((i) => (a[i] - ma) ** 2) * sum((i) => (b[i] - mb) ** 2))
      );
    };
    const features = (column: Float64Array): Float64Array[] => {
      const { features: all } = screenStrip(new Map([[1, column]]));
      return [all.subarray(0, ROWS), all.subarray(ROWS, 2 * ROWS)];
    };
    const [[x1, x2], [m1, m2]] = [features(x), features(mirrored)];
    // The features have mean 0 and length 1, and are uncorrelated to the last digits.
    for (const feature of [x1, x2, m1, m2]) {
      expect(feature.reduce((sum, value) => sum + value, 0)).toBeCloseTo(0, 12);
      expect(feature.reduce((sum, value) => sum + value * value, 0)).toBeCloseTo(1, 12);
    }
    expect(correlation(x1, x2)).toBeCloseTo(0, 14);
    const largest = Math.max(...[x1, x2].flatMap((a) => [m1, m2].map((b) => correlation(a, b) ** 2)));
    expect(scoreOf(x, mirrored)).toBeCloseTo(-logCorrelationTail(ROWS)(largest), 8);
  });

  test("do not depend on order, shift, scale, sign or any rising function, nor on where columns are", () => {
    const [x, noise] = [normals(), normals()];
    const y = x.map((value, i) => value * value + 0.5 * noise[i]);
    const score = scoreOf(x, y);
    expect(scoreOf(y, x)).toBeCloseTo(score, 9);
    expect(
      scoreOf(
        x.map((value) => 7 - 3 * value),
        y.map((value) => Math.exp(value)),
      ),
    ).toBeCloseTo(score, 9);
    // Not numbers that are the same elsewhere: strips of 3 columns, with an odd one at the end.
    const columns = [normals(), x, normals(), normals(), y, normals(), normals()];
    for (const width of [1, 3, 7]) expect(scoresOf(columns, width).get("2 5")).toBe(score);
    expect([...scoresOf(columns, 3).keys()].sort()).toEqual([...scoresOf(columns, 7).keys()].sort());
    expect(scoresOf(columns, 2).size).toBe(21);
  });

  test("are high where the mean rises, or rises and falls, and where the spread changes", () => {
    const [x, noise] = [normals(), normals()];
    expect(
      scoreOf(
        x,
        x.map((value, i) => value + 0.8 * noise[i]),
      ),
    ).toBeGreaterThan(HIGH);
    expect(
      scoreOf(
        x,
        x.map((value, i) => Math.exp(value) + 0.5 * noise[i]),
      ),
    ).toBeGreaterThan(HIGH);
    expect(
      scoreOf(
        x,
        x.map((value, i) => value * value + 0.4 * noise[i]),
      ),
    ).toBeGreaterThan(HIGH);
    expect(
      scoreOf(
        x,
        x.map((value, i) => Math.exp(1.5 * value) * noise[i]),
      ),
    ).toBeGreaterThan(HIGH);
    expect(
      scoreOf(
        x,
        x.map((value, i) => value * value * noise[i]),
      ),
    ).toBeGreaterThan(HIGH);
  });

  test("use the rows with both numbers, and are those of these rows alone", () => {
    const rows = 80;
    const [x, noise] = [normals(rows), normals(rows)];
    const y = x.map((value, i) => value + noise[i]);
    // Numbers are missing in the same rows, so that ranks are those of the rest.
    const [withGaps, rest] = [(_: number, i: number) => i % 4 !== 1, [x, y]];
    const filtered = rest.map((column) => column.filter(withGaps));
    const gappy = rest.map((column) => column.map((value, i) => (withGaps(value, i) ? value : Number.NaN)));
    expect(scoreOf(gappy[0], gappy[1])).toBeCloseTo(scoreOf(filtered[0], filtered[1]), 8);
    expect(scoreOf(gappy[0], y)).toBeGreaterThan(0);
    // 20 rows with both numbers are needed.
    const few = x.map((value, i) => (i < 39 ? Number.NaN : value));
    const others = y.map((value, i) => (i > 57 ? Number.NaN : value));
    expect(scoresOf([few, others]).size).toBe(0);
  });

  test("columns of few values, with one in many rows, or with few numbers are not screened", () => {
    const { columns } = tableFromColumns([
      { name: "a", values: normals() },
      { name: "two values", values: normals().map((value) => Math.sign(value)) },
      { name: "mostly 0", values: normals().map((value) => Math.max(value, 0)) },
      { name: "few", values: Array.from(normals(), (value, i) => (i < 19 ? value : null)) },
      { name: "rounded", values: normals().map((value) => Math.round(2 * value)) },
    ]);
    expect(columns.map((column) => isScreenable(screenedNumbers(column)))).toEqual([true, false, false, false, true]);
  });

  // Of 10⁶ pairs: standard deviations of the counts are 1%, 1.2% and 4%.
  test("are as rare as they say for independent columns", () => {
    const strips = stripsOf(
      Array.from({ length: 1414 }, () => normals(40)),
      32,
    );
    const counts = new Float64Array(SCORE_CLASSES);
    for (const part of screened(strips, Infinity, log(CORRELATIONS / 0.05))) {
      for (let k = 0; k < SCORE_CLASSES; k++) counts[k] += part.counts[k];
    }
    const pairs = (1414 * 1413) / 2;
    const shareAbove = (k: number): number => counts.slice(k).reduce((sum, count) => sum + count, 0) / pairs;
    // Four correlations that are nearly independent: 1 − (1 − p/4)⁴.
    expect(shareAbove(0) / (1 - (1 - 0.0125) ** 4)).toBeCloseTo(1, 1);
    for (const p of [0.005, 0.0005]) {
      const k = Math.ceil(log(0.05 / p) / SCORE_STEP);
      const ratio = shareAbove(k) / (0.05 * Math.exp(-k * SCORE_STEP));
      expect(ratio).toBeGreaterThan(0.85);
      expect(ratio).toBeLessThan(1.15);
    }
  });
});

describe("what the screen leaves", () => {
  /** A part with pairs (1, 2), (1, 3), … of given p, counted as a thread counts them. */
  function partOf(tails: readonly number[], firstY = 2): ScreenPart {
    const score = Float64Array.from(tails, (p) => log(CORRELATIONS / p) + 1e-9);
    const counts = new Float64Array(SCORE_CLASSES);
    for (const own of score) {
      const k = Math.floor((own - log(CORRELATIONS / SCREEN_LEVEL)) / SCORE_STEP);
      if (k >= 0) counts[Math.min(k, SCORE_CLASSES - 1)] += 1;
    }
    return {
      x: new Uint32Array(tails.length).fill(1),
      y: Uint32Array.from(tails, (_, i) => firstY + i),
      score,
      counts,
    };
  }
  const ysOf = (pairs: Iterable<{ readonly y: number }>): number[] => Array.from(pairs, ({ y }) => y);

  test("is what Benjamini and Hochberg's rule finds among all pairs, those without a score included", () => {
    // 0.05·k/1000 for k = 1, 2, 3, … is 0.00005, 0.0001, 0.00015: the third is below its level, the fourth is not.
    const tally = screenTally({ pairs: 1000, screen: true, most: 100 });
    tally.add(partOf([0.00009, 0.00008, 0.00014, 0.0003]));
    tally.add(partOf([0.002, 0.004], 6));
    const { left, dependent, pairs } = tally.result();
    expect([ysOf(left), dependent, pairs]).toEqual([[2, 3, 4], 3, 1000]);
    const none = screenTally({ pairs: 1000, screen: true, most: 100 });
    none.add(partOf([0.00009, 0.002, 0.04]));
    expect([none.result().left.count, none.result().dependent]).toEqual([0, 0]);
  });

  test("is never more than asked for, but how many depend on each other is known", () => {
    const tally = screenTally({ pairs: 10, screen: true, most: 2 });
    tally.add(partOf([1e-9, 1e-7, 1e-8, 1e-10, 1e-6]));
    const { left, dependent } = tally.result();
    expect([ysOf(left), dependent]).toEqual([[2, 5], 5]);
  });

  test("the top pairs are the same in any order of the parts, of equal ones the first", () => {
    const tails = Array.from({ length: 500 }, (_, i) => ((i * 7919) % 61) / 61 + 1e-3);
    const parts = Array.from({ length: 50 }, (_, k) => partOf(tails.slice(10 * k, 10 * k + 10), 2 + 10 * k));
    const leftOf = (order: readonly ScreenPart[]): number[] => {
      const tally = screenTally({ pairs: 500, screen: false, most: 20 });
      for (const part of order) {
        // As threads do: pairs below the least are not reported.
        const kept = [...part.score.keys()].filter((i) => part.score[i] >= tally.least);
        tally.add({
          x: Uint32Array.from(kept, (i) => part.x[i]),
          y: Uint32Array.from(kept, (i) => part.y[i]),
          score: Float64Array.from(kept, (i) => part.score[i]),
          counts: part.counts,
        });
      }
      const { left, dependent } = tally.result();
      expect(dependent).toBeUndefined();
      return ysOf(left);
    };
    const expected = tails
      .map((p, i) => ({ p, y: i + 2 }))
      .sort((a, b) => a.p - b.p || a.y - b.y)
      .slice(0, 20)
      .map(({ y }) => y)
      .sort((a, b) => a - b);
    expect(leftOf(parts)).toEqual(expected);
    expect(leftOf([...parts].reverse())).toEqual(expected);
  });
});
