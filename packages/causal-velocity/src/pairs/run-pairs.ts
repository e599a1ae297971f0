import { createHash } from "node:crypto";
import { type ColumnPair, guidedTiles, type PairList } from "@causal-velocity/core/pairs/choose-pairs.js";
import type { PairOutcome } from "@causal-velocity/core/pairs/decide-tile.js";
import type { Table } from "@causal-velocity/core/table/table.js";
import type { Journal } from "@causal-velocity/threads/journal.js";
import type { KeptThreads } from "@causal-velocity/threads/run-tasks.js";
import { runTiles, type TileOptions } from "@causal-velocity/threads/run-tiles.js";
import { startTileThread } from "../decide-pairs.js";

export interface PairsRequest {
  readonly table: Table;
  readonly pairs: PairList;
  /** Numbers of the columns that every pair is decided given; none by default. */
  readonly given?: readonly number[] | undefined;
  readonly options: TileOptions;
  readonly jobs: number;
  /** Threads that may have been started before. */
  readonly kept?: KeptThreads | undefined;
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
  const { table, pairs, given, options, jobs, kept, timeLimit, journal, signal, onProgress } = request;
  const store = journal ? journalStore(journal) : memoryStore();
  const resumed = journal?.size ?? 0;
  const open: PairList = {
    count: pairs.count - resumed,
    columns: pairs.columns,
    *[Symbol.iterator]() {
      for (const pair of pairs) if (!store.has(pair)) yield pair;
    },
  };
  let [done, failed] = [resumed, 0];
  const progress = (): PairsProgress => ({ done, total: pairs.count, resumed });
  const keep = (outcome: PairOutcome): void => {
    store.keep(outcome);
    done += 1;
    if (outcome.problem?.code === "internal") failed += 1;
    onProgress?.(progress());
  };
  onProgress?.(progress());
  const { aborted, milliseconds } = await runTiles({
    table,
    tiles: guidedTiles(open, jobs),
    given,
    options,
    startThread: startTileThread,
    workers: jobs,
    kept,
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

/** Keeps outcomes until they are written. */
export interface OutcomeStore {
  has(pair: ColumnPair): boolean;
  keep(outcome: PairOutcome): void;
  read(pair: ColumnPair): PairOutcome | undefined;
}

/** In memory, as the plain data that a journal would return. */
export function memoryStore(): OutcomeStore {
  const kept = new Map<string, PairOutcome>();
  return {
    has: (pair) => kept.has(keyOf(pair)),
    keep: (outcome) => {
      kept.set(keyOf(outcome), JSON.parse(JSON.stringify(outcome)));
    },
    read: (pair) => kept.get(keyOf(pair)),
  };
}

/**
 * On disk. Pairs that failed because of a fault of the program or the machine are kept in memory only: a resumed run
 * tries them again.
 */
export function journalStore(journal: Journal): OutcomeStore {
  const failed = memoryStore();
  return {
    has: (pair) => journal.has(keyOf(pair)) || failed.has(pair),
    keep: (outcome) => {
      if (outcome.problem?.code === "internal") failed.keep(outcome);
      else journal.append(keyOf(outcome), outcome);
    },
    read: (pair) => (journal.read(keyOf(pair)) as PairOutcome | undefined) ?? failed.read(pair),
  };
}

function keyOf({ x, y }: ColumnPair): string {
  return `${x} ${y}`;
}

/** Pairs that are hashed at a time. */
const HASHED = 4096;

/** SHA-256 of the pairs and of all that their columns and given ones hold: a run on anything else is another run. */
export function tableFingerprint({ columns }: Table, pairs: PairList, given: readonly number[] = []): string {
  const hash = createHash("sha256");
  const numbers = new Uint32Array(2 * HASHED);
  let filled = 0;
  for (const { x, y } of pairs) {
    numbers[filled++] = x;
    numbers[filled++] = y;
    if (filled < numbers.length) continue;
    hash.update(numbers);
    filled = 0;
  }
  hash.update(numbers.subarray(0, filled));
  for (const number of [...pairs.columns, ...given]) {
    const column = columns[number - 1];
    if (!column) continue;
    const { values, kinds } = column;
    hash.update(JSON.stringify([number, column.name, values.length]));
    hash.update(new Uint8Array(values.buffer, values.byteOffset, values.byteLength)).update(kinds);
  }
  return hash.digest("hex");
}
