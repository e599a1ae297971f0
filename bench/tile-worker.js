import { parentPort } from "node:worker_threads";
import { decideTile } from "@causal-velocity/core/pairs/decide-tile.js";
import { bestRoutines } from "causal-velocity";

// A thread of the in-process pool that the queue is compared with. It sends the pool's messages itself: serveTasks is
// TypeScript here, and the time to load that would count as the pool's.
parentPort.on("message", ({ input: { tile, columns, options } }) => {
  const output = decideTile(tile, columns, { ...options, routines: bestRoutines() });
  parentPort.postMessage({ output });
});
parentPort.postMessage({ ready: true });
