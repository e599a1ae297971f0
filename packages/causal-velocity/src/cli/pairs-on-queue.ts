import { type PairList, planTiles, type Tile } from "@causal-velocity/core/pairs/choose-pairs.js";
import type { PairsProgress, PairsRun } from "../pairs/run-pairs.js";
import { given } from "./arguments.js";
import { failedPairs, type PairsWork } from "./pairs-here.js";
import { wrap } from "./printable.js";
import { Interrupted, note, progressBar, SIGNAL_CODES, untilInterrupted } from "./terminal.js";
import { connectionsFor, type QueueConnection, type QueueModule, type QueuePlace, withQueue } from "./with-queue.js";

/**
 * Has pairs decided by all workers of a queue, this process included, and waits for them.
 *
 * The same work is the same run: an unfinished one is joined, a finished one returns its results at once.
 * @throws Interrupted, which ends the waiting and not the run; InputError as `withQueue`; what `use` throws
 */
export async function pairsOnQueue<T>(
  work: PairsWork,
  place: QueuePlace,
  use: (run: PairsRun) => Promise<T>,
): Promise<T> {
  const decide = async (connection: QueueConnection, queue: QueueModule): Promise<T> => {
    const { id, run } = await runOnQueue(work, connection, queue);
    const result = await use(run);
    if (run.failed > 0) note(`${failedPairs(run.failed)}: causal-velocity runs retry ${id} tries again.`);
    if (!work.quiet) note(`the queue keeps the results as run ${id}; causal-velocity runs results shows them.`);
    return result;
  };
  return withQueue(place, decide, connectionsFor(work.jobs));
}

/** Puts pairs on a queue and leaves them to others. Returns what to print. */
export async function putOnQueue(work: PairsWork, place: QueuePlace): Promise<string> {
  const { id, rejoined, pairs } = await withQueue(place, (connection, { createRun }) =>
    createRun(connection, runRequest(work)),
  );
  const count = pairs === 1 ? "one pair" : `${pairs} pairs`;
  const text = rejoined ? `Run ${id} exists already, with ${count}.` : `Created run ${id} with ${count}.`;
  const next = `causal-velocity worker decides them, causal-velocity runs status ${id} shows the progress, and the same command without --detach waits for the results.`;
  return `${wrap(`${text} ${next}`)}\n`;
}

/** Waits for the run of this work. @throws Interrupted */
async function runOnQueue(
  work: PairsWork,
  connection: QueueConnection,
  { completeRun }: QueueModule,
): Promise<{ id: string; run: PairsRun }> {
  const { jobs, quiet, pairs } = work;
  let progress: PairsProgress = { done: 0, total: pairs.count, resumed: 0 };
  const onWait = ({ message }: Error): void => {
    if (!quiet) note(`the database does not answer (${message}); waiting for it.`);
  };
  const { result, signal } = await untilInterrupted((stop) => {
    const bar = quiet ? undefined : progressBar(process.stderr);
    return completeRun(connection, runRequest(work), {
      signal: stop,
      onWait,
      onProgress: ({ done, pairs: total, resumed }) => {
        progress = { done, total, resumed };
        bar?.show(progress);
      },
      worker: jobs === 0 ? undefined : { jobs },
    }).finally(() => bar?.end());
  });
  const { id, aborted, status, results } = result;
  if (signal && aborted) {
    const next = `Run ${id} continues wherever workers run: the same command waits for it again, causal-velocity runs cancel ${id} cancels it.`;
    throw new Interrupted(`Stopped after ${progress.done} of ${progress.total} pairs. ${next}`, SIGNAL_CODES[signal]);
  }
  return { id, run: { progress, aborted, failed: status.failed, results } };
}

function runRequest({ table, pairs, screened, options, seconds }: PairsWork) {
  const limits = given({ timeLimit: seconds, among: screened?.pairs });
  return { columns: table.columns, tiles: queueTiles(pairs), settings: options, limits };
}

/** The fewest tiles, so that several workers have work, and the most, as each is a job of the queue. */
const [FEW_TILES, MANY_TILES] = [16, 50_000];
/** Pairs of a usual tile: seconds of work, for which each column is prepared once. */
const TILE_PAIRS = 64;

/** Tiles that depend on nothing but the pairs, so that the same work is the same run. */
export function queueTiles(pairs: PairList): Iterable<Tile> {
  const most = Math.min(pairs.count / FEW_TILES, TILE_PAIRS);
  let side = 1;
  while ((2 * side) ** 2 <= most || pairs.count / side ** 2 > MANY_TILES) side *= 2;
  return planTiles(pairs, side);
}
