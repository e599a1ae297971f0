import { Worker } from "node:worker_threads";
import { type Failure, failureOf } from "./failure.js";
import type { AnswerMessage, TaskMessage } from "./serve-tasks.js";

/** What a worker gets for one task. */
export interface TaskInput {
  readonly message: unknown;
  /** Buffers that move to the worker instead of being copied. */
  readonly transfer?: readonly ArrayBuffer[];
}

export type TaskResult<Output> =
  | { readonly task: number; readonly output: Output }
  | { readonly task: number; readonly failure: Failure };

export interface PoolRequest<Output> {
  /** The workers' module; it calls `serveTasks`. */
  readonly script: URL;
  readonly workers: number;
  /** Tasks are numbered from 0. */
  readonly tasks: number;
  /**
   * Makes the input of a task when a worker is free for it, so that few are held at a time; called again if the worker
   * dies. What it throws is the task's failure.
   */
  input(task: number): TaskInput;
  /** Called once for every task, in the order in which they end. */
  onResult(result: TaskResult<Output>): void;
  readonly signal?: AbortSignal | undefined;
  /** Given to every worker as `workerData`. */
  readonly workerData?: unknown;
}

export interface PoolSummary {
  /** Tasks with a result, failures included. */
  readonly ended: number;
  /** Workers that died and were replaced. */
  readonly lostWorkers: number;
  readonly aborted: boolean;
}

/** A task that takes its worker down is tried this often. */
const ATTEMPTS = 2;

/**
 * Runs tasks on worker threads, each worker one task at a time.
 *
 * A task that throws has failed; the run goes on. A worker that ends amid a task is replaced, and the task tried once
 * more; then it has failed as `worker-died`. An abort ends all workers at once, whatever they are doing, and the
 * promise resolves when they are gone. An error thrown by `onResult` ends the run and rejects the promise.
 */
export function runPool<Output>(request: PoolRequest<Output>): Promise<PoolSummary> {
  const { script, tasks, signal, workerData } = request;
  return new Promise((resolve, reject) => {
    const alive = new Set<Worker>();
    const attempts = new Map<number, number>();
    const retries: number[] = [];
    let [next, ended, lostWorkers] = [0, 0, 0];
    let stopped = false;

    const stop = (settle: () => void): void => {
      if (stopped) return;
      stopped = true;
      signal?.removeEventListener("abort", abort);
      Promise.all([...alive].map((worker) => worker.terminate())).then(settle, reject);
    };
    const abort = (): void => stop(() => resolve({ ended, lostWorkers, aborted: true }));
    const settleTask = (result: TaskResult<Output>): void => {
      if (stopped) return;
      ended += 1;
      try {
        request.onResult(result);
      } catch (error) {
        stop(() => reject(error));
      }
    };
    const finishIfDone = (): void => {
      if (ended === tasks) stop(() => resolve({ ended, lostWorkers, aborted: false }));
    };
    /** The next task whose input can be made; those whose input cannot have failed. */
    const takeTask = (): { task: number; input: TaskInput } | undefined => {
      while (!stopped) {
        const task = retries.shift() ?? (next < tasks ? next++ : undefined);
        if (task === undefined) return undefined;
        try {
          return { task, input: request.input(task) };
        } catch (error) {
          settleTask({ task, failure: failureOf(error) });
        }
      }
      return undefined;
    };
    const startWorker = (): void => {
      const first = takeTask();
      if (!first) return;
      const worker = new Worker(script, { workerData, execArgv: [] });
      alive.add(worker);
      let current: number | undefined;
      let cause = "";
      const give = ({ task, input }: { task: number; input: TaskInput }): void => {
        const message: TaskMessage = { input: input.message };
        try {
          worker.postMessage(message, [...(input.transfer ?? [])]);
          current = task;
        } catch (error) {
          // What cannot be sent has failed like what cannot be made.
          settleTask({ task, failure: failureOf(error) });
          giveNext();
        }
      };
      const giveNext = (): void => {
        const taken = takeTask();
        if (taken) give(taken);
        else finishIfDone();
      };
      worker.on("message", (answer: AnswerMessage) => {
        const task = current;
        current = undefined;
        if (task === undefined || stopped) return;
        if ("failure" in answer) settleTask({ task, failure: answer.failure });
        else settleTask({ task, output: answer.output as Output });
        giveNext();
      });
      worker.on("error", (error) => {
        cause = `: ${error.message}`;
      });
      worker.on("exit", (code) => {
        alive.delete(worker);
        if (stopped) return;
        lostWorkers += 1;
        if (current !== undefined) endAttempt(current, cause || ` with code ${code}`);
        startWorker();
        finishIfDone();
      });
      give(first);
    };
    const endAttempt = (task: number, how: string): void => {
      const count = (attempts.get(task) ?? 0) + 1;
      attempts.set(task, count);
      if (count < ATTEMPTS) {
        retries.push(task);
        return;
      }
      const message = `the worker ended ${count} times amid this task, the last time${how}`;
      settleTask({ task, failure: { code: "worker-died", message } });
    };

    signal?.addEventListener("abort", abort);
    if (signal?.aborted) {
      abort();
      return;
    }
    for (let i = 0; i < Math.min(request.workers, tasks); i++) startWorker();
    finishIfDone();
  });
}
