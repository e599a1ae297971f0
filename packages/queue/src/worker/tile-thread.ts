import { parentPort } from "node:worker_threads";
import { bestRoutines, decideTile } from "causal-velocity";
import type { TileWork } from "./decider.js";
import { serveTiles } from "./serve-tiles.js";

// A thread that decides tiles, with routines of its own.
if (parentPort) {
  serveTiles(parentPort, ({ tile, columns, settings }: TileWork, tell) => {
    decideTile(tile, columns, { ...settings, routines: bestRoutines() }, tell);
  });
}
