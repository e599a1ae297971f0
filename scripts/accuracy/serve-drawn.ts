import { serveTasks } from "@causal-velocity/threads/pool.js";
import { bestRoutines, seededRng } from "causal-velocity";
import { type Measures, measuresOf, subsample } from "causal-velocity/model";
import type { DrawnPair } from "./measure-drawn.js";

const routines = bestRoutines();

serveTasks(({ pair, rows, seed }: DrawnPair): Measures => {
  return measuresOf(subsample(pair, rows, seededRng(seed).split("subsample")), { routines });
});
