import { expect, test } from "vitest";
import { decide } from "../decide/decide.js";
import { pairFromTable } from "../pair/pair.js";
import { seededRng } from "../primitives/random.js";
import { parseTable } from "../table/parse-table.js";
import { tableFromColumns } from "../table/table.js";
import { allPairs, planTiles } from "./choose-pairs.js";
import { decideTile, type PairOutcome } from "./decide-tile.js";

test("a tile's outcomes are those of decide alone to the bit, with gaps, and faults stay with their pair", () => {
  const rows = Array.from({ length: 120 }, (_, i) => {
    const a = ((i * 37) % 120) / 30;
    const b = a * a + Math.sin(i * 12.9898);
    return [a, b, Math.tanh(b) + Math.cos(i * 78.233), i === 7 ? "NA" : a * b, 5].join(",");
  });
  const table = parseTable(`a,b,c,d,flat\n${rows.join("\n")}\n`);
  const [tile, ...others] = [...planTiles(allPairs([1, 2, 3, 4, 5]))];
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

test("with given columns, the outcomes are what decide gives for each pair given them", () => {
  const rng = seededRng(4);
  const z = Float64Array.from({ length: 120 }, () => rng.normal());
  const a = z.map((value) => value + rng.normal());
  const b = a.map((value, i) => value * value + z[i] + 0.3 * rng.normal());
  const table = tableFromColumns(Object.entries({ a, z, b }).map(([name, values]) => ({ name, values })));
  const [tile] = [...planTiles(allPairs([1, 3]))];
  const outcomes = decideTile(tile, [table.columns[0], table.columns[2]], {}, () => {}, [table.columns[1]]);
  expect(outcomes.map(({ x, y, decision }) => [x, y, decision])).toEqual([
    [1, 3, decide(pairFromTable(table, { x: "a", y: "b", given: ["z"] }))],
  ]);
  expect(outcomes[0].decision?.given?.columns).toEqual(["z"]);
});
