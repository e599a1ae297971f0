import { appendFileSync, existsSync } from "node:fs";
import { parentPort } from "node:worker_threads";
import { decideTile } from "@causal-velocity/core/pairs/decide-tile.js";
import { serveTiles } from "@causal-velocity/queue";
import { bestRoutines } from "causal-velocity";

// A thread that decides, but slowly, and on some pairs does as it is told: throw, hang, end or run out of memory.
// CAUSAL_VELOCITY_TEST_THREAD is {"hold": milliseconds a pair, "faults": {"x y": what}, "log": file, "mark": file}.
const { hold = 0, faults = {}, log, mark } = JSON.parse(process.env.CAUSAL_VELOCITY_TEST_THREAD ?? "{}");
const wait = (milliseconds) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);

function misbehave(what) {
  if (what === "throw") throw new TypeError("as told");
  if (what === "throw once" && !existsSync(mark)) {
    appendFileSync(mark, "");
    throw new TypeError("as told, once");
  }
  if (what === "spin") for (;;);
  if (what === "exit") process.exit(3);
  if (what === "memory") for (const kept = []; ; ) kept.push(new Array(1e6).fill(what));
  if (what === "kill") {
    process.kill(process.pid, "SIGKILL");
    for (;;);
  }
}

serveTiles(parentPort, ({ tile, columns, settings }, tell) => {
  for (const pair of tile.pairs) {
    if (log) appendFileSync(log, `${pair.x} ${pair.y}\n`);
    misbehave(faults[`${pair.x} ${pair.y}`]);
    wait(hold);
    decideTile({ ...tile, pairs: [pair] }, columns, { ...settings, routines: bestRoutines() }, tell);
  }
});
