import { answerTile, serveTasks, type TileTask } from "@causal-velocity/batch";
import { bestRoutines } from "@causal-velocity/routines/best-routines.js";

// A thread of Node that decides tiles.
serveTasks((task: TileTask, tellAlive) => answerTile(task, bestRoutines(), tellAlive));
