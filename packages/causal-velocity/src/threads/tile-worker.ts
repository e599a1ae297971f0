import { decideTile } from "@causal-velocity/core";
import { serveTasks, tileHandler } from "@causal-velocity/threads";
import { bestRoutines } from "../best-routines.js";

// A thread of Node that decides tiles.
serveTasks(tileHandler(decideTile, bestRoutines));
