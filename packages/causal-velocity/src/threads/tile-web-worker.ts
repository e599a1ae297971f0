import { allMethods } from "@causal-velocity/lab/rivals/methods.js";
import { bestRoutines } from "@causal-velocity/routines/best-routines.js";
import { tileHandler } from "@causal-velocity/threads/run-tiles.js";
import { serveWebTasks } from "@causal-velocity/threads/serve.js";

// A worker of a browser that decides tiles.
serveWebTasks(tileHandler(() => ({ routines: bestRoutines(), methods: allMethods })));
