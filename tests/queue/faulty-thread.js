import { appendFileSync, existsSync } from "node:fs";
import { parentPort } from "node:worker_threads";
import { serveTasksOn } from "@causal-velocity/queue";
import { bestRoutines } from "causal-velocity";
import { register } from "tsx/esm/api";

// A thread that decides, but has a fault on some pairs: it throws, hangs, ends, runs out of memory or kills the process,
// or waits until a file exists. CAUSAL_VELOCITY_TEST_THREAD is {"faults": {"x y": what}, "log": file, "mark": file}.
const { faults = {}, log, mark } = JSON.parse(process.env.CAUSAL_VELOCITY_TEST_THREAD ?? "{}");
// Tiles are no part of the public library: they come from the TypeScript sources.
register();
const { decideTile } = await import("../../packages/core/src/pairs/decide-tile.ts");
const sleep = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);

function misbehave(what) {
  if (what === "throw") throw new TypeError("on purpose");
  if (what === "throw once" && !existsSync(mark)) {
    appendFileSync(mark, "");
    throw new TypeError("on purpose, once");
  }
  if (what === "wait") while (!existsSync(mark)) sleep();
  if (what === "spin") for (;;);
  if (what === "exit") process.exit(3);
  if (what === "memory") for (const kept = []; ; ) kept.push(new Array(1e6).fill(what));
  if (what === "kill") {
    process.kill(process.pid, "SIGKILL");
    for (;;);
  }
}

serveTasksOn(parentPort, ({ tile, columns, options }, report) => {
  for (const pair of tile.pairs) {
    if (log) appendFileSync(log, `${pair.x} ${pair.y}\n`);
    misbehave(faults[`${pair.x} ${pair.y}`]);
    decideTile({ ...tile, pairs: [pair] }, columns, { ...options, routines: bestRoutines() }, report);
  }
});
