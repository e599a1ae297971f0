import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { openJournal } from "@causal-velocity/threads/journal.js";
import { runPool } from "@causal-velocity/threads/pool.js";
import type { MeasuredPair } from "./measured-pair.js";
import { type Task, taskKey } from "./plan.js";

/** A simulated pair may be refused, such as one with a constant column; many refusals mean a bug. */
const MOST_FAILURES = 20;
/**
 * Version of the measures: raise it after a change of their definition, so that pairs are measured again in a new
 * folder.
 */
const DEFINITION = { measures: 3 };

export interface MeasuredPairs {
  readonly pairs: readonly MeasuredPair[];
  /** One line for each pair that could not be measured. */
  readonly failures: readonly string[];
}

/**
 * Simulates and measures the pairs of a plan on several threads. Measured pairs are kept in `folder`, so that a run
 * resumes where another stopped.
 */
export async function measurePairs(tasks: readonly Task[], folder: string, jobs: number): Promise<MeasuredPairs> {
  mkdirSync(folder, { recursive: true });
  const journal = openJournal({ path: join(folder, "measures.jsonl"), settings: DEFINITION });
  const keys = tasks.map(taskKey).filter(journal.has);
  const records = new Map(keys.map((key) => [key, journal.read(key)]));
  const open = tasks.filter((task) => !records.has(taskKey(task)));
  const failures: string[] = [];
  await runPool<Omit<MeasuredPair, "purpose">>({
    script: new URL("../typescript-worker.js", import.meta.url),
    workerData: new URL("./serve-measures.ts", import.meta.url).href,
    workers: jobs,
    tasks: open.length,
    input: (task) => ({ message: open[task] }),
    onResult(result) {
      const key = taskKey(open[result.task]);
      if ("failure" in result) failures.push(`seed ${key}: ${result.failure.message}`);
      else {
        records.set(key, result.output);
        journal.append(key, result.output);
      }
      if (failures.length > MOST_FAILURES) throw new Error(`too many failures, the last: ${failures.at(-1)}`);
      if (records.size % 100 === 0) process.stderr.write(`\r${records.size} of ${tasks.length} pairs`);
    },
  }).finally(() => journal.close());
  const pairs = tasks.flatMap((task): MeasuredPair[] => {
    const record = records.get(taskKey(task)) as Omit<MeasuredPair, "purpose"> | undefined;
    return record ? [{ ...record, purpose: task.purpose }] : [];
  });
  return { pairs, failures };
}
