import { type Failure, failureOf } from "./serve.js";
import { type TaskThread, taskThread } from "./task-thread.js";
import type { StartThread, StopSignal } from "./thread.js";

export interface ThreadsRequest {
  readonly startThread: StartThread;
  /** Threads at a time. */
  readonly workers: number;
  /** Ends all threads at once, whatever they are doing. */
  readonly signal?: StopSignal | undefined;
  /** Threads to use, which are not ended; made by the same `startThread`. */
  readonly kept?: KeptThreads | undefined;
}

/** Threads that several calls use one after the other. */
export interface KeptThreads {
  /** The thread of a number, from 0. */
  thread(index: number): TaskThread;
  /** Starts the first so many, without waiting for them. One that cannot start is reported by its first task. */
  start(count: number): void;
  /** Ends all. */
  close(): Promise<void>;
}

export function keptThreads(startThread: StartThread): KeptThreads {
  const threads: TaskThread[] = [];
  const thread = (index: number): TaskThread => {
    threads[index] ??= taskThread(startThread);
    return threads[index];
  };
  return {
    thread,
    start: (count) => {
      for (let k = 0; k < count; k++)
        thread(k)
          .start()
          .catch(() => {});
    },
    close: async () => {
      await Promise.all(threads.map((each) => each.close()));
    },
  };
}

/**
 * Calls `work` for several threads at a time, and ends them, unless they are kept, when all calls have returned, when the
 * signal is aborted, or when a call throws. A call returns when its own signal, the last argument, is aborted.
 *
 * @returns whether it was aborted     @throws what a call threw, and RangeError without threads
 */
export async function onThreads(
  { startThread, workers, signal, kept }: ThreadsRequest,
  work: (thread: TaskThread, signal: StopSignal) => Promise<void>,
): Promise<boolean> {
  if (!(workers >= 1)) throw new RangeError(`${workers} workers; there must be at least one`);
  // One for each thread: Node warns of a leak where more than ten listen to one signal.
  const stops = Array.from({ length: workers }, () => new AbortController());
  const abort = (): void => {
    for (const stop of stops) stop.abort();
  };
  signal?.addEventListener("abort", abort);
  if (signal?.aborted) abort();
  const lane = async (stop: AbortController, index: number): Promise<void> => {
    const thread = kept?.thread(index) ?? taskThread(startThread);
    try {
      await work(thread, stop.signal);
    } catch (error) {
      abort();
      throw error;
    } finally {
      if (!kept) await thread.close();
    }
  };
  const ends = await Promise.allSettled(stops.map(lane));
  signal?.removeEventListener("abort", abort);
  for (const end of ends) if (end.status === "rejected") throw end.reason;
  return stops.some((stop) => stop.signal.aborted);
}

/** What a thread gets for one task. */
export interface TaskInput {
  readonly message: unknown;
  /** Buffers that move to the thread instead of being copied. */
  readonly transfer?: readonly ArrayBuffer[];
}

export type TaskResult<Output> =
  | { readonly task: number; readonly output: Output }
  | { readonly task: number; readonly failure: Failure };

export interface TasksRequest<Output> extends ThreadsRequest {
  /** Tasks are numbered from 0. */
  readonly tasks: number;
  /**
   * Makes the input of a task when a thread is free for it, so that few are held at a time; called again if the thread
   * dies. What it throws is the task's failure.
   */
  input(task: number): TaskInput;
  /** Called once for every task, in the order in which they end. */
  onResult(result: TaskResult<Output>): void;
}

export interface TasksSummary {
  /** Tasks with a result, failures included. */
  readonly ended: number;
  /** Threads that died and were replaced. */
  readonly lostWorkers: number;
  readonly aborted: boolean;
}

/** How often a task is tried that ends its thread. */
const ATTEMPTS = 2;

/**
 * Runs tasks on worker threads, each thread one task at a time.
 *
 * A task that throws has failed; the run continues. A thread that dies during a task is replaced, and the task is tried
 * once more; then it has failed as `worker-died`. An abort ends all threads at once, and the promise resolves when they
 * are gone. An error thrown by `onResult` ends the run and rejects the promise.
 * @throws UnfitWorker if threads do not start; RangeError without threads
 */
export async function runTasks<Output>(request: TasksRequest<Output>): Promise<TasksSummary> {
  const { tasks, input, onResult } = request;
  const attempts = new Map<number, number>();
  const retries: number[] = [];
  let [next, ended, lostWorkers] = [0, 0, 0];
  const settle = (result: TaskResult<Output>): void => {
    ended += 1;
    onResult(result);
  };
  const made = (task: number): TaskInput | undefined => {
    try {
      return input(task);
    } catch (error) {
      settle({ task, failure: failureOf(error) });
      return undefined;
    }
  };
  const workers = Math.min(request.workers, Math.max(1, tasks));
  const aborted = await onThreads({ ...request, workers }, async (thread, signal) => {
    while (!signal.aborted) {
      const task = retries.shift() ?? (next < tasks ? next++ : undefined);
      if (task === undefined) return;
      const taken = made(task);
      if (!taken) continue;
      const end = await thread.run<Output>(taken.message, { transfer: taken.transfer, signal });
      if ("stopped" in end) return;
      if ("output" in end) settle({ task, output: end.output });
      else if (end.failure.code !== "worker-died") settle({ task, failure: end.failure });
      else {
        lostWorkers += 1;
        const count = (attempts.get(task) ?? 0) + 1;
        attempts.set(task, count);
        const { code, message } = end.failure;
        if (count < ATTEMPTS) retries.push(task);
        else settle({ task, failure: { code, message: `${message}, the last of ${count} attempts` } });
      }
    }
  });
  return { ended, lostWorkers, aborted };
}
