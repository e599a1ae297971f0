import { parentPort } from "node:worker_threads";
import { decideTile } from "@causal-velocity/core/pairs/decide-tile.js";
import { bestRoutines } from "causal-velocity";

// A thread of the in-process pool that the queue is compared with. It speaks the pool's messages itself: serveTasks is
// TypeScript here, and whatever loads that would count as the pool's.
parentPort.on("message", ({ input: { tile, columns, settings } }) => {
  const output = decideTile(tile, columns, { ...settings, routines: bestRoutines() });
  parentPort.postMessage({ output });
});
