import { serveTasks } from "@causal-velocity/threads/pool.js";
import { decide, type Pair, type PairDecision } from "causal-velocity";

/** What is kept of a decision. */
export interface Answer {
  readonly verdict: PairDecision["verdict"];
  /** Log odds of x->y, also where a gate closed. */
  readonly margin: number;
  /** Of the likelier direction; absent where a gate closed. */
  readonly probability?: number | undefined;
  readonly gate?: string | undefined;
  readonly rows: number;
}

/** Decides a pair by the default. */
serveTasks((pair: Pair): Answer => {
  const { verdict, margin, probability, gate, rows } = decide(pair);
  return { verdict, margin, probability, gate, rows: rows.used };
});
