import type { Journal } from "@causal-velocity/threads/journal.js";
import { runPool } from "@causal-velocity/threads/pool.js";
import type { TaskResult } from "@causal-velocity/threads/run-tasks.js";
import type { LoadedSuite } from "../suites/load-suite.js";
import type { SuiteEntry } from "../suites/suite-files.js";
import type { MethodAnswer, MethodRequest, PairTask, Sampling } from "./decide-pair.js";

export interface NamedSuite {
  readonly name: string;
  readonly suite: LoadedSuite;
}

export interface BenchmarkRequest {
  readonly suites: readonly NamedSuite[];
  readonly requests: readonly MethodRequest[];
  readonly sampling: Sampling;
  readonly seed: number;
  readonly jobs: number;
  /** Keeps the answers; those it has are not computed again. */
  readonly journal?: Journal | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called at the start and after every pair. */
  onProgress?(progress: BenchmarkProgress): void;
}

export interface BenchmarkProgress {
  readonly done: number;
  readonly total: number;
  /** How many of those done come from an earlier run. */
  readonly resumed: number;
}

/** The answers on one pair, one for each request. */
export interface AnsweredPair {
  readonly entry: SuiteEntry;
  readonly answers: readonly MethodAnswer[];
}

export interface SuiteAnswers {
  readonly name: string;
  /** In the order of the suite's list. */
  readonly pairs: readonly AnsweredPair[];
  readonly excluded: readonly SuiteEntry[];
}

export interface BenchmarkRun {
  /** Complete unless the run was aborted. */
  readonly suites: readonly SuiteAnswers[];
  readonly aborted: boolean;
  readonly progress: BenchmarkProgress;
}

/** The worker's file, next to the bundle. */
const WORKER = new URL("./worker.js", import.meta.url);

/**
 * Runs every method on every pair, with pairs distributed over worker threads. The answers do not depend on the number
 * of threads.
 *
 * A pair that cannot be read counts as a failure of every method. A pair whose worker died is not written to the
 * journal: a resumed run tries it again.
 */
export async function runBenchmark(request: BenchmarkRequest): Promise<BenchmarkRun> {
  const { suites, requests, sampling, seed, jobs, journal, signal, onProgress } = request;
  const answers = new Map<string, readonly MethodAnswer[]>();
  const tasks: { key: string; suite: LoadedSuite; entry: SuiteEntry }[] = [];
  for (const { name, suite } of suites) {
    for (const entry of suite.entries) {
      if (entry.excluded !== undefined) continue;
      const key = keyOf(name, entry);
      const known = journal?.read(key);
      if (known === undefined) tasks.push({ key, suite, entry });
      else answers.set(key, known as readonly MethodAnswer[]);
    }
  }
  const resumed = answers.size;
  const total = resumed + tasks.length;
  onProgress?.({ done: resumed, total, resumed });
  const { aborted } = await runPool<readonly MethodAnswer[]>({
    script: WORKER,
    workers: jobs,
    tasks: tasks.length,
    signal,
    input: (index) => {
      const { suite, entry } = itemAt(tasks, index);
      const pair = suite.readPair(entry);
      const message: PairTask = { pair, requests, seed: seed + entry.position, ...sampling };
      return { message, transfer: [pair.x.buffer as ArrayBuffer, pair.y.buffer as ArrayBuffer] };
    },
    onResult: (result) => {
      const { key } = itemAt(tasks, result.task);
      const answer = "output" in result ? result.output : requests.map(() => failedAnswer(result));
      answers.set(key, answer);
      if (!("failure" in result && result.failure.code === "worker-died")) journal?.append(key, answer);
      onProgress?.({ done: answers.size, total, resumed });
    },
  });
  return {
    suites: suites.map(({ name, suite }) => ({
      name,
      pairs: suite.entries.flatMap((entry) => {
        const found = answers.get(keyOf(name, entry));
        return found ? [{ entry, answers: found }] : [];
      }),
      excluded: suite.entries.filter((entry) => entry.excluded !== undefined),
    })),
    aborted,
    progress: { done: answers.size, total, resumed },
  };
}

function keyOf(suite: string, { id }: SuiteEntry): string {
  return `${suite} ${id}`;
}

function itemAt<T>(items: readonly T[], index: number): T {
  return items[index] as T;
}

function failedAnswer(result: Extract<TaskResult<unknown>, { failure: unknown }>): MethodAnswer {
  return { verdict: null, margin: null, probability: null, error: result.failure, seconds: 0 };
}
