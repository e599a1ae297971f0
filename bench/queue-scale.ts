import { loadavg } from "node:os";
import type { Tile } from "@causal-velocity/core/pairs/choose-pairs.js";
import { cancelRun, connectQueue, createRun, removeRun, type TakenJob } from "@causal-velocity/queue";
import { type ColumnPair, seededRng, tableFromColumns } from "causal-velocity";
import { startPostgres } from "../tests/support/postgres.js";
import { median } from "./measure.js";

// What a run of very many pairs costs the coordinator, the server and its workers; nothing is decided.
// usage: npm run bench -- queue-scale [COLUMNS [SIDE]]

const [COLUMNS = 5000, SIDE = 8] = process.argv.slice(2).map(Number);
/** Few: the cost of columns is measured elsewhere. */
const ROWS = 20;
const TAKES = 200;
const TAKERS = 8;

const rng = seededRng(1);
const { columns } = tableFromColumns(
  Array.from({ length: COLUMNS }, (_, k) => ({
    name: `c${k + 1}`,
    values: Float64Array.from({ length: ROWS }, () => rng.normal()),
  })),
);

/** The tiles of all pairs, as in planTiles. */
function* squares(): Generator<Tile> {
  const strip = (first: number): number[] =>
    Array.from({ length: Math.min(SIDE, COLUMNS - first + 1) }, (_, i) => first + i);
  for (let left = 1; left <= COLUMNS; left += SIDE) {
    for (let top = left; top <= COLUMNS; top += SIDE) {
      const pairs = strip(left).flatMap((x) => strip(top).flatMap((y): ColumnPair[] => (x < y ? [{ x, y }] : [])));
      if (pairs.length > 0) yield { columns: [...new Set([...strip(left), ...strip(top)])], pairs };
    }
  }
}

const milliseconds = async (action: () => Promise<unknown>): Promise<number> => {
  const start = performance.now();
  await action();
  return performance.now() - start;
};
const megabytes = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MB`;
const say = (what: string, value: string): void => console.log(`${what.padEnd(44)} ${value}`);
const timed = async (what: string, action: () => Promise<unknown>): Promise<void> =>
  say(what, `${((await milliseconds(action)) / 1000).toFixed(1)} s`);

const server = await startPostgres({ durable: true });
const connection = await connectQueue({ url: server.url }, { connections: TAKERS });
const { database, jobs } = connection;
try {
  say(
    "load of the machine before",
    loadavg()
      .map((load) => load.toFixed(1))
      .join(", "),
  );
  const tiles = [...squares()];
  const pairs = tiles.reduce((sum, tile) => sum + tile.pairs.length, 0);
  say("run", `${COLUMNS} columns of ${ROWS} rows, ${pairs} pairs, ${tiles.length} tiles`);
  say("memory of the coordinator, tiles planned", megabytes(process.memoryUsage().rss));
  let id = "";
  await timed("creating the run", async () => {
    id = (await createRun(connection, { columns, tiles })).id;
  });
  say("memory of the coordinator, at most", megabytes(1024 * process.resourceUsage().maxRSS));
  await timed("creating the same run again", () => createRun(connection, { columns, tiles }));

  const taken: TakenJob[] = [];
  const take = async (): Promise<void> => {
    const job = await jobs.take();
    if (job) taken.push(job);
  };
  const sample = async (action: () => Promise<unknown>): Promise<string> => {
    const times: number[] = [];
    for (let k = 0; k < TAKES; k++) times.push(await milliseconds(action));
    times.sort((a, b) => a - b);
    return `${median(times).toFixed(1)} ms; of 100, 5 take more than ${times[Math.floor(0.95 * TAKES)].toFixed(1)} ms`;
  };
  say("taking a job", await sample(take));
  await timed(`${TAKERS} at once, ${TAKES} jobs each`, () =>
    Promise.all(
      Array.from({ length: TAKERS }, async () => {
        for (let k = 0; k < TAKES; k++) await take();
      }),
    ),
  );
  if (new Set(taken.map((job) => job.id)).size !== TAKES * (TAKERS + 1)) throw new Error("a job was taken twice");
  say("completing a job", await sample(async () => jobs.complete(taken.pop()?.id ?? "", database)));
  await database.query("analyze");
  say("taking a job, now that there are statistics", await sample(take));
  say("maintenance, every 5 s", `${(await milliseconds(() => jobs.maintain(0))).toFixed(0)} ms`);
  say("counting jobs", `${(await milliseconds(() => jobs.count(id))).toFixed(0)} ms`);
  const { rows } = await database.query("select pg_database_size(current_database())::float8 as bytes");
  say("size of the database", megabytes(rows[0].bytes));
  await timed("canceling", () => cancelRun(connection, id));
  await timed("removing", () => removeRun(connection, id));
  say(
    "load of the machine after",
    loadavg()
      .map((load) => load.toFixed(1))
      .join(", "),
  );
} finally {
  await connection.close();
  await server.stop();
}
