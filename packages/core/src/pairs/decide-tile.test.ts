import { describe, expect, test } from "vitest";
import { decide } from "../decide/decide.js";
import { pairFromTable } from "../pair/pair.js";
import { parseTable } from "../table/parse-table.js";
import { allPairs, planTiles } from "./choose-pairs.js";
import { decideTile, type PairOutcome } from "./decide-tile.js";

describe("planTiles", () => {
  test("every pair is in one tile, with columns of two strips at most", () => {
    const pairs = allPairs([9, 3, 5, 7, 11, 3]);
    expect(pairs).toHaveLength(10);
    const tiles = planTiles(pairs, 2);
    expect(tiles.flatMap((tile) => tile.pairs).sort((a, b) => a.x - b.x || a.y - b.y)).toEqual(pairs);
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

  test("a pair twice or turned around is one, and a column alone none", () => {
    expect(
      planTiles([
        { x: 2, y: 1 },
        { x: 1, y: 2 },
        { x: 3, y: 3 },
      ]),
    ).toEqual([{ columns: [1, 2], pairs: [{ x: 1, y: 2 }] }]);
    expect(planTiles([])).toEqual([]);
  });
});

test("a tile's outcomes are those of decide alone to the bit, with gaps, and faults stay with their pair", () => {
  const rows = Array.from({ length: 120 }, (_, i) => {
    const a = ((i * 37) % 120) / 30;
    const b = a * a + Math.sin(i * 12.9898);
    return [a, b, Math.tanh(b) + Math.cos(i * 78.233), i === 7 ? "NA" : a * b, 5].join(",");
  });
  const table = parseTable(`a,b,c,d,flat\n${rows.join("\n")}\n`);
  const [tile, ...others] = planTiles(allPairs([1, 2, 3, 4, 5]));
  expect(others).toEqual([]);
  const reported: PairOutcome[] = [];
  const outcomes = decideTile(tile, table.columns, { seed: 3, maxRows: 100 }, (outcome) => reported.push(outcome));
  expect(reported).toEqual(outcomes);
  expect(outcomes.map(({ x, y }) => `${x}${y}`).join(" ")).toBe("12 13 14 15 23 24 25 34 35 45");
  for (const { x, y, names, decision, problem } of outcomes) {
    if (y === 5) {
      expect(problem).toMatchObject({ code: "constant-column" });
      continue;
    }
    const alone = decide(pairFromTable(table, { x, y }), { seed: 3, maxRows: 100 });
    expect(decision).toEqual(alone);
    expect(Object.is(decision?.margin, alone.margin)).toBe(true);
    expect(names).toEqual(alone.names);
  }
});
