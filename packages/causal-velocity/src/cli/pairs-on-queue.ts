import { rmSync } from "node:fs";
import { type ColumnPair, planTiles, type Tile } from "@causal-velocity/core/pairs/choose-pairs.js";
import type { PairsProgress, PairsRun } from "../pairs/run-pairs.js";
import { given } from "./arguments.js";
import type { QueueConnection, QueueModule } from "./load-queue.js";
import { failedPairs, openPairsJournal, type PairsWork } from "./pairs-here.js";
import { wrap } from "./printable.js";
import { Interrupted, note, progressBar, SIGNAL_CODES, untilInterrupted } from "./terminal.js";
import { connectionsFor, withEmbeddedQueue, withQueue } from "./with-queue.js";

/**
 * Has pairs decided by all who work for a queue, this process included, and waits for them.
 *
 * The same work put there again is the same batch: one that was left is joined, one that is done answers at once.
 * @param address as `withQueue` takes it
 * @throws Interrupted, which ends the waiting and not the batch; InputError as `withQueue`; what `use` throws
 */
export async function pairsOnQueue<T>(
  work: PairsWork,
  address: string,
  use: (run: PairsRun) => Promise<T>,
): Promise<T> {
  const decide = async (connection: QueueConnection, queue: QueueModule): Promise<T> => {
    const { batch, run } = await runOnQueue(work, connection, queue, (id) => {
      return `Batch ${id} goes on wherever workers run: the same command waits for it again, causal-velocity batch cancel ${id} ends it.`;
    });
    const told = await use(run);
    if (run.failed > 0) note(`${failedPairs(run.failed)}: causal-velocity batch retry ${batch} tries again.`);
    if (!work.quiet) note(`the queue keeps all this as batch ${batch}, for causal-velocity batch results.`);
    return told;
  };
  return withQueue(address, decide, connectionsFor(work.jobs));
}

/** Seconds: a killed run's tiles wait for no more than this, and no network stands between worker and database. */
const EMBEDDED_LEASE = 10;

/**
 * Has pairs decided by way of a database of this very command. It keeps its data beside `out` until results are written,
 * and the journal there, empty as it is, keeps other runs away.
 *
 * @throws Interrupted; InputError as `withEmbeddedQueue` and `openJournal`; what `use` throws
 */
export async function pairsOnEmbeddedQueue<T>(work: PairsWork, use: (run: PairsRun) => Promise<T>): Promise<T> {
  const journal = openPairsJournal(work, "embedded");
  const folder = work.out === undefined ? undefined : `${work.out}.queue`;
  const removeFolder = (): void => {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  };
  try {
    if (work.force) removeFolder();
    const decide = async (connection: QueueConnection, queue: QueueModule, isKept: boolean): Promise<T> => {
      const next = isKept ? "The same command with --resume goes on from there." : "Nothing is kept.";
      const { run } = await runOnQueue(work, connection, queue, () => next, EMBEDDED_LEASE);
      if (run.failed > 0) note(`${failedPairs(run.failed)}, though they were tried more than once.`);
      return use(run);
    };
    const told = await withEmbeddedQueue(folder, decide, connectionsFor(work.jobs));
    removeFolder();
    journal?.remove();
    return told;
  } finally {
    journal?.close();
  }
}

/** Puts pairs into a queue and leaves them to others. Returns what to print. */
export async function putOnQueue(work: PairsWork, address: string): Promise<string> {
  const { id, rejoined, pairs } = await withQueue(address, (connection, { createBatch }) =>
    createBatch(connection, batchRequest(work)),
  );
  const count = pairs === 1 ? "one pair" : `${pairs} pairs`;
  const text = rejoined ? `Batch ${id} was there already, with ${count}.` : `Batch ${id} has ${count}.`;
  const next = `causal-velocity worker decides them, causal-velocity batch status ${id} shows how far they are, and the same command without --detach waits for the results.`;
  return `${wrap(`${text} ${next}`)}\n`;
}

/** @param afterStop what to say of a batch that was left     @param lease as in the limits of a batch */
async function runOnQueue(
  work: PairsWork,
  connection: QueueConnection,
  { runBatch }: QueueModule,
  afterStop: (id: string) => string,
  lease?: number,
): Promise<{ batch: string; run: PairsRun }> {
  const { jobs, quiet, pairs } = work;
  let progress: PairsProgress = { done: 0, total: pairs.length, resumed: 0 };
  const onWait = ({ message }: Error): void => {
    if (!quiet) note(`the database does not answer (${message}); waiting for it.`);
  };
  const { result: batch, signal } = await untilInterrupted((stop) => {
    const bar = quiet ? undefined : progressBar(process.stderr);
    return runBatch(connection, batchRequest(work, lease), {
      signal: stop,
      onWait,
      onProgress: ({ done, pairs: total, resumed }) => {
        progress = { done, total, resumed };
        bar?.show(progress);
      },
      worker: jobs === 0 ? undefined : { jobs },
    }).finally(() => bar?.end());
  });
  const { id, aborted, status, results } = batch;
  if (signal && aborted) {
    const { done, total } = progress;
    throw new Interrupted(`Stopped after ${done} of ${total} pairs. ${afterStop(id)}`, SIGNAL_CODES[signal]);
  }
  return { batch: id, run: { progress, aborted, failed: status.failed, results } };
}

function batchRequest({ table, pairs, options, seconds }: PairsWork, lease?: number) {
  const limits = given({ timeLimit: seconds, lease });
  return { columns: table.columns, tiles: queueTiles(pairs), settings: options, limits };
}

/** Tiles at least, so that several workers have something to do, and at most, for the queue's sake. */
const [FEW_TILES, MANY_TILES] = [16, 50_000];
/** Pairs that a tile has by preference: seconds of work, in which a column is prepared once. */
const TILE_PAIRS = 64;

/** The same tiles whoever asks, so that the same work is the same batch. */
export function queueTiles(pairs: readonly ColumnPair[]): Tile[] {
  const most = Math.min(pairs.length / FEW_TILES, TILE_PAIRS);
  let side = 1;
  while ((2 * side) ** 2 <= most || pairs.length / side ** 2 > MANY_TILES) side *= 2;
  return planTiles(pairs, side);
}
