import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { type PoolRequest, runPool } from "@causal-velocity/threads/pool.js";
import type { TaskResult } from "@causal-velocity/threads/run-tasks.js";
import { taskThread, UnfitWorker } from "@causal-velocity/threads/task-thread.js";
import { nodeThread } from "@causal-velocity/threads/thread.js";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../support/temporary-folder.js";

const SCRIPT = new URL("./faulty-worker.js", import.meta.url);

/** Runs orders of the faulty worker; results in the order of the tasks. */
async function run(orders: readonly string[], more: Partial<PoolRequest<unknown>> = {}) {
  const results: TaskResult<unknown>[] = [];
  const summary = await runPool<unknown>({
    script: SCRIPT,
    workers: 2,
    tasks: orders.length,
    input: (task) => ({ message: { order: orders[task] } }),
    onResult: (result) => results.push(result),
    ...more,
  });
  return { summary, results: results.sort((a, b) => a.task - b.task) };
}

/** A thread of the faulty worker, and how each of those that it used ended. */
function watched() {
  const ends: string[] = [];
  const thread = taskThread(({ onMessage, onEnd }) => {
    const events = {
      onMessage,
      onEnd: (cause: string) => {
        ends.push(cause);
        onEnd(cause);
      },
    };
    return nodeThread(new Worker(SCRIPT, { execArgv: [] }), events);
  });
  return { thread, ends };
}

describe("a thread", () => {
  // Node ends a thread with code 1 if it is terminated.
  test("ends by itself if it has no task: after one, after one that failed, and while it loads", async () => {
    const { thread, ends } = watched();
    await thread.run({ order: "a" });
    await thread.close();
    await thread.run({ order: "throw" });
    const starting = thread.start().catch(() => {});
    await thread.close();
    await starting;
    expect(ends).toEqual([" with code 0", " with code 0", " with code 0"]);
  });

  test("is terminated in the middle of a task", async () => {
    const { thread, ends } = watched();
    await thread.start();
    const end = thread.run({ order: "spin" });
    await Promise.resolve();
    await thread.close();
    expect(await end).toMatchObject({ failure: { code: "worker-died" } });
    expect(ends).toEqual([" with code 1"]);
  });
});

describe("runPool", () => {
  test("every task has one result, whatever the number of workers", async () => {
    const orders = Array.from({ length: 25 }, (_, i) => `task ${i}`);
    for (const workers of [1, 3]) {
      const { summary, results } = await run(orders, { workers });
      expect(results).toEqual(orders.map((order, task) => ({ task, output: `${order} done` })));
      expect(summary).toEqual({ ended: 25, lostWorkers: 0, aborted: false });
    }
  });

  test("more than ten workers at a time cause no warning of a leak", async () => {
    const warnings: string[] = [];
    const note = ({ name }: Error): void => void warnings.push(name);
    process.on("warning", note);
    try {
      await run(
        Array.from({ length: 24 }, () => "a"),
        { workers: 12 },
      );
      await new Promise(setImmediate);
    } finally {
      process.off("warning", note);
    }
    expect(warnings).toEqual([]);
  });

  test("no tasks, no workers", async () => {
    expect((await run([])).summary).toEqual({ ended: 0, lostWorkers: 0, aborted: false });
  });

  test("columns move to the worker", async () => {
    const columns = [1, 2, 3].map((n) => new Float64Array(1000).fill(n));
    const { results } = await run(["sum", "sum", "sum"], {
      input: (task) => ({ message: { order: "sum", column: columns[task] }, transfer: [columns[task].buffer] }),
    });
    expect(results.map((result) => "output" in result && result.output)).toEqual([1000, 2000, 3000]);
    expect(columns.map(({ length }) => length)).toEqual([0, 0, 0]);
  });

  test("what a task throws is its failure, with the code of an InputError, and the run continues", async () => {
    const { summary, results } = await run(["a", "throw", "refuse", "unsendable"]);
    expect(results).toEqual([
      { task: 0, output: "a done" },
      { task: 1, failure: { code: "defect", message: "TypeError: on purpose" } },
      { task: 2, failure: { code: "constant-column", message: "here: 1; expected 2. Do." } },
      { task: 3, failure: { code: "defect", message: expect.stringContaining("could not be cloned") } },
    ]);
    expect(summary.lostWorkers).toBe(0);
  });

  test("an input that cannot be made, or cannot be sent, fails its task only", async () => {
    const { results } = await run(["a", "b", "c"], {
      workers: 1,
      input: (task) => {
        if (task === 0) throw new Error("no such file");
        return { message: { order: task === 1 ? () => {} : "c" } };
      },
    });
    expect(results).toMatchObject([
      { failure: { code: "defect", message: "Error: no such file" } },
      { failure: { code: "defect", message: expect.stringContaining("could not be cloned") } },
      { output: "c done" },
    ]);
  });

  test("a worker that dies during a task is replaced, and the task tried again", async () => {
    const mark = join(temporaryFolder(), "mark");
    const { summary, results } = await run(["a", "exit once", "b", "c"], { workerData: { mark } });
    expect(results.map((result) => "output" in result && result.output)).toEqual([
      "a done",
      "exit once done",
      "b done",
      "c done",
    ]);
    expect(summary).toEqual({ ended: 4, lostWorkers: 1, aborted: false });
  });

  test.each([
    ["exit", /the thread ended with code 3, the last of 2 attempts/],
    ["uncaught", /the thread ended: out of bounds, the last of 2 attempts/],
  ])("a task that ends its worker twice has failed, the others have not: %s", async (order, message) => {
    const log = join(temporaryFolder(), "log");
    const { summary, results } = await run(["a", order, "b", "c"], { workerData: { log } });
    expect(results[1]).toMatchObject({ failure: { code: "worker-died", message: expect.stringMatching(message) } });
    expect(results.filter((result) => "output" in result)).toHaveLength(3);
    expect(summary).toMatchObject({ ended: 4, lostWorkers: 2 });
    expect(
      readFileSync(log, "utf8")
        .split("\n")
        .filter((line) => line === order),
    ).toHaveLength(2);
  });

  test("a script that cannot start ends the run, as this is the fault of no task", async () => {
    const results: unknown[] = [];
    const onResult = (result: unknown) => results.push(result);
    const running = run(["a", "b", "c"], { script: new URL("./none.js", SCRIPT), onResult });
    await expect(running).rejects.toThrow(UnfitWorker);
    await expect(running).rejects.toThrow(/a thread could not start: it ended: Cannot find module/);
    expect(results).toEqual([]);
  });

  test("an abort ends workers that would never finish", async () => {
    const controller = new AbortController();
    const { summary, results } = await run(["a", "spin", "spin", "b"], {
      signal: controller.signal,
      onResult: () => controller.abort(),
    });
    expect(summary.aborted).toBe(true);
    expect(summary.ended).toBe(1);
    expect(results).toEqual([]);
  });

  test("aborted before it began, nothing runs", async () => {
    const log = join(temporaryFolder(), "log");
    const { summary } = await run(["a"], { signal: AbortSignal.abort(), workerData: { log } });
    expect(summary).toEqual({ ended: 0, lostWorkers: 0, aborted: true });
    expect(() => readFileSync(log)).toThrow(/ENOENT/);
  });

  test("an error thrown by onResult ends the run", async () => {
    const onResult = () => {
      throw new Error("disk full");
    };
    await expect(run(["a", "b", "spin"], { onResult })).rejects.toThrow("disk full");
  });
});
