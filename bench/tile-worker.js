import { parentPort } from "node:worker_threads";
import { decideTile } from "@causal-velocity/core/pairs/decide-tile.js";
import { bestRoutines } from "causal-velocity";

// A worker thread of the in-process pool with which the queue is compared. It handles the pool's messages itself:
// serveTasks is TypeScript here, and loading it would count as time of the pool.
parentPort.on("message", ({ input: { tile, columns, settings } }) => {
  const output = decideTile(tile, columns, { ...settings, routines: bestRoutines() });
  parentPort.postMessage({ output });
});
