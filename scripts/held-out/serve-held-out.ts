import { serveTasks } from "@causal-velocity/threads/pool.js";
import { decide, InputError, type Pair, type PairDecision } from "causal-velocity";

/** What is kept of a decision. */
export interface Answer {
  readonly verdict: PairDecision["verdict"];
  /** Log odds of x->y, also where a gate closed; 0 where the pair was refused. */
  readonly margin: number;
  /** Of the likelier direction; absent where a gate closed. */
  readonly probability?: number | undefined;
  readonly gate?: string | undefined;
  readonly rows: number;
}

/** Decides a pair by the default; a pair that it refuses, such as one with a constant column, has no verdict. */
serveTasks((pair: Pair): Answer => {
  try {
    const { verdict, margin, probability, gate, rows } = decide(pair);
    return { verdict, margin, probability, gate, rows: rows.used };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { verdict: "cannot-tell", margin: 0, gate: "refused", rows: pair.x.length };
  }
});
