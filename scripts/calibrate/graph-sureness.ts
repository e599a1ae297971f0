import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname } from "node:path";
import { parseArgs } from "node:util";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import type { EdgeCounts } from "@causal-velocity/core/graph/edge-sureness.js";
import { edgeCounts, findPart, HALVES, prepareGraph } from "@causal-velocity/core/graph/graph.js";
import { graphFlows } from "@causal-velocity/core/graph/local-scores.js";
import { type Rng, seededRng } from "@causal-velocity/core/primitives/random.js";
import { tableFromColumns } from "@causal-velocity/core/table/table.js";
import { graphMechanisms } from "@causal-velocity/lab/simulate/graphs/column-mechanism.js";
import { type GraphSettings, simulateGraph } from "@causal-velocity/lab/simulate/graphs/simulate-graph.js";
import { topologies } from "@causal-velocity/lab/simulate/graphs/topology.js";
import { bestRoutines } from "@causal-velocity/routines/best-routines.js";

// Simulates graphs, finds them, and keeps what was counted for every arrow that was found, and whether it is true. A
// graph is a line of the file; lines that are there are not made again. `fit-sureness.ts` fits the weights.
// usage: tsx scripts/calibrate/graph-sureness.ts --from 0 --to 800 [--jobs 2] [--seconds 300] [--cells 15000] [--out FILE]

/** One simulated graph: its setting, and the arrows that were found. */
export interface MeasuredGraph {
  readonly seed: number;
  readonly settings: GraphSettings;
  readonly edges: number;
  readonly found: readonly (EdgeCounts & { readonly truth: "right" | "turned" | "wrong" })[];
}

const COLUMNS = [3, 4, 5, 6, 7, 8, 10, 12, 15, 20];
const ROWS = [100, 200, 300, 500, 700, 1000, 2000];
const DEGREES = [0.5, 1, 1.5, 2, 2.5, 3];
/** Share of the columns that are rounded to multiples of a step, in standard deviations. */
const ROUNDED = 0.1;
const STEPS = [0.1, 0.5] as const;

function oneOf<T>(values: readonly T[], rng: Rng): T {
  return values[Math.floor(values.length * rng.uniform())];
}

/** @param cells of a table at most: one with 15,000 takes a minute or two */
function settingsOf(seed: number, cells: number): GraphSettings {
  const rng = seededRng(seed).split("setting");
  const columns = oneOf(
    COLUMNS.filter((count) => count * ROWS[0] <= cells),
    rng,
  );
  const rows = oneOf(
    ROWS.filter((count) => count * columns <= cells),
    rng,
  );
  return {
    topology: oneOf(topologies, rng),
    mechanism: oneOf(graphMechanisms, rng),
    columns,
    rows,
    degree: Math.min(oneOf(DEGREES, rng), columns - 1),
  };
}

function measure(seed: number, cells: number): MeasuredGraph {
  const settings = settingsOf(seed, cells);
  const simulated = simulateGraph(settings, seed);
  const rng = seededRng(seed).split("rounding");
  const columns = simulated.columns.map(({ name, values }) => {
    if (rng.uniform() >= ROUNDED) return { name, values };
    const step = STEPS[0] + (STEPS[1] - STEPS[0]) * rng.uniform();
    return { name, values: values.map((value) => step * Math.round(value / step)) };
  });
  const prepared = prepareGraph(tableFromColumns(columns), { routines: bestRoutines() });
  const [all, ...halves] = Array.from({ length: 1 + HALVES }, (_, part) => findPart(prepared, part));
  const flows = graphFlows(prepared.rows.columns, prepared.options);
  const { parents } = simulated;
  const truthOf = (from: number, to: number) =>
    parents[to].includes(from) ? "right" : parents[from].includes(to) ? "turned" : "wrong";
  return {
    seed,
    settings,
    edges: parents.flat().length,
    found: edgeCounts(flows, all.parents, halves).map((counts) => ({
      ...counts,
      truth: truthOf(counts.from, counts.to),
    })),
  };
}

if (isMainThread) {
  const { values } = parseArgs({
    options: {
      from: { type: "string", default: "0" },
      to: { type: "string", default: "400" },
      jobs: { type: "string", default: String(availableParallelism()) },
      seconds: { type: "string", default: "1e9" },
      cells: { type: "string", default: "15000" },
      out: { type: "string", default: ".cache/graph-sureness.jsonl" },
    },
  });
  mkdirSync(dirname(values.out), { recursive: true });
  if (!existsSync(values.out)) writeFileSync(values.out, "");
  const lines = readFileSync(values.out, "utf8").trim().split("\n").filter(Boolean);
  const known = new Set(lines.map((line) => (JSON.parse(line) as MeasuredGraph).seed));
  const seeds: number[] = [];
  for (let seed = Number(values.from); seed < Number(values.to); seed++) if (!known.has(seed)) seeds.push(seed);
  const end = Date.now() + 1000 * Number(values.seconds);
  for (let job = 0; job < Number(values.jobs); job++) {
    const worker = new Worker(new URL(import.meta.url), { workerData: Number(values.cells) });
    const next = (): void => {
      const seed = Date.now() < end ? seeds.shift() : undefined;
      if (seed === undefined) void worker.terminate();
      else worker.postMessage(seed);
    };
    worker.on("message", (line: string) => {
      appendFileSync(values.out, `${line}\n`);
      next();
    });
    next();
  }
} else {
  const cells = workerData as number;
  parentPort?.on("message", (seed: number) => parentPort?.postMessage(JSON.stringify(measure(seed, cells))));
}
