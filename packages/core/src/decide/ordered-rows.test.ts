import { describe, expect, test } from "vitest";
import { pairFromColumns } from "../pair/pair.js";
import { takeRows } from "../pair/resample.js";
import { standardize } from "../pair/standardize.js";
import type { Column } from "../primitives/columns.js";
import { type Rng, seededRng } from "../primitives/random.js";
import { orderedRows } from "./ordered-rows.js";

const found = (x: Column, y: Column) => orderedRows(standardize(pairFromColumns(x, y)));
const sortedBy = (column: Column, key: Column) =>
  takeRows(
    column,
    Uint32Array.from(key.keys()).sort((a, b) => key[a] - key[b]),
  );

/** Each value is a share of the one before and new noise: a random walk if the share is 1. */
function series(rows: number, share: number, rng: Rng): Column {
  let value = 0;
  return Float64Array.from({ length: rows }, () => {
    value = share * value + rng.normal();
    return value;
  });
}

describe("orderedRows", () => {
  test("finds unrelated random walks and strong autoregression, 95% of them, and calls most of them strong", () => {
    for (const [rows, share] of [
      [200, 1],
      [200, 0.9],
      [1000, 1],
      [1000, 0.8],
    ]) {
      let [any, strong] = [0, 0];
      for (let seed = 0; seed < 40; seed++) {
        const rng = seededRng(seed);
        const ordered = found(series(rows, share, rng), series(rows, share, rng));
        if (ordered) any += 1;
        if (ordered?.finding.severity === "fail") strong += 1;
      }
      expect(any, `${rows} rows, ${share}`).toBeGreaterThanOrEqual(38);
      expect(strong, `${rows} rows, ${share}`).toBeGreaterThanOrEqual(35);
    }
  });

  test("weak dependence warns, and the share that counts is (1 − r)/(1 + r)", () => {
    const rng = seededRng(3);
    const ordered = found(series(2000, 0.3, rng), series(2000, 0.3, rng));
    expect(ordered?.finding).toMatchObject({ code: "ordered-rows", severity: "warn" });
    const r = ordered?.finding.value ?? Number.NaN;
    // Noise of unrelated series is one of them; the correlation of ranks is a little smaller than that of values.
    expect(r).toBeGreaterThan(0.2);
    expect(r).toBeLessThan(0.33);
    expect(ordered?.share).toBe((1 - r) / (1 + r));
  });

  test("finds rows of one subject that stand together, and subjects that take turns", () => {
    const rng = seededRng(4);
    const [a, b] = [0, 1].map(() => Float64Array.from({ length: 25 }, () => rng.normal()));
    const measured = (subjects: Column, subjectOf: (row: number) => number) =>
      Float64Array.from({ length: 500 }, (_, i) => subjects[subjectOf(i)] + 0.3 * rng.normal());
    const together = (row: number) => Math.floor(row / 20);
    expect(found(measured(a, together), measured(b, together))?.finding.severity).toBe("fail");
    const inTurns = (row: number) => row % 25;
    expect(found(measured(a, inTurns), measured(b, inTurns))?.finding.sentence).toContain(
      "resembles the one 25 rows before",
    );
  });

  test("finds nothing in independent rows, in any order of a key that cause, effect or both depend on", () => {
    for (let seed = 0; seed < 25; seed++) {
      const rng = seededRng(seed);
      const rows = [120, 300, 1000][seed % 3];
      const hidden = Float64Array.from({ length: rows }, () => rng.normal());
      const x = hidden.map((value) => Math.sin(value) + rng.normal());
      const y = x.map((value, i) => value * value - hidden[i] + rng.normal());
      expect(found(x, y)).toBeUndefined();
      for (const key of [x, y, hidden, hidden.map((value, i) => value + x[i])]) {
        expect(found(sortedBy(x, key), sortedBy(y, key)), `seed ${seed}`).toBeUndefined();
      }
    }
  });

  test("a series that drives a column through independent noise is none: one direction explains it", () => {
    for (let seed = 0; seed < 10; seed++) {
      const rng = seededRng(seed);
      const x = series(600, 0.9, rng);
      expect(
        found(
          x,
          x.map((value) => value + 0.2 * value * value + rng.normal()),
        ),
      ).toBeUndefined();
    }
  });
});
