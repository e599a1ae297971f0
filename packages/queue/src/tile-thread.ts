import { parentPort } from "node:worker_threads";
import { allMethods } from "@causal-velocity/lab/rivals/methods.js";
import { bestRoutines } from "@causal-velocity/routines/best-routines.js";
import { tileHandler } from "@causal-velocity/threads/run-tiles.js";
import { serveTasksOn } from "@causal-velocity/threads/serve.js";

// A thread that decides tiles, with its own routines and every method by name.
if (parentPort)
  serveTasksOn(
    parentPort,
    tileHandler(() => ({ routines: bestRoutines(), methods: allMethods })),
  );
