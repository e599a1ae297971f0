import type { AnswerMessage, TaskMessage } from "./answer-task.js";
import { type Failure, failureOf } from "./failure.js";
import type { StopSignal } from "./stop-signal.js";
import type { StartThread, Thread } from "./thread.js";

/** What a worker gets for one task. */
export interface TaskInput {
  readonly message: unknown;
  /** Buffers that move to the worker instead of being copied. */
  readonly transfer?: readonly ArrayBuffer[];
}

export type TaskResult<Output> =
  | { readonly task: number; readonly output: Output }
  | { readonly task: number; readonly failure: Failure };

export interface TasksRequest<Output> {
  readonly startThread: StartThread;
  /** Threads at a time. */
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
  readonly signal?: StopSignal | undefined;
  /**
   * Milliseconds that a task may take once a worker has begun it, or each of its parts if the worker tells of them; then
   * the worker is ended, and the task has failed as `timed-out`. More than 24 days are no limit.
   */
  readonly timeLimit?: number | undefined;
  /** How often a task is tried that takes its worker down; 2 by default. */
  readonly attempts?: number | undefined;
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
/** Milliseconds for a worker to start and to say that it has begun its task. */
const STARTING_TIME = 120_000;
/** Milliseconds; timers do not count further. */
const LONGEST_TIMER = 2 ** 31 - 1;

/**
 * Runs tasks on worker threads, each worker one task at a time.
 *
 * A task that throws has failed; the run goes on. A worker that ends amid a task is replaced, and the task tried once
 * more; then it has failed as `worker-died`. A task that takes too long is not tried again. An abort ends all workers at
 * once, whatever they are doing, and the promise resolves when they are gone. An error thrown by `onResult` ends the run
 * and rejects the promise.
 * @throws RangeError without workers, as nothing would ever end
 */
export async function runTasks<Output>(request: TasksRequest<Output>): Promise<PoolSummary> {
  if (!(request.workers >= 1)) throw new RangeError(`${request.workers} workers; there must be at least one`);
  const { tasks, signal, timeLimit, attempts: mostAttempts = ATTEMPTS } = request;
  return new Promise((resolve, reject) => {
    const alive = new Set<Thread>();
    const attempts = new Map<number, number>();
    const retries: number[] = [];
    let [next, ended, lostWorkers] = [0, 0, 0];
    let stopped = false;

    const stop = (settle: () => void): void => {
      if (stopped) return;
      stopped = true;
      signal?.removeEventListener("abort", abort);
      Promise.all([...alive].map((thread) => thread.end())).then(settle, reject);
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
      let current: number | undefined;
      let timer: ReturnType<typeof setTimeout> | undefined;
      let isLate = false;
      const thread = request.startThread({
        onMessage: (message) => {
          clearTimeout(timer);
          const [task, answer] = [current, message as AnswerMessage];
          if ("isAlive" in answer) {
            watch(timeLimit);
            return;
          }
          current = undefined;
          if (task === undefined || stopped) return;
          if ("failure" in answer) settleTask({ task, failure: answer.failure });
          else settleTask({ task, output: answer.output as Output });
          giveNext();
        },
        onEnd: (cause) => {
          clearTimeout(timer);
          // A thread that was ended may tell so as well.
          if (!alive.delete(thread) || stopped) return;
          lostWorkers += 1;
          if (current !== undefined && isLate) settleTask({ task: current, failure: lateFailure(timeLimit ?? 0) });
          else if (current !== undefined) endAttempt(current, cause);
          startWorker();
          finishIfDone();
        },
      });
      alive.add(thread);
      const give = ({ task, input }: { task: number; input: TaskInput }): void => {
        const message: TaskMessage = { input: input.message };
        try {
          thread.post(message, input.transfer ?? []);
          current = task;
          watch(timeLimit === undefined ? undefined : timeLimit + STARTING_TIME);
        } catch (error) {
          // What cannot be sent has failed like what cannot be made.
          settleTask({ task, failure: failureOf(error) });
          giveNext();
        }
      };
      const watch = (limit: number | undefined): void => {
        if (limit === undefined || limit > LONGEST_TIMER || stopped) return;
        timer = setTimeout(() => {
          isLate = true;
          void thread.end();
        }, limit);
      };
      const giveNext = (): void => {
        const taken = takeTask();
        if (taken) give(taken);
        else finishIfDone();
      };
      give(first);
    };
    const endAttempt = (task: number, how: string): void => {
      const count = (attempts.get(task) ?? 0) + 1;
      attempts.set(task, count);
      if (count < mostAttempts) {
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

function lateFailure(timeLimit: number): Failure {
  return { code: "timed-out", message: `took longer than ${timeLimit / 1000} s` };
}
