import { planTiles, type Tile } from "@causal-velocity/core/pairs/choose-pairs.js";
import { decideTile } from "@causal-velocity/core/pairs/decide-tile.js";
import type { RunRequest } from "@causal-velocity/queue";
import { allPairs, bestRoutines, type PairOutcome, tableFromColumns } from "causal-velocity";
import { simulate } from "causal-velocity/lab";

export interface SampleRun {
  readonly request: RunRequest & { readonly tiles: readonly Tile[] };
  /** By x, then y. */
  readonly outcomes: readonly PairOutcome[];
}

const ROWS = 60;
const SETTINGS = { seed: 3, maxRows: 50 };

/**
 * A table with gaps, a constant column and odd names, cut into tiles, and the outcomes that this process computes.
 *
 * @param salt makes other data
 */
export function sampleRun(columnCount = 7, side = 3, salt = 0): SampleRun {
  const named = Array.from({ length: columnCount }, (_, k) => {
    const { pair } = simulate("an", { n: ROWS, seed: 100 * salt + (k >> 1) });
    const values = Array.from(k % 2 === 0 ? pair.x : pair.y);
    if (k === 1) values[5] = Number.NaN;
    return { name: `column "${k}" \u0000 é`, values: k === columnCount - 1 ? values.map(() => 5) : values };
  });
  const { columns } = tableFromColumns(named);
  const tiles = [...planTiles(allPairs(columns.map((_, i) => i + 1)), side)];
  const options = { ...SETTINGS, routines: bestRoutines() };
  const outcomes = tiles
    .flatMap((tile) =>
      decideTile(
        tile,
        tile.columns.map((number) => columns[number - 1]),
        options,
      ),
    )
    .sort((a, b) => a.x - b.x || a.y - b.y);
  return { request: { columns, tiles, settings: SETTINGS }, outcomes };
}
