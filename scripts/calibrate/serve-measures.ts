import { readFileSync } from "node:fs";
import { join } from "node:path";
import { learnedLogOddsWith } from "@causal-velocity/core/learned/learned-log-odds.js";
import { readNetwork } from "@causal-velocity/core/learned/read-network.js";
import { tablePair } from "@causal-velocity/lab/simulate/random/table-pair.js";
import { serveTasks } from "@causal-velocity/threads/pool.js";
import { bestRoutines, pairFromColumns } from "causal-velocity";
import { measuresOf } from "causal-velocity/model";
import { ROOT } from "../source-files.js";
import type { MeasuredPair } from "./measured-pair.js";
import type { Task } from "./plan.js";

const routines = bestRoutines();
const half = (name: string) => readNetwork(readFileSync(join(ROOT, `training/half-${name}.bin`)));
const [a, b] = [half("a"), half("b")];

/** Simulates a pair and measures it. */
serveTasks(({ seed, options, take }: Task): Omit<MeasuredPair, "purpose"> => {
  const { pair: whole, relation, family, truth } = tablePair(seed, options);
  const pair = take === undefined ? whole : pairFromColumns(whole.x.slice(0, take), whole.y.slice(0, take));
  const measures = measuresOf(pair, { routines });
  const by = (network: typeof a) => learnedLogOddsWith(network, pair.x, pair.y, { routines });
  return { seed, family, relation, truth, ...measures, halves: { a: by(a), b: by(b) } };
});
