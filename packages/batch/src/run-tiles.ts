import type { Tile } from "@causal-velocity/core/pairs/choose-pairs.js";
import type { MapOutcome } from "@causal-velocity/core/pairs/decide-tile.js";
import type { Table, TableColumn } from "@causal-velocity/core/table/table.js";
import type { Failure } from "./failure.js";
import { type PoolSummary, runTasks } from "./run-tasks.js";
import { sharedColumn } from "./shared-column.js";
import type { StopSignal } from "./stop-signal.js";
import type { StartThread } from "./thread.js";
import type { TileAnswer, TileOptions, TileTask } from "./tile-task.js";

export interface TilesRequest {
  readonly table: Table;
  readonly tiles: readonly Tile[];
  readonly options: TileOptions;
  /** Starts a worker that answers a `TileTask` with a `TileAnswer`. */
  readonly startThread: StartThread;
  readonly workers: number;
  /** Milliseconds that one pair may take. */
  readonly timeLimit?: number | undefined;
  readonly signal?: StopSignal | undefined;
  /** Called for the pairs of a tile together, in the order in which tiles end; every pair comes once. */
  onAnswer(answer: TileAnswer): void;
}

export type TilesSummary = Pick<PoolSummary, "lostWorkers" | "aborted">;

/**
 * Decides tiles on worker threads.
 *
 * A tile whose worker dies, throws or takes too long is taken apart: its pairs are decided one by one, after all other
 * tiles, so that a pair that is poison costs nobody else. What fails alone, too, has a `problem`.
 */
export async function runTiles(request: TilesRequest): Promise<TilesSummary> {
  const { table, tiles, onAnswer } = request;
  const columns = new Map<number, TableColumn>();
  const columnOf = (number: number): TableColumn => {
    const column = columns.get(number) ?? sharedColumn(table.columns[number - 1] as TableColumn);
    columns.set(number, column);
    return column;
  };
  const fail = (tile: Tile, failure: Failure): void =>
    onAnswer({ outcomes: tile.pairs.map((pair) => failedOutcome(pair, columnOf, failure)), milliseconds: 0 });
  const broken: Tile[] = [];
  const whole = await runRound(request, columnOf, tiles, (tile, failure) => {
    if (tile.pairs.length > 1) broken.push(tile);
    else fail(tile, failure);
  });
  if (whole.aborted || broken.length === 0) return whole;
  const singles = broken.flatMap(({ pairs }) =>
    pairs.map((pair): Tile => ({ columns: [pair.x, pair.y], pairs: [pair] })),
  );
  const single = await runRound(request, columnOf, singles, fail);
  return { aborted: single.aborted, lostWorkers: whole.lostWorkers + single.lostWorkers };
}

async function runRound(
  { options, startThread, workers, timeLimit, signal, onAnswer }: TilesRequest,
  columnOf: (number: number) => TableColumn,
  tiles: readonly Tile[],
  onFailure: (tile: Tile, failure: Failure) => void,
): Promise<TilesSummary> {
  const tileAt = (task: number): Tile => tiles[task] as Tile;
  const isWhole = tiles.some(({ pairs }) => pairs.length > 1);
  return runTasks<TileAnswer>({
    startThread,
    workers,
    tasks: tiles.length,
    signal,
    timeLimit,
    // A tile is tried again in parts, a pair once more by itself.
    attempts: isWhole ? 1 : 2,
    input: (task) => {
      const tile = tileAt(task);
      const message: TileTask = { tile, columns: tile.columns.map(columnOf), options };
      return { message };
    },
    onResult: (result) => {
      if ("output" in result) onAnswer(result.output);
      else onFailure(tileAt(result.task), result.failure);
    },
  });
}

function failedOutcome(
  { x, y }: { readonly x: number; readonly y: number },
  columnOf: (number: number) => TableColumn,
  { message }: Failure,
): MapOutcome {
  return { x, y, names: { x: columnOf(x).name, y: columnOf(y).name }, problem: { code: "internal", message } };
}
