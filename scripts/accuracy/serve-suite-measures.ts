import { serveTasks } from "@causal-velocity/batch";
import { bestRoutines, type Measures, measuresOf, type Pair, seededRng, subsample } from "causal-velocity";

const routines = bestRoutines();

interface Task {
  readonly pair: Pair;
  readonly rows: number;
  readonly seed: number;
}

/** Measures so many rows of a pair, the same ones as `benchmark --n` draws. */
serveTasks(({ pair, rows, seed }: Task): Measures => {
  return measuresOf(subsample(pair, rows, seededRng(seed).split("subsample")), { routines });
});
