import { answerTile, serveTasks, type TileTask } from "@causal-velocity/batch";
import { allMethods } from "@causal-velocity/lab/rivals/methods.js";
import { bestRoutines } from "@causal-velocity/routines/best-routines.js";

// A thread of Node that decides tiles.
serveTasks((task: TileTask, tellAlive) =>
  answerTile(task, { routines: bestRoutines(), methods: allMethods }, tellAlive),
);
