import { describe, expect, test } from "vitest";
import type { LoadedPair, Reply, Request } from "../engine/messages.js";
import { Pool, type WorkerLike } from "../engine/pool.js";
import { MapState } from "./map.svelte.js";

/** Workers that keep a table and answer `decide` when told, or at once with what they were asked about. */
function answeringPool(isHeld: () => boolean) {
  const ended: number[] = [];
  const decided: string[] = [];
  const waiting: (() => void)[] = [];
  let started = 0;
  const pool = new Pool(
    () => {
      const number = started++;
      let held = "";
      const worker: WorkerLike = {
        onmessage: null,
        onerror: null,
        terminate: () => ended.push(number),
        postMessage({ id, question, ask, load }: Request) {
          const reply = (value: object) =>
            setTimeout(() => worker.onmessage?.({ data: { id, ...value } } as MessageEvent<Reply>));
          if (question === "takePair") {
            const { x, y } = ask as { x: number; y: number };
            if (y === 4) {
              const problem = { code: "constant-column", place: "c4", value: "one value", expected: "", remedy: "" };
              reply({ fault: { kind: "input", problem } });
            } else reply({ value: { pair: { names: { x: String(x), y: String(y) } } } as unknown as LoadedPair });
            return;
          }
          if (load) held = `${load.pair.names.x}-${load.pair.names.y}`;
          decided.push(held);
          const answer = { value: { decision: { verdict: "x->y", confidence: 0.8, of: held, ask } } };
          if (isHeld()) waiting.push(() => reply(answer));
          else reply(answer);
        },
      };
      return worker;
    },
    { reader: 1, background: 2 },
  );
  return {
    pool,
    ended,
    decided,
    started: () => started,
    /** Gives the answers that were held. */
    release: () => {
      for (const give of waiting.splice(0)) give();
    },
  };
}

const COLUMNS = [1, 2, 3, 4].map((number) => ({ number, name: `c${number}` }));
const OPTIONS = { method: "default", seed: 0, maxRows: 100 };

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5));
}

describe("the map", () => {
  test("decides every pair once, in order, and keeps those that fail with their reason", async () => {
    const { pool, decided } = answeringPool(() => false);
    const map = new MapState(pool);
    expect([map.pairCount, map.isDone]).toEqual([0, false]);
    await map.start(COLUMNS, OPTIONS);
    expect([map.running, map.isDone, map.pairCount]).toEqual([false, true, 6]);
    expect(map.outcomes.map(({ x, y }) => `${x}-${y}`)).toEqual(["1-2", "1-3", "1-4", "2-3", "2-4", "3-4"]);
    expect(map.outcomes[3].decision).toMatchObject({ of: "2-3", ask: OPTIONS });
    expect(map.outcomes[2]).toMatchObject({ names: { x: "c1", y: "c4" }, problem: { code: "constant-column" } });
    expect(map.summary).toMatchObject({ pairs: 6, directed: 3, failed: 3 });
    expect([...decided].sort()).toEqual(["1-2", "1-3", "2-3"]);
  });

  test("stopping ends the workers that are at it at once, keeps what was found, and going on does only the rest", async () => {
    let isHeld = true;
    const { pool, ended, decided } = answeringPool(() => isHeld && decided.length > 1);
    const map = new MapState(pool);
    const columns = COLUMNS.slice(0, 3);
    const running = map.start(columns, OPTIONS);
    // The first is answered and shown; the second and third are worked on.
    await until(() => map.outcomes.length === 1 && decided.length === 3);
    expect([map.running, decided, ended]).toEqual([true, ["1-2", "1-3", "2-3"], []]);
    map.stop();
    expect(ended).toHaveLength(2);
    await running;
    expect([map.running, map.isDone, map.left]).toEqual([false, false, undefined]);
    expect(map.outcomes.map(({ x, y }) => `${x}-${y}`)).toEqual(["1-2"]);
    isHeld = false;
    await map.start(columns, OPTIONS);
    expect([map.isDone, decided.slice(3).sort()]).toEqual([true, ["1-3", "2-3"]]);
  });

  test("pairs that the pool gave up, as another table was opened, are no pairs that failed", async () => {
    let isHeld = true;
    const { pool, decided, release } = answeringPool(() => isHeld);
    const map = new MapState(pool);
    const running = map.start(COLUMNS.slice(0, 3), OPTIONS);
    await until(() => decided.length === 2);
    isHeld = false;
    await pool.askKeeper("openExample", { id: "another" }).promise;
    // Now workers are free for the third pair, whose table is no more.
    release();
    await running;
    expect(map.outcomes.map(({ x, y, problem }) => [x, y, problem])).toEqual([
      [1, 2, undefined],
      [1, 3, undefined],
    ]);
    expect([map.running, map.isDone]).toEqual([false, false]);
  });

  test("other options or columns begin anew; workers are sent home at the end", async () => {
    const { pool, decided, ended, started } = answeringPool(() => false);
    const map = new MapState(pool);
    const columns = COLUMNS.slice(0, 3);
    await map.start(columns, OPTIONS);
    await map.start(columns, OPTIONS);
    expect(decided).toHaveLength(3);
    expect(map.isFor(columns, { ...OPTIONS, seed: 1 })).toBe(false);
    await map.start(columns, { ...OPTIONS, seed: 1 });
    expect(decided).toHaveLength(6);
    // All but the one that keeps the table.
    expect(ended).toHaveLength(started() - 1);
  });

  test("tells the time left by the pace so far", async () => {
    let clock = 0;
    const { pool } = answeringPool(() => false);
    const map = new MapState(pool, () => {
      clock += 1000;
      return clock;
    });
    const told: number[] = [];
    const running = map.start(COLUMNS, OPTIONS);
    while (map.running) {
      if (map.left !== undefined && told.at(-1) !== map.left) told.push(map.left);
      await new Promise((resolve) => setTimeout(resolve));
    }
    await running;
    // The clock is looked at once before the third of six: a second for three, and three to go.
    expect(told[0]).toBe(1000);
  });
});
