import { learnedNetwork } from "@causal-velocity/core/learned/learned-log-odds.js";
import { allMethods } from "@causal-velocity/lab/rivals/methods.js";
import { bestRoutines } from "@causal-velocity/routines/best-routines.js";
import { serveTasks } from "@causal-velocity/threads/pool.js";
import { tileHandler } from "@causal-velocity/threads/run-tiles.js";

// A thread of Node that decides tiles.
serveTasks(tileHandler(() => ({ routines: bestRoutines(), methods: allMethods })));

// What the default method needs once is made while the thread waits for its first tile.
bestRoutines();
learnedNetwork();
