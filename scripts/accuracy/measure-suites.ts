import { runPool } from "@causal-velocity/batch";
import type { Direction, Measures } from "causal-velocity";
import { loadSuite } from "../../packages/causal-velocity/src/benchmark/load-suite.js";
import type { AccuracyColumn } from "./columns.js";

/** A pair of a benchmark with what the default method measures of it. */
export interface BenchmarkPair {
  readonly column: AccuracyColumn;
  readonly id: string;
  /** Seed of the draw of rows, as `benchmark --seed` has it. */
  readonly seed: number;
  readonly truth: Direction;
  readonly weight: number;
  readonly measures: Measures;
}

export interface SuiteMeasuring {
  readonly columns: readonly AccuracyColumn[];
  /** Folder of the archives. */
  readonly data: string;
  readonly jobs: number;
  readonly seed: number;
}

/** Measures all pairs of the columns, in their order, on several threads. A pair that fails ends the run. */
export async function measureSuites({ columns, data, jobs, seed }: SuiteMeasuring): Promise<BenchmarkPair[]> {
  const tasks = columns.flatMap((column) => {
    const suite = loadSuite(column.suite, data);
    const entries = suite.entries.filter(({ excluded }) => excluded === undefined);
    return entries.map((entry) => ({ column, suite, entry }));
  });
  const found = new Array<BenchmarkPair>(tasks.length);
  await runPool<Measures>({
    script: new URL("../typescript-worker.js", import.meta.url),
    workerData: new URL("./serve-suite-measures.ts", import.meta.url).href,
    workers: jobs,
    tasks: tasks.length,
    input(task) {
      const { column, suite, entry } = tasks[task];
      return { message: { pair: suite.readPair(entry), rows: column.rows, seed: seed + entry.position } };
    },
    onResult(result) {
      const { column, entry } = tasks[result.task];
      if ("failure" in result) throw new Error(`${column.suite} ${entry.id}: ${result.failure.message}`);
      if (entry.truth === null) throw new Error(`${column.suite} ${entry.id} has no known direction`);
      const { id, truth, weight } = entry;
      found[result.task] = { column, id, seed, truth, weight, measures: result.output };
    },
  });
  return found;
}
