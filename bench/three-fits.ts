import { bestRoutines, pairScores, stein } from "causal-velocity";
import { coldRun } from "./cold-run.js";

coldRun((pair) => pairScores(pair, stein({ routines: bestRoutines() })));
