import { describe, expect, test } from "vitest";
import { calibrationFamilies, leftOutFamilies } from "./families.js";
import { randomPair } from "./random-pair.js";
import { type TablePair, tablePair, tableRelations } from "./table-pair.js";

const COUNT = 600;
const pairs = Array.from({ length: COUNT }, (_, seed) => tablePair(seed, { n: 40 }));
/** Four standard errors of a share p. */
const expectShare = (found: number, among: number, p: number, what: string) => {
  expect(Math.abs(found / among - p), what).toBeLessThan(4 * Math.sqrt((p * (1 - p)) / among));
};
const count = (holds: (pair: TablePair) => boolean, among: readonly TablePair[] = pairs) => among.filter(holds).length;
const directed = pairs.filter(({ relation }) => relation === "directed");
const hasTies = (column: Float64Array) => new Set(column).size < column.length;

describe("table pairs", () => {
  test.each([
    ...tableRelations.map((relation) => ({ relation })),
    ...leftOutFamilies.map((family) => ({ family })),
    { family: "joint" },
  ])("the same seed gives the same bytes, another seed does not: %o", (options) => {
    const of = (seed: number) => tablePair(seed, { ...options, n: 50 });
    expect(of(1)).toEqual(of(1));
    expect(of(1).pair.y).not.toEqual(of(2).pair.y);
    const { relation, family } = of(1);
    expect({ relation, family }).toMatchObject(options);
  });

  test("78% have a direction, in equal shares of the fifteen families; the others are without one, in equal parts", () => {
    expectShare(directed.length, COUNT, 0.78, "directed");
    for (const { name } of calibrationFamilies) {
      expectShare(
        count(({ family }) => family === name),
        COUNT,
        0.78 / 15,
        name,
      );
    }
    for (const name of tableRelations) {
      expectShare(
        count(({ relation, family }) => relation === name && family === name),
        COUNT,
        0.22 / 5,
        name,
      );
    }
    expect(pairs.map(({ family }) => family)).not.toEqual(expect.arrayContaining([leftOutFamilies[0]]));
  });

  test("x is the cause half of the time; pairs without a direction name none", () => {
    expectShare(
      count(({ truth }) => truth === "x->y", directed),
      directed.length,
      0.5,
      "x->y",
    );
    expect(count(({ truth }) => truth === "x->y" || truth === "y->x")).toBe(directed.length);
  });

  test("the columns of pairs without a direction are swapped by a fair coin", () => {
    const options = { relation: "common-cause", n: 10 } as const;
    const firsts = Array.from({ length: 200 }, (_, seed) => {
      const { pair: unswapped } = randomPair(seed, { ...options, rounded: false, direction: "x->y" });
      const { pair } = tablePair(seed, { ...options, clean: true });
      const isSwapped = pair.x[0] === unswapped.y[0];
      expect([pair.x, pair.y]).toEqual(isSwapped ? [unswapped.y, unswapped.x] : [unswapped.x, unswapped.y]);
      return isSwapped;
    });
    expectShare(firsts.filter(Boolean).length, firsts.length, 0.5, "swapped");
  });

  test("columns are finite, and few are constant", () => {
    for (const { pair, family } of pairs) {
      expect([...pair.x, ...pair.y].every(Number.isFinite), family).toBe(true);
    }
    const isConstant = (column: Float64Array) => column.every((value) => value === column[0]);
    expect(count(({ pair }) => isConstant(pair.x) || isConstant(pair.y))).toBeLessThan(COUNT / 100);
  });

  test("damage follows one law for cause and effect", () => {
    const options = { n: 40, family: "additive" } as const;
    const damaged = Array.from({ length: 300 }, (_, seed) => tablePair(seed, options));
    const tied = (role: "cause" | "effect") =>
      count(({ pair, truth }) => hasTies((truth === "x->y") === (role === "cause") ? pair.x : pair.y), damaged);
    const [causes, effects] = [tied("cause"), tied("effect")];
    const share = (causes + effects) / 600;
    expect(share).toBeGreaterThan(0.25);
    expect(Math.abs(causes - effects) / 300).toBeLessThan(4 * Math.sqrt((2 * share * (1 - share)) / 300));
    const clean = damaged.map((_, seed) => tablePair(seed, { ...options, clean: true }));
    expect(count(({ pair }) => hasTies(pair.x) || hasTies(pair.y), clean)).toBe(0);
  });

  test.each(["independent", "linear-gaussian", "common-cause"] as const)(
    "fewer rows of a clean %s pair are the first rows of more",
    (relation) => {
      const [few, many] = [20, 50].map((n) => tablePair(3, { relation, clean: true, n }).pair);
      expect(few.x).toEqual(many.x.slice(0, 20));
      expect(few.y).toEqual(many.y.slice(0, 20));
    },
  );

  test("refuses an unknown family", () => {
    expect(() => tablePair(1, { family: "quadratic" })).toThrow(/family.*one of additive/s);
  });
});
