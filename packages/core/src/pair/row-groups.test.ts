import { describe, expect, it } from "vitest";
import { seededRng } from "../primitives/random.js";
import { tableFromColumns } from "../table/table.js";
import { pairFromTable } from "./pair.js";
import { rowGroups, rowsOfGroups, weightedPair, withinGroups } from "./row-groups.js";

const ROWS = 60;
const REGIONS = ["north", "south", "east"];

function table(changes: Record<string, readonly unknown[]> = {}) {
  const rng = seededRng(3);
  const rows = Array.from({ length: ROWS }, (_, i) => ({
    region: REGIONS[i % 3],
    dose: 100 * (i % 3) + (1 + (i % 3)) * rng.normal(),
    response: -50 * (i % 3) + rng.normal(),
    weight: 1 + (i % 4),
  }));
  const columns = ["region", "dose", "response", "weight"] as const;
  return tableFromColumns(columns.map((name) => ({ name, values: changes[name] ?? rows.map((row) => row[name]) })));
}

const meanAndSquare = (values: readonly number[]) => ({
  mean: values.reduce((sum, value) => sum + value, 0) / values.length,
  square: values.reduce((sum, value) => sum + value * value, 0) / values.length,
});

describe("groups", () => {
  it("have mean 0 and standard deviation 1 in both columns", () => {
    const pair = pairFromTable(table(), { x: "dose", y: "response", group: "region" });
    expect(pair.groups?.count).toBe(3);
    for (const rows of rowsOfGroups(pair.groups ?? rowGroups("", new Float64Array()))) {
      for (const column of [pair.x, pair.y]) {
        const { mean, square } = meanAndSquare(rows.map((row) => column[row]));
        expect(mean).toBeCloseTo(0, 12);
        expect(square).toBeCloseTo(1, 12);
      }
    }
    expect(pair.transformations).toEqual([{ kind: "group", text: "region", rows: 0 }]);
  });

  it("do not depend on the level and the scale of a group", () => {
    const moved = table().columns[1].values.map((value, i) => (i % 3 === 1 ? 7 + 1000 * value : value));
    const [before, after] = [table(), table({ dose: [...moved] })].map(
      (each) => pairFromTable(each, { x: "dose", y: "response", group: "region" }).x,
    );
    after.forEach((value, i) => {
      expect(value).toBeCloseTo(before[i], 9);
    });
  });

  it("with few rows or a constant column are left out and counted", () => {
    const region = Array.from({ length: ROWS }, (_, i) => (i < 4 ? "few" : i < 20 ? "constant" : "usable"));
    const dose = table().columns[1].values.map((value, i) => (region[i] === "constant" ? 1 : value));
    const pair = pairFromTable(table({ region, dose: [...dose] }), { x: "dose", y: "response", group: "region" });
    expect(pair.x.length).toBe(40);
    expect(pair.rows.reasons).toEqual({ group: 20 });
    expect(pair.findings.map(({ code, value }) => [code, value])).toEqual([["small-groups", 2]]);
  });

  it("of numbers are groups too, and a row without a group is left out as missing", () => {
    const region = Array.from({ length: ROWS }, (_, i) => (i === 0 ? null : i % 2));
    const pair = pairFromTable(table({ region }), { x: "dose", y: "response", group: "region" });
    expect([pair.groups?.count, pair.rows.reasons]).toEqual([2, { missing: 1 }]);
  });

  it("that are all too small are refused with their number", () => {
    const region = Array.from({ length: ROWS }, (_, i) => `r${i >> 1}`);
    expect(() => pairFromTable(table({ region }), { x: "dose", y: "response", group: "region" })).toThrow(
      /30 groups, the largest of 2 rows/,
    );
  });

  it.each([
    [{ group: "dose" }, /other than those of the pair/],
    [{ group: "region", cluster: "region" }, /another column/],
    [{ group: "region", given: ["weight"] }, /since option given is set/],
    [{ group: "nowhere" }, /no such column/],
    [{ weights: "region" }, /are text/],
  ])("refuse %o", (choice, message) => {
    expect(() => pairFromTable(table(), { x: "dose", y: "response", ...choice })).toThrow(message);
  });

  it("stay with their rows when clusters are named as well", () => {
    const pair = pairFromTable(table(), { x: "dose", y: "response", group: "region", cluster: "weight" });
    const first = withinGroups(pair, pair.groups ?? rowGroups("", new Float64Array()));
    expect(first.clusters?.codes.length).toBe(first.x.length);
    expect(pair.clusters?.count).toBe(4);
  });
});

describe("weights", () => {
  const plain = () => pairFromTable(table(), { x: "dose", y: "response" });
  const drawnOf = (weights: ArrayLike<number>, seed = 0) =>
    weightedPair(plain(), "weight", Float64Array.from(weights), seededRng(seed));

  it("that are equal draw every row", () => {
    expect(drawnOf(new Float64Array(ROWS).fill(0.3)).x).toEqual(plain().x);
  });

  it("draw each row in proportion: over many seeds, a quarter of the rows of weight 1, all of weight 4", () => {
    const weights = Float64Array.from({ length: ROWS }, (_, i) => 1 + (i % 4));
    const all = plain().x;
    const counts = new Map<number, number>();
    const seeds = 400;
    for (let seed = 0; seed < seeds; seed++) {
      for (const value of drawnOf(weights, seed).x) counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    for (let weight = 1; weight <= 4; weight++) {
      const shares = [...all.keys()].filter((i) => weights[i] === weight).map((i) => (counts.get(all[i]) ?? 0) / seeds);
      expect(shares.reduce((sum, share) => sum + share, 0) / shares.length).toBeCloseTo(weight / 4, 1);
    }
  });

  it("of 0 draw nothing, and the rows are counted", () => {
    const pair = drawnOf(Float64Array.from({ length: ROWS }, (_, i) => i % 2));
    expect(pair.x).toEqual(plain().x.filter((_, i) => i % 2 === 1));
    expect(pair.rows.reasons).toEqual({ weights: ROWS / 2 });
  });

  it.each([[[...new Float64Array(ROWS).fill(1), -1].slice(1)], [new Float64Array(ROWS)]])(
    "that are negative or all 0 are refused",
    (weights) => {
      expect(() => drawnOf(weights)).toThrow(/weights from 0 up/);
    },
  );
});
