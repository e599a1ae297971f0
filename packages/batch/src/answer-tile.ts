import type { DecideOptions } from "@causal-velocity/core/decide/decide.js";
import { decideTile } from "@causal-velocity/core/pairs/decide-tile.js";
import type { TileAnswer, TileTask } from "./tile-task.js";

/** The work of a thread: decides a tile and takes the time. @param tellAlive called when a pair is decided */
export function answerTile(
  { tile, columns, options }: TileTask,
  engine: Pick<DecideOptions, "routines" | "methods">,
  tellAlive: () => void,
): TileAnswer {
  const start = performance.now();
  const outcomes = decideTile(tile, columns, { ...options, ...engine }, tellAlive);
  return { outcomes, milliseconds: performance.now() - start };
}
