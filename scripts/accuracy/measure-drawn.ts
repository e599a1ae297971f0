import { runPool } from "@causal-velocity/batch";
import type { Pair } from "causal-velocity";
import type { Measures } from "causal-velocity/model";

/** A pair of which so many rows are measured, drawn as `benchmark --n` does with this seed. */
export interface DrawnPair {
  readonly pair: Pair;
  readonly rows: number;
  readonly seed: number;
}

/**
 * Measures pairs on several threads, each made when a thread is free for it; in their order. A failure ends the run.
 */
export async function measureDrawn(
  count: number,
  make: (task: number) => DrawnPair,
  jobs: number,
): Promise<readonly Measures[]> {
  const found = new Array<Measures>(count);
  await runPool<Measures>({
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
