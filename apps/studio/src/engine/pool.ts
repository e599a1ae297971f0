import { buffersOf } from "./buffers-of.js";
import { TaskFault } from "./fault.js";
import type {
  Answer,
  Ask,
  ColumnChoice,
  LoadedPair,
  PairQuestion,
  Progress,
  Question,
  Reply,
  Request,
} from "./messages.js";
import { Canceled, type Task } from "./task.js";

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
  /** The pair it is about. */
  readonly pair: PairKey | undefined;
  readonly onProgress: ((progress: Progress) => void) | undefined;
  resolve(value: unknown): void;
  reject(error: Error): void;
  isOver: boolean;
}

/** Which columns of which table. */
type PairKey = ColumnChoice & { readonly table: number };

interface Seat {
  readonly worker: WorkerLike;
  job: Job | undefined;
  /** The pair it holds. */
  holds: string | undefined;
}

/** Who waits for a pair: a reader, or work in the background, which never keeps a reader waiting. */
export type Lane = "reader" | "background";

/** Workers on pairs and the jobs that wait for them. */
interface Crew {
  readonly size: number;
  readonly seats: Seat[];
  queue: Job[];
}

/**
 * The workers of a page: one that keeps the table, and two crews that work on pairs, for readers and in the background.
 *
 * A worker has one job at a time, and jobs wait here rather than there, so that canceling one that waits costs nothing
 * and one that runs no more than its worker. Pairs go to workers that hold them already, if one is free, and are handed
 * over, not copied, to those that do not. Opening a file takes a worker of its own, which replaces the keeper when it is
 * done: until then, and if it fails, the table opened before stays.
 */
export class Pool {
  readonly #spawn: () => WorkerLike;
  readonly #crews: Readonly<Record<Lane, Crew>>;
  #keeper: Seat | undefined;
  #keeperQueue: Job[] = [];
  #nextId = 1;
  /** Counts the tables opened, so that a pair of an old one is never taken for one of the new. */
  #table = 0;

  /** @param sizes most workers of each crew; they are started when they are needed */
  constructor(spawn: () => WorkerLike, sizes: Readonly<Record<Lane, number>>) {
    this.#spawn = spawn;
    const crew = (size: number): Crew => ({ size, seats: [], queue: [] });
    this.#crews = { reader: crew(sizes.reader), background: crew(sizes.background) };
  }

  /** How many pairs are worked on in the background at once. */
  get backgroundSize(): number {
    return this.#crews.background.size;
  }

  /** Opens a file in a new worker, which becomes the keeper if all goes well. */
  open(ask: Ask<"open">, onProgress?: (progress: Progress) => void): Task<Answer<"open">> {
    const seat = this.#seat();
    const job = this.#job("open", ask, undefined, onProgress);
    const settle = job.resolve;
    job.resolve = (value) => {
      const before = this.#keeper;
      before?.worker.terminate();
      for (const old of [...(before?.job ? [before.job] : []), ...this.#keeperQueue.splice(0)]) {
        old.reject(new Canceled());
      }
      this.#keeper = seat;
      this.#table += 1;
      settle(value);
    };
    const discard = job.reject;
    job.reject = (error) => {
      seat.worker.terminate();
      discard(error);
    };
    const task = this.#task<Answer<"open">>(job, () => job.reject(new Canceled()));
    this.#start(seat, job);
    return task;
  }

  /** Asks the worker that keeps the table. */
  askKeeper<Q extends Exclude<Question, PairQuestion | "open">>(question: Q, ask: Ask<Q>): Task<Answer<Q>> {
    const job = this.#job(question, ask, undefined, undefined);
    if (question === "openExample") this.#table += 1;
    // The keeper is never ended for a job of its own: an answer that nobody waits for costs less than the table.
    const task = this.#task<Answer<Q>>(job, () => job.reject(new Canceled()));
    this.#keeperQueue.push(job);
    this.#advanceKeeper();
    return task;
  }

  /** Asks about two columns of the table that is open now. */
  askPair<Q extends PairQuestion>(
    question: Q,
    ask: Ask<Q>,
    { x, y }: ColumnChoice,
    lane: Lane = "reader",
  ): Task<Answer<Q>> {
    const job = this.#job(question, ask, { x, y, table: this.#table }, undefined);
    const crew = this.#crews[lane];
    crew.queue.push(job);
    const task = this.#task<Answer<Q>>(job, () => this.#cancel(crew, job));
    this.#advance(crew);
    return task;
  }

  /** Starts a worker that has nothing to do yet, to be there when a reader's pair comes. */
  warm(): void {
    const { seats } = this.#crews.reader;
    if (seats.length === 0) seats.push(this.#seat());
  }

  /** Ends the workers of the background that have nothing to do: memory is the readers'. */
  rest(): void {
    const { seats } = this.#crews.background;
    for (const seat of seats.filter(({ job }) => !job)) this.#dismiss(seat);
  }

  #job(question: Question, ask: unknown, pair: PairKey | undefined, onProgress: Job["onProgress"]): Job {
    return {
      id: this.#nextId++,
      question,
      ask,
      pair,
      onProgress,
      isOver: false,
      resolve: () => undefined,
      reject: () => undefined,
    };
  }

  #task<T>(job: Job, cancel: () => void): Task<T> {
    const { resolve, reject } = job;
    const promise = new Promise<T>((fulfill, refuse) => {
      job.resolve = (value) => {
        if (job.isOver) return;
        job.isOver = true;
        resolve(value);
        fulfill(value as T);
      };
      job.reject = (error) => {
        if (job.isOver) return;
        job.isOver = true;
        reject(error);
        refuse(error);
      };
    });
    return { promise, cancel: () => !job.isOver && cancel() };
  }

  #seat(): Seat {
    const seat: Seat = { worker: this.#spawn(), job: undefined, holds: undefined };
    seat.worker.onmessage = ({ data }) => this.#receive(seat, data);
    seat.worker.onerror = (event) => {
      event.preventDefault?.();
      this.#lose(seat, event.message || "a worker could not be started");
    };
    return seat;
  }

  #start(seat: Seat, job: Job, load?: LoadedPair): void {
    seat.job = job;
    const { id, question, ask } = job;
    seat.worker.postMessage(
      { id, question, ask: ask as never, ...(load ? { load } : {}) },
      load ? buffersOf(load) : [],
    );
  }

  #receive(seat: Seat, reply: Reply): void {
    const { job } = seat;
    if (!job || job.id !== reply.id) return;
    if ("progress" in reply) {
      if (!job.isOver) job.onProgress?.(reply.progress);
      return;
    }
    seat.job = undefined;
    if ("fault" in reply) job.reject(new TaskFault(reply.fault));
    else job.resolve(reply.value);
    this.#advanceAll();
  }

  /** A worker that fell, for want of memory as a rule. */
  #lose(seat: Seat, message: string): void {
    const { job } = seat;
    seat.job = undefined;
    this.#dismiss(seat);
    if (job) job.reject(new TaskFault({ kind: "internal", message }));
    this.#advanceAll();
  }

  #dismiss(seat: Seat): void {
    seat.worker.terminate();
    for (const { seats } of Object.values(this.#crews)) {
      const place = seats.indexOf(seat);
      if (place >= 0) seats.splice(place, 1);
    }
    if (this.#keeper === seat) this.#keeper = undefined;
  }

  #cancel(crew: Crew, job: Job): void {
    const seat = crew.seats.find((candidate) => candidate.job === job);
    if (seat) {
      seat.job = undefined;
      this.#dismiss(seat);
    }
    crew.queue = crew.queue.filter((waiting) => waiting !== job);
    job.reject(new Canceled());
    this.#advance(crew);
  }

  #advanceKeeper(): void {
    this.#keeperQueue = this.#keeperQueue.filter(({ isOver }) => !isOver);
    if (this.#keeper?.job || this.#keeperQueue.length === 0) return;
    this.#keeper ??= this.#seat();
    this.#start(this.#keeper, this.#keeperQueue.shift() as Job);
  }

  #advanceAll(): void {
    this.#advanceKeeper();
    for (const crew of Object.values(this.#crews)) this.#advance(crew);
  }

  #advance(crew: Crew): void {
    for (const job of [...crew.queue]) {
      const key = keyOf(job.pair as PairKey);
      const free = crew.seats.filter((seat) => !seat.job);
      let seat = free.find(({ holds }) => holds === key) ?? free[0];
      if (!seat && crew.seats.length < crew.size) {
        seat = this.#seat();
        crew.seats.push(seat);
      }
      if (!seat) return;
      crew.queue = crew.queue.filter((waiting) => waiting !== job);
      if (seat.holds === key) this.#start(seat, job);
      else this.#loadAndStart(crew, seat, job, key);
    }
  }

  #loadAndStart(crew: Crew, seat: Seat, job: Job, key: string): void {
    // Taken from now on, though its worker has nothing to do yet.
    seat.job = job;
    const { x, y, table } = job.pair as PairKey;
    if (table !== this.#table) {
      seat.job = undefined;
      job.reject(new Canceled());
      return;
    }
    this.askKeeper("takePair", { x, y }).promise.then(
      (pair) => {
        if (seat.job !== job) return;
        seat.holds = key;
        this.#start(seat, job, pair);
      },
      (error) => {
        if (seat.job === job) seat.job = undefined;
        job.reject(error);
        this.#advance(crew);
      },
    );
  }
}

function keyOf({ table, x, y }: PairKey): string {
  return `${table}:${x}:${y}`;
}
