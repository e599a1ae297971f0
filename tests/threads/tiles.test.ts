import { planTiles } from "@causal-velocity/core/pairs/choose-pairs.js";
import { keptThreads } from "@causal-velocity/threads/run-tasks.js";
import { runTiles, type TilesRequest, type TileTask } from "@causal-velocity/threads/run-tiles.js";
import { type AnswerMessage, answerTask, type TaskMessage } from "@causal-velocity/threads/serve.js";
import { taskThread, UnfitWorker } from "@causal-velocity/threads/task-thread.js";
import type { StartThread } from "@causal-velocity/threads/thread.js";
import { allPairs, type PairOutcome, tableFromColumns } from "causal-velocity";
import { describe, expect, test } from "vitest";

const table = tableFromColumns(
  Array.from({ length: 6 }, (_, k) => ({ name: `c${k + 1}`, values: [k, k + 1, k + 2] })),
) as unknown as TilesRequest["table"];
const LIST = allPairs([1, 2, 3, 4, 5, 6]);
const PAIRS = [...LIST];

/** Faults by pair, such as "1 2": on every attempt, or on the first only. */
type Faults = Readonly<Record<string, "throw" | "die" | "die once" | "hang">>;

/** Threads that report an outcome for each pair, and the pairs that they were asked for, in order. */
function faultyThreads(faults: Faults): { readonly startThread: StartThread; readonly asked: string[] } {
  const asked: string[] = [];
  const startThread: StartThread = ({ onMessage, onEnd }) => {
    let isAlive = true;
    const send = (answer: AnswerMessage): void => {
      if (isAlive) onMessage(answer);
    };
    setImmediate(() => send({ ready: true }));
    const handle = async ({ tile, columns }: TileTask, report: (outcome: PairOutcome) => void): Promise<number> => {
      for (const { x, y } of tile.pairs) {
        const pair = `${x} ${y}`;
        const isFirst = !asked.includes(pair);
        asked.push(pair);
        const fault = faults[pair];
        if (fault === "throw") throw new TypeError("on purpose");
        if (fault === "die" || (fault === "die once" && isFirst)) {
          isAlive = false;
          onEnd(" with code 3");
        }
        if (fault === "hang" || !isAlive) await new Promise(() => {});
        const names = { x: columns[tile.columns.indexOf(x)]?.name, y: columns[tile.columns.indexOf(y)]?.name };
        report({ x, y, names } as PairOutcome);
      }
      return 1;
    };
    return {
      post: (message) => void answerTask(message as TaskMessage, handle, send),
      end: async () => {
        isAlive = false;
      },
    };
  };
  return { startThread, asked };
}

async function decideWith(faults: Faults, more: Partial<TilesRequest> = {}) {
  const { startThread, asked } = faultyThreads(faults);
  const outcomes: PairOutcome[] = [];
  const summary = await runTiles({
    ...{ table, tiles: planTiles(LIST, 3), options: {}, startThread, workers: 2 },
    onOutcome: (outcome) => outcomes.push(outcome),
    ...more,
  });
  return { summary, asked, outcomes: outcomes.sort((a, b) => a.x - b.x || a.y - b.y) };
}

const plain = PAIRS.map(({ x, y }) => ({ x, y, names: { x: `c${x}`, y: `c${y}` } }));
const failedWith = (pair: string, message: string) =>
  plain.map((one) => (`${one.x} ${one.y}` === pair ? { ...one, problem: { code: "internal", message } } : one));

describe("runTiles", () => {
  test("reports every pair once, on any number of threads", async () => {
    for (const workers of [1, 2, 9]) {
      const { summary, asked, outcomes } = await decideWith({}, { workers });
      expect(outcomes).toEqual(plain);
      expect(asked).toHaveLength(PAIRS.length);
      expect(summary).toEqual({ aborted: false, milliseconds: [...planTiles(LIST, 3)].length });
    }
  });

  test.each([
    ["throw", "TypeError: on purpose", undefined],
    ["die", "the thread ended with code 3", undefined],
    ["hang", "took longer than 0.2 s", 200],
  ] as const)(
    "a pair that makes its thread %s is tried twice and has a problem; no other pair is decided again",
    async (fault, message, timeLimit) => {
      const { asked, outcomes } = await decideWith({ "1 5": fault }, { timeLimit });
      expect(outcomes).toEqual(failedWith("1 5", message));
      expect(asked.filter((pair) => pair === "1 5")).toHaveLength(2);
      expect(asked).toHaveLength(PAIRS.length + 1);
    },
  );

  test("a pair whose thread died once has its outcome", async () => {
    const { asked, outcomes } = await decideWith({ "2 3": "die once" });
    expect(outcomes).toEqual(plain);
    expect(asked).toHaveLength(PAIRS.length + 1);
  });

  test("an abort ends threads that hang", async () => {
    const stop = new AbortController();
    const seen: PairOutcome[] = [];
    const { summary } = await decideWith(
      { "1 3": "hang" },
      {
        workers: 1,
        signal: stop.signal,
        onOutcome: (outcome) => {
          seen.push(outcome);
          stop.abort();
        },
      },
    );
    expect([summary.aborted, seen.length]).toEqual([true, 1]);
  });

  test("an error thrown by onOutcome ends the run", async () => {
    const onOutcome = () => {
      throw new Error("disk full");
    };
    await expect(decideWith({ "4 5": "hang" }, { onOutcome })).rejects.toThrow("disk full");
  });

  test("threads that do not start are the fault of no pair", async () => {
    const outcomes: PairOutcome[] = [];
    const ends: StartThread = ({ onEnd }) => {
      setImmediate(() => onEnd(" with code 1"));
      return { post: () => {}, end: async () => {} };
    };
    const throws: StartThread = () => {
      throw new Error("no threads here");
    };
    for (const [startThread, message] of [
      [ends, "a thread could not start: it ended with code 1"],
      [throws, "a thread could not start: no threads here"],
    ] as const) {
      const running = decideWith({}, { startThread, onOutcome: (outcome) => outcomes.push(outcome) });
      await expect(running).rejects.toThrow(new UnfitWorker(message));
    }
    expect(outcomes).toEqual([]);
  });
});

test("a thread is used again after a task, and replaced after it died or threw", async () => {
  let starts = 0;
  const { startThread } = faultyThreads({ "1 2": "throw", "1 3": "die" });
  const thread = taskThread((events) => {
    starts += 1;
    return startThread(events);
  });
  const columns = table.columns.slice(0, 4);
  const task = (y: number): TileTask => ({
    tile: { columns: [1, 2, 3, 4], pairs: [{ x: 1, y }] },
    columns,
    options: {},
  });
  expect(await thread.run(task(4))).toEqual({ output: 1 });
  expect(await thread.run(task(4))).toEqual({ output: 1 });
  expect(starts).toBe(1);
  expect(await thread.run(task(2))).toEqual({ failure: { code: "defect", message: "TypeError: on purpose" } });
  expect(await thread.run(task(3))).toEqual({
    failure: { code: "worker-died", message: "the thread ended with code 3" },
  });
  expect(await thread.run(task(4))).toEqual({ output: 1 });
  expect(starts).toBe(3);
  await thread.close();
});

describe("kept threads", () => {
  function counted() {
    const { startThread, asked } = faultyThreads({});
    const alive = new Set<object>();
    let starts = 0;
    const start: StartThread = (events) => {
      starts += 1;
      const thread = startThread(events);
      alive.add(thread);
      return {
        ...thread,
        end: async (isBusy) => {
          alive.delete(thread);
          await thread.end(isBusy);
        },
      };
    };
    return { start, asked, alive, starts: () => starts };
  }

  test("are started ahead, used by one run after the other, and ended by their owner", async () => {
    const { start, asked, alive, starts } = counted();
    const kept = keptThreads(start);
    kept.start(2);
    expect(starts()).toBe(2);
    for (const runs of [1, 2]) {
      await decideWith({}, { startThread: start, kept });
      expect(asked).toHaveLength(runs * PAIRS.length);
    }
    expect([starts(), alive.size]).toEqual([2, 2]);
    await kept.close();
    expect(alive.size).toBe(0);
  });

  test("that are ended while they start leave nothing behind", async () => {
    const { start, alive } = counted();
    const kept = keptThreads(start);
    kept.start(3);
    await kept.close();
    expect(alive.size).toBe(0);
    const silent = taskThread(() => ({ post: () => {}, end: async () => {} }));
    const starting = silent.start();
    await Promise.all([silent.close(), expect(starting).rejects.toThrow("it ended on request")]);
  });

  test("that could not start ahead are reported by their first task", async () => {
    const startThread: StartThread = () => {
      throw new Error("no threads here");
    };
    const kept = keptThreads(startThread);
    kept.start(2);
    const running = decideWith({}, { startThread, kept });
    await expect(running).rejects.toThrow(new UnfitWorker("a thread could not start: no threads here"));
  });
});
