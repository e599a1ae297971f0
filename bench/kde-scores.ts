import { bestRoutines, kde, pairScores } from "causal-velocity";
import { coldRun } from "./cold-run.js";

coldRun((pair) => pairScores(pair, kde({ routines: bestRoutines() })));
