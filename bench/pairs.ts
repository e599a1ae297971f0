import { writeFileSync } from "node:fs";
import { availableParallelism, cpus } from "node:os";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import {
  bestRoutines,
  decide,
  decideMany,
  pairFromTable,
  seededRng,
  type Table,
  tableFromColumns,
} from "causal-velocity";
import { median } from "./measure.js";

// Many pairs: one by one, on one thread and on two, in turns within one run. Writes docs/benchmarks/pairs.md.
// usage: npm run bench:pairs
const ROUNDS = 3;
const CASES = [
  { rows: 1000, columns: 16 },
  { rows: 10_000, columns: 8 },
];

/** A chain: every column is bent and blurred from the one before. */
function chain(rows: number, columns: number): Table {
  const rng = seededRng(1).split(`chain ${rows}`);
  let last = Float64Array.from({ length: rows }, () => rng.normal());
  const made = Array.from({ length: columns }, (_, k) => {
    const values = last;
    last = values.map((value) => Math.tanh(value) + 0.4 * (1 + 0.5 * value * value) * rng.normal());
    return { name: `c${k + 1}`, values };
  });
  return tableFromColumns(made);
}

interface Measured {
  readonly rows: number;
  readonly pairs: number;
  /** Seconds of one run each, by the clock. */
  readonly alone: number;
  readonly one: number;
  readonly two: number;
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
  const runs: Record<"alone" | "one" | "two", number[]> = { alone: [], one: [], two: [] };
  // In turns: a busy machine is busy for all of them.
  for (let round = 0; round < ROUNDS; round++) {
    runs.alone.push(
      await seconds(() => {
        for (const pair of pairs) decide(pairFromTable(table, pair), { routines });
      }),
    );
    runs.one.push(await seconds(() => decideMany(table, {}, { jobs: 1 })));
    runs.two.push(await seconds(() => decideMany(table, {}, { jobs: 2 })));
  }
  const [alone, one, two] = [median(runs.alone), median(runs.one), median(runs.two)];
  return { rows, pairs: pairs.length, alone, one, two };
}

const measured: Measured[] = [];
for (const each of CASES) measured.push(await measure(each));

const [processor] = cpus();
const line = ({ rows, pairs, alone, one, two }: Measured) =>
  `| ${rows} | ${pairs} | ${(pairs / alone).toFixed(1)} | ${(pairs / one).toFixed(1)} | ${(pairs / two).toFixed(1)} | ${(alone / one).toFixed(2)}× | ${(one / two).toFixed(2)}× |`;
const document = `# Many pairs

Made by \`npm run bench:pairs\`; regenerate, do not edit. All pairs of a chain of columns, the default method, by the clock, medians of ${ROUNDS} runs in turns, on ${processor?.model.trim()} (${availableParallelism()} cores), Node ${process.version}. The machine is shared: believe the ratios.

| rows | pairs | one by one, pairs/s | one thread, pairs/s | two threads, pairs/s | one thread against one by one | two threads against one |
|---|---|---|---|---|---|---|
${measured.map(line).join("\n")}

One thread decides tiles of columns that share what was made of each; it includes the start of the thread and the way to it and back.
`;
writeFileSync(fileURLToPath(new URL("../docs/benchmarks/pairs.md", import.meta.url)), document);
process.stdout.write(document);
