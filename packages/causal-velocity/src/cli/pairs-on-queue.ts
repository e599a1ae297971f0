import { rmSync } from "node:fs";
import { type ColumnPair, planTiles, type Tile } from "@causal-velocity/core";
import type { PairsProgress, PairsRun } from "../pairs/run-pairs.js";
import { Interrupted } from "./interrupted.js";
import type { QueueConnection, QueueModule } from "./load-queue.js";
import type { PairsWork } from "./pairs-here.js";
import { wrap } from "./printable.js";
import { progressBar } from "./progress.js";
import { SIGNAL_CODES, untilInterrupted } from "./until-interrupted.js";
import { connectionsFor, EMBEDDED, withEmbeddedQueue, withQueue } from "./with-queue.js";

/**
 * Has pairs decided by all who work for a queue, this process included, and waits for them.
 *
 * The same work put there again is the same batch: one that was left is joined, one that is done answers at once.
 * @param address as `withQueue` takes it, or `EMBEDDED`: a server that keeps its data beside `out` until they are written
 * @throws Interrupted, which ends the waiting and not the batch; InputError as `withQueue`; what `use` throws
 */
export async function pairsOnQueue<T>(
  work: PairsWork,
  address: string,
  use: (run: PairsRun) => Promise<T>,
): Promise<T> {
  const isEmbedded = address === EMBEDDED;
  const connections = connectionsFor(work.jobs);
  const decide = (connection: QueueConnection, queue: QueueModule): Promise<T> =>
    onQueue(work, isEmbedded, connection, queue, use);
  if (!isEmbedded) return withQueue(address, decide, connections);
  const folder = work.out === undefined ? undefined : `${work.out}.queue`;
  if (folder !== undefined && work.force) rmSync(folder, { recursive: true, force: true });
  const told = await withEmbeddedQueue(folder, decide, connections);
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  return told;
}

/** Puts pairs into a queue and leaves them to others. Returns what to print. */
export async function putOnQueue(work: PairsWork, address: string): Promise<string> {
  const { id, rejoined, pairs } = await withQueue(address, (connection, { createBatch }) =>
    createBatch(connection, batchRequest(work)),
  );
  const text = rejoined ? `Batch ${id} was there already, with ${pairs} pairs.` : `Batch ${id} has ${pairs} pairs.`;
  const next = `causal-velocity worker decides them, causal-velocity batch status ${id} shows how far they are, and the same command without --detach waits for the results.`;
  return `${wrap(`${text} ${next}`)}\n`;
}

async function onQueue<T>(
  work: PairsWork,
  isEmbedded: boolean,
  connection: QueueConnection,
  { runBatch }: QueueModule,
  use: (run: PairsRun) => Promise<T>,
): Promise<T> {
  const { jobs, quiet, pairs } = work;
  let progress: PairsProgress = { done: 0, total: pairs.length, resumed: 0 };
  const note = (text: string): void => {
    if (!quiet) process.stderr.write(`${wrap(text, "note: ")}\n`);
  };
  const { result: batch, signal } = await untilInterrupted((stop) => {
    const bar = quiet ? undefined : progressBar(process.stderr);
    return runBatch(connection, batchRequest(work), {
      signal: stop,
      onProgress: ({ done, pairs: total, resumed }) => {
        progress = { done, total, resumed };
        bar?.show(progress);
      },
      worker:
        jobs === 0 ? undefined : { jobs, onWait: ({ message }) => note(`the database does not answer: ${message}`) },
    }).finally(() => bar?.end());
  });
  if (signal && batch.aborted) {
    const { done, total } = progress;
    const next = isEmbedded
      ? "The same command with --resume goes on from there, if it has an --out."
      : `Batch ${batch.id} goes on wherever workers run: the same command waits for it again, causal-velocity batch cancel ${batch.id} ends it.`;
    throw new Interrupted(`Stopped after ${done} of ${total} pairs. ${next}`, SIGNAL_CODES[signal]);
  }
  const told = await use({ progress, aborted: batch.aborted, results: batch.results });
  if (!isEmbedded) note(`the queue keeps all this as batch ${batch.id}, for causal-velocity batch results.`);
  return told;
}

function batchRequest({ table, pairs, options, seconds }: PairsWork) {
  const limits = seconds === undefined ? {} : { timeLimit: seconds };
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
