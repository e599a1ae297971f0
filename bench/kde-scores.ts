import { bestRoutines } from "causal-velocity";
import { kde, pairScores } from "causal-velocity/model";
import { coldRun } from "./cold-run.js";

coldRun((pair) => pairScores(pair, kde({ routines: bestRoutines() })));
