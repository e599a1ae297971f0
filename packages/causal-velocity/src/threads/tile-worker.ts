import { allMethods } from "@causal-velocity/lab/rivals/methods.js";
import { bestRoutines } from "@causal-velocity/routines/best-routines.js";
import { serveTasks } from "@causal-velocity/threads/pool.js";
import { tileHandler } from "@causal-velocity/threads/run-tiles.js";

// A thread of Node that decides tiles.
serveTasks(tileHandler(() => ({ routines: bestRoutines(), methods: allMethods })));
