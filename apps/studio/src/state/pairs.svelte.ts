import { allAmongMany } from "@causal-velocity/core/pairs/chance.js";
import type { PairOutcome, PairProblem } from "@causal-velocity/core/pairs/decide-tile.js";
import type { PairsColumn } from "@causal-velocity/core/pairs/pairs-figure.js";
import { pairsSummary } from "@causal-velocity/core/pairs/pairs-summary.js";
import { Canceled, type DecidedPair, type StudyOptions, type Task, TaskFault } from "../engine/messages.js";
import type { Pool } from "../engine/pool.js";

/** Jobs per background worker in the pool, so that no worker waits for the page. */
const AHEAD = 2;
/** Milliseconds between updates of the page. */
const FLUSH = 200;

/** All pairs of some columns, decided in the background. Outcomes are kept when the run is stopped, and reused when it resumes. */
export class PairsState {
  columns: readonly PairsColumn[] = $state.raw([]);
  /** Sorted by pair, and judged as some of all pairs: directions are added as more are decided, and none is taken back. */
  outcomes: readonly PairOutcome[] = $state.raw([]);
  running: boolean = $state(false);
  /** Estimated milliseconds left; undefined until some pairs are done. */
  left: number | undefined = $state(undefined);
  /** The options used for the outcomes. */
  options: StudyOptions | undefined = $state.raw(undefined);
  readonly summary = $derived(pairsSummary(this.outcomes, this.pairCount));
  readonly #pool: Pool;
  readonly #now: () => number;
  #found = new Map<number, PairOutcome>();
  #tasks = new Set<Task<DecidedPair>>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Counts the runs, to ignore results of a stopped one. */
  #run = 0;

  /** @param now a clock in milliseconds */
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

  /** Decides the pairs that have no outcome with these options. Resolves when all are done or the run is stopped. */
  async start(columns: readonly PairsColumn[], options: StudyOptions): Promise<void> {
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
    const decideNext = async (): Promise<void> => {
      for (let next = open.shift(); next && run === this.#run; next = open.shift()) {
        const outcome = await this.#decide(next, options);
        if (!outcome || run !== this.#run) return;
        this.#found.set(next.index, outcome);
        done += 1;
        // The first answers include the time to start the workers.
        if (done > this.#pool.backgroundSize) this.left = ((this.#now() - started) / done) * (total - done);
        this.#timer ??= setTimeout(() => this.#flush(), FLUSH);
      }
    };
    await Promise.all(Array.from({ length: AHEAD * this.#pool.backgroundSize }, decideNext));
    if (run === this.#run) this.#end();
  }

  /** Stops the run and its workers at once. Outcomes are kept. */
  stop(): void {
    this.#run += 1;
    for (const task of this.#tasks) task.cancel();
    this.#tasks.clear();
    this.#end();
  }

  /** Stops the run and drops all outcomes. */
  clear(): void {
    this.stop();
    this.#found.clear();
    this.outcomes = [];
    this.columns = [];
    this.options = undefined;
  }

  /** Whether the outcomes are about these columns with these options. */
  isFor(columns: readonly PairsColumn[], options: StudyOptions): boolean {
    return JSON.stringify([columns, options]) === JSON.stringify([this.columns, this.options]);
  }

  #end(): void {
    this.running = false;
    this.left = undefined;
    this.#flush();
    this.#pool.endIdleBackground();
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#found.size === this.outcomes.length) return;
    const found = [...this.#found].sort(([a], [b]) => a - b).map(([, outcome]) => outcome);
    this.outcomes = allAmongMany(found, this.pairCount);
  }

  /** The outcome of one pair; undefined if it was canceled. */
  async #decide({ x, y }: ColumnPair, options: StudyOptions): Promise<PairOutcome | undefined> {
    const of = { x: x.number, y: y.number, names: { x: x.name, y: y.name } };
    const task = this.#pool.askPair("decide", options, of, "background");
    this.#tasks.add(task);
    try {
      const { decision, dependence } = await task.promise;
      return { ...of, decision, dependence };
    } catch (error) {
      return error instanceof Canceled ? undefined : { ...of, problem: problemOf(error) };
    } finally {
      this.#tasks.delete(task);
    }
  }
}

interface ColumnPair {
  readonly x: PairsColumn;
  readonly y: PairsColumn;
}

function pairsOf(columns: readonly PairsColumn[]): ColumnPair[] {
  return columns.flatMap((x, i) => columns.slice(i + 1).map((y) => ({ x, y })));
}

function problemOf(error: unknown): PairProblem {
  const message = error instanceof Error ? error.message : String(error);
  const isInput = error instanceof TaskFault && error.fault.kind === "input";
  return { code: isInput ? error.fault.problem.code : "internal", message };
}

/** The number of pairs of this many columns. */
export function pairCount(columns: number): number {
  // For no columns the product would be -0.
  return columns < 2 ? 0 : (columns * (columns - 1)) / 2;
}
