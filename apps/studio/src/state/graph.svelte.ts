import type { GraphPart } from "@causal-velocity/core/graph/graph.js";
import { Canceled, type Fault, type FoundGraph, faultOf, type GraphAsk, type Task } from "../engine/messages.js";
import type { Pool } from "../engine/pool.js";
import { Slot } from "./slot.svelte.js";

/** The graph of some columns, searched in the background. Searches that are done are kept when it is stopped. */
export class GraphState {
  /** The columns that a graph of the open table has if none are chosen. */
  readonly usual: Slot<readonly number[]> = new Slot();
  /** The graph that was found last, until another one is. */
  found: FoundGraph | undefined = $state.raw(undefined);
  /** What it was found for. */
  ask: GraphAsk | undefined = $state.raw(undefined);
  fault: Fault | undefined = $state.raw(undefined);
  running: boolean = $state(false);
  /** Searches done, and all. */
  done: number = $state(0);
  total: number = $state(0);
  /** Estimated milliseconds left; undefined until some searches are done. */
  left: number | undefined = $state(undefined);
  readonly #pool: Pool;
  readonly #now: () => number;
  #wanted: GraphAsk | undefined = $state.raw(undefined);
  #parts = new Map<number, GraphPart>();
  #tasks = new Set<Task<unknown>>();
  /** Counts the runs, to ignore results of a stopped one. */
  #run = 0;

  /** @param now a clock in milliseconds */
  constructor(pool: Pool, now: () => number = () => performance.now()) {
    this.#pool = pool;
    this.#now = now;
  }

  /** Whether the graph was found for this. */
  isFor(ask: GraphAsk): boolean {
    return this.found !== undefined && JSON.stringify(ask) === JSON.stringify(this.ask);
  }

  /** Whether a search for this is running, was stopped or failed. */
  isAbout(ask: GraphAsk): boolean {
    return JSON.stringify(ask) === JSON.stringify(this.#wanted);
  }

  /** Finds the graph. Resolves when it is found or the run is stopped. */
  async start(ask: GraphAsk): Promise<void> {
    this.stop();
    if (!this.isAbout(ask)) {
      this.#parts.clear();
      this.total = 0;
    }
    this.#wanted = ask;
    this.fault = undefined;
    const run = ++this.#run;
    const isOver = () => run !== this.#run;
    this.done = this.#parts.size;
    this.running = true;
    try {
      const { graph, parts } = await this.#asked(this.#pool.askTable("prepareGraph", ask));
      if (isOver()) return;
      this.total = parts;
      const open = Array.from({ length: parts }, (_, part) => part).filter((part) => !this.#parts.has(part));
      const started = this.#now();
      let done = 0;
      const find = async (part: number): Promise<void> => {
        const found = await this.#asked(this.#pool.askBackground("graphPart", { graph, part }));
        if (isOver()) return;
        this.#parts.set(part, found);
        this.done = this.#parts.size;
        done += 1;
        this.left = ((this.#now() - started) / done) * (open.length - done);
      };
      await Promise.all(open.map(find));
      if (isOver()) return;
      const inOrder = Array.from({ length: parts }, (_, part) => this.#parts.get(part) as GraphPart);
      const found = await this.#asked(this.#pool.askBackground("joinGraph", { graph, parts: inOrder }));
      if (isOver()) return;
      this.found = found;
      this.ask = ask;
    } catch (error) {
      if (isOver()) return;
      if (!(error instanceof Canceled)) this.fault = faultOf(error);
    }
    this.stop();
  }

  /** Stops the run and its workers at once. Searches that are done are kept. */
  stop(): void {
    this.#run += 1;
    for (const task of this.#tasks) task.cancel();
    this.#tasks.clear();
    this.running = false;
    this.left = undefined;
    this.#pool.endIdleBackground();
  }

  /** Stops the run and drops the graph. */
  clear(): void {
    this.stop();
    this.usual.clear();
    this.#parts.clear();
    this.#wanted = undefined;
    this.found = undefined;
    this.ask = undefined;
    this.fault = undefined;
  }

  async #asked<T>(task: Task<T>): Promise<T> {
    this.#tasks.add(task);
    try {
      return await task.promise;
    } finally {
      this.#tasks.delete(task);
    }
  }
}
