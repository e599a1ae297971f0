import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import {
  bestRoutines,
  decide,
  decidePairs,
  pairFromTable,
  seededRng,
  tableFromColumns,
} from "../packages/causal-velocity/dist/index.js";

// All pairs of a made table on one thread and on many, and what so many processes that share nothing are worth on this
// machine. It needs nothing but Node and the built package, so that it can be taken to a machine with more cores.
// Threads share V8's pool for compiling and collecting garbage, of four by default; see --v8-pool-size of Node.
// usage: node bench/threads.js [THREADS] [ROWS] [COLUMNS] [ROUNDS]; the defaults are all cores, 1,000, 64 and 2
const [threads = availableParallelism(), rows = 1000, columns = 64, rounds = 2] = process.argv.slice(2).map(Number);
const ALONE = "--alone";
const SECONDS_ALONE = 4;

/** A chain: every column is a noisy curve of the one before. */
function chain() {
  const rng = seededRng(1).split(`chain ${rows}`);
  let last = Float64Array.from({ length: rows }, () => rng.normal());
  const made = Array.from({ length: columns }, (_, k) => {
    const values = last;
    last = values.map((value) => Math.tanh(value) + 0.4 * (1 + Math.tanh(value) ** 2) * rng.normal());
    return { name: `c${k + 1}`, values };
  });
  return tableFromColumns(made);
}

/** Decides one pair again and again after a warm-up, and prints how often in a second. */
function decideAlone() {
  const table = chain();
  const routines = bestRoutines();
  const repeat = (seconds) => {
    let count = 0;
    const start = performance.now();
    for (; performance.now() - start < 1000 * seconds; count++) {
      decide(pairFromTable(table, { x: 1 + (count % (columns - 1)), y: columns }), { routines });
    }
    return (1000 * count) / (performance.now() - start);
  };
  repeat(SECONDS_ALONE / 2);
  console.log(repeat(SECONDS_ALONE));
}

async function timed(table, jobs) {
  const before = process.cpuUsage();
  const start = performance.now();
  const outcomes = await decidePairs(table, {}, { jobs });
  const wall = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(before);
  const bytes = createHash("sha256").update(JSON.stringify(outcomes)).digest("hex").slice(0, 12);
  console.log(
    `${jobs} threads: wall ${wall.toFixed(2)} s, CPU ${((user + system) / 1e6).toFixed(2)} s, outcomes ${bytes}`,
  );
  return wall;
}

/** How much more processes that share nothing decide than one: no sharing of work can gain more. */
async function ceiling() {
  const run = promisify(execFile);
  const script = [fileURLToPath(import.meta.url), String(threads), String(rows), String(columns), ALONE];
  const rate = async () => Number((await run(process.execPath, script)).stdout);
  const alone = await rate();
  const together = await Promise.all(Array.from({ length: threads }, rate));
  return together.reduce((sum, each) => sum + each, 0) / alone;
}

if (process.argv.includes(ALONE)) decideAlone();
else {
  const table = chain();
  console.log(
    `${(columns * (columns - 1)) / 2} pairs of ${rows} rows, ${threads} threads, ${availableParallelism()} cores`,
  );
  for (let round = 0; round < rounds; round++) {
    const ratio = (await timed(table, 1)) / (await timed(table, threads));
    console.log(`${threads} threads against one: ${ratio.toFixed(2)} ×`);
  }
  console.log(`${threads} processes that share nothing against one: ${(await ceiling()).toFixed(2)} ×`);
}
