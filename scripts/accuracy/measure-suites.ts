import type { Direction } from "causal-velocity";
import { loadSuite } from "../../packages/lab/src/suites/load-suite.js";
import type { AccuracyColumn } from "./columns.js";
import { type DecidedMeasures, measureDrawn } from "./measure-drawn.js";

/** A pair of a benchmark with the measures of the default method. */
export interface BenchmarkPair {
  readonly column: AccuracyColumn;
  readonly id: string;
  /** Seed of the draw of rows, as in `benchmark --seed`. */
  readonly seed: number;
  readonly truth: Direction;
  readonly weight: number;
  readonly measures: DecidedMeasures;
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
  const drawn = (task: number) => {
    const { column, suite, entry } = tasks[task];
    return { pair: suite.readPair(entry), rows: column.rows, seed: seed + entry.position };
  };
  const measures = await measureDrawn(tasks.length, drawn, jobs);
  return tasks.map(({ column, entry: { id, truth, weight } }, task) => {
    if (truth === null) throw new Error(`${column.suite} ${id} has no known direction`);
    return { column, id, seed, truth, weight, measures: measures[task] };
  });
}
