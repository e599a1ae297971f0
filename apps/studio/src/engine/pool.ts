import {
  type Answer,
  type Ask,
  buffersOf,
  Canceled,
  type ColumnChoice,
  type FreeQuestion,
  type LoadedPair,
  type PairQuestion,
  type Progress,
  type Question,
  type Reply,
  type Request,
  type Task,
  TaskFault,
} from "./messages.js";

/** What the pool needs of a `Worker`. */
export interface WorkerLike {
  onmessage: ((event: MessageEvent<Reply>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  postMessage(message: Request, transfer: Transferable[]): void;
  terminate(): void;
}

interface Job {
  readonly id: number;
  readonly question: Question;
  readonly ask: unknown;
  /** The pair it is about, if it is about one. */
  readonly pair: PairKey | undefined;
  readonly onProgress: ((progress: Progress) => void) | undefined;
  resolve(value: unknown): void;
  reject(error: Error): void;
  isSettled: boolean;
}

/** Which columns of which table. */
type PairKey = ColumnChoice & { readonly table: number };

interface PoolWorker {
  readonly worker: WorkerLike;
  job: Job | undefined;
  /** Key of the pair that was loaded into it last. */
  pair: string | undefined;
}

/** Jobs that a reader waits for, or work in the background. Each has its own workers, so that neither blocks the other. */
export type Priority = "reader" | "background";

/** Workers for pairs and the jobs that wait for them. */
interface WorkerGroup {
  readonly size: number;
  readonly workers: PoolWorker[];
  queue: Job[];
}

/**
 * The workers of a page: one holds the table, and two groups work on pairs, one for each priority.
 *
 * A worker has one job at a time. Other jobs wait in the pool, so that canceling a waiting job costs nothing and
 * canceling a running one costs only its worker. A job goes to a free worker that has its pair loaded, if there is one;
 * otherwise the pair is transferred, not copied, to a free worker. A file is opened in a new worker, which replaces the
 * table worker when it succeeds: until then, and if it fails, the previous table stays.
 */
export class Pool {
  readonly #spawn: () => WorkerLike;
  readonly #groups: Readonly<Record<Priority, WorkerGroup>>;
  #tableWorker: PoolWorker | undefined;
  #tableQueue: Job[] = [];
  #nextId = 1;
  /** Counts the tables opened, so that a pair of an old table is never used for the new one. */
  #table = 0;

  /** @param sizes most workers of each group; workers are started on first use */
  constructor(spawn: () => WorkerLike, sizes: Readonly<Record<Priority, number>>) {
    this.#spawn = spawn;
    const group = (size: number): WorkerGroup => ({ size, workers: [], queue: [] });
    this.#groups = { reader: group(sizes.reader), background: group(sizes.background) };
  }

  /** How many pairs are decided in the background at once. */
  get backgroundSize(): number {
    return this.#groups.background.size;
  }

  /** Opens a file in a new worker, which becomes the table worker if it succeeds. */
  open(ask: Ask<"open">, onProgress?: (progress: Progress) => void): Task<Answer<"open">> {
    const opener = this.#start();
    const job = this.#job("open", ask, undefined, onProgress);
    const settle = job.resolve;
    job.resolve = (value) => {
      const previous = this.#tableWorker;
      previous?.worker.terminate();
      for (const old of [...(previous?.job ? [previous.job] : []), ...this.#tableQueue.splice(0)]) {
        old.reject(new Canceled());
      }
      this.#tableWorker = opener;
      this.#table += 1;
      settle(value);
    };
    const discard = job.reject;
    job.reject = (error) => {
      opener.worker.terminate();
      discard(error);
    };
    const task = this.#task<Answer<"open">>(job, () => job.reject(new Canceled()));
    this.#post(opener, job);
    return task;
  }

  /** Asks the worker that holds the table. */
  askTable<Q extends Exclude<Question, PairQuestion | FreeQuestion | "open">>(
    question: Q,
    ask: Ask<Q>,
  ): Task<Answer<Q>> {
    const job = this.#job(question, ask, undefined, undefined);
    if (question === "openExample") this.#table += 1;
    // The table worker is never ended to cancel a job: an unused answer costs less than reading the table again.
    const task = this.#task<Answer<Q>>(job, () => job.reject(new Canceled()));
    this.#tableQueue.push(job);
    this.#advanceTable();
    return task;
  }

  /** Asks about two columns of the table that is open now. */
  askPair<Q extends PairQuestion>(
    question: Q,
    ask: Ask<Q>,
    { x, y, given = [] }: ColumnChoice,
    priority: Priority = "reader",
  ): Task<Answer<Q>> {
    return this.#askGroup(this.#job(question, ask, { x, y, given, table: this.#table }, undefined), priority);
  }

  /** Asks any background worker something that needs neither the table nor a pair. */
  askBackground<Q extends FreeQuestion>(question: Q, ask: Ask<Q>): Task<Answer<Q>> {
    return this.#askGroup(this.#job(question, ask, undefined, undefined), "background");
  }

  #askGroup<Q extends Question>(job: Job, priority: Priority): Task<Answer<Q>> {
    const group = this.#groups[priority];
    group.queue.push(job);
    const task = this.#task<Answer<Q>>(job, () => this.#cancel(group, job));
    this.#advance(group);
    return task;
  }

  /** Starts a worker before it is needed, so that the first pair does not wait for it. */
  startEarly(): void {
    const { workers } = this.#groups.reader;
    if (workers.length === 0) workers.push(this.#start());
  }

  /** Ends idle background workers to free their memory. */
  endIdleBackground(): void {
    const { workers } = this.#groups.background;
    for (const idle of workers.filter(({ job }) => !job)) this.#end(idle);
  }

  #job(question: Question, ask: unknown, pair: PairKey | undefined, onProgress: Job["onProgress"]): Job {
    return {
      id: this.#nextId++,
      question,
      ask,
      pair,
      onProgress,
      isSettled: false,
      resolve: () => undefined,
      reject: () => undefined,
    };
  }

  #task<T>(job: Job, cancel: () => void): Task<T> {
    const { resolve, reject } = job;
    const promise = new Promise<T>((fulfill, refuse) => {
      job.resolve = (value) => {
        if (job.isSettled) return;
        job.isSettled = true;
        resolve(value);
        fulfill(value as T);
      };
      job.reject = (error) => {
        if (job.isSettled) return;
        job.isSettled = true;
        reject(error);
        refuse(error);
      };
    });
    return { promise, cancel: () => !job.isSettled && cancel() };
  }

  #start(): PoolWorker {
    const started: PoolWorker = { worker: this.#spawn(), job: undefined, pair: undefined };
    started.worker.onmessage = ({ data }) => this.#receive(started, data);
    started.worker.onerror = (event) => {
      event.preventDefault?.();
      this.#handleCrash(started, event.message || "a worker could not be started");
    };
    return started;
  }

  #post(to: PoolWorker, job: Job, load?: LoadedPair): void {
    to.job = job;
    const { id, question, ask } = job;
    to.worker.postMessage({ id, question, ask: ask as never, ...(load ? { load } : {}) }, load ? buffersOf(load) : []);
  }

  #receive(from: PoolWorker, reply: Reply): void {
    const { job } = from;
    if (!job || job.id !== reply.id) return;
    if ("progress" in reply) {
      if (!job.isSettled) job.onProgress?.(reply.progress);
      return;
    }
    from.job = undefined;
    if ("fault" in reply) job.reject(new TaskFault(reply.fault));
    else job.resolve(reply.value);
    this.#advanceAll();
  }

  /** Usually the worker ran out of memory. */
  #handleCrash(crashed: PoolWorker, message: string): void {
    const { job } = crashed;
    crashed.job = undefined;
    this.#end(crashed);
    if (job) job.reject(new TaskFault({ kind: "internal", message }));
    this.#advanceAll();
  }

  #end(ended: PoolWorker): void {
    ended.worker.terminate();
    for (const { workers } of Object.values(this.#groups)) {
      const place = workers.indexOf(ended);
      if (place >= 0) workers.splice(place, 1);
    }
    if (this.#tableWorker === ended) this.#tableWorker = undefined;
  }

  #cancel(group: WorkerGroup, job: Job): void {
    const running = group.workers.find((candidate) => candidate.job === job);
    if (running) {
      running.job = undefined;
      this.#end(running);
    }
    group.queue = group.queue.filter((waiting) => waiting !== job);
    job.reject(new Canceled());
    this.#advance(group);
  }

  #advanceTable(): void {
    this.#tableQueue = this.#tableQueue.filter(({ isSettled }) => !isSettled);
    if (this.#tableWorker?.job || this.#tableQueue.length === 0) return;
    this.#tableWorker ??= this.#start();
    this.#post(this.#tableWorker, this.#tableQueue.shift() as Job);
  }

  #advanceAll(): void {
    this.#advanceTable();
    for (const group of Object.values(this.#groups)) this.#advance(group);
  }

  #advance(group: WorkerGroup): void {
    for (const job of [...group.queue]) {
      const key = job.pair && keyOf(job.pair);
      const free = group.workers.filter((candidate) => !candidate.job);
      let chosen = free.find(({ pair }) => key !== undefined && pair === key) ?? free[0];
      if (!chosen && group.workers.length < group.size) {
        chosen = this.#start();
        group.workers.push(chosen);
      }
      if (!chosen) return;
      group.queue = group.queue.filter((waiting) => waiting !== job);
      if (key === undefined || chosen.pair === key) this.#post(chosen, job);
      else this.#loadAndPost(group, chosen, job, key);
    }
  }

  #loadAndPost(group: WorkerGroup, to: PoolWorker, job: Job, key: string): void {
    // Reserves the worker while its pair is loaded.
    to.job = job;
    const { x, y, given = [], table } = job.pair as PairKey;
    if (table !== this.#table) {
      to.job = undefined;
      job.reject(new Canceled());
      return;
    }
    this.askTable("takePair", { x, y, ...(given.length > 0 ? { given } : {}) }).promise.then(
      (pair) => {
        if (to.job !== job) return;
        to.pair = key;
        this.#post(to, job, pair);
      },
      (error) => {
        if (to.job === job) to.job = undefined;
        job.reject(error);
        this.#advance(group);
      },
    );
  }
}

function keyOf({ table, x, y, given = [] }: PairKey): string {
  return [table, x, y, ...given].join(":");
}
