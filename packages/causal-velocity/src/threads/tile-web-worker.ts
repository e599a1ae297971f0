import { learnedNetwork } from "@causal-velocity/core/learned/learned-log-odds.js";
import { allMethods } from "@causal-velocity/lab/rivals/methods.js";
import { bestRoutines } from "@causal-velocity/routines/best-routines.js";
import { tileHandler } from "@causal-velocity/threads/run-tiles.js";
import { serveWebTasks } from "@causal-velocity/threads/serve.js";

// A worker of a browser that decides tiles.
serveWebTasks(tileHandler(() => ({ routines: bestRoutines(), methods: allMethods })));

// What the default method needs once is made while the worker waits for its first tile.
bestRoutines();
learnedNetwork();
