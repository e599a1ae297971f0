import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, loadavg } from "node:os";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { Worker } from "node:worker_threads";
import { planTiles } from "@causal-velocity/core/pairs/choose-pairs.js";
import {
  completeRun,
  connectQueue,
  createRun,
  type QueueConnection,
  type RunRequest,
  runQueueWorker,
} from "@causal-velocity/queue";
import { runTiles } from "@causal-velocity/threads/run-tiles.js";
import { nodeThread } from "@causal-velocity/threads/thread.js";
import { allPairs, type PairOutcome, tableFromColumns } from "causal-velocity";
import { simulate } from "causal-velocity/lab";
import { inProcess } from "../tests/queue/in-process-thread.js";
import { startPostgres } from "../tests/support/postgres.js";
import { machineSpeedup } from "./machine-speedup.js";
import { median } from "./measure.js";

// What the queue costs compared with a pool of threads on the same tiles, and what a second worker gains; in one go.
// Writes docs/benchmarks/queue.md.
// usage: npm run bench -- queue [ROWS [REPEATS]]

const [ROWS = 1000, REPEATS = 3] = process.argv.slice(2).map(Number);
const COLUMNS = 24;
/** Columns of a side of a tile, as `causal-velocity pairs` cuts so few pairs. */
const SIDE = 4;
/** Decisions by which the machine's own speedup is measured. */
const CEILING_DECISIONS = 100;
/** Tiles of one pair each for the cost of a tile that takes no time. */
const EMPTY_TILES = 300;
/** The thread that the published package starts. */
const TILE_WORKER = new URL("../packages/causal-velocity/dist/tile-worker.js", import.meta.url);
const COMMAND = fileURLToPath(new URL("../packages/causal-velocity/bin/causal-velocity.js", import.meta.url));

const table = tableFromColumns(
  Array.from({ length: COLUMNS }, (_, k) => {
    const { pair } = simulate("an", { n: ROWS, seed: k >> 1 });
    return { name: `c${k + 1}`, values: k % 2 === 0 ? pair.x : pair.y };
  }),
);
const { columns } = table;
const pairs = allPairs(columns.map((_, i) => i + 1));
const tiles = [...planTiles(pairs, SIDE)];
const settings = { seed: 0 };
let runCount = 0;
const request = (): RunRequest => ({ columns, tiles, settings, key: `bench ${runCount++}` });

const seconds = async (action: () => Promise<unknown>): Promise<number> => {
  const start = performance.now();
  await action();
  return (performance.now() - start) / 1000;
};

/** The tiles on threads of this process, as `causal-velocity pairs` decides them. */
async function byPool(threads: number): Promise<PairOutcome[]> {
  const outcomes: PairOutcome[] = [];
  await runTiles({
    table,
    tiles,
    options: settings,
    workers: threads,
    startThread: (events) => nodeThread(new Worker(TILE_WORKER, { execArgv: [] }), events),
    onOutcome: (outcome) => outcomes.push(outcome),
  });
  return outcomes.sort((a, b) => a.x - b.x || a.y - b.y);
}

/** Storing, deciding and reading back. */
async function byQueue(connection: QueueConnection, threads: number): Promise<PairOutcome[]> {
  const run = await completeRun(connection, request(), { worker: { jobs: threads } });
  const outcomes: PairOutcome[] = [];
  for await (const outcome of run.results()) outcomes.push(outcome);
  return outcomes;
}

/** Workers in separate processes, all started. */
async function withWorkers(
  url: string,
  count: number,
  use: (workers: readonly ChildProcess[]) => Promise<void>,
): Promise<void> {
  const workers = Array.from({ length: count }, () =>
    spawn(process.execPath, [COMMAND, "worker", "--jobs", "1"], {
      env: { ...process.env, CAUSAL_VELOCITY_QUEUE: url },
      stdio: ["ignore", "ignore", "pipe"],
    }),
  );
  await Promise.all(workers.map((worker) => once(worker.stderr, "data")));
  try {
    await use(workers);
  } finally {
    for (const worker of workers) worker.kill("SIGTERM");
    await Promise.all(workers.map((worker) => once(worker, "exit")));
  }
}

const shown = (value: number): string => value.toFixed(2);
const runByRun = (above: readonly number[], below: readonly number[]): string =>
  above.map((value, k) => shown(value / (below[k] ?? Number.NaN))).join(", ");

/** Peak memory of a process in megabytes, on systems that report it. */
function peakOf(pid: number | undefined): number {
  try {
    const [, kilobytes] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return Number(kilobytes) / 1024;
  } catch {
    return Number.NaN;
  }
}

const before = loadavg().map(shown).join(", ");
const server = await startPostgres({ durable: true });
const connection = await connectQueue({ url: server.url });
const lines: string[] = [];
let peak = 0;
try {
  if (!isDeepStrictEqual(await byPool(2), await byQueue(connection, 2))) throw new Error("pool and queue differ");
  for (const threads of [1, 2]) {
    const [pool, queue]: [number[], number[]] = [[], []];
    for (let k = 0; k < REPEATS; k++) {
      pool.push(await seconds(() => byPool(threads)));
      queue.push(await seconds(() => byQueue(connection, threads)));
    }
    const [a, b] = [median(pool), median(queue)];
    lines.push(
      `| queue against threads, ${threads} ${threads === 1 ? "thread" : "threads"} | ${shown(b)} s | ${shown(a)} s | ${(b / a).toFixed(3)} | ${runByRun(queue, pool)} |`,
    );
  }
  const [one, two, ceiling]: [number[], number[], number[]] = [[], [], []];
  for (let k = 0; k < REPEATS; k++) {
    ceiling.push(await machineSpeedup(ROWS, CEILING_DECISIONS));
    for (const [count, list] of [
      [1, one],
      [2, two],
    ] as const) {
      await withWorkers(server.url, count, async (workers) => {
        await completeRun(connection, { ...request(), tiles: tiles.slice(0, 2 * count) });
        list.push(await seconds(() => completeRun(connection, request())));
        peak = Math.max(peak, ...workers.map(({ pid }) => peakOf(pid)));
      });
    }
  }
  const [a, b] = [median(one), median(two)];
  lines.push(
    `| one worker process against two | ${shown(a)} s | ${shown(b)} s | ${(a / b).toFixed(3)} | ${runByRun(one, two)} |`,
  );

  lines.push(
    `| the same of processes that share nothing | | | ${median(ceiling).toFixed(3)} | ${ceiling.map(shown).join(", ")} |`,
  );

  const [sample] = await byPool(1);
  const single = [...pairs].slice(0, EMPTY_TILES).map((pair) => ({ columns: [pair.x, pair.y], pairs: [pair] }));
  const created = await seconds(() => createRun(connection, { ...request(), tiles: single }));
  const emptied = await seconds(() =>
    runQueueWorker(connection, {
      jobs: 1,
      until: "drained",
      startThread: inProcess(({ tile }, report) => {
        for (const { x, y } of tile.pairs) report({ ...sample, x, y });
      }),
    }),
  );
  const [processor] = cpus();
  const document = `# The queue

Made by \`npm run bench -- queue\`; regenerate, do not edit. ${pairs.count} pairs of ${ROWS} rows in ${tiles.length} tiles, the default method, medians of ${REPEATS} runs in turns, on ${processor?.model.trim()} (${availableParallelism()} cores), Node ${process.version}, with the PostgreSQL server on the same cores. Load of the machine before ${before}, after ${loadavg().map(shown).join(", ")}: it is shared, so rely on the ratios only, and not where they differ from run to run.

| what | first | second | first / second | run by run |
|---|--:|--:|--:|---|
${lines.join("\n")}

The last row is what a second core of this machine is worth for any program: no sharing of work can bring more. Times of the queue include storing the columns and reading the outcomes back. A tile that takes no time costs ${shown((1000 * created) / single.length)} ms to create and ${shown((1000 * emptied) / single.length)} ms to take, load, write and complete. A worker process of one thread had ${peak.toFixed(0)} MB of resident memory at its peak.
`;
  writeFileSync(fileURLToPath(new URL("../docs/benchmarks/queue.md", import.meta.url)), document);
  process.stdout.write(document);
} finally {
  await connection.close();
  await server.stop();
}
