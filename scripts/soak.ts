import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { planTiles } from "@causal-velocity/core/pairs/choose-pairs.js";
import { completeRun, connectQueue, createRun, removeRun, runQueueWorker } from "@causal-velocity/queue";
import { allPairs, decide, explain, pairFromTable, parseTable, seededRng } from "causal-velocity";
import { NotAtHand } from "../tests/support/not-at-hand.js";
import { startPostgres } from "../tests/support/postgres.js";

// Works without a pause in one process, prints its memory and handles every minute, and fails if they grow: decisions
// and explanations by the library; commands that read and write files and start threads; a worker of a queue and runs
// for it; Studio's server and requests to it.
// usage: npm run soak -- [--minutes 10] [--seconds 60] [--leak memory|handles]

/** What is measured at the end of a cycle, when little is under way. */
export interface Measure {
  /** Megabytes of JavaScript objects and buffers, after garbage was collected. */
  readonly heap: number;
  /** Megabytes of the process. */
  readonly resident: number;
  /** Open files and sockets, by the system; those and timers that Node waits for; threads. Zero if unknown. */
  readonly files: number;
  readonly handles: number;
  readonly threads: number;
}

/** By how much each may exceed what it was in the first half: a share of it, and a number. */
const MAY_GROW: Readonly<Record<keyof Measure, readonly [share: number, number: number]>> = {
  heap: [0.05, 3],
  resident: [0.25, 50],
  files: [0, 3],
  handles: [0, 3],
  threads: [0, 2],
};
const KEYS = Object.keys(MAY_GROW) as (keyof Measure)[];

/** The least of each in a minute: what is kept, without what just happens to be under way. */
export function leastOf(measures: readonly Measure[]): Measure {
  const least = (key: keyof Measure): number => Math.min(...measures.map((measure) => measure[key]));
  return Object.fromEntries(KEYS.map((key) => [key, least(key)])) as unknown as Measure;
}

/**
 * A sentence for each measure that grew, by the least of every minute: the last two minutes against the most of the first
 * half, but for the first minute, which is for warming up.
 */
export function grown(minutes: readonly Measure[]): string[] {
  if (minutes.length < 3) return ["fewer than three minutes show nothing"];
  const half = minutes.slice(1, Math.max(2, Math.floor(minutes.length / 2)));
  const end = leastOf(minutes.slice(Math.max(2, minutes.length - 2)));
  return KEYS.flatMap((key) => {
    const [share, number] = MAY_GROW[key];
    const before = Math.max(...half.map((measure) => measure[key]));
    const most = before * (1 + share) + number;
    return end[key] <= most
      ? []
      : [`${key}: ${round(before)} in the first half, ${round(end[key])} at the end; at most ${round(most)}`];
  });
}

const round = (value: number): number => Math.round(10 * value) / 10;

function measured(): Measure {
  (globalThis as { gc?: () => void }).gc?.();
  const { heapUsed, external, rss } = process.memoryUsage();
  return {
    heap: (heapUsed + external) / 1e6,
    resident: rss / 1e6,
    files: counted("/proc/self/fd"),
    handles: process.getActiveResourcesInfo().length,
    threads: counted("/proc/self/task"),
  };
}

function counted(folder: string): number {
  try {
    return readdirSync(folder).length;
  } catch {
    return 0;
  }
}

const ROWS = 200;

/** Four columns, each caused by the one before; other rows for every seed. */
function tableText(seed: number): string {
  const rng = seededRng(seed);
  const lines = Array.from({ length: ROWS }, () => {
    let value = rng.normal();
    return Array.from({ length: 4 }, () => {
      value = Math.tanh(value) + 0.3 * rng.normal();
      return value.toFixed(6);
    }).join(",");
  });
  return `a,b,c,d\n${lines.join("\n")}\n`;
}

/** One kind of work, done once for a seed; what must be let go at the end. */
type Work = (seed: number) => Promise<unknown>;

async function library(seed: number): Promise<void> {
  const table = parseTable(tableText(seed));
  decide(pairFromTable(table, { x: "a", y: "b" }));
  explain(pairFromTable(table, { x: "c", y: "d" }));
}

function commands(main: (args: readonly string[]) => Promise<number>, folder: string): Work {
  return async (seed) => {
    const file = join(folder, "table.csv");
    writeFileSync(file, tableText(seed));
    const out = (name: string): string[] => ["--out", join(folder, name), "--force"];
    for (const args of [
      ["decide", file, "--x", "a", "--y", "b"],
      ["explain", file, "--x", "a", "--y", "b", ...out("report.html")],
      ["counterfactual", file, "--cause", "a", "--effect", "b", "--row", "7", "--to", "0.5", ...out("what-if.svg")],
      ["pairs", file, "--jobs", "2", "--quiet", ...out("pairs.csv")],
      ["simulate", "independent", "--no-scores", "--pairs", "3", ...out("pairs")],
    ]) {
      const code = await main(args);
      if (code !== 0) throw new Error(`causal-velocity ${args.join(" ")} ended with ${code}`);
    }
  };
}

/** Bytes of columns that the worker may keep: soon full, so that it does not seem to grow. */
const COLUMN_BYTES = 1e6;

/** A worker that waits for work, and a run for it at a time. Undefined where there is no PostgreSQL. */
async function queue(): Promise<Work | undefined> {
  try {
    const { url } = await startPostgres();
    const connection = await connectQueue({ url });
    void runQueueWorker(connection, { jobs: 1, pollSeconds: 0.1, memory: COLUMN_BYTES });
    return async (seed) => {
      const { columns } = parseTable(tableText(seed));
      const request = {
        columns,
        tiles: planTiles(allPairs(columns.map((_, i) => i + 1))),
        settings: { method: "b-lin" },
      };
      const { id } = await createRun(connection, request);
      const { status } = await completeRun(connection, request);
      if (status.done !== status.pairs) throw new Error(`run ${id}: ${status.done} of ${status.pairs} pairs`);
      await removeRun(connection, id);
    };
  } catch (error) {
    if (!(error instanceof NotAtHand)) throw error;
    process.stdout.write(`without a queue: ${error.message}\n`);
    return undefined;
  }
}

const REQUESTS = 20;

/** Studio's page, asked for as browsers do. @param main prints its address */
async function studio(main: (args: readonly string[]) => Promise<number>, printed: () => string): Promise<Work> {
  void main(["studio", "--port", "0"]);
  let address: string | undefined;
  while (address === undefined) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    [address] = /http:\/\/\S+/.exec(printed()) ?? [];
  }
  const page = address;
  return async () => {
    for (let i = 0; i < REQUESTS; i++) {
      const answer = await fetch(page);
      if (answer.status !== 200 || !(await answer.text()).includes("<html"))
        throw new Error(`Studio: ${answer.status}`);
    }
  };
}

async function soak(): Promise<number> {
  const { values } = parseArgs({
    options: { minutes: { type: "string" }, seconds: { type: "string" }, leak: { type: "string" } },
  });
  const [minutes, seconds] = [Number(values.minutes ?? 10), Number(values.seconds ?? 60)];
  if (!("gc" in globalThis)) throw new Error("start it with --expose-gc, as npm run soak does");
  const folder = mkdtempSync(join(tmpdir(), "causal-velocity-soak-"));
  const say = process.stdout.write.bind(process.stdout);
  // What commands print is not for the screen; the start of it has Studio's address.
  let printed = "";
  process.stdout.write = ((piece: string | Uint8Array, ...more: unknown[]): boolean => {
    if (printed.length < 10_000) printed += piece;
    const written = more.find((one) => typeof one === "function") as (() => void) | undefined;
    if (written) queueMicrotask(written);
    return true;
  }) as typeof process.stdout.write;
  const command = new URL("../packages/causal-velocity/dist/cli.js", import.meta.url).href;
  const { main } = await import(command);
  const works = [library, commands(main, folder), await studio(main, () => printed), await queue()];
  const kept: unknown[] = [];
  const rows: Measure[] = [];
  let seed = 0;
  say(`${["minute", "cycles", "heap MB", "resident MB", "open files", "handles", "threads"].join("\t")}\n`);
  for (let minute = 1; minute <= minutes; minute++) {
    const end = performance.now() + 1000 * seconds;
    const measures: Measure[] = [];
    do {
      seed += 1;
      for (const work of works) await work?.(seed);
      if (values.leak === "memory") kept.push(new Float64Array(500_000));
      if (values.leak === "handles") for (let i = 0; i < 5; i++) kept.push(setInterval(() => {}, 1e6));
      measures.push(measured());
    } while (performance.now() < end);
    const least = leastOf(measures);
    rows.push(least);
    say(`${[minute, seed, ...KEYS.map((key) => round(least[key]))].join("\t")}\n`);
  }
  rmSync(folder, { recursive: true });
  const faults = grown(rows);
  say(faults.length === 0 ? "Nothing grew.\n" : `Grew:\n${faults.map((fault) => `  ${fault}\n`).join("")}`);
  return faults.length === 0 ? 0 : 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) process.exit(await soak());
