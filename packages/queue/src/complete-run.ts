import type { PairOutcome } from "@causal-velocity/core/pairs/decide-tile.js";
import { InputError } from "@causal-velocity/core/primitives/errors.js";
import type { QueueConnection } from "./connect-queue.js";
import { createRun, type RunRequest } from "./create-run.js";
import { isPassing, untilAnswered } from "./database-error.js";
import { runQueueWorker, type WorkerRequest } from "./queue-worker.js";
import { runResults } from "./run-outcomes.js";
import { type RunStatus, runCounts } from "./run-status.js";

/** Progress of a run; `resumed` of its pairs were done before this call. */
export interface RunProgress extends RunStatus {
  readonly resumed: number;
}

export interface CompleteOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called at the start and whenever more pairs are done. */
  onProgress?(progress: RunProgress): void;
  /** Called with the error when the database stops answering; the call waits for it. */
  onWait?(error: Error): void;
  /** A worker in this process, for as long as the run takes; without it, workers elsewhere decide. */
  readonly worker?: Omit<WorkerRequest, "signal" | "until"> | undefined;
}

export interface CompletedRun {
  readonly id: string;
  readonly status: RunStatus;
  /** True if the call was stopped before the run was done; the same request joins it again. */
  readonly aborted: boolean;
  /** By x, then y; can be read more than once. */
  results(): AsyncGenerator<PairOutcome, void, void>;
}

const POLL_MILLISECONDS = 500;

/**
 * Creates a run, or joins the same one, and waits until all its pairs are decided.
 *
 * It also waits while the database does not answer. An abort ends the waiting, not the run: workers continue.
 * @throws InputError as `createRun`; `wrong-option` for a run that was canceled
 */
export async function completeRun(
  connection: QueueConnection,
  request: RunRequest,
  { signal, onProgress, onWait, worker }: CompleteOptions = {},
): Promise<CompletedRun> {
  const create = async (): Promise<RunStatus> => runCounts(connection, (await createRun(connection, request)).id);
  let status = await untilAnswered(create, { deadline: () => (signal?.aborted ? -Infinity : Infinity), onWait });
  const { id } = status;
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
  // It is awaited below; until then its rejection counts as handled.
  help.catch(() => {});
  /** Waits until the next look at the database: soon, or as soon as something happens here. */
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
      const found: RunStatus | undefined = await orUndefined(
        runCounts(connection, id),
        isAnswering ? onWait : undefined,
      );
      isAnswering = found !== undefined;
      status = found ?? status;
    }
  } finally {
    helping.abort();
    await help;
  }
  // Includes what the worker here wrote when it was stopped.
  if (worker) status = (await orUndefined(runCounts(connection, id))) ?? status;
  if (status.state === "canceled") throw canceled(id);
  return { id, status, aborted: status.state !== "done", results: () => runResults(connection, id) };
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
    place: `run "${id}"`,
    value: "canceled",
    expected: "a run that is not canceled",
    remedy: `causal-velocity runs retry ${id} continues it.`,
  });
}
