import { describe, expect, test } from "vitest";
import { pairFromColumns } from "../pair/pair.js";
import { standardize } from "../pair/standardize.js";
import { seededRng } from "../primitives/random.js";
import { gaussianCopulaFinding } from "./gate.js";

/** 400 normal rows of which the first of x have the given values. */
function standardPair(...first: number[]) {
  const rng = seededRng(6);
  const [x, y] = [0, 1].map(() => Float64Array.from({ length: 400 }, () => rng.normal()));
  x.set(first);
  return standardize(pairFromColumns(x, y));
}

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
