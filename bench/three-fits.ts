import { bestRoutines } from "causal-velocity";
import { pairScores, stein } from "causal-velocity/model";
import { coldRun } from "./cold-run.js";

coldRun((pair) => pairScores(pair, stein({ routines: bestRoutines() })));
