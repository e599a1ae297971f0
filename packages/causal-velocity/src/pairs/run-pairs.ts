import { type Journal, runTiles, type TileAnswer, type TileOptions } from "@causal-velocity/batch";
import { type ColumnPair, type MapOutcome, planTiles, type Table } from "@causal-velocity/core";
import { tilesFor } from "../decide-many.js";
import { startTileThread } from "../threads/tile-threads.js";

export interface PairsRequest {
  readonly table: Table;
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

export interface PairsRun {
  /** In ascending order of the columns' numbers; complete unless aborted. */
  readonly outcomes: readonly MapOutcome[];
  readonly progress: PairsProgress;
  readonly aborted: boolean;
  /** What the work took, thread by thread added up. */
  readonly milliseconds: number;
}

/**
 * Decides pairs on threads, and keeps each outcome before the next is asked for. What comes back is what the journal
 * keeps, read again: a run that was stopped and resumed gives the same as one that was not.
 *
 * Pairs that failed by a fault of ours, or of the machine, are not kept: a resumed run tries them again.
 */
export async function runPairs(request: PairsRequest): Promise<PairsRun> {
  const { table, pairs, options, jobs, timeLimit, journal, signal, onProgress } = request;
  const found = new Map<string, MapOutcome>();
  for (const pair of pairs) {
    const known = journal?.records.get(keyOf(pair));
    if (known !== undefined) found.set(keyOf(pair), known as MapOutcome);
  }
  const resumed = found.size;
  const open = pairs.filter((pair) => !found.has(keyOf(pair)));
  const progress = (): PairsProgress => ({ done: found.size, total: pairs.length, resumed });
  onProgress?.(progress());
  let spent = 0;
  const keep = ({ outcomes, milliseconds }: TileAnswer): void => {
    spent += milliseconds;
    for (const outcome of outcomes) {
      const kept: MapOutcome = JSON.parse(JSON.stringify(outcome));
      found.set(keyOf(kept), kept);
      if (kept.problem?.code !== "internal") journal?.append(keyOf(kept), kept);
    }
    onProgress?.(progress());
  };
  const { aborted } = await runTiles({
    table,
    tiles: open.length === 0 ? planTiles([]) : tilesFor(open, jobs),
    options,
    startThread: startTileThread,
    workers: jobs,
    timeLimit,
    signal,
    onAnswer: keep,
  });
  const outcomes = [...found.values()].sort((a, b) => a.x - b.x || a.y - b.y);
  return { outcomes, progress: progress(), aborted, milliseconds: spent };
}

function keyOf({ x, y }: ColumnPair): string {
  return `${x} ${y}`;
}
