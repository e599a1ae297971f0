import { type Graph, type GraphOptions, prepareGraph } from "@causal-velocity/core/graph/graph.js";
import { requireFunction, requireOptions, wrongOption } from "@causal-velocity/core/primitives/errors.js";
import type { Table } from "@causal-velocity/core/table/table.js";
import { GRAPH_PARTS, runGraph } from "@causal-velocity/threads/run-graph.js";
import type { StopSignal } from "@causal-velocity/threads/thread.js";
import { requireSignal, startTileThread, threadCount } from "./decide-pairs.js";

/** Options of `findGraph`: those of `graph` but for routines, which are the threads' own, and the threads to use. */
export interface FindGraphOptions extends Omit<GraphOptions, "routines" | "memo"> {
  /** Threads; as many as run at once, by default. */
  readonly jobs?: number | undefined;
  /** Ends the work at once, threads included; the promise rejects with the signal's reason. */
  readonly signal?: StopSignal | undefined;
  /** Called after each of the searches that a graph takes. */
  readonly onProgress?: ((progress: { readonly done: number; readonly total: number }) => void) | undefined;
}

/**
 * What `graph` finds, to the bit, on threads of Node or workers of a browser. It is a promise, unlike the answer of
 * `graph`: `const { edges } = await findGraph(table)`. In a bundle, threads need a script beside it, as of `decidePairs`.
 *
 * @throws InputError for a table or options that cannot be used
 */
export async function findGraph(table: Table, allOptions: FindGraphOptions = {}): Promise<Graph> {
  requireOptions(allOptions);
  const { jobs = threadCount(), signal, onProgress, ...options } = allOptions;
  const prepared = prepareGraph(table, options);
  if (!(Number.isSafeInteger(jobs) && jobs >= 1)) throw wrongOption("jobs", jobs, "a whole number of threads, from 1");
  requireSignal(signal);
  requireFunction("onProgress", onProgress);
  if (signal?.aborted) throw signal.reason;
  let done = 0;
  const found = await runGraph({
    prepared,
    startThread: startTileThread,
    workers: jobs,
    signal,
    onPart: () => {
      done += 1;
      onProgress?.({ done, total: GRAPH_PARTS });
    },
  });
  if (!found) throw signal?.reason;
  return found;
}
