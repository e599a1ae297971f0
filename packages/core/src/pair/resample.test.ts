import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { seededRng } from "../primitives/random.js";
import { pairFromColumns } from "./pair.js";
import { marginOfHalves, paperDistinctRows, paperResampleRows, subsample } from "./resample.js";

describe("paperResampleRows (appx:experiments:benchmarks)", () => {
  // First indices of the reference's resampling with key 0, recorded from its published runs.
  test.each([
    [162, [13, 84, 128, 109, 101, 75, 0, 161, 129, 21]],
    [349, [213, 293, 116, 178, 51, 74, 174, 117, 282, 30]],
    [1000, [789, 0, 712, 373, 771, 347, 832, 623, 813, 203]],
    [1030, [379, 50, 792, 453, 851, 327, 592, 883, 963, 943]],
    [5000, [1789, 0, 3712, 373, 2771, 1347, 3832, 623, 4813, 1203]],
  ])("draws the reference's rows of %i", (n, expected) => {
    expect([...paperResampleRows(n, 1000).subarray(0, 10)]).toEqual(expected);
  });

  test("draws with replacement: 1 − 1/e of the rows survive at size n, within four standard errors of 9.9", () => {
    expect(Math.abs(new Set(paperResampleRows(1000, 1000)).size - 632)).toBeLessThan(40);
  });
});

interface Permutation {
  readonly seed: number;
  readonly n: number;
  readonly head: readonly number[];
  /** Σ (i + 1)·row_i modulo 2³¹ − 1. */
  readonly checksum: number;
}

describe("paperDistinctRows (appx:experiments:benchmarks)", () => {
  const file = new URL("../../../../tests/golden/permutations.json", import.meta.url);
  const golden = JSON.parse(readFileSync(file, "utf8")) as Permutation[];

  // scripts/make-golden/permutation.py; 1625 rows are sorted once, 1626 twice.
  test.each(golden)("is an independent implementation's permutation of $n rows, seed $seed", (expected) => {
    const rows = paperDistinctRows(expected.n, expected.n, expected.seed);
    expect([...rows].slice(0, 12)).toEqual(expected.head);
    expect([...rows].reduce((sum, row, i) => (sum + (i + 1) * row) % 2147483647, 0)).toBe(expected.checksum);
    expect(new Set(rows).size).toBe(expected.n);
    expect(Math.max(...rows)).toBe(expected.n - 1);
  });

  test("fewer rows are the first of more; at most all rows are drawn", () => {
    expect(paperDistinctRows(500, 40)).toEqual(paperDistinctRows(500, 90).slice(0, 40));
    expect(paperDistinctRows(30, 100)).toHaveLength(30);
  });
});

describe("subsample", () => {
  const pair = pairFromColumns(
    Float64Array.from({ length: 300 }, (_, i) => i),
    Float64Array.from({ length: 300 }, (_, i) => -i),
  );

  test("draws rows without replacement, in order, and counts the others", () => {
    const drawn = subsample(pair, 120, seededRng(1));
    expect(drawn.x).toHaveLength(120);
    for (let i = 0; i < 120; i++) {
      expect(drawn.y[i] + drawn.x[i]).toBe(0);
      if (i > 0) expect(drawn.x[i]).toBeGreaterThan(drawn.x[i - 1]);
    }
    expect(drawn.rows).toEqual({ read: 300, used: 120, dropped: 180, reasons: { subsampled: 180 } });
  });

  test("every row is as likely as any other: 400 draws of 30 of 300, each row within five standard errors", () => {
    const hits = new Float64Array(300);
    for (let seed = 0; seed < 400; seed++) for (const i of subsample(pair, 30, seededRng(seed)).x) hits[i] += 1;
    const standardError = Math.sqrt(400 * 0.1 * 0.9);
    for (const count of hits) expect(Math.abs(count - 40)).toBeLessThan(5 * standardError);
  });

  test("returns a short pair as it is", () => expect(subsample(pair, 300, seededRng(1))).toBe(pair));
});

test("a margin of numbers whose squares are not finite, or 0, is one of the same numbers in another unit", () => {
  const differences = [1, -2, 3, 4, -5];
  for (const unit of [1e300, 1e-300]) {
    expect(marginOfHalves(differences.map((value) => value * unit)) / unit).toBeCloseTo(
      marginOfHalves(differences),
      10,
    );
  }
});
