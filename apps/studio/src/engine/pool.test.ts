import { describe, expect, test } from "vitest";
import { TaskFault } from "./fault.js";
import type { LoadedPair, Reply, Request } from "./messages.js";
import { Pool, type WorkerLike } from "./pool.js";
import { Canceled } from "./task.js";

/** A worker that answers when the test says so. */
class HeldWorker implements WorkerLike {
  onmessage: WorkerLike["onmessage"] = null;
  onerror: WorkerLike["onerror"] = null;
  readonly asked: Request[] = [];
  readonly transferred: number[] = [];
  isEnded = false;

  postMessage(message: Request, transfer: Transferable[]): void {
    this.asked.push(message);
    this.transferred.push(transfer.length);
  }

  terminate(): void {
    this.isEnded = true;
  }

  reply(reply: Reply): void {
    this.onmessage?.({ data: reply } as MessageEvent<Reply>);
  }

  /** Answers what was asked last. */
  answer(value: unknown): void {
    this.reply({ id: this.last.id, value });
  }

  get last(): Request {
    return this.asked[this.asked.length - 1];
  }
}

const PAIR = {
  pair: { x: new Float64Array(3), y: new Float64Array(3), names: { x: "a", y: "b" } },
} as unknown as LoadedPair;
const CHOICE = { x: 1, y: 2 };
const OPTIONS = { method: "default", seed: 0 };

function heldPool(size = 2) {
  const workers: HeldWorker[] = [];
  const pool = new Pool(
    () => {
      const worker = new HeldWorker();
      workers.push(worker);
      return worker;
    },
    { reader: size, background: size },
  );
  return { pool, workers };
}

/** Lets promises that are settled go on. */
const settled = () => new Promise((resolve) => setTimeout(resolve));

/** A pool with a table, whose first pair worker holds the pair and waits with its first question. */
async function decidingPool() {
  const { pool, workers } = heldPool();
  const opening = pool.askKeeper("openExample", { id: "a" });
  const [keeper] = workers;
  keeper.answer("table");
  await opening.promise;
  const task = pool.askPair("decide", OPTIONS, CHOICE);
  keeper.answer(PAIR);
  await settled();
  return { pool, workers, keeper, first: workers[1], task };
}

describe("the pool", () => {
  test("hands the pair over to the worker that needs it, once, and gives the answer to whoever asked", async () => {
    const { pool, workers, keeper, first, task } = await decidingPool();
    expect(keeper.last).toMatchObject({ question: "takePair", ask: CHOICE });
    expect(first.last).toMatchObject({ question: "decide", ask: OPTIONS, load: PAIR });
    expect(first.transferred).toEqual([2]);
    first.answer("verdict");
    expect(await task.promise).toBe("verdict");
    const next = pool.askPair("decide", { ...OPTIONS, seed: 1 }, CHOICE);
    expect(first.last.load).toBeUndefined();
    first.answer("again");
    expect(await next.promise).toBe("again");
    expect(workers).toHaveLength(2);
  });

  test("gives a second question to a second worker, and keeps a third waiting until one is free", async () => {
    const { pool, workers, keeper, first } = await decidingPool();
    void pool.askPair("scene", { seed: 0 }, CHOICE).promise;
    keeper.answer(PAIR);
    await settled();
    const third = pool.askPair("compare", OPTIONS, CHOICE);
    expect(workers[2].last.question).toBe("scene");
    expect(workers).toHaveLength(3);
    first.answer("verdict");
    expect(first.last.question).toBe("compare");
    first.answer("comparison");
    expect(await third.promise).toBe("comparison");
  });

  test("canceling ends the worker that is at it, at once, and the next question gets a new one", async () => {
    const { pool, workers, keeper, first, task } = await decidingPool();
    task.cancel();
    expect(first.isEnded).toBe(true);
    await expect(task.promise).rejects.toBeInstanceOf(Canceled);
    const next = pool.askPair("decide", OPTIONS, CHOICE);
    keeper.answer(PAIR);
    await settled();
    expect(workers).toHaveLength(3);
    workers[2].answer("verdict");
    expect(await next.promise).toBe("verdict");
    // What the ended worker may still have sent is nobody's answer.
    first.reply({ id: first.last.id, value: "late" });
    expect(keeper.isEnded).toBe(false);
  });

  test("canceling what waits ends no worker, and it never starts", async () => {
    const { pool, keeper, first } = await decidingPool();
    void pool.askPair("scene", { seed: 0 }, CHOICE).promise;
    keeper.answer(PAIR);
    await settled();
    const waiting = pool.askPair("compare", OPTIONS, CHOICE);
    waiting.cancel();
    await expect(waiting.promise).rejects.toBeInstanceOf(Canceled);
    first.answer("verdict");
    expect(first.isEnded).toBe(false);
    expect(first.asked.map(({ question }) => question)).toEqual(["decide"]);
  });

  test("faults come as plain data, also those of taking the pair", async () => {
    const { pool, keeper, first, task } = await decidingPool();
    const problem = { code: "constant-column", place: "p", value: "v", expected: "e", remedy: "r" } as const;
    first.reply({ id: first.last.id, fault: { kind: "input", problem } });
    await expect(task.promise).rejects.toMatchObject({ fault: { kind: "input", problem } });
    const other = pool.askPair("decide", OPTIONS, { x: 2, y: 3 });
    keeper.reply({ id: keeper.last.id, fault: { kind: "input", problem } });
    await expect(other.promise).rejects.toBeInstanceOf(TaskFault);
    // The worker that waited in vain is free again.
    const again = pool.askPair("decide", OPTIONS, CHOICE);
    expect(first.last.question).toBe("decide");
    first.answer("verdict");
    expect(await again.promise).toBe("verdict");
  });

  test("a worker that falls is told and replaced", async () => {
    const { pool, workers, keeper, first, task } = await decidingPool();
    first.onerror?.({ message: "out of memory" } as ErrorEvent);
    await expect(task.promise).rejects.toThrow("out of memory");
    void pool.askPair("decide", OPTIONS, CHOICE).promise;
    keeper.answer(PAIR);
    await settled();
    expect(workers[2].last.question).toBe("decide");
  });

  test("a file is opened in a worker of its own, which replaces the keeper when it is done and not before", async () => {
    const { pool, workers, keeper } = await decidingPool();
    const told: unknown[] = [];
    const failing = pool.open({ blob: new Blob(["x"]), name: "x", format: {} }, (progress) => told.push(progress));
    const opener = workers[2];
    opener.reply({ id: opener.last.id, progress: { stage: "reading", share: 0.5 } });
    expect(told).toEqual([{ stage: "reading", share: 0.5 }]);
    opener.reply({ id: opener.last.id, fault: { kind: "internal", message: "no" } });
    await expect(failing.promise).rejects.toThrow("no");
    expect([opener.isEnded, keeper.isEnded]).toEqual([true, false]);

    const opening = pool.open({ blob: new Blob(["x"]), name: "x", format: {} });
    workers[3].answer("table");
    expect(await opening.promise).toBe("table");
    expect([workers[3].isEnded, keeper.isEnded]).toEqual([false, true]);
    // Pairs held from the table before are not taken for those of the new one.
    workers[1].answer("late verdict");
    void pool.askPair("decide", OPTIONS, CHOICE).promise;
    expect(workers[3].last.question).toBe("takePair");
  });

  test("canceling an opening ends its worker and leaves the table that was open", async () => {
    const { pool, workers, keeper } = await decidingPool();
    const opening = pool.open({ blob: new Blob(["x"]), name: "x", format: {} });
    opening.cancel();
    await expect(opening.promise).rejects.toBeInstanceOf(Canceled);
    expect([workers[2].isEnded, keeper.isEnded]).toEqual([true, false]);
  });

  test("work in the background keeps no reader waiting, and its workers go home when there is none", async () => {
    const { pool, workers, keeper } = await decidingPool();
    for (const y of [3, 4, 5]) void pool.askPair("decide", OPTIONS, { x: 1, y }, "background").promise.catch(() => {});
    for (let i = 0; i < 2; i++) {
      keeper.answer(PAIR);
      await settled();
    }
    const [busy, other] = workers.slice(2);
    expect([busy.last.question, other.last.question, workers.length]).toEqual(["decide", "decide", 4]);
    void pool.askPair("scene", { seed: 0 }, CHOICE).promise;
    keeper.answer(PAIR);
    await settled();
    expect(workers[4].last.question).toBe("scene");
    pool.rest();
    expect(workers.map(({ isEnded }) => isEnded)).toEqual([false, false, false, false, false]);
    busy.answer("verdict");
    keeper.answer(PAIR);
    await settled();
    busy.answer("verdict");
    pool.rest();
    expect(workers.map(({ isEnded }) => isEnded)).toEqual([false, false, true, false, false]);
  });

  test("canceling while the pair is on its way ends the worker that waits for it, which is never asked", async () => {
    const { pool, workers, keeper } = await decidingPool();
    const task = pool.askPair("scene", { seed: 0 }, { x: 2, y: 3 });
    task.cancel();
    await expect(task.promise).rejects.toBeInstanceOf(Canceled);
    keeper.answer(PAIR);
    await settled();
    expect([workers[2].isEnded, workers[2].asked]).toEqual([true, []]);
  });

  test("a pair goes to the worker that holds it, not to the first that is free", async () => {
    const { pool, workers, keeper, first } = await decidingPool();
    const other = pool.askPair("decide", OPTIONS, { x: 2, y: 3 });
    keeper.answer(PAIR);
    await settled();
    first.answer("verdict");
    workers[2].answer("verdict");
    await other.promise;
    const taken = keeper.asked.length;
    void pool.askPair("scene", { seed: 0 }, { x: 2, y: 3 }).promise;
    expect([workers[2].last.question, keeper.asked.length]).toEqual(["scene", taken]);
  });

  test("what waits goes on when a worker falls, and when a pair could not be taken", async () => {
    const { pool, workers } = heldPool(1);
    void pool.askKeeper("openExample", { id: "a" }).promise;
    const [keeper] = workers;
    keeper.answer("table");
    const tasks = [1, 2, 3].map((x) => pool.askPair("decide", OPTIONS, { x, y: 9 }));
    const ends = Promise.allSettled(tasks.map(({ promise }) => promise));
    keeper.answer(PAIR);
    await settled();
    workers[1].onerror?.({ message: "out of memory" } as ErrorEvent);
    expect(keeper.last.ask).toEqual({ x: 2, y: 9 });
    keeper.reply({ id: keeper.last.id, fault: { kind: "internal", message: "no" } });
    await settled();
    expect(keeper.last.ask).toEqual({ x: 3, y: 9 });
    keeper.answer(PAIR);
    await settled();
    workers[2].answer("verdict");
    expect((await ends).map(({ status }) => status)).toEqual(["rejected", "rejected", "fulfilled"]);
  });

  test("what waits is about the table that was open when it was asked, and is canceled with it", async () => {
    const { pool, workers, keeper, first } = await decidingPool();
    void pool.askPair("scene", { seed: 0 }, CHOICE).promise;
    keeper.answer(PAIR);
    await settled();
    const waiting = pool.askPair("compare", OPTIONS, { x: 2, y: 3 });
    void pool.askKeeper("openExample", { id: "b" }).promise;
    first.answer("verdict");
    await expect(waiting.promise).rejects.toBeInstanceOf(Canceled);
    keeper.answer("table");
    const preview = pool.askKeeper("previewPair", CHOICE);
    const next = pool.askKeeper("previewPair", { x: 2, y: 3 });
    void pool.open({ blob: new Blob(["x"]), name: "x", format: {} }).promise;
    const opener = workers[workers.length - 1];
    opener.answer("table");
    await expect(preview.promise).rejects.toBeInstanceOf(Canceled);
    await expect(next.promise).rejects.toBeInstanceOf(Canceled);
    expect(opener.asked.map(({ question }) => question)).toEqual(["open"]);
  });

  test("a keeper that falls is replaced when it is asked next", async () => {
    const { pool, workers, keeper } = await decidingPool();
    const preview = pool.askKeeper("previewPair", CHOICE);
    keeper.onerror?.({ message: "out of memory" } as ErrorEvent);
    await expect(preview.promise).rejects.toThrow("out of memory");
    void pool.askKeeper("methods", {}).promise;
    expect([keeper.isEnded, workers[2].last.question]).toEqual([true, "methods"]);
  });
});
