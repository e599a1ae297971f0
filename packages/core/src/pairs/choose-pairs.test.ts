import { describe, expect, test } from "vitest";
import { prepareGraph } from "../graph/graph.js";
import { tableFromColumns } from "../table/table.js";
import {
  allPairs,
  choosePairs,
  columnsOfPairs,
  guidedTiles,
  listedPairs,
  planTiles,
  TILE_SIDE,
} from "./choose-pairs.js";

const MANY = 20_000;

test("thousands of columns are found by name or number in one pass", () => {
  const table = tableFromColumns(Array.from({ length: MANY }, (_, k) => ({ name: `c${k}`, values: [k] })));
  const start = performance.now();
  const names = table.columns.map(({ name }) => name);
  expect(choosePairs(table, { columns: names }).count).toBe((MANY * (MANY - 1)) / 2);
  expect(choosePairs(table, { columns: names.map((_, k) => String(k + 1)) }).columns).toHaveLength(MANY);
  const pairs = names.slice(1).map((y, k) => ({ x: names[k], y }));
  expect(choosePairs(table, { pairs }).count).toBe(MANY - 1);
  expect(performance.now() - start).toBeLessThan(3000);
});

test("a name of several columns is refused, a name before a number, and a number of type number is never a name", () => {
  const named = (...names: string[]) => tableFromColumns(names.map((name) => ({ name, values: [1, 2] })));
  const columns = (keys: (string | number)[], ...names: string[]) =>
    choosePairs(named(...names), { columns: keys }).columns;
  expect(() => columns(["a", "b"], "a", "b", "a")).toThrow(/"a": 2 columns have this name/);
  expect(() => columns(["1", "b"], "1", "b", "1")).toThrow(/"1": 2 columns have this name/);
  expect(columns(["2", "b"], "a", "b", "2")).toEqual([2, 3]);
  expect(columns([2, "2"], "a", "b", "2")).toEqual([2, 3]);
  expect(() => columns(["0", "b"], "a", "b")).toThrow(/"0": no such column/);
});

test("a sheet of one column is refused with the other sheets", () => {
  const sheets = { code: "other-sheets", severity: "note", sentence: "One sheet of 2.", advice: "Choose." } as const;
  const cover = { ...tableFromColumns([{ name: "a", values: [1, 2] }]), findings: [sheets] };
  expect(() => choosePairs(cover)).toThrow(/at least two columns of numbers. One sheet of 2. Choose.$/);
  expect(() => prepareGraph(cover)).toThrow(/at least two columns of numbers. One sheet of 2. Choose.$/);
});

describe("lists of pairs", () => {
  test("all pairs of some columns, each once and in order, as often as they are asked for", () => {
    const pairs = allPairs([9, 3, 5, 3]);
    const expected = [
      { x: 3, y: 5 },
      { x: 3, y: 9 },
      { x: 5, y: 9 },
    ];
    expect([pairs.count, pairs.columns]).toEqual([3, [3, 5, 9]]);
    expect([[...pairs], [...pairs]]).toEqual([expected, expected]);
    expect([allPairs([4]).count, allPairs([4]).columns, [...allPairs([4])]]).toEqual([0, [], []]);
  });

  test("a pair twice or turned around is one, and a column alone none", () => {
    const pairs = listedPairs([
      { x: 20_000_000, y: 1 },
      { x: 2, y: 1 },
      { x: 1, y: 2 },
      { x: 3, y: 3 },
    ]);
    const expected = [
      { x: 1, y: 2 },
      { x: 1, y: 20_000_000 },
    ];
    expect([...pairs]).toEqual(expected);
    expect([pairs.count, pairs.columns]).toEqual([2, [1, 2, 20_000_000]]);
  });

  // An array of so many pairs would fill any memory.
  test("the pairs of 100,000 columns are counted, and cut into tiles one by one", () => {
    const pairs = allPairs(Array.from({ length: 100_000 }, (_, i) => i + 1));
    expect(pairs.count).toBe(4_999_950_000);
    const [first] = pairs;
    expect(first).toEqual({ x: 1, y: 2 });
    const [tile, next] = planTiles(pairs, 2);
    expect(tile).toEqual({ columns: [1, 2], pairs: [{ x: 1, y: 2 }] });
    expect(next?.columns).toEqual([1, 2, 3, 4]);
  });
});

describe("planTiles", () => {
  test("every pair is in one tile, with columns of two strips at most", () => {
    const pairs = allPairs([9, 3, 5, 7, 11, 3]);
    const tiles = [...planTiles(pairs, 2)];
    expect(tiles.flatMap((tile) => tile.pairs).sort((a, b) => a.x - b.x || a.y - b.y)).toEqual([...pairs]);
    expect(tiles.map(({ columns }) => columns)).toEqual([
      ...[
        [3, 5],
        [3, 5, 7, 9],
        [3, 5, 11],
      ],
      ...[
        [7, 9],
        [7, 9, 11],
      ],
    ]);
  });

  test("of a list, tiles hold its pairs only, and none is empty", () => {
    const pairs = listedPairs([
      { x: 1, y: 6 },
      { x: 2, y: 3 },
      { x: 5, y: 6 },
    ]);
    expect([...planTiles(pairs, 2)]).toEqual([
      { columns: [2, 3], pairs: [{ x: 2, y: 3 }] },
      { columns: [1, 6], pairs: [{ x: 1, y: 6 }] },
      { columns: [5, 6], pairs: [{ x: 5, y: 6 }] },
    ]);
    expect([...planTiles(listedPairs([]))]).toEqual([]);
  });
});

describe("guidedTiles", () => {
  const pairs = allPairs(Array.from({ length: 40 }, (_, i) => i + 1));

  test.each([1, 2, 7, 16, 64, 1000])(
    "every pair is in one tile, none above its thread's share, for %i threads",
    (threads) => {
      const tiles = [...guidedTiles(pairs, threads)];
      expect(tiles.flatMap((tile) => tile.pairs).sort((a, b) => a.x - b.x || a.y - b.y)).toEqual([...pairs]);
      let left = pairs.count;
      for (const tile of tiles) {
        expect(tile.pairs.length).toBeLessThanOrEqual(Math.max(1, left / threads));
        expect(tile.columns).toEqual(columnsOfPairs(tile.pairs));
        left -= tile.pairs.length;
      }
      expect([...guidedTiles(pairs, threads)]).toEqual(tiles);
    },
  );

  test("one thread has no small tiles; many have whole squares while there is enough for all", () => {
    expect([...guidedTiles(pairs, 1)]).toEqual([...planTiles(pairs)]);
    const [first, second] = guidedTiles(pairs, 8);
    expect([first?.pairs.length, second?.pairs.length]).toEqual([(TILE_SIDE * (TILE_SIDE - 1)) / 2, TILE_SIDE ** 2]);
    const [last] = [...guidedTiles(pairs, 8)].slice(-1);
    expect(last?.pairs.length).toBe(1);
  });
});

describe("choosePairs", () => {
  const table = tableFromColumns(["a", "b", "c"].map((name, k) => ({ name, values: [k, 2, 1, k + 3] })));

  test.each([
    [{ top: 0 }, /option top: 0; expected a whole number of pairs/],
    [{ top: 1.5 }, /option top: 1\.5; expected/],
    [{ top: 3, pairs: [{ x: 1, y: 2 }] }, /option top: .*with a list of pairs/],
    [{ screen: true, pairs: [{ x: 1, y: 2 }] }, /option screen: .*with a list of pairs/],
  ])("refuses %j", (choice, message) => {
    expect(() => choosePairs(table, choice)).toThrow(message);
  });

  test("takes a list of pairs that is enumerated, by names and numbers", () => {
    const pairs = choosePairs(table, {
      pairs: new Set([
        { x: "c", y: 1 },
        { x: 2, y: "a" },
      ]),
    });
    expect([...pairs]).toEqual([
      { x: 1, y: 2 },
      { x: 1, y: 3 },
    ]);
  });
});
