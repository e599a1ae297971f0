import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { decideTile } from "@causal-velocity/core/pairs/decide-tile.js";
import type { TableColumn } from "@causal-velocity/core/table/table.js";
import {
  bestRoutines,
  decide,
  decidePairs,
  pairFromTable,
  planTiles,
  seededRng,
  type Table,
  tableFromColumns,
} from "causal-velocity";
import { machineSpeedup } from "./machine-speedup.js";
import { cpuMilliseconds, median } from "./measure.js";
import { pairsOf, type ScheduleTimes, simulatedSpeedup } from "./simulated-schedule.js";

// All pairs of a table: one by one, on one thread and on two, alternating within one run, and their memory. Writes
// docs/benchmarks/pairs.md. usage: npm run bench -- pairs
const ROUNDS = 3;
const CASES = [
  { rows: 1000, columns: 24 },
  { rows: 10_000, columns: 12 },
];

/** After so many pairs a thread is at full speed. */
const WARMING_PAIRS = 8;

const MEMORY_ROWS = 40;
const MEMORY_COLUMNS = [100, 200, 400, 800];

/** A chain: every column is a noisy curve of the one before. */
function chain(rows: number, columns: number): Table {
  const rng = seededRng(1).split(`chain ${rows}`);
  let last = Float64Array.from({ length: rows }, () => rng.normal());
  const made = Array.from({ length: columns }, (_, k) => {
    const values = last;
    last = values.map((value) => Math.tanh(value) + 0.4 * (1 + Math.tanh(value) ** 2) * rng.normal());
    return { name: `c${k + 1}`, values };
  });
  return tableFromColumns(made);
}

interface Measured {
  readonly rows: number;
  readonly pairs: number;
  /** Wall-clock seconds of each run. */
  readonly alone: number;
  readonly one: number;
  readonly two: number;
  /** Speedup of two independent processes over one. */
  readonly ceiling: number;
  readonly times: ScheduleTimes;
}

async function seconds(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
}

async function measure({ rows, columns }: { rows: number; columns: number }): Promise<Measured> {
  const table = chain(rows, columns);
  const numbers = Array.from({ length: columns }, (_, k) => k + 1);
  const pairs = numbers.flatMap((x) => numbers.slice(x).map((y) => ({ x, y })));
  const routines = bestRoutines();
  const runs: Record<"alone" | "one" | "two" | "ceiling", number[]> = { alone: [], one: [], two: [], ceiling: [] };
  // Alternating, so that a busy machine affects all of them.
  for (let round = 0; round < ROUNDS; round++) {
    runs.alone.push(
      await seconds(() => {
        for (const pair of pairs) decide(pairFromTable(table, pair), { routines });
      }),
    );
    runs.one.push(await seconds(() => decidePairs(table, {}, { jobs: 1 })));
    runs.two.push(await seconds(() => decidePairs(table, {}, { jobs: 2 })));
    runs.ceiling.push(await machineSpeedup(rows, pairs.length));
  }
  const [alone, one, two] = [median(runs.alone), median(runs.one), median(runs.two)];
  const times = await scheduleTimes(table);
  return { rows, pairs: pairs.length, alone, one, two, ceiling: median(runs.ceiling), times };
}

/** What a simulation of the schedule needs, in CPU time, so that other work on the machine does not count. */
async function scheduleTimes(table: Table): Promise<ScheduleTimes> {
  const routines = bestRoutines();
  const tiles = [...planTiles(pairsOf(table.columns.length))];
  const tile = tiles.reduce((largest, each) => (each.pairs.length > largest.pairs.length ? each : largest));
  const columns = tile.columns.map((number) => table.columns[number - 1]) as unknown as readonly TableColumn[];
  const fastest = (run: () => unknown) => Math.min(...Array.from({ length: ROUNDS }, () => cpuMilliseconds(run)));
  const alone = tile.pairs.map((pair) => fastest(() => decide(pairFromTable(table, pair), { routines })));
  const together = fastest(() => decideTile(tile, columns, { routines }));
  // One by one, both columns of every pair are made; in a tile, each once.
  const spared = 2 * tile.pairs.length - tile.columns.length;
  const column = Math.max(0, (alone.reduce((sum, each) => sum + each) - together) / spared);
  const few = tile.pairs.slice(0, WARMING_PAIRS);
  const before = process.cpuUsage();
  await decidePairs(table, { pairs: few }, { jobs: 1 });
  const { user, system } = process.cpuUsage(before);
  const start = Math.max(0, (user + system) / 1000 - few.length * median(alone));
  return { column, start, pair: ({ x, y }) => Math.max(0, (alone[(31 * x + y) % alone.length] ?? 0) - 2 * column) };
}

const COMMAND = fileURLToPath(new URL("../packages/causal-velocity/bin/causal-velocity.js", import.meta.url));
const REPORT_PEAK = fileURLToPath(new URL("./report-peak.cjs", import.meta.url));

interface MeasuredRun {
  readonly columns: number;
  readonly pairs: number;
  /** Peak of resident memory, and bytes written. */
  readonly megabytes: number;
  readonly resultMegabytes: number;
}

/** Memory of the command while it writes results, by the number of pairs; a fast method on few rows. */
function measureMemory(columns: number): MeasuredRun {
  const folder = mkdtempSync(join(tmpdir(), "causal-velocity-bench-"));
  try {
    const [file, out] = [join(folder, "table.csv"), join(folder, "results.csv")];
    const table = chain(MEMORY_ROWS, columns).columns;
    const rows = Array.from({ length: MEMORY_ROWS }, (_, i) => table.map(({ values }) => values[i]).join(","));
    writeFileSync(file, `${table.map(({ name }) => name).join(",")}\n${rows.join("\n")}\n`);
    const args = ["pairs", file, "--method", "b-lin", "--quiet", "--jobs", "2", "--out", out];
    const { stderr, status } = spawnSync(process.execPath, ["--require", REPORT_PEAK, COMMAND, ...args], {
      encoding: "utf8",
    });
    if (status !== 0) throw new Error(stderr);
    const megabytes = Number(/peak (\d+) kB/.exec(stderr)?.[1]) / 1024;
    return { columns, pairs: (columns * (columns - 1)) / 2, megabytes, resultMegabytes: statSync(out).size / 1e6 };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const measured: Measured[] = [];
for (const each of CASES) measured.push(await measure(each));
const memory = MEMORY_COLUMNS.map(measureMemory);

const [processor] = cpus();
const line = ({ rows, pairs, alone, one, two, ceiling }: Measured) =>
  `| ${rows} | ${pairs} | ${(pairs / alone).toFixed(1)} | ${(pairs / one).toFixed(1)} | ${(pairs / two).toFixed(1)} | ${(alone / one).toFixed(2)}× | ${(one / two).toFixed(2)}× | ${ceiling.toFixed(2)}× |`;
const memoryLine = ({ columns, pairs, megabytes, resultMegabytes }: MeasuredRun) =>
  `| ${columns} | ${pairs} | ${megabytes.toFixed(0)} MB | ${resultMegabytes.toFixed(1)} MB |`;
const THREADS = [2, 4, 8, 16, 32, 64];
const SIMULATED_COLUMNS = [24, 40, 100, 400];
const simulatedLines = measured.flatMap(({ rows, times }) =>
  SIMULATED_COLUMNS.map((columns) => {
    const pairs = pairsOf(columns);
    const speedups = THREADS.map((threads) => `${simulatedSpeedup(pairs, threads, times).toFixed(1)}×`);
    return `| ${rows} | ${pairs.count} | ${speedups.join(" | ")} |`;
  }),
);
const startWords = measured.map(({ rows, times }) => `${times.start.toFixed(0)} ms at ${rows} rows`).join(", ");
const document = `# Many pairs

Made by \`npm run bench -- pairs\`; regenerate, do not edit. All pairs of a chain of columns, the default method, by the clock, medians of ${ROUNDS} runs in turns, on ${processor?.model.trim()} (${availableParallelism()} cores), Node ${process.version}. The machine is shared: rely on the ratios only.

| rows | pairs | one by one, pairs/s | one thread, pairs/s | two threads, pairs/s | one thread against one by one | two threads against one | two processes that share nothing against one |
|---|---|---|---|---|---|---|---|
${measured.map(line).join("\n")}

One thread decides tiles of columns that share what was made of each; it includes the start of the thread and the transfer. The last column is what a second core of this machine is worth for any program.

## More threads

How much sooner many threads are done than one, by a simulation of the schedule: every thread has a core of its own, pairs and columns take the CPU time that they took here, and a thread is at full speed only after it has loaded, compiled and optimized (${startWords}). Tiles become smaller toward the end. On a machine with more cores, \`node bench/threads.js\` measures it, beside what as many processes that share nothing are worth there.

| rows | pairs | ${THREADS.map((threads) => `${threads} threads`).join(" | ")} |
|--:|--:|${THREADS.map(() => "--:|").join("")}
${simulatedLines.join("\n")}

## Memory

\`causal-velocity pairs --out results.csv --method b-lin --jobs 2\` on ${MEMORY_ROWS} rows: outcomes stay on disk until they are written; for each pair, memory holds only the position of its line and what the summary needs.

| columns | pairs | resident memory at the peak | results |
|--:|--:|--:|--:|
${memory.map(memoryLine).join("\n")}
`;
writeFileSync(fileURLToPath(new URL("../docs/benchmarks/pairs.md", import.meta.url)), document);
process.stdout.write(document);
