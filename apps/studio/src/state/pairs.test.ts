import { describe, expect, test } from "vitest";
import type { LoadedPair, Reply, Request } from "../engine/messages.js";
import { Pool, type WorkerLike } from "../engine/pool.js";
import { PairsState } from "./pairs.svelte.js";

/** Workers that answer `decide` at once, or when released, with the pair they were asked about. */
function answeringPool(isHeld: () => boolean, tailOf: (pair: string) => number = () => 1e-6) {
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
          const decision = { verdict: "x->y", probability: 0.8, findings: [], of: held, ask };
          const answer = { value: { decision, dependence: { strength: 0.4, tail: tailOf(held) } } };
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
    /** Sends the answers that were held back. */
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

describe("all pairs", () => {
  test("every pair is decided once and in order, and failures are kept with their reason", async () => {
    const { pool, decided } = answeringPool(() => false);
    const pairs = new PairsState(pool);
    expect([pairs.pairCount, pairs.isDone]).toEqual([0, false]);
    await pairs.start(COLUMNS, OPTIONS);
    expect([pairs.running, pairs.isDone, pairs.pairCount]).toEqual([false, true, 6]);
    expect(pairs.outcomes.map(({ x, y }) => `${x}-${y}`)).toEqual(["1-2", "1-3", "1-4", "2-3", "2-4", "3-4"]);
    expect(pairs.outcomes[3].decision).toMatchObject({ of: "2-3", ask: OPTIONS });
    expect(pairs.outcomes[2]).toMatchObject({ names: { x: "c1", y: "c4" }, problem: { code: "constant-column" } });
    expect(pairs.summary).toMatchObject({ pairs: 6, directed: 3, failed: 3 });
    expect([...decided].sort()).toEqual(["1-2", "1-3", "2-3"]);
  });

  test("stopping ends busy workers at once and keeps outcomes; resuming decides only the rest", async () => {
    let isHeld = true;
    const { pool, ended, decided } = answeringPool(() => isHeld && decided.length > 1);
    const pairs = new PairsState(pool);
    const columns = COLUMNS.slice(0, 3);
    const running = pairs.start(columns, OPTIONS);
    // The first is answered and shown; the second and third are running.
    await until(() => pairs.outcomes.length === 1 && decided.length === 3);
    expect([pairs.running, decided, ended]).toEqual([true, ["1-2", "1-3", "2-3"], []]);
    pairs.stop();
    expect(ended).toHaveLength(2);
    await running;
    expect([pairs.running, pairs.isDone, pairs.left]).toEqual([false, false, undefined]);
    expect(pairs.outcomes.map(({ x, y }) => `${x}-${y}`)).toEqual(["1-2"]);
    isHeld = false;
    await pairs.start(columns, OPTIONS);
    expect([pairs.isDone, decided.slice(3).sort()]).toEqual([true, ["1-3", "2-3"]]);
  });

  test("pairs that the pool canceled because another table was opened do not count as failed", async () => {
    let isHeld = true;
    const { pool, decided, release } = answeringPool(() => isHeld);
    const pairs = new PairsState(pool);
    const running = pairs.start(COLUMNS.slice(0, 3), OPTIONS);
    await until(() => decided.length === 2);
    isHeld = false;
    await pool.askTable("openExample", { id: "another" }).promise;
    // Now workers are free for the third pair, whose table is closed.
    release();
    await running;
    expect(pairs.outcomes.map(({ x, y, problem }) => [x, y, problem])).toEqual([
      [1, 2, undefined],
      [1, 3, undefined],
    ]);
    expect([pairs.running, pairs.isDone]).toEqual([false, false]);
  });

  test("other options or columns start over; idle workers are ended", async () => {
    const { pool, decided, ended, started } = answeringPool(() => false);
    const pairs = new PairsState(pool);
    const columns = COLUMNS.slice(0, 3);
    await pairs.start(columns, OPTIONS);
    await pairs.start(columns, OPTIONS);
    expect(decided).toHaveLength(3);
    expect(pairs.isFor(columns, { ...OPTIONS, seed: 1 })).toBe(false);
    await pairs.start(columns, { ...OPTIONS, seed: 1 });
    expect(decided).toHaveLength(6);
    // All but the table worker.
    expect(ended).toHaveLength(started() - 1);
  });

  test("dependence is judged among all pairs that were asked for, so that no direction is taken back later", async () => {
    let isHeld = true;
    const tails: Readonly<Record<string, number>> = { "1-2": 0.005, "1-3": 0.005, "2-3": 0.005 };
    const { pool, decided, release } = answeringPool(
      () => isHeld && decided.length > 1,
      (pair) => tails[pair] ?? 1,
    );
    const pairs = new PairsState(pool);
    const running = pairs.start(COLUMNS.slice(0, 3), OPTIONS);
    await until(() => pairs.outcomes.length === 1 && decided.length === 3);
    // Alone it would count; one of three needs 0.0033.
    expect(pairs.outcomes[0].decision).toMatchObject({ verdict: "cannot-tell", gate: "independent" });
    isHeld = false;
    release();
    await running;
    expect(pairs.outcomes.map(({ decision }) => decision?.verdict)).toEqual(["x->y", "x->y", "x->y"]);
    expect(pairs.summary.chance).toEqual({ pairs: 3, level: 0.01 });
  });

  test("the time left is estimated from the pace so far", async () => {
    let clock = 0;
    const { pool } = answeringPool(() => false);
    const pairs = new PairsState(pool, () => {
      clock += 1000;
      return clock;
    });
    const seen: number[] = [];
    const running = pairs.start(COLUMNS, OPTIONS);
    while (pairs.running) {
      if (pairs.left !== undefined && seen.at(-1) !== pairs.left) seen.push(pairs.left);
      await new Promise((resolve) => setTimeout(resolve));
    }
    await running;
    // The clock is read once before the third of six pairs is done: one second for three, and three are left.
    expect(seen[0]).toBe(1000);
  });
});
