import { pairFromColumns } from "@causal-velocity/core/pair/pair.js";
import { seededRng } from "@causal-velocity/core/primitives/random.js";
import { describe, expect, test } from "vitest";
import { compareMethods, NEAR_COPIES } from "./compare-methods.js";
import { allMethods } from "./methods.js";

const rng = seededRng(3);
const x = Float64Array.from({ length: 60 }, () => rng.normal());
const pair = pairFromColumns(
  x,
  x.map((value) => value * value + 0.3 * rng.normal()),
);

const countedBy = (options: Parameters<typeof compareMethods>[1]) =>
  compareMethods(pair, options)
    .opinions.filter(({ uncounted }) => uncounted === undefined)
    .map(({ entry }) => entry.name);

describe("which methods count", () => {
  test("every near copy is a method, of one family only", () => {
    const copies = NEAR_COPIES.flat();
    expect(new Set(copies).size).toBe(copies.length);
    expect(allMethods.map(({ name }) => name)).toEqual(expect.arrayContaining(copies));
  });

  test("neither the reference nor its near copies, neither the yardstick nor a second of one family", () => {
    const counted = countedBy({ method: "resit" });
    for (const family of NEAR_COPIES) {
      const members = counted.filter((name) => family.includes(name));
      expect([family[0], members]).toEqual([family[0], family.includes("resit") ? [] : [family[0]]]);
    }
    expect(counted).not.toContain("v-zero");
    expect(counted).toContain("default");
    expect(countedBy({})).toContain("anm-gp");
    expect(countedBy({})).not.toContain("default");
  });

  test("a basis of the user's own is no copy of b-lin", () => {
    const own = countedBy({ basis: "1, x, sin(y)" });
    expect(own).toEqual(expect.arrayContaining(["basis", "b-lin"]));
    expect(countedBy({ basis: "1, x, sin(y)", method: "basis" })).toContain("b-lin");
    expect(countedBy({ method: "basis" })).not.toContain("b-lin");
  });
});
