import type { ColumnPair } from "@causal-velocity/core/pairs/choose-pairs.js";
import type { PairOutcome } from "@causal-velocity/core/pairs/decide-tile.js";
import type { Table } from "@causal-velocity/core/table/table.js";
import type { Journal } from "@causal-velocity/threads/journal.js";
import { runTiles, type TileOptions } from "@causal-velocity/threads/run-tiles.js";
import { tilesFor } from "../decide-pairs.js";
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
  /** Stores the outcomes; pairs that it has are not decided again. */
  readonly journal?: Journal | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called at the start and after every pair. */
  readonly onProgress?: ((progress: PairsProgress) => void) | undefined;
}

export interface PairsProgress {
  readonly done: number;
  readonly total: number;
  /** Of those done, how many an earlier run had done. */
  readonly resumed: number;
}

/** The results of many pairs, decided here or by a queue. */
export interface PairsRun {
  readonly progress: PairsProgress;
  /** Stopped before all pairs were decided. */
  readonly aborted: boolean;
  /** Pairs that failed by no fault of the data. */
  readonly failed: number;
  /** What the work took, added up over the threads; unknown for a queue. */
  readonly milliseconds?: number | undefined;
  /** The outcomes so far, in ascending order of the columns' numbers, one at a time. */
  results(): Iterable<PairOutcome> | AsyncIterable<PairOutcome>;
}

/**
 * Decides pairs on threads and stores each outcome as soon as it is reached. Results are read back from the journal, so
 * a run that was stopped and resumed gives the same bytes as one that was not.
 */
export async function runPairs(request: PairsRequest): Promise<PairsRun> {
  const { table, pairs, options, jobs, timeLimit, journal, signal, onProgress } = request;
  const store = journal ? journalStore(journal) : memoryStore();
  const open = pairs.filter((pair) => !store.has(pair));
  const resumed = pairs.length - open.length;
  let [done, failed] = [resumed, 0];
  const progress = (): PairsProgress => ({ done, total: pairs.length, resumed });
  const keep = (outcome: PairOutcome): void => {
    store.keep(outcome);
    done += 1;
    if (outcome.problem?.code === "internal") failed += 1;
    onProgress?.(progress());
  };
  onProgress?.(progress());
  const { aborted, milliseconds } = await runTiles({
    table,
    tiles: tilesFor(open, jobs),
    options,
    startThread: startTileThread,
    workers: jobs,
    timeLimit,
    signal,
    onOutcome: keep,
  });
  function* results(): Generator<PairOutcome> {
    for (const pair of pairs) {
      const outcome = store.read(pair);
      if (outcome) yield outcome;
    }
  }
  return { progress: progress(), aborted, failed, milliseconds, results };
}
