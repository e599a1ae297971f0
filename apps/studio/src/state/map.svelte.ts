import type { MapOutcome, MapProblem } from "@causal-velocity/core/pairs/decide-tile.js";
import type { MapColumn } from "@causal-velocity/core/pairs/pairs-figure.js";
import { mapSummary } from "@causal-velocity/core/pairs/pairs-summary.js";
import { TaskFault } from "../engine/fault.js";
import type { DecidedPair, StudyOptions } from "../engine/messages.js";
import type { Pool } from "../engine/pool.js";
import { Canceled, type Task } from "../engine/task.js";
import { pairCount } from "./pair-count.js";

/** Pairs that wait in the pool for each one that is worked on, so that no worker waits for the page. */
const AHEAD = 2;
/** Milliseconds between two changes of what is shown: more often would only keep the page busy. */
const FLUSH = 200;

/** All pairs of some columns, decided in the background. What was found stays when the work is stopped, and is not done again. */
export class MapState {
  columns: readonly MapColumn[] = $state.raw([]);
  /** In the order of the pairs. */
  outcomes: readonly MapOutcome[] = $state.raw([]);
  running: boolean = $state(false);
  /** Milliseconds to go, by the pace so far; unknown before the first pair. */
  left: number | undefined = $state(undefined);
  /** Options of the outcomes. */
  options: StudyOptions | undefined = $state.raw(undefined);
  readonly summary = $derived(mapSummary(this.outcomes));
  readonly #pool: Pool;
  readonly #now: () => number;
  #found = new Map<number, MapOutcome>();
  #tasks = new Set<Task<DecidedPair>>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Counts the runs: what an ended one still reports is nobody's. */
  #run = 0;

  /** @param now milliseconds of a clock */
  constructor(pool: Pool, now: () => number = () => performance.now()) {
    this.#pool = pool;
    this.#now = now;
  }

  get pairCount(): number {
    return pairCount(this.columns.length);
  }

  get isDone(): boolean {
    return this.pairCount > 0 && this.outcomes.length === this.pairCount;
  }

  /** Decides every pair of the columns that has not been decided with these options; resolves when all are or it is stopped. */
  async start(columns: readonly MapColumn[], options: StudyOptions): Promise<void> {
    this.stop();
    if (!this.isFor(columns, options)) this.clear();
    this.columns = columns;
    this.options = options;
    const open = pairsOf(columns).flatMap((pair, index) => (this.#found.has(index) ? [] : [{ ...pair, index }]));
    if (open.length === 0) return;
    const run = ++this.#run;
    const [started, total] = [this.#now(), open.length];
    this.running = true;
    let done = 0;
    const lane = async (): Promise<void> => {
      for (let next = open.shift(); next && run === this.#run; next = open.shift()) {
        const outcome = await this.#decide(next, options);
        if (!outcome || run !== this.#run) return;
        this.#found.set(next.index, outcome);
        done += 1;
        // The first answers come late, as their workers are started for them.
        if (done > this.#pool.backgroundSize) this.left = ((this.#now() - started) / done) * (total - done);
        this.#timer ??= setTimeout(() => this.#flush(), FLUSH);
      }
    };
    await Promise.all(Array.from({ length: AHEAD * this.#pool.backgroundSize }, lane));
    if (run === this.#run) this.#end();
  }

  /** Ends the work at once, its workers with it; what was found stays. */
  stop(): void {
    this.#run += 1;
    for (const task of this.#tasks) task.cancel();
    this.#tasks.clear();
    this.#end();
  }

  /** Ends the work and forgets what was found. */
  clear(): void {
    this.stop();
    this.#found.clear();
    this.outcomes = [];
    this.columns = [];
    this.options = undefined;
  }

  /** Whether what was found is about these columns with these options. */
  isFor(columns: readonly MapColumn[], options: StudyOptions): boolean {
    return JSON.stringify([columns, options]) === JSON.stringify([this.columns, this.options]);
  }

  #end(): void {
    this.running = false;
    this.left = undefined;
    this.#flush();
    this.#pool.rest();
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#found.size === this.outcomes.length) return;
    this.outcomes = [...this.#found].sort(([a], [b]) => a - b).map(([, outcome]) => outcome);
  }

  /** What became of one pair; nothing if it was stopped. */
  async #decide({ x, y }: ColumnPair, options: StudyOptions): Promise<MapOutcome | undefined> {
    const of = { x: x.number, y: y.number, names: { x: x.name, y: y.name } };
    const task = this.#pool.askPair("decide", options, of, "background");
    this.#tasks.add(task);
    try {
      const { decision } = await task.promise;
      return { ...of, decision };
    } catch (error) {
      return error instanceof Canceled ? undefined : { ...of, problem: problemOf(error) };
    } finally {
      this.#tasks.delete(task);
    }
  }
}

interface ColumnPair {
  readonly x: MapColumn;
  readonly y: MapColumn;
}

function pairsOf(columns: readonly MapColumn[]): ColumnPair[] {
  return columns.flatMap((x, i) => columns.slice(i + 1).map((y) => ({ x, y })));
}

function problemOf(error: unknown): MapProblem {
  const message = error instanceof Error ? error.message : String(error);
  const isInput = error instanceof TaskFault && error.fault.kind === "input";
  return { code: isInput ? error.fault.problem.code : "internal", message };
}
