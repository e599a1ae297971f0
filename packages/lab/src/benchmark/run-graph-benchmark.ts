import type { Journal } from "@causal-velocity/threads/journal.js";
import { runPool } from "@causal-velocity/threads/pool.js";
import type { GraphAnswer, GraphTask } from "./find-graphs.js";
import type { BenchmarkProgress } from "./run-benchmark.js";

export interface GraphBenchmarkRequest {
  /** Names of settings. */
  readonly settings: readonly string[];
  /** Names of methods. */
  readonly methods: readonly string[];
  /** Graphs of each setting. */
  readonly graphs: number;
  /** Graph k of a setting has seed + k − 1. */
  readonly seed: number;
  readonly jobs: number;
  /** Keeps the answers; those it has are not computed again. */
  readonly journal?: Journal | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called at the start and after every graph. */
  onProgress?(progress: BenchmarkProgress): void;
}

/** The answers of one method on the graphs of one setting, in the order of the graphs. */
export interface GraphAnswers {
  readonly setting: string;
  readonly method: string;
  readonly answers: readonly GraphAnswer[];
}

export interface GraphBenchmarkRun {
  /** Settings first, then methods. Complete unless the run was aborted. */
  readonly results: readonly GraphAnswers[];
  readonly aborted: boolean;
  readonly progress: BenchmarkProgress;
}

/** The worker's file, next to the bundle. */
const WORKER = new URL("./graph-worker.js", import.meta.url);

/**
 * Runs every method on the same simulated graphs, with graphs distributed over worker threads. The answers do not depend
 * on the number of threads.
 *
 * The journal keeps each answer by setting, graph and method, so that a later run with more of any of them computes only
 * what is new. A graph whose worker died is not kept: a resumed run tries it again.
 */
export async function runGraphBenchmark(request: GraphBenchmarkRequest): Promise<GraphBenchmarkRun> {
  const { settings, methods, graphs, seed, jobs, journal, signal, onProgress } = request;
  const answers = new Map<string, GraphAnswer>();
  const numbers = Array.from({ length: graphs }, (_, k) => k + 1);
  const tasks: { readonly setting: string; readonly number: number; readonly missing: readonly string[] }[] = [];
  for (const setting of settings) {
    for (const number of numbers) {
      const missing = methods.filter((method) => {
        const known = journal?.read(keyOf(setting, number, method));
        if (known !== undefined) answers.set(keyOf(setting, number, method), known as GraphAnswer);
        return known === undefined;
      });
      if (missing.length > 0) tasks.push({ setting, number, missing });
    }
  }
  const total = settings.length * graphs;
  const resumed = total - tasks.length;
  let done = resumed;
  onProgress?.({ done, total, resumed });
  const { aborted } = await runPool<readonly GraphAnswer[]>({
    script: WORKER,
    workers: jobs,
    tasks: tasks.length,
    signal,
    input: (index) => {
      const { setting, number, missing } = tasks[index] as (typeof tasks)[number];
      const message: GraphTask = { setting, methods: missing, seed: seed + number - 1 };
      return { message };
    },
    onResult: (result) => {
      const { setting, number, missing } = tasks[result.task] as (typeof tasks)[number];
      missing.forEach((method, k) => {
        const answer = "output" in result ? (result.output[k] as GraphAnswer) : { seconds: 0, error: result.failure };
        answers.set(keyOf(setting, number, method), answer);
        if (!("failure" in result && result.failure.code === "worker-died")) {
          journal?.append(keyOf(setting, number, method), answer);
        }
      });
      done += 1;
      onProgress?.({ done, total, resumed });
    },
  });
  return {
    results: settings.flatMap((setting) =>
      methods.map((method) => ({
        setting,
        method,
        answers: numbers.flatMap((number) => answers.get(keyOf(setting, number, method)) ?? []),
      })),
    ),
    aborted,
    progress: { done, total, resumed },
  };
}

function keyOf(setting: string, number: number, method: string): string {
  return `${setting} ${number} ${method}`;
}
