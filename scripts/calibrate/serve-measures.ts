import { serveTasks } from "@causal-velocity/threads/pool.js";
import { bestRoutines } from "causal-velocity";
import { randomPair } from "causal-velocity/lab";
import { measuresOf } from "causal-velocity/model";
import type { MeasuredPair } from "./measured-pair.js";
import type { Task } from "./plan.js";

const routines = bestRoutines();

/** Simulates a pair and measures it. */
serveTasks(({ seed, options }: Task): Omit<MeasuredPair, "purpose"> => {
  const { pair, relation, family, truth } = randomPair(seed, options);
  return { family, relation, truth, ...measuresOf(pair, { routines }) };
});
