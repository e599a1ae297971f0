import { runPool } from "@causal-velocity/threads/pool.js";
import type { Pair } from "causal-velocity";
import type { Measures } from "causal-velocity/model";

/** A pair, the number of its rows to measure, and the seed of their draw, as in `benchmark --n`. */
export interface DrawnPair {
  readonly pair: Pair;
  readonly rows: number;
  readonly seed: number;
}

/** The measures of a pair, and what the default method makes of them and of its doubts about the rows. */
export interface DecidedMeasures extends Measures {
  readonly margin: number;
  /** None where a gate closes. */
  readonly probability?: number;
}

/**
 * Measures and decides pairs on several threads and returns them in order; each pair is made when a thread is free. A failure ends
 * the run.
 */
export async function measureDrawn(
  count: number,
  make: (task: number) => DrawnPair,
  jobs: number,
): Promise<readonly DecidedMeasures[]> {
  const found = new Array<DecidedMeasures>(count);
  await runPool<DecidedMeasures>({
    script: new URL("../typescript-worker.js", import.meta.url),
    workerData: new URL("./serve-drawn.ts", import.meta.url).href,
    workers: jobs,
    tasks: count,
    input: (task) => ({ message: make(task) }),
    onResult(result) {
      if ("failure" in result) throw new Error(`pair ${result.task}: ${result.failure.message}`);
      found[result.task] = result.output;
    },
  });
  return found;
}
