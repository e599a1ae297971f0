import { InputError, type MapOutcome } from "causal-velocity";
import type { QueueConnection } from "../database/connect-queue.js";
import { isPassing } from "../database/is-passing.js";
import { runQueueWorker, type WorkerRequest } from "../worker/run-queue-worker.js";
import { batchResults } from "./batch-results.js";
import { type BatchStatus, batchCounts } from "./batch-status.js";
import { type BatchRequest, createBatch } from "./create-batch.js";

/** How far a batch is; of the pairs done, `resumed` were when it was joined. */
export interface BatchProgress extends BatchStatus {
  readonly resumed: number;
}

export interface RunOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called at the start and whenever more pairs are done. */
  onProgress?(progress: BatchProgress): void;
  /** Called when the database stops answering, with its error; the run waits for it. */
  onWait?(error: Error): void;
  /** A worker of this very process, which helps as long as the batch runs: without it, others decide. */
  readonly worker?: Omit<WorkerRequest, "signal" | "until"> | undefined;
}

export interface BatchRun {
  readonly id: string;
  readonly status: BatchStatus;
  /** True if it was stopped before the batch was done; the same request rejoins it. */
  readonly aborted: boolean;
  /** By x, then y; can be read once or more. */
  results(): AsyncGenerator<MapOutcome, void, void>;
}

const POLL_MILLISECONDS = 500;

/**
 * Makes a batch, or rejoins the same one, and waits until all its pairs are decided.
 *
 * While the database does not answer it waits, too. An abort ends the waiting, not the batch: workers go on.
 * @throws InputError as `createBatch`; `wrong-option` for a batch that was canceled
 */
export async function runBatch(
  connection: QueueConnection,
  request: BatchRequest,
  { signal, onProgress, onWait, worker }: RunOptions = {},
): Promise<BatchRun> {
  const { id } = await createBatch(connection, request);
  let status = await batchCounts(connection, id);
  const resumed = status.done;
  if (status.state === "canceled") throw canceled(id);
  const helping = new AbortController();
  const ended = new AbortController();
  const waiting = AbortSignal.any([ended.signal, ...(signal ? [signal] : [])]);
  let wake = (): void => {};
  waiting.addEventListener("abort", () => wake());
  const onTile: WorkerRequest["onProgress"] = (summary) => {
    worker?.onProgress?.(summary);
    wake();
  };
  const help = worker
    ? runQueueWorker(connection, { ...worker, signal: helping.signal, onProgress: onTile }).finally(() => ended.abort())
    : Promise.resolve();
  // It is awaited below; until then its failure is no unhandled one.
  help.catch(() => {});
  /** Until it is time to look again: soon, or as soon as something happens here. */
  const pause = (): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, POLL_MILLISECONDS);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
      if (waiting.aborted) wake();
    });
  try {
    let shown = -1;
    let isAnswering = true;
    for (;;) {
      if (status.done !== shown) onProgress?.({ ...status, resumed });
      shown = status.done;
      if (status.state !== "running" || waiting.aborted) break;
      await pause();
      const found: BatchStatus | undefined = await orUndefined(
        batchCounts(connection, id),
        isAnswering ? onWait : undefined,
      );
      isAnswering = found !== undefined;
      status = found ?? status;
    }
  } finally {
    helping.abort();
    await help;
  }
  // What the worker here wrote when it was told to stop counts, too.
  if (worker) status = (await orUndefined(batchCounts(connection, id))) ?? status;
  if (status.state === "canceled") throw canceled(id);
  return { id, status, aborted: status.state !== "done", results: () => batchResults(connection, id) };
}

/** Undefined while the database does not answer. */
async function orUndefined<T>(promised: Promise<T>, onWait?: (error: Error) => void): Promise<T | undefined> {
  try {
    return await promised;
  } catch (error) {
    if (!isPassing(error)) throw error;
    onWait?.(error as Error);
    return undefined;
  }
}

function canceled(id: string): InputError {
  return new InputError({
    code: "wrong-option",
    place: `batch "${id}"`,
    value: "canceled",
    expected: "a batch that runs",
    remedy: `causal-velocity batch retry ${id} takes it up again.`,
  });
}
