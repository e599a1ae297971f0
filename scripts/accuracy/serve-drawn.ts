import { serveTasks } from "@causal-velocity/threads";
import { bestRoutines, type Measures, measuresOf, seededRng, subsample } from "causal-velocity";
import type { DrawnPair } from "./measure-drawn.js";

const routines = bestRoutines();

serveTasks(({ pair, rows, seed }: DrawnPair): Measures => {
  return measuresOf(subsample(pair, rows, seededRng(seed).split("subsample")), { routines });
});
