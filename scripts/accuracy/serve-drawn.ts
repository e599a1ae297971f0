import { serveTasks } from "@causal-velocity/threads/pool.js";
import { bestRoutines, decide, seededRng } from "causal-velocity";
import { columnMemo, measuresOf, subsample } from "causal-velocity/model";
import type { DecidedMeasures, DrawnPair } from "./measure-drawn.js";

const routines = bestRoutines();

serveTasks(({ pair, rows, seed }: DrawnPair): DecidedMeasures => {
  const compute = { routines, memo: columnMemo() };
  const measures = measuresOf(subsample(pair, rows, seededRng(seed).split("subsample")), compute);
  const { margin, probability } = decide(pair, { ...compute, seed, maxRows: rows });
  return { ...measures, margin, ...(probability === undefined ? {} : { probability }) };
});
