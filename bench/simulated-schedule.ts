import {
  allPairs,
  type ColumnPair,
  guidedTiles,
  type PairList,
  type Tile,
} from "@causal-velocity/core/pairs/choose-pairs.js";

/** What deciding takes, in milliseconds of one core. */
export interface ScheduleTimes {
  /** Of a pair, without what is made of its columns alone. */
  pair(pair: ColumnPair): number;
  /** Of what is made of a column alone, once for each tile that it is in. */
  readonly column: number;
  /** From the start of the run until a thread decides as fast as later on: it loads, compiles and optimizes. */
  readonly start: number;
}

/**
 * Milliseconds until the last pair is decided, where every thread has a core of its own and takes the next tile as soon
 * as it is free. What it leaves out: messages, memory that cores share, and code that is optimized on other cores.
 */
export function simulatedSchedule(tiles: Iterable<Tile>, threads: number, times: ScheduleTimes): number {
  const free = new Float64Array(threads).fill(times.start);
  for (const { columns, pairs } of tiles) {
    const thread = free.indexOf(Math.min(...free));
    free[thread] += times.column * columns.length;
    for (const pair of pairs) free[thread] += times.pair(pair);
  }
  return Math.max(...free);
}

/** How much sooner so many threads have decided all pairs than one. */
export function simulatedSpeedup(pairs: PairList, threads: number, times: ScheduleTimes): number {
  const milliseconds = (count: number) => simulatedSchedule(guidedTiles(pairs, count), count, times);
  return milliseconds(1) / milliseconds(threads);
}

/** All pairs of columns that are numbered from 1. */
export function pairsOf(columns: number): PairList {
  return allPairs(Array.from({ length: columns }, (_, k) => k + 1));
}
