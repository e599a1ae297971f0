import { describe, expect, test } from "vitest";
import { clusteredPair, type GroupedPair, groupedPair } from "./grouped-pair.js";

const OPTIONS = { n: 400, groups: 12, family: "additive", direction: "x->y" } as const;

/** Share of the variance of a column that lies between groups. */
function between({ pair, codes }: GroupedPair, groups: number): number {
  const mean = pair.x.reduce((sum, value) => sum + value, 0) / pair.x.length;
  const [sums, counts] = [new Float64Array(groups), new Float64Array(groups)];
  codes.forEach((code, i) => {
    sums[code] += pair.x[i];
    counts[code] += 1;
  });
  const total = pair.x.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return sums.reduce((sum, own, k) => sum + counts[k] * (own / counts[k] - mean) ** 2, 0) / total;
}

describe.each([
  ["groups", groupedPair],
  ["clusters", clusteredPair],
])("pairs in %s", (_, draw) => {
  test("have every group, finite values and the same bytes for a seed", () => {
    const drawn = draw(5, OPTIONS);
    expect(new Set(drawn.codes).size).toBe(OPTIONS.groups);
    expect([drawn.pair.x.length, drawn.codes.length, drawn.truth]).toEqual([400, 400, "x->y"]);
    expect([...drawn.pair.x, ...drawn.pair.y].every(Number.isFinite)).toBe(true);
    expect(draw(5, OPTIONS)).toEqual(drawn);
  });

  test("differ between groups more than by chance", () => {
    const shares = Array.from({ length: 10 }, (__, seed) => between(draw(seed, OPTIONS), OPTIONS.groups));
    // By chance 11/399.
    expect(shares.reduce((sum, share) => sum + share, 0) / shares.length).toBeGreaterThan(0.2);
  });

  test("exchange their places with the direction", () => {
    const [forward, backward] = [draw(8, OPTIONS), draw(8, { ...OPTIONS, direction: "y->x" })];
    expect(backward.pair.y).toEqual(forward.pair.x);
    expect(backward.truth).toBe("y->x");
  });
});
