import { decideTile } from "@causal-velocity/core";
import { serveWebTasks, tileHandler } from "@causal-velocity/threads/tiles";
import { bestRoutines } from "../best-routines.js";

// A worker of a browser that decides tiles.
serveWebTasks(tileHandler(decideTile, bestRoutines));
