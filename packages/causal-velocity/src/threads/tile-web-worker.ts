import { answerTile, serveWebTasks, type TileTask } from "@causal-velocity/batch/tiles";
import { allMethods } from "@causal-velocity/lab/rivals/methods.js";
import { bestRoutines } from "@causal-velocity/routines/best-routines.js";

// A worker of a browser that decides tiles.
serveWebTasks((task: TileTask, tellAlive) =>
  answerTile(task, { routines: bestRoutines(), methods: allMethods }, tellAlive),
);
