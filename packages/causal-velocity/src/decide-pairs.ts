import { chosenMethod, givenOptions } from "@causal-velocity/core/decide/decide.js";
import { givenSettings } from "@causal-velocity/core/decide/decide-given.js";
import { allAmongMany } from "@causal-velocity/core/pairs/chance.js";
import { guidedTiles, type PairsChoice } from "@causal-velocity/core/pairs/choose-pairs.js";
import type { PairOutcome } from "@causal-velocity/core/pairs/decide-tile.js";
import type { Screened } from "@causal-velocity/core/pairs/screen.js";
import { requireFunction, requireOptions, wrongOption } from "@causal-velocity/core/primitives/errors.js";
import type { Table } from "@causal-velocity/core/table/table.js";
import { keptThreads } from "@causal-velocity/threads/run-tasks.js";
import { runTiles, type TileOptions } from "@causal-velocity/threads/run-tiles.js";
import type { ScreenProgress } from "@causal-velocity/threads/screen-pairs.js";
import {
  type NodeWorker,
  nodeThread,
  type StartThread,
  type StopSignal,
  type ThreadEvents,
  type WebWorker,
  webThread,
} from "@causal-velocity/threads/thread.js";
import { MAX_PAIRS, type MemoryLimits, planRun } from "./pairs/plan-run.js";

/** Options of `decidePairs`: those of a decision, and the threads to use. */
export interface DecidePairsOptions extends TileOptions {
  /** Threads; as many as run at once, by default. */
  readonly jobs?: number | undefined;
  /** Milliseconds that one pair may take; by default there is no limit. */
  readonly timeLimit?: number | undefined;
  /** The most pairs to decide, a million by default; with `top`, that is the most. More are refused before any is decided. */
  readonly maxPairs?: number | undefined;
  /** Ends the work at once, threads included; the promise rejects with the signal's reason. */
  readonly signal?: StopSignal | undefined;
  /** Called as pairs are decided. */
  readonly onProgress?: ((progress: DecidePairsProgress) => void) | undefined;
  /** Called as pairs are screened, with `top` or `screen`. */
  readonly onScreening?: ((progress: ScreenProgress) => void) | undefined;
  /** Called with what the screen left, before it is decided. `pairsSummary` takes it. */
  readonly onScreened?: ((screened: Screened) => void) | undefined;
}

/** How many pairs are decided, for a progress display. */
export interface DecidePairsProgress {
  readonly done: number;
  readonly total: number;
  /** Those decided since the last call, each alone: not yet judged as one of many. */
  readonly outcomes: readonly PairOutcome[];
}

/**
 * Decides many pairs of one table, on threads of Node or workers of a browser: the same bytes on any number of threads.
 *
 * Each outcome is what `decide` gives for the pair, to the bit, but for pairs whose dependence may be chance among so
 * many: these get no verdict (`amongMany`).
 *
 * With `top` or `screen`, all pairs are screened first, and only those that the screen leaves are decided. They are
 * judged as some of all: pairs that are not left count as independent.
 *
 * Threads need a script that some bundlers leave out: tile-worker.js in Node, tile-web-worker.js in a browser. Such a
 * bundle takes a second entry, node_modules/causal-velocity/dist/tile-worker.js, beside the first.
 *
 * @param choice all pairs of the columns of numbers, by default
 * @returns in ascending order of the columns' numbers; pairs that cannot be decided have a `problem`
 * @cost about 2 KB of memory a pair
 * @throws InputError for options, or columns that are not in the table; `run-too-large`
 */
export async function decidePairs(
  table: Table,
  choice: PairsChoice = {},
  allOptions: DecidePairsOptions = {},
): Promise<PairOutcome[]> {
  requireOptions(allOptions);
  const { jobs = threadCount(), timeLimit, maxPairs = MAX_PAIRS, signal, onProgress, ...rest } = allOptions;
  const { onScreening, onScreened, ...options } = rest;
  requireOptions(choice);
  const { maxRows } = choice.given === undefined ? chosenMethod(options) : givenSettings(givenOptions(options));
  if (!(Number.isSafeInteger(jobs) && jobs >= 1)) throw wrongOption("jobs", jobs, "a whole number of threads, from 1");
  if (timeLimit !== undefined && !(typeof timeLimit === "number" && timeLimit > 0))
    throw wrongOption("timeLimit", timeLimit, "milliseconds, above 0");
  requireSignal(signal);
  for (const [name, listener] of Object.entries({ onProgress, onScreening, onScreened }))
    requireFunction(name, listener);
  if (signal?.aborted) throw signal.reason;
  // Those that screen pairs decide them, too.
  const kept = keptThreads(startTileThread);
  const threads = { startThread: startTileThread, workers: jobs, signal, kept };
  try {
    const plan = await planRun({
      ...{ ...threads, table, choice, maxPairs, maxRows, onScreening },
      ...{ seed: options.seed, isKept: true, memory: memoryLimits() },
    });
    if (!plan) throw signal?.reason;
    const { pairs, given, screened } = plan;
    if (screened) onScreened?.(screened);
    const found: PairOutcome[] = [];
    const { aborted } = await runTiles({
      table,
      tiles: guidedTiles(pairs, jobs),
      given,
      options,
      ...threads,
      timeLimit,
      onOutcome: (outcome) => {
        found.push(outcome);
        onProgress?.({ done: found.length, total: pairs.count, outcomes: [outcome] });
      },
    });
    if (aborted) throw signal?.reason;
    found.sort((a, b) => a.x - b.x || a.y - b.y);
    return allAmongMany(found, screened?.pairs ?? pairs.count);
  } finally {
    await kept.close();
  }
}

/** Refuses what is no signal, for callers without types. @throws InputError `wrong-option` */
export function requireSignal(signal: unknown): void {
  const { aborted, addEventListener, removeEventListener }: Partial<StopSignal> = Object(signal);
  const isSignal =
    typeof aborted === "boolean" && [addEventListener, removeEventListener].every((each) => typeof each === "function");
  if (signal !== undefined && !isSignal) throw wrongOption("signal", signal, "the signal of an AbortController");
}

/** The parts of the runtimes that are used; the library's own types include none of them. */
interface Runtime {
  readonly process?: {
    constrainedMemory?(): number;
    /** Modules of Node without an import, which bundlers for browsers would refuse. */
    getBuiltinModule?(name: "node:worker_threads"): {
      readonly Worker: new (script: URL, options: { readonly execArgv: readonly string[] }) => NodeWorker;
    };
    getBuiltinModule?(name: "node:os"): { availableParallelism(): number; totalmem(): number };
    getBuiltinModule?(name: "node:v8"): { getHeapStatistics(): { readonly heap_size_limit: number } };
  };
  readonly Worker?: new (script: URL, options: { readonly type: "module" }) => WebWorker;
  readonly navigator?: { readonly hardwareConcurrency?: number };
}

declare const Worker: NonNullable<Runtime["Worker"]>;

/** For browsers that do not say how many they have. */
const USUAL_CORES = 4;

const runtime = globalThis as unknown as Runtime;

/** Starts a thread of Node, or a worker of a browser, that decides tiles. Their scripts are beside the bundle. */
export const startTileThread: StartThread = (events) => {
  const threads = runtime.process?.getBuiltinModule?.("node:worker_threads");
  const advised = withAdvice(events, threads ? NODE_SCRIPT : WEB_SCRIPT);
  try {
    if (threads) {
      return nodeThread(new threads.Worker(new URL("./tile-worker.js", import.meta.url), { execArgv: [] }), advised);
    }
    // Bundlers recognize a worker by this exact form.
    return webThread(new Worker(new URL("./tile-web-worker.js", import.meta.url), { type: "module" }), advised);
  } catch (error) {
    throw new Error(`${(error as Error).message}. ${adviceFor(threads ? NODE_SCRIPT : WEB_SCRIPT)}`);
  }
};

const [NODE_SCRIPT, WEB_SCRIPT] = ["tile-worker.js", "tile-web-worker.js"];
/** What Node and `webThread` say of a script that is not there. */
const NOT_THERE = /Cannot find module|could not be started/;

/** The same events; where the script was not found, the cause says what to do. */
function withAdvice({ onMessage, onEnd }: ThreadEvents, script: string): ThreadEvents {
  return {
    onMessage,
    onEnd: (cause) => onEnd(NOT_THERE.test(cause) ? `${cause}. ${adviceFor(script)}` : cause),
  };
}

/** Some bundlers leave out the script of a worker. */
function adviceFor(script: string): string {
  return `In a bundle, threads need ${script} beside it: bundle node_modules/causal-velocity/dist/${script} as a second entry called ${script}, both as ES modules`;
}

/** How many threads run at once here. */
export function threadCount(): number {
  const parallelism = runtime.process?.getBuiltinModule?.("node:os").availableParallelism();
  return parallelism ?? (runtime.navigator?.hardwareConcurrency || USUAL_CORES);
}

/** The memory of this process; browsers do not say how much they give. */
export function memoryLimits(): MemoryLimits {
  const { process } = runtime;
  const heap = process?.getBuiltinModule?.("node:v8").getHeapStatistics().heap_size_limit;
  const total = process?.getBuiltinModule?.("node:os").totalmem();
  // Of a container, where there is one; otherwise 0, or more than there is.
  const allowed = process?.constrainedMemory?.() || Infinity;
  return { heap, machine: total === undefined ? undefined : Math.min(total, allowed) };
}
