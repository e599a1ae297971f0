import { availableParallelism } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import type { PairOutcome } from "@causal-velocity/core/pairs/decide-tile.js";
import { textWith } from "@causal-velocity/core/primitives/errors.js";
import { type TaskThread, taskThread } from "@causal-velocity/threads/task-thread.js";
import { nodeThread, type StartThread } from "@causal-velocity/threads/thread.js";
import type { QueueConnection } from "./connect-queue.js";
import { isPassing, untilAnswered } from "./database-error.js";
import { type Decided, endJob, endOf, endOfLosses, endOfUnfit, type JobEnd } from "./end-job.js";
import type { TakenJob } from "./job-queue.js";
import { loadJob, type TileWork } from "./load-job.js";
import { columnCache } from "./stored-columns.js";

export interface WorkerRequest {
  /** Threads; as many as there are cores by default. */
  readonly jobs?: number | undefined;
  /** Ends the worker: decided pairs are written, the others go back to the queue. */
  readonly signal?: AbortSignal | undefined;
  /** `stopped`: only by the signal. `drained`: when no job waits and no worker has one. `once`: after one tile per thread. */
  readonly until?: "stopped" | "drained" | "once" | undefined;
  /** Starts a thread that serves `TileWork`; by default one that decides it as `decide` does. */
  readonly startThread?: StartThread | undefined;
  /** Bytes of columns kept in memory; 1 GB by default. */
  readonly memory?: number | undefined;
  /** Seconds between two looks into an empty queue; ½ by default. */
  readonly pollSeconds?: number | undefined;
  /** Seconds between two searches, by any worker, for jobs whose worker is lost; 5 by default. */
  readonly maintenanceSeconds?: number | undefined;
  /** Called with the error when the database stops answering; the worker waits for it. */
  onWait?(error: Error): void;
  /** Called after every tile. */
  onProgress?(summary: WorkerSummary): void;
}

export interface WorkerSummary {
  /** Finished jobs. */
  readonly jobs: number;
  /** Written outcomes. */
  readonly pairs: number;
  /** Jobs with pairs that are tried again: they threw, took too long, or were given back. */
  readonly unfinished: number;
}

const startTileThread: StartThread = (events) =>
  nodeThread(new Worker(new URL("./tile-thread.js", import.meta.url), { execArgv: [] }), events);
const DEFAULT_MEMORY = 1e9;
/** Milliseconds for the last writes of a worker that was stopped. */
const GRACE = 5000;
/** How often a lease is extended before it would end. */
const EXTENSIONS = 3;

/**
 * Takes tiles from the queue, decides them and writes their outcomes, alongside any number of other workers.
 *
 * Whatever happens to it, no pair is lost or written twice: outcomes and the end of their job are one transaction, and a
 * job whose worker is lost is given out again when its lease has ended. While the database does not answer, it waits.
 * @throws UnfitWorker if its threads do not start; errors of the database that waiting does not fix
 */
export async function runQueueWorker(connection: QueueConnection, request: WorkerRequest = {}): Promise<WorkerSummary> {
  const { jobs: slots = availableParallelism(), until = "stopped", onProgress } = request;
  const { pollSeconds = 0.5, maintenanceSeconds = 5, memory = DEFAULT_MEMORY } = request;
  const { startThread = startTileThread } = request;
  const stop = new AbortController();
  const abort = (): void => stop.abort();
  request.signal?.addEventListener("abort", abort);
  if (request.signal?.aborted) abort();
  const retried = retrying(stop.signal, request.onWait);
  const cache = columnCache(connection.database, memory);
  let maintained = -Infinity;
  let summary: WorkerSummary = { jobs: 0, pairs: 0, unfinished: 0 };

  const take = oneAtATime(async (): Promise<TakenJob | undefined> => {
    while (!stop.signal.aborted) {
      if (performance.now() - maintained >= 1000 * maintenanceSeconds) {
        maintained = performance.now();
        await retried(() => connection.jobs.maintain(maintenanceSeconds));
      }
      const job = await retried(() => connection.jobs.take());
      if (job) return job;
      if (until === "once") return undefined;
      if (until === "drained") {
        const left = await retried(() => connection.jobs.count());
        if (left && left.waiting + left.active === 0) return undefined;
      }
      await pause(1000 * pollSeconds, undefined, { signal: stop.signal }).catch(() => {});
    }
    return undefined;
  });

  const finish = async (job: TakenJob, end: JobEnd): Promise<void> => {
    const pairs = (await retried(() => endJob(connection, job, end))) ?? 0;
    const unfinished = summary.unfinished + (end.followUps.length > 0 ? 1 : 0);
    summary = { jobs: summary.jobs + 1, pairs: summary.pairs + pairs, unfinished };
    onProgress?.(summary);
  };

  /** Decides a job's pairs; undefined if it was stopped before there was anything to write. */
  const decideJob = async (job: TakenJob, thread: TaskThread, lost: AbortSignal): Promise<JobEnd | undefined> => {
    const loaded = await retried(() => loadJob(connection, job.data, cache));
    if (!loaded) return undefined;
    if (loaded.kind === "void") return { outcomes: [], followUps: [] };
    if (loaded.kind === "unfit") return endOfUnfit(loaded.pairs, loaded.reason);
    const { pairs, work, limits } = loaded;
    const afterLosses = endOfLosses(job, pairs, limits);
    if (afterLosses) return afterLosses;
    const signal = AbortSignal.any([stop.signal, lost]);
    const decided = await decideTile(thread, work, limits.timeLimit, signal).catch(async (error: unknown) => {
      await finish(job, endOf(job, pairs, { outcomes: [] }, limits));
      throw error;
    });
    return endOf(job, pairs, decided, limits);
  };

  const runSlot = async (): Promise<void> => {
    const thread = taskThread(startThread);
    // While the outcomes of one tile are written, the next is decided.
    let writing: Promise<void> = Promise.resolve();
    try {
      await thread.start();
      for (let job = await take(); job; job = until === "once" ? undefined : await take()) {
        const taken = job;
        const { lost, release } = holdLease(connection, taken);
        const end = await decideJob(taken, thread, lost).catch((error: unknown) => {
          release();
          throw error;
        });
        await writing;
        writing = (end ? finish(taken, end) : Promise.resolve()).finally(release);
        writing.catch(() => stop.abort());
      }
      await writing;
    } catch (error) {
      stop.abort();
      await writing.catch(() => {});
      throw error;
    } finally {
      await thread.close();
    }
  };

  try {
    const ends = await Promise.allSettled(Array.from({ length: slots }, runSlot));
    const failure = ends.find((end) => end.status === "rejected");
    if (failure) throw failure.reason;
    return summary;
  } finally {
    request.signal?.removeEventListener("abort", abort);
  }
}

/** Has a tile decided. Without a fault and with outcomes of only some pairs, it was stopped. @throws UnfitWorker */
async function decideTile(
  thread: TaskThread,
  work: TileWork,
  timeLimit: number,
  signal: AbortSignal,
): Promise<Decided> {
  const outcomes: PairOutcome[] = [];
  const onPart = (outcome: PairOutcome): void => {
    outcomes.push(outcome);
  };
  const end = await thread.run<unknown, PairOutcome>(work, { timeLimit: 1000 * timeLimit, signal, onPart });
  if ("failure" in end) return { outcomes, fault: textWith(end.failure.message) };
  const isShort = "output" in end && outcomes.length < work.tile.pairs.length;
  return isShort ? { outcomes, fault: "the thread reported no outcome" } : { outcomes };
}

/** Extends a job's lease until it is released; the signal is aborted if the job was canceled or given to another. */
function holdLease({ jobs }: QueueConnection, { id, lease }: TakenJob): { lost: AbortSignal; release(): void } {
  const lost = new AbortController();
  let isExtending = false;
  const extend = async (): Promise<void> => {
    if (isExtending) return;
    isExtending = true;
    try {
      if (!(await jobs.extend(id))) lost.abort();
    } catch {
      // The database does not answer; writing waits for it, and the next extension may succeed.
    } finally {
      isExtending = false;
    }
  };
  const timer = setInterval(extend, (1000 * lease) / EXTENSIONS);
  return { lost: lost.signal, release: () => clearInterval(timer) };
}

/**
 * Tries something with the database until it answers; undefined if it did not answer soon enough after a stop.
 *
 * @throws errors that waiting does not fix
 */
function retrying(
  signal: AbortSignal,
  onWait: WorkerRequest["onWait"],
): <T>(action: () => Promise<T>) => Promise<T | undefined> {
  let deadline = Infinity;
  const setDeadline = (): void => {
    deadline = performance.now() + GRACE;
  };
  if (signal.aborted) setDeadline();
  else signal.addEventListener("abort", setDeadline, { once: true });
  return async (action) => {
    try {
      return await untilAnswered(action, { deadline: () => deadline, onWait });
    } catch (error) {
      if (isPassing(error)) return undefined;
      throw error;
    }
  };
}

/** Calls wait for the ones before them. */
function oneAtATime<T>(action: () => Promise<T>): () => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return () => {
    const next = last.then(action, action);
    last = next.catch(() => {});
    return next;
  };
}
