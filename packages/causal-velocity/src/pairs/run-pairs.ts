import { type Journal, runTiles, type TileAnswer, type TileOptions } from "@causal-velocity/batch";
import type { ColumnPair } from "@causal-velocity/core/pairs/choose-pairs.js";
import type { MapOutcome } from "@causal-velocity/core/pairs/decide-tile.js";
import type { Table } from "@causal-velocity/core/table/table.js";
import { tilesFor } from "../decide-many.js";
import { startTileThread } from "../threads/tile-threads.js";
import { journalStore, memoryStore } from "./outcome-store.js";

export interface PairsRequest {
  readonly table: Table;
  /** In ascending order of the columns' numbers. */
  readonly pairs: readonly ColumnPair[];
  readonly options: TileOptions;
  readonly jobs: number;
  /** Milliseconds that one pair may take. */
  readonly timeLimit?: number | undefined;
  /** Keeps the outcomes; pairs that it has are not decided again. */
  readonly journal?: Journal | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called at the start and after every tile. */
  readonly onProgress?: ((progress: PairsProgress) => void) | undefined;
}

export interface PairsProgress {
  readonly done: number;
  readonly total: number;
  /** Of those done, how many an earlier run had done. */
  readonly resumed: number;
}

/** What became of many pairs, wherever they were decided. */
export interface PairsRun {
  readonly progress: PairsProgress;
  /** Stopped before all pairs were decided. */
  readonly aborted: boolean;
  /** Pairs that failed by no fault of the data. */
  readonly failed: number;
  /** What the work took, thread by thread added up; unknown where others did it. */
  readonly milliseconds?: number | undefined;
  /** The outcomes there are, in ascending order of the columns' numbers, one at a time. */
  results(): Iterable<MapOutcome> | AsyncIterable<MapOutcome>;
}

/**
 * Decides pairs on threads, and keeps each outcome before the next is asked for. What comes back is what the journal
 * keeps, read again: a run that was stopped and resumed gives the same as one that was not.
 */
export async function runPairs(request: PairsRequest): Promise<PairsRun> {
  const { table, pairs, options, jobs, timeLimit, journal, signal, onProgress } = request;
  const store = journal ? journalStore(journal) : memoryStore();
  const open = pairs.filter((pair) => !store.has(pair));
  const resumed = pairs.length - open.length;
  let [done, failed, milliseconds] = [resumed, 0, 0];
  const progress = (): PairsProgress => ({ done, total: pairs.length, resumed });
  const keep = (answer: TileAnswer): void => {
    answer.outcomes.forEach(store.keep);
    done += answer.outcomes.length;
    failed += answer.outcomes.filter(({ problem }) => problem?.code === "internal").length;
    milliseconds += answer.milliseconds;
    onProgress?.(progress());
  };
  onProgress?.(progress());
  const { aborted } = await runTiles({
    table,
    tiles: tilesFor(open, jobs),
    options,
    startThread: startTileThread,
    workers: jobs,
    timeLimit,
    signal,
    onAnswer: keep,
  });
  function* results(): Generator<MapOutcome> {
    for (const pair of pairs) {
      const outcome = store.read(pair);
      if (outcome) yield outcome;
    }
  }
  return { progress: progress(), aborted, failed, milliseconds, results };
}
