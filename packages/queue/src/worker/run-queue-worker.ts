import { availableParallelism } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import type { QueueConnection } from "../database/connect-queue.js";
import { isPassing } from "../database/is-passing.js";
import type { TakenJob } from "../database/job-queue.js";
import { callbackDecider } from "./callback-decider.js";
import { columnCache } from "./column-cache.js";
import { decideWatched } from "./decide-watched.js";
import type { Decider, DecideTile } from "./decider.js";
import { endJob, type JobEnd } from "./end-job.js";
import { endOf, endOfLosses, endOfUnfit } from "./follow-ups.js";
import { loadWork, type NamedPair } from "./load-work.js";
import { threadDecider } from "./thread-decider.js";

export interface WorkerRequest {
  /** Tiles at a time, each in a thread; default as many as there are cores. */
  readonly jobs?: number | undefined;
  /** Ends the worker: what is decided is written, what is not goes back into the queue. */
  readonly signal?: AbortSignal | undefined;
  /** `stopped`: only by the signal. `drained`: when no job is left, waiting or taken by anybody. `once`: after one tile a thread. */
  readonly until?: "stopped" | "drained" | "once" | undefined;
  /** Decides in place of threads; it must not block the process for longer than a lease. */
  readonly decide?: DecideTile | undefined;
  /** The threads' module, which calls `serveTiles`; default: one that decides. */
  readonly script?: URL | undefined;
  /** Megabytes of heap at which a thread dies, in place of what Node allows; columns are not part of it. */
  readonly threadMegabytes?: number | undefined;
  /** Bytes of columns kept; default 1 GB. */
  readonly memory?: number | undefined;
  /** Seconds between two looks into an empty queue; default ½. */
  readonly pollSeconds?: number | undefined;
  /** Seconds between two searches, by any worker, for jobs whose worker is gone; default 5. */
  readonly maintenanceSeconds?: number | undefined;
  /** Called when the database stops answering, with its error; the worker waits for it. */
  onWait?(error: Error): void;
  /** Called after every tile. */
  onProgress?(summary: WorkerSummary): void;
}

export interface WorkerSummary {
  /** Jobs that were ended. */
  readonly jobs: number;
  /** Outcomes that were written. */
  readonly pairs: number;
  /** Jobs whose pairs are tried again: they threw, took too long, or were given back. */
  readonly unfinished: number;
}

const THREAD = new URL("./tile-thread.js", import.meta.url);
const DEFAULT_MEMORY = 1e9;
/** Milliseconds between two tries while the database does not answer: from, to. */
const [FIRST_PAUSE, LONGEST_PAUSE] = [200, 5000];
/** Milliseconds for the last writes of a worker that was told to stop. */
const GRACE = 5000;
/** A lease is extended this often in its time. */
const EXTENSIONS = 3;

/**
 * Takes tiles from the queue, decides them and writes their outcomes, anywhere and beside any number of others.
 *
 * Whatever happens to it, no pair is lost or written twice: outcomes and the end of their job are one transaction, and a
 * job whose worker is gone comes back when its lease has ended. While the database does not answer, it waits.
 * @throws UnfitWorker if its threads do not start, and errors of the database that waiting does not mend
 */
export async function runQueueWorker(connection: QueueConnection, request: WorkerRequest = {}): Promise<WorkerSummary> {
  const { jobs: slots = availableParallelism(), until = "stopped", onProgress } = request;
  const { pollSeconds = 0.5, maintenanceSeconds = 5, memory = DEFAULT_MEMORY } = request;
  const stop = new AbortController();
  const abort = (): void => stop.abort();
  request.signal?.addEventListener("abort", abort);
  if (request.signal?.aborted) abort();
  const patient = patience(stop.signal, request.onWait);
  const cache = columnCache(connection.database, memory);
  let maintained = -Infinity;
  let summary: WorkerSummary = { jobs: 0, pairs: 0, unfinished: 0 };

  const take = oneAtATime(async (): Promise<TakenJob | undefined> => {
    while (!stop.signal.aborted) {
      if (performance.now() - maintained >= 1000 * maintenanceSeconds) {
        maintained = performance.now();
        await patient(() => connection.jobs.maintain(maintenanceSeconds));
      }
      const job = await patient(() => connection.jobs.take());
      if (job) return job;
      if (until === "once") return undefined;
      if (until === "drained") {
        const left = await patient(() => connection.jobs.count());
        if (left && left.waiting + left.active === 0) return undefined;
      }
      await pause(1000 * pollSeconds, undefined, { signal: stop.signal }).catch(() => {});
    }
    return undefined;
  });

  const finish = async (job: TakenJob, end: JobEnd): Promise<void> => {
    const pairs = (await patient(() => endJob(connection, job, end))) ?? 0;
    const unfinished = summary.unfinished + (end.followUps.length > 0 ? 1 : 0);
    summary = { jobs: summary.jobs + 1, pairs: summary.pairs + pairs, unfinished };
    onProgress?.(summary);
  };

  /** Decides a job's pairs; undefined if it was stopped before there was anything to write. */
  const decideJob = async (job: TakenJob, decider: Decider, lost: AbortSignal): Promise<JobEnd | undefined> => {
    const loaded = await patient(() => loadWork(connection, job.data, cache));
    if (!loaded) return undefined;
    if (loaded.kind === "void") return { outcomes: [], followUps: [] };
    if (loaded.kind === "unfit") return endOfUnfit(loaded.pairs, loaded.reason);
    const { work, limits } = loaded;
    const nameOf = (number: number): string => work.columns[work.tile.columns.indexOf(number)]?.name ?? "";
    const pairs = work.tile.pairs.map(({ x, y }): NamedPair => ({ x, y, names: { x: nameOf(x), y: nameOf(y) } }));
    const afterLosses = endOfLosses(job, pairs, limits);
    if (afterLosses) return afterLosses;
    const watch = { timeLimit: limits.timeLimit, signal: AbortSignal.any([stop.signal, lost]) };
    const decided = await decideWatched(decider, work, watch).catch(async (error: unknown) => {
      await finish(job, endOf(job, pairs, { outcomes: [] }, limits));
      throw error;
    });
    return endOf(job, pairs, decided, limits);
  };

  const runSlot = async (): Promise<void> => {
    const { decide, script = THREAD, threadMegabytes } = request;
    const decider = decide ? callbackDecider(decide) : threadDecider(script, threadMegabytes);
    // While the outcomes of one tile are written, the next is decided.
    let writing: Promise<void> = Promise.resolve();
    try {
      await decider.start();
      for (let job = await take(); job; job = until === "once" ? undefined : await take()) {
        const taken = job;
        const { lost, release } = holdLease(connection, taken);
        const end = await decideJob(taken, decider, lost).catch((error: unknown) => {
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
      await decider.close();
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

/** Extends a job's lease until it is released; the signal tells that it is another's, or canceled. */
function holdLease({ jobs }: QueueConnection, { id, lease }: TakenJob): { lost: AbortSignal; release(): void } {
  const lost = new AbortController();
  let isExtending = false;
  const extend = async (): Promise<void> => {
    if (isExtending) return;
    isExtending = true;
    try {
      if (!(await jobs.extend(id))) lost.abort();
    } catch {
      // The database does not answer; whoever writes will wait for it, and the next extension may succeed.
    } finally {
      isExtending = false;
    }
  };
  const timer = setInterval(extend, (1000 * lease) / EXTENSIONS);
  return { lost: lost.signal, release: () => clearInterval(timer) };
}

/**
 * Tries something with the database until it answers; undefined if it did not within the grace after a stop.
 *
 * @throws what waiting does not mend
 */
function patience(
  signal: AbortSignal,
  onWait: WorkerRequest["onWait"],
): <T>(action: () => Promise<T>) => Promise<T | undefined> {
  let deadline = Infinity;
  const setDeadline = (): void => {
    deadline = Date.now() + GRACE;
  };
  if (signal.aborted) setDeadline();
  else signal.addEventListener("abort", setDeadline, { once: true });
  return async (action) => {
    for (let wait = FIRST_PAUSE; ; wait = Math.min(2 * wait, LONGEST_PAUSE)) {
      try {
        return await action();
      } catch (error) {
        if (!isPassing(error)) throw error;
        if (Date.now() + wait > deadline) return undefined;
        if (wait === FIRST_PAUSE) onWait?.(error);
        await pause(Math.min(wait, GRACE / EXTENSIONS));
      }
    }
  };
}

/** Calls that come while one runs wait for their turn. */
function oneAtATime<T>(action: () => Promise<T>): () => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return () => {
    const next = last.then(action, action);
    last = next.catch(() => {});
    return next;
  };
}
