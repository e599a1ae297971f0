import { parentPort } from "node:worker_threads";
import { serveTasksOn, tileHandler } from "@causal-velocity/threads/tiles";
import { bestRoutines, decideTile } from "causal-velocity";

// A thread that decides tiles, with its own routines.
if (parentPort) serveTasksOn(parentPort, tileHandler(decideTile, bestRoutines));
