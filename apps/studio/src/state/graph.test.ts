import type { GraphPart } from "@causal-velocity/core/graph/graph.js";
import { expect, test } from "vitest";
import { Canceled, type GraphAsk, type Task } from "../engine/messages.js";
import type { Pool } from "../engine/pool.js";
import { GraphState } from "./graph.svelte.js";

const ASK: GraphAsk = { columns: [1, 2, 3], forbid: [], require: [], seed: 0 };
const PARTS = 5;

/** A pool that answers part k with `[k]`, at once or when released, and counts what it was asked. */
function answeringPool(held: (part: number) => boolean) {
  const asked: string[] = [];
  let canceled = 0;
  const task = (value: unknown, isHeld: boolean): Task<never> => {
    let refuse: (error: Error) => void = () => undefined;
    const promise = new Promise<never>((fulfill, reject) => {
      refuse = reject;
      if (!isHeld) setTimeout(() => fulfill(value as never));
    });
    return {
      promise,
      cancel: () => {
        canceled += 1;
        refuse(new Canceled());
      },
    };
  };
  const pool = {
    askTable: () => {
      asked.push("prepare");
      return task({ graph: "prepared", parts: PARTS }, false);
    },
    askBackground: (question: string, { part, parts }: { part: number; parts: GraphPart[] }) => {
      asked.push(question === "graphPart" ? String(part) : `join ${parts.join()}`);
      return task(question === "graphPart" ? part : { graph: { edges: [] }, routines: "plain" }, held(part));
    },
    endIdleBackground: () => undefined,
  } as unknown as Pool;
  return { pool, asked, canceled: () => canceled };
}

test("all searches run, and are joined in their order", async () => {
  const { pool, asked } = answeringPool(() => false);
  const graph = new GraphState(pool);
  await graph.start(ASK);
  expect(asked).toEqual(["prepare", "0", "1", "2", "3", "4", "join 0,1,2,3,4"]);
  expect([graph.running, graph.done, graph.total, graph.isFor(ASK), graph.fault]).toEqual([
    false,
    5,
    5,
    true,
    undefined,
  ]);
});

test("a stopped run keeps its searches, and resuming runs only the rest", async () => {
  let isHeld = true;
  const { pool, asked, canceled } = answeringPool((part) => isHeld && part > 2);
  const graph = new GraphState(pool);
  const running = graph.start(ASK);
  while (graph.done < 3) await new Promise((resolve) => setTimeout(resolve, 2));
  expect([graph.running, graph.left === undefined]).toEqual([true, false]);
  graph.stop();
  await running;
  expect([graph.running, graph.found, graph.fault, graph.isAbout(ASK), canceled()]).toEqual([
    ...[false, undefined, undefined, true],
    2,
  ]);
  isHeld = false;
  await graph.start(ASK);
  expect(asked.slice(6)).toEqual(["prepare", "3", "4", "join 0,1,2,3,4"]);
  expect(graph.isFor(ASK)).toBe(true);
});

test("another question starts over, and the graph that was found stays until the next one", async () => {
  const { pool, asked } = answeringPool(() => false);
  const graph = new GraphState(pool);
  await graph.start(ASK);
  const other: GraphAsk = { ...ASK, forbid: [[1, 2]] };
  const running = graph.start(other);
  expect([graph.found !== undefined, graph.isFor(ASK), graph.isFor(other), graph.isAbout(other)]).toEqual([
    ...[true, true, false, true],
  ]);
  await running;
  expect(asked.filter((each) => each === "0")).toHaveLength(2);
  expect([graph.isFor(ASK), graph.isFor(other)]).toEqual([false, true]);
});
