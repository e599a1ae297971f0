import type { DecideOptions } from "@causal-velocity/core/decide/decide.js";
import type { Graph, GraphPart } from "@causal-velocity/core/graph/graph.js";
import type { ColumnPair, Tile } from "@causal-velocity/core/pairs/choose-pairs.js";
import { decideTile, type PairOutcome } from "@causal-velocity/core/pairs/decide-tile.js";
import { type ScreenPart, type ScreenTask, screenStrips } from "@causal-velocity/core/pairs/screen-strips.js";
import type { Table, TableColumn } from "@causal-velocity/core/table/table.js";
import { type GraphTask, graphTask } from "./run-graph.js";
import { onThreads, type ThreadsRequest } from "./run-tasks.js";
import type { Failure, HandleTask } from "./serve.js";

/** Options of `decide` that can be sent to a thread: methods by name; routines and memos are the thread's own. */
export interface TileOptions extends Omit<DecideOptions, "method" | "methods" | "given" | "routines" | "memo"> {
  readonly method?: string | undefined;
}

/** What a thread needs to decide the pairs of a tile. */
export interface TileTask {
  readonly tile: Tile;
  /** Those of the tile, in its order. */
  readonly columns: readonly TableColumn[];
  /** Columns that every pair is decided given. */
  readonly given?: readonly TableColumn[];
  readonly options: TileOptions;
}

/**
 * The thread's side of `runTiles`: decides a tile's pairs in their order, reports each outcome as soon as it is reached,
 * and returns how many milliseconds the tile took. It is also that of `screenPairs` and of `runGraph`.
 *
 * @param engine the thread's own routines, and the methods it knows by name
 */
export function tileHandler(
  engine: () => Pick<DecideOptions, "routines" | "methods">,
): HandleTask<TileTask | ScreenTask | GraphTask, number | ScreenPart | GraphPart | Graph, PairOutcome> {
  return (task, report) => {
    if ("others" in task) return screenStrips(task);
    if ("prepared" in task) return graphTask(task, engine().routines);
    const { tile, columns, given, options } = task;
    const start = performance.now();
    decideTile(tile, columns, { ...options, ...engine() }, report, given);
    return performance.now() - start;
  };
}

export interface TilesRequest extends ThreadsRequest {
  readonly table: Table;
  /** Taken one by one, as threads are free for them. */
  readonly tiles: Iterable<Tile>;
  /** Numbers of the columns that every pair is decided given; none by default. */
  readonly given?: readonly number[] | undefined;
  readonly options: TileOptions;
  /** Milliseconds that one pair may take. */
  readonly timeLimit?: number | undefined;
  /** Called once for every pair, as soon as it is decided. */
  onOutcome(outcome: PairOutcome): void;
}

export interface TilesSummary {
  readonly aborted: boolean;
  /** What the tiles took, thread by thread added up. */
  readonly milliseconds: number;
}

/**
 * Decides tiles on worker threads, whose scripts serve a `tileHandler`.
 *
 * A pair that ends its thread, throws or takes too long costs no other pair: those decided before it are kept, those
 * after it become a tile of their own, and the pair is tried once more, alone and after all that wait. If it fails
 * again, it has a `problem`.
 * @throws UnfitWorker if threads do not start; what `onOutcome` throws
 */
export async function runTiles(request: TilesRequest): Promise<TilesSummary> {
  const { table, tiles, given = [], options, timeLimit, onOutcome } = request;
  const columnOf = sharedColumns(table);
  /** Pairs that have failed once; later tiles and pairs wait behind the first ones. */
  const suspects = new Set<ColumnPair>();
  const later: Tile[] = [];
  const waiting = tiles[Symbol.iterator]();
  let milliseconds = 0;
  const workers = Math.max(1, countUpTo(tiles, request.workers));
  const aborted = await onThreads({ ...request, workers }, async (thread, signal) => {
    while (!signal.aborted) {
      const tile: Tile | undefined = waiting.next().value ?? later.shift();
      if (!tile) return;
      const task: TileTask = { tile, columns: tile.columns.map(columnOf), given: given.map(columnOf), options };
      let done = 0;
      const onPart = (outcome: PairOutcome): void => {
        done += 1;
        onOutcome(outcome);
      };
      const end = await thread.run<number, PairOutcome>(task, { timeLimit, signal, onPart });
      if ("stopped" in end) return;
      if ("output" in end) milliseconds += end.output;
      const [pair, ...others] = tile.pairs.slice(done);
      if (!pair) continue;
      if (others.length > 0) later.push({ columns: tile.columns, pairs: others });
      const failure = "failure" in end ? end.failure : { code: "defect", message: "the thread reported no outcome" };
      if (suspects.has(pair)) onOutcome(failedOutcome(pair, columnOf, failure));
      else later.push({ columns: [pair.x, pair.y], pairs: [pair] });
      suspects.add(pair);
    }
  });
  return { aborted, milliseconds };
}

/** How many there are, or `most` if there are more. */
function countUpTo(items: Iterable<unknown>, most: number): number {
  let count = 0;
  for (const _ of items) {
    if (count >= most) break;
    count += 1;
  }
  return count;
}

function failedOutcome(
  { x, y }: ColumnPair,
  columnOf: (number: number) => TableColumn,
  { message }: Failure,
): PairOutcome {
  return { x, y, names: { x: columnOf(x).name, y: columnOf(y).name }, problem: { code: "internal", message } };
}

/**
 * A table's columns by number, in memory that threads share: sent to a thread, they are not copied. The columns
 * themselves where there is no such memory, as on pages that are not isolated.
 */
function sharedColumns({ columns }: Table): (number: number) => TableColumn {
  const shared = new Map<number, TableColumn>();
  return (number) => {
    const column = shared.get(number) ?? sharedColumn(columns[number - 1] as TableColumn);
    shared.set(number, column);
    return column;
  };
}

function sharedColumn(column: TableColumn): TableColumn {
  if (typeof SharedArrayBuffer === "undefined") return column;
  const values = new Float64Array(new SharedArrayBuffer(column.values.byteLength));
  values.set(column.values);
  const kinds = new Uint8Array(new SharedArrayBuffer(column.kinds.byteLength));
  kinds.set(column.kinds);
  // Its texts would be copied to every thread; none of them is used there.
  const { texts: _, ...rest } = column;
  return { ...rest, values, kinds };
}
