import { allAmongMany } from "@causal-velocity/core/pairs/chance.js";
import { allPairs, planTiles } from "@causal-velocity/core/pairs/choose-pairs.js";
import { decideTile, type PairOutcome } from "@causal-velocity/core/pairs/decide-tile.js";
import { outcomesCsv, outcomesJson } from "@causal-velocity/core/pairs/outcome-files.js";
import { tableFromColumns } from "@causal-velocity/core/table/table.js";
import { expect, test } from "vitest";
import { chanceOfRun, outcomePieces } from "./pairs-text.js";

const { columns } = tableFromColumns(
  ['a, "b"', "c\nd", "flat"].map((name, k) => ({
    name,
    values: Array.from({ length: 40 }, (_, i) => (k === 2 ? 1 : ((i * 37) % 41) / 7 + k * Math.sin(i * 12.9898))),
  })),
);
const outcomes = [...planTiles(allPairs([1, 2, 3]))].flatMap((tile) => decideTile(tile, columns));

async function* given(some: readonly PairOutcome[]) {
  yield* some;
}

test.each([0, 1, 3])("%i outcomes in pieces are the whole text, byte for byte", async (count) => {
  const some = allAmongMany(outcomes.slice(0, count));
  const chance = await chanceOfRun(some, count);
  for (const [layout, whole] of [
    ["csv", outcomesCsv(some, "1.2.3")],
    ["json", outcomesJson(some, "1.2.3")],
  ] as const) {
    let text = "";
    for await (const piece of outcomePieces(given(outcomes.slice(0, count)), layout, "1.2.3", chance)) text += piece;
    expect(text).toBe(whole);
  }
});
