import { describe, expect, test } from "vitest";
import { pairFromColumns } from "../pair/pair.js";
import { standardize } from "../pair/standardize.js";
import { seededRng } from "../primitives/random.js";
import { gaussianCopulaFinding, withoutExtremes } from "./gate.js";

/** 400 normal rows of which the first of x have the given values. */
function standardPair(...first: number[]) {
  const rng = seededRng(6);
  const [x, y] = [0, 1].map(() => Float64Array.from({ length: 400 }, () => rng.normal()));
  x.set(first);
  return standardize(pairFromColumns(x, y));
}

describe("withoutExtremes", () => {
  test("leaves alone what no row decides, heavy as a tail may be", () => {
    expect(withoutExtremes(standardPair())).toBeUndefined();
    expect(withoutExtremes(standardPair(15, -15))).toBeUndefined();
  });

  test("with a decisive row go all with a twentieth of the variance, in either column", () => {
    expect(withoutExtremes(standardPair(100, 30, -30, 30, -30))?.x).toHaveLength(395);
    const { x, y } = standardPair(1e6);
    const swapped = standardize(pairFromColumns(y, x));
    expect(withoutExtremes(swapped)?.y).toHaveLength(399);
  });

  test("looks again at what a larger one hid, and standardizes what is left", () => {
    const left = withoutExtremes(standardPair(1e9, 1e5, 300));
    expect(left?.x).toHaveLength(397);
    const variance = left?.x.reduce((sum, value) => sum + value * value, 0) ?? 0;
    expect(variance / 397).toBeCloseTo(1, 9);
  });

  test("keeps rows that are too few to leave one out", () => {
    const { x, y } = standardPair(1e6);
    expect(withoutExtremes(standardize(pairFromColumns(x.slice(0, 20), y.slice(0, 20))))).toBeUndefined();
  });
});

describe("gaussianCopulaFinding", () => {
  const { names, x } = standardPair();
  const severityAt = (tail: number, rows: number) =>
    gaussianCopulaFinding({ names, x: x.slice(0, rows) }, { tail }).severity;

  test("fails from level 0.03 and 150 rows on, and where one column is a map of the other; else warns", () => {
    expect([severityAt(0.029, 400), severityAt(0.03, 400), severityAt(0.03, 150)]).toEqual(["pass", "fail", "fail"]);
    expect([severityAt(0.029, 149), severityAt(0.03, 149), severityAt(1, 20)]).toEqual(["pass", "warn", "warn"]);
    expect([severityAt(Number.NaN, 400), severityAt(Number.NaN, 20)]).toEqual(["fail", "fail"]);
  });

  test("says what was found and what it means", () => {
    const { sentence, advice } = gaussianCopulaFinding({ names, x }, { tail: 0.25 });
    expect(sentence).toBe('After rescaling each column, "x" and "y" may be jointly normal (p = 0.25).');
    expect(advice).toMatch(/^Then both directions fit equally well and no method can find the right one/);
    expect(gaussianCopulaFinding({ names, x }, { tail: 0.001 }).sentence).toMatch(/are not jointly normal/);
  });
});
