import { describe, expect, test } from "vitest";
import type { LoadedPair, Reply, Request } from "./messages.js";
import { Canceled, TaskFault } from "./messages.js";
import { Pool, type WorkerLike } from "./pool.js";

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

  /** Answers the last question. */
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

/** Lets settled promises run their callbacks. */
const settled = () => new Promise((resolve) => setTimeout(resolve));

/** A pool with a table; its first pair worker has the pair loaded and its first question unanswered. */
async function decidingPool() {
  const { pool, workers } = heldPool();
  const opening = pool.askTable("openExample", { id: "a" });
  const [tableWorker] = workers;
  tableWorker.answer("table");
  await opening.promise;
  const task = pool.askPair("decide", OPTIONS, CHOICE);
  tableWorker.answer(PAIR);
  await settled();
  return { pool, workers, tableWorker, first: workers[1], task };
}

describe("the pool", () => {
  test("transfers the pair to the worker once and returns the answer", async () => {
    const { pool, workers, tableWorker, first, task } = await decidingPool();
    expect(tableWorker.last).toMatchObject({ question: "takePair", ask: CHOICE });
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

  test("gives a second question to a second worker, and queues a third one until a worker is free", async () => {
    const { pool, workers, tableWorker, first } = await decidingPool();
    void pool.askPair("scene", { seed: 0 }, CHOICE).promise;
    tableWorker.answer(PAIR);
    await settled();
    const third = pool.askPair("compare", OPTIONS, CHOICE);
    expect(workers[2].last.question).toBe("scene");
    expect(workers).toHaveLength(3);
    first.answer("verdict");
    expect(first.last.question).toBe("compare");
    first.answer("comparison");
    expect(await third.promise).toBe("comparison");
  });

  test("the same columns given others are another pair, which is loaded with them", async () => {
    const { pool, workers, tableWorker, first } = await decidingPool();
    first.answer("verdict");
    void pool.askPair("decide", OPTIONS, { ...CHOICE, given: [3] }).promise;
    expect(tableWorker.last).toMatchObject({ question: "takePair", ask: { ...CHOICE, given: [3] } });
    tableWorker.answer(PAIR);
    await settled();
    expect([first.last.load, workers.length]).toEqual([PAIR, 2]);
  });

  test("a question about neither table nor pair goes to background workers as it is, also without a table", async () => {
    const { pool, workers } = heldPool();
    const tasks = [0, 1, 2].map((part) => pool.askBackground("graphPart", { graph: {} as never, part }));
    expect(workers.map(({ last }) => [last.question, last.load])).toEqual([
      ["graphPart", undefined],
      ["graphPart", undefined],
    ]);
    workers[0].answer("first");
    expect(workers[0].last.ask).toMatchObject({ part: 2 });
    expect(await tasks[0].promise).toBe("first");
    tasks[1].cancel();
    expect(workers[1].isEnded).toBe(true);
    await expect(tasks[1].promise).rejects.toBeInstanceOf(Canceled);
  });

  test("canceling ends the busy worker at once, and the next question gets a new one", async () => {
    const { pool, workers, tableWorker, first, task } = await decidingPool();
    task.cancel();
    expect(first.isEnded).toBe(true);
    await expect(task.promise).rejects.toBeInstanceOf(Canceled);
    const next = pool.askPair("decide", OPTIONS, CHOICE);
    tableWorker.answer(PAIR);
    await settled();
    expect(workers).toHaveLength(3);
    workers[2].answer("verdict");
    expect(await next.promise).toBe("verdict");
    // A late reply of the ended worker is ignored.
    first.reply({ id: first.last.id, value: "late" });
    expect(tableWorker.isEnded).toBe(false);
  });

  test("canceling a queued question ends no worker, and it never starts", async () => {
    const { pool, tableWorker, first } = await decidingPool();
    void pool.askPair("scene", { seed: 0 }, CHOICE).promise;
    tableWorker.answer(PAIR);
    await settled();
    const waiting = pool.askPair("compare", OPTIONS, CHOICE);
    waiting.cancel();
    await expect(waiting.promise).rejects.toBeInstanceOf(Canceled);
    first.answer("verdict");
    expect(first.isEnded).toBe(false);
    expect(first.asked.map(({ question }) => question)).toEqual(["decide"]);
  });

  test("faults are plain data, also those of loading the pair", async () => {
    const { pool, tableWorker, first, task } = await decidingPool();
    const problem = { code: "constant-column", place: "p", value: "v", expected: "e", remedy: "r" } as const;
    first.reply({ id: first.last.id, fault: { kind: "input", problem } });
    await expect(task.promise).rejects.toMatchObject({ fault: { kind: "input", problem } });
    const other = pool.askPair("decide", OPTIONS, { x: 2, y: 3 });
    tableWorker.reply({ id: tableWorker.last.id, fault: { kind: "input", problem } });
    await expect(other.promise).rejects.toBeInstanceOf(TaskFault);
    // The worker that waited for the pair is free again.
    const again = pool.askPair("decide", OPTIONS, CHOICE);
    expect(first.last.question).toBe("decide");
    first.answer("verdict");
    expect(await again.promise).toBe("verdict");
  });

  test("a crashed worker is reported and replaced", async () => {
    const { pool, workers, tableWorker, first, task } = await decidingPool();
    first.onerror?.({ message: "out of memory" } as ErrorEvent);
    await expect(task.promise).rejects.toThrow("out of memory");
    void pool.askPair("decide", OPTIONS, CHOICE).promise;
    tableWorker.answer(PAIR);
    await settled();
    expect(workers[2].last.question).toBe("decide");
  });

  test("a file is opened in its own worker, which replaces the table worker when it is done and not before", async () => {
    const { pool, workers, tableWorker } = await decidingPool();
    const reports: unknown[] = [];
    const failing = pool.open({ blob: new Blob(["x"]), name: "x", format: {} }, (progress) => reports.push(progress));
    const opener = workers[2];
    opener.reply({ id: opener.last.id, progress: { stage: "reading", share: 0.5 } });
    expect(reports).toEqual([{ stage: "reading", share: 0.5 }]);
    opener.reply({ id: opener.last.id, fault: { kind: "internal", message: "no" } });
    await expect(failing.promise).rejects.toThrow("no");
    expect([opener.isEnded, tableWorker.isEnded]).toEqual([true, false]);

    const opening = pool.open({ blob: new Blob(["x"]), name: "x", format: {} });
    workers[3].answer("table");
    expect(await opening.promise).toBe("table");
    expect([workers[3].isEnded, tableWorker.isEnded]).toEqual([false, true]);
    // A pair loaded from the previous table is not used for the new one.
    workers[1].answer("late verdict");
    void pool.askPair("decide", OPTIONS, CHOICE).promise;
    expect(workers[3].last.question).toBe("takePair");
  });

  test("canceling the opening of a file ends its worker and keeps the open table", async () => {
    const { pool, workers, tableWorker } = await decidingPool();
    const opening = pool.open({ blob: new Blob(["x"]), name: "x", format: {} });
    opening.cancel();
    await expect(opening.promise).rejects.toBeInstanceOf(Canceled);
    expect([workers[2].isEnded, tableWorker.isEnded]).toEqual([true, false]);
  });

  test("background work does not delay readers, and its idle workers can be ended", async () => {
    const { pool, workers, tableWorker } = await decidingPool();
    for (const y of [3, 4, 5]) void pool.askPair("decide", OPTIONS, { x: 1, y }, "background").promise.catch(() => {});
    for (let i = 0; i < 2; i++) {
      tableWorker.answer(PAIR);
      await settled();
    }
    const [busy, other] = workers.slice(2);
    expect([busy.last.question, other.last.question, workers.length]).toEqual(["decide", "decide", 4]);
    void pool.askPair("scene", { seed: 0 }, CHOICE).promise;
    tableWorker.answer(PAIR);
    await settled();
    expect(workers[4].last.question).toBe("scene");
    pool.endIdleBackground();
    expect(workers.map(({ isEnded }) => isEnded)).toEqual([false, false, false, false, false]);
    busy.answer("verdict");
    tableWorker.answer(PAIR);
    await settled();
    busy.answer("verdict");
    pool.endIdleBackground();
    expect(workers.map(({ isEnded }) => isEnded)).toEqual([false, false, true, false, false]);
  });

  test("canceling while the pair is loaded ends the worker that waits for it, without a question", async () => {
    const { pool, workers, tableWorker } = await decidingPool();
    const task = pool.askPair("scene", { seed: 0 }, { x: 2, y: 3 });
    task.cancel();
    await expect(task.promise).rejects.toBeInstanceOf(Canceled);
    tableWorker.answer(PAIR);
    await settled();
    expect([workers[2].isEnded, workers[2].asked]).toEqual([true, []]);
  });

  test("a question goes to the worker that has its pair loaded, not to the first free one", async () => {
    const { pool, workers, tableWorker, first } = await decidingPool();
    const other = pool.askPair("decide", OPTIONS, { x: 2, y: 3 });
    tableWorker.answer(PAIR);
    await settled();
    first.answer("verdict");
    workers[2].answer("verdict");
    await other.promise;
    const taken = tableWorker.asked.length;
    void pool.askPair("scene", { seed: 0 }, { x: 2, y: 3 }).promise;
    expect([workers[2].last.question, tableWorker.asked.length]).toEqual(["scene", taken]);
  });

  test("queued questions continue when a worker crashes and when a pair cannot be loaded", async () => {
    const { pool, workers } = heldPool(1);
    void pool.askTable("openExample", { id: "a" }).promise;
    const [tableWorker] = workers;
    tableWorker.answer("table");
    const tasks = [1, 2, 3].map((x) => pool.askPair("decide", OPTIONS, { x, y: 9 }));
    const ends = Promise.allSettled(tasks.map(({ promise }) => promise));
    tableWorker.answer(PAIR);
    await settled();
    workers[1].onerror?.({ message: "out of memory" } as ErrorEvent);
    expect(tableWorker.last.ask).toEqual({ x: 2, y: 9 });
    tableWorker.reply({ id: tableWorker.last.id, fault: { kind: "internal", message: "no" } });
    await settled();
    expect(tableWorker.last.ask).toEqual({ x: 3, y: 9 });
    tableWorker.answer(PAIR);
    await settled();
    workers[2].answer("verdict");
    expect((await ends).map(({ status }) => status)).toEqual(["rejected", "rejected", "fulfilled"]);
  });

  test("queued questions are canceled when their table is replaced", async () => {
    const { pool, workers, tableWorker, first } = await decidingPool();
    void pool.askPair("scene", { seed: 0 }, CHOICE).promise;
    tableWorker.answer(PAIR);
    await settled();
    const waiting = pool.askPair("compare", OPTIONS, { x: 2, y: 3 });
    void pool.askTable("openExample", { id: "b" }).promise;
    first.answer("verdict");
    await expect(waiting.promise).rejects.toBeInstanceOf(Canceled);
    tableWorker.answer("table");
    const preview = pool.askTable("previewPair", CHOICE);
    const next = pool.askTable("previewPair", { x: 2, y: 3 });
    void pool.open({ blob: new Blob(["x"]), name: "x", format: {} }).promise;
    const opener = workers[workers.length - 1];
    opener.answer("table");
    await expect(preview.promise).rejects.toBeInstanceOf(Canceled);
    await expect(next.promise).rejects.toBeInstanceOf(Canceled);
    expect(opener.asked.map(({ question }) => question)).toEqual(["open"]);
  });

  test("a crashed table worker is replaced at the next question", async () => {
    const { pool, workers, tableWorker } = await decidingPool();
    const preview = pool.askTable("previewPair", CHOICE);
    tableWorker.onerror?.({ message: "out of memory" } as ErrorEvent);
    await expect(preview.promise).rejects.toThrow("out of memory");
    void pool.askTable("methods", {}).promise;
    expect([tableWorker.isEnded, workers[2].last.question]).toEqual([true, "methods"]);
  });
});
