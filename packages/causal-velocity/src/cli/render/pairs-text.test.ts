import { allAmongMany } from "@causal-velocity/core/pairs/chance.js";
import { allPairs, planTiles } from "@causal-velocity/core/pairs/choose-pairs.js";
import { decideTile, type PairOutcome } from "@causal-velocity/core/pairs/decide-tile.js";
import { outcomesCsv, outcomesJson } from "@causal-velocity/core/pairs/outcome-files.js";
import { tableFromColumns } from "@causal-velocity/core/table/table.js";
import { expect, test } from "vitest";
import { chanceOfRun, outcomePieces, pairsDigest } from "./pairs-text.js";

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

const csv = { layout: "csv", version: "1.2.3" } as const;
const screen = { pairs: 3, measured: 1, dependent: null, left: 1, unscreened: [{ column: 3, name: "flat" }] };

test.each([0, 1, 3])("%i outcomes in pieces are the whole text, byte for byte", async (count) => {
  const some = allAmongMany(outcomes.slice(0, count));
  const chance = await chanceOfRun(some, count);
  for (const [layout, whole] of [
    ["csv", outcomesCsv(some, "1.2.3")],
    ["json", outcomesJson(some, "1.2.3", undefined, screen)],
  ] as const) {
    let text = "";
    const form = { layout, version: "1.2.3", chance, screen };
    for await (const piece of outcomePieces(given(outcomes.slice(0, count)), form)) text += piece;
    expect(text).toBe(whole);
  }
  let raw = "";
  const pieces = outcomePieces(given(outcomes.slice(0, count)), { ...csv, chance, form: "raw" });
  for await (const piece of pieces) raw += piece;
  expect(raw).toBe(outcomesCsv(some, "1.2.3", undefined, "raw"));
});

test("a name can neither add a line to the summary or the table, nor run anything", async () => {
  const forged = "dose → response  more than 99% sure";
  const names = { x: `=1+1\u001b[2J\n  ${forged}`, y: "b\u202e" };
  const hostile = outcomes.map((outcome) => ({ ...outcome, names }) as PairOutcome);
  const chance = await chanceOfRun(hostile, hostile.length);
  const digest = pairsDigest(chance);
  for (const outcome of hostile) digest.add(outcome);
  let text = "";
  for await (const piece of outcomePieces(given(hostile), { ...csv, chance })) text += piece;
  expect(text.trimEnd().split("\n")).toHaveLength(1 + hostile.length);
  expect(text).toContain("\n'=1+1\\u001b[2J\\n  dose");
  for (const all of [digest.text(), text]) {
    for (const unseen of "\u001b\u202e") expect(all).not.toContain(unseen);
    expect(all.split("\n").map((line) => line.trim())).not.toContain(forged);
  }
});
