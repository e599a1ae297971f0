import { spawn } from "node:child_process";
import { once } from "node:events";
import { loadavg } from "node:os";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { runPool } from "@causal-velocity/batch";
import {
  type BatchRequest,
  connectQueue,
  createBatch,
  type QueueConnection,
  runBatch,
  runQueueWorker,
  startEmbedded,
} from "@causal-velocity/queue";
import { allPairs, type MapOutcome, planTiles, simulate, tableFromColumns } from "causal-velocity";
import { median } from "./measure.js";

// What the queue costs beside a pool of threads on the same tiles, and what a second worker brings; all in one run.
// usage: npm run bench:queue [-- ROWS [REPEATS]]

const [ROWS = 1000, REPEATS = 3] = process.argv.slice(2).map(Number);
const COLUMNS = 24;
/** Columns of a side of a tile: smaller tiles than by default, so that the overhead is not flattered. */
const SIDE = 3;
/** Tiles of one pair each for the cost of a tile that takes no time. */
const EMPTY_TILES = 300;
const COMMAND = fileURLToPath(new URL("../packages/causal-velocity/bin/causal-velocity.js", import.meta.url));

const { columns } = tableFromColumns(
  Array.from({ length: COLUMNS }, (_, k) => {
    const { pair } = simulate("an", { n: ROWS, seed: k >> 1 });
    return { name: `c${k + 1}`, values: k % 2 === 0 ? pair.x : pair.y };
  }),
);
const pairs = allPairs(columns.map((_, i) => i + 1));
const tiles = planTiles(pairs, SIDE);
const settings = { seed: 0 };
let runs = 0;
const request = (): BatchRequest => ({ columns, tiles, settings, key: `bench ${runs++}` });

const seconds = async (action: () => Promise<unknown>): Promise<number> => {
  const start = performance.now();
  await action();
  return (performance.now() - start) / 1000;
};

async function byPool(threads: number): Promise<MapOutcome[]> {
  const outcomes: MapOutcome[] = [];
  await runPool<MapOutcome[]>({
    script: new URL("./tile-worker.js", import.meta.url),
    workers: threads,
    tasks: tiles.length,
    input: (task) => ({
      message: { tile: tiles[task], columns: tiles[task].columns.map((number) => columns[number - 1]), settings },
    }),
    onResult: (result) => {
      if (!("output" in result)) throw new Error(result.failure.message);
      outcomes.push(...result.output);
    },
  });
  return outcomes.sort((a, b) => a.x - b.x || a.y - b.y);
}

/** Everything: storing, deciding, reading back. */
async function byQueue(connection: QueueConnection, threads: number): Promise<MapOutcome[]> {
  const run = await runBatch(connection, request(), { worker: { jobs: threads } });
  const outcomes: MapOutcome[] = [];
  for await (const outcome of run.results()) outcomes.push(outcome);
  return outcomes;
}

/** Workers in processes of their own that have decided something before, so that none is still starting. */
async function withWorkers(url: string, count: number, use: () => Promise<void>): Promise<void> {
  const workers = Array.from({ length: count }, () =>
    spawn(process.execPath, [COMMAND, "worker", "--jobs", "1"], {
      env: { ...process.env, CAUSAL_VELOCITY_QUEUE: url },
      stdio: ["ignore", "ignore", "pipe"],
    }),
  );
  await Promise.all(workers.map((worker) => once(worker.stderr, "data")));
  try {
    await use();
  } finally {
    for (const worker of workers) worker.kill("SIGTERM");
    await Promise.all(workers.map((worker) => once(worker, "exit")));
  }
}

const shown = (value: number): string => value.toFixed(2);
const server = await startEmbedded();
const connection = await connectQueue(server.address);
try {
  console.log(`${pairs.length} pairs of ${ROWS} rows in ${tiles.length} tiles, ${REPEATS} runs each, alternating`);
  console.log(`load of the machine before: ${loadavg().map(shown).join(", ")}`);
  if (!isDeepStrictEqual(await byPool(2), await byQueue(connection, 2))) throw new Error("pool and queue differ");
  for (const threads of [1, 2]) {
    const [pool, queue]: [number[], number[]] = [[], []];
    for (let k = 0; k < REPEATS; k++) {
      pool.push(await seconds(() => byPool(threads)));
      queue.push(await seconds(() => byQueue(connection, threads)));
    }
    const ratio = median(queue) / median(pool);
    const each = queue.map((value, k) => shown(value / (pool[k] ?? Number.NaN))).join(", ");
    console.log(`${threads} threads: pool ${shown(median(pool))} s, queue ${shown(median(queue))} s`);
    console.log(`  queue / pool = ${ratio.toFixed(3)} of the medians; run by run ${each}`);
  }

  const times: [number[], number[]] = [[], []];
  for (let k = 0; k < REPEATS; k++) {
    for (const [i, list] of times.entries()) {
      await withWorkers(server.address.url ?? "", i + 1, async () => {
        await runBatch(connection, { ...request(), tiles: tiles.slice(0, 2 * (i + 1)) });
        list.push(await seconds(() => runBatch(connection, request())));
      });
    }
  }
  const [one, two] = times;
  const each = one.map((value, k) => shown(value / (two[k] ?? Number.NaN))).join(", ");
  console.log(`worker processes of one thread: 1 takes ${shown(median(one))} s, 2 take ${shown(median(two))} s`);
  console.log(`  speedup = ${shown(median(one) / median(two))} of the medians; run by run ${each}`);

  const [sample] = await byPool(1);
  const single = pairs.slice(0, EMPTY_TILES).map((pair) => ({ columns: [pair.x, pair.y], pairs: [pair] }));
  const created = await seconds(() => createBatch(connection, { ...request(), tiles: single }));
  const emptied = await seconds(() =>
    runQueueWorker(connection, {
      jobs: 1,
      until: "drained",
      decide: async ({ tile }, tell) => {
        for (const { x, y } of tile.pairs) tell({ ...sample, x, y });
      },
    }),
  );
  console.log(
    `a tile that takes no time: ${shown((1000 * created) / single.length)} ms to create, ` +
      `${shown((1000 * emptied) / single.length)} ms to take, load, write and complete`,
  );
  console.log(`load of the machine after: ${loadavg().map(shown).join(", ")}`);
} finally {
  await connection.close();
  await server.stop();
}
