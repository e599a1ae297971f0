import type { Routines } from "@causal-velocity/core/compute/routines.js";
import { decideTile } from "@causal-velocity/core/pairs/decide-tile.js";
import type { TileAnswer, TileTask } from "./tile-task.js";

/** The work of a thread: decides a tile and takes the time. @param tellAlive called when a pair is decided */
export function answerTile(
  { tile, columns, options }: TileTask,
  routines: Routines,
  tellAlive: () => void,
): TileAnswer {
  const start = performance.now();
  const outcomes = decideTile(tile, columns, { ...options, routines }, tellAlive);
  return { outcomes, milliseconds: performance.now() - start };
}
