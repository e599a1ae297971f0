import { performance } from "node:perf_hooks";
import { columnMemo, type Memo } from "@causal-velocity/core/compute/memo.js";
import { decide } from "@causal-velocity/core/decide/decide.js";
import type { MethodSettings, Verdict } from "@causal-velocity/core/decide/decision.js";
import { type Pair, pairFromColumns } from "@causal-velocity/core/pair/pair.js";
import { paperDistinctRows, paperResampleRows, takeRows } from "@causal-velocity/core/pair/resample.js";
import { bestRoutines } from "@causal-velocity/routines/best-routines.js";
import { type Failure, failureOf } from "@causal-velocity/threads/serve.js";
import { methodNamed } from "../rivals/methods.js";

/**
 * How rows are drawn. `none`: without replacement, from pairs that have more rows, by our own stream. `paper`: with
 * replacement, as in the paper's script for the benchmarks. `paper-distinct`: without replacement, as in its script for
 * the synthetic suites.
 */
export const RESAMPLES = ["none", "paper", "paper-distinct"] as const;
export type Resample = (typeof RESAMPLES)[number];

export interface Sampling {
  readonly resample: Resample;
  /** Number of rows; by default as many as the method can use within seconds. */
  readonly n?: number;
}

/** A method and its options. */
export interface MethodRequest {
  readonly method: string;
  readonly options: MethodSettings;
}

/** One pair and the methods to run on it. */
export interface PairTask extends Sampling {
  readonly pair: Pair;
  readonly requests: readonly MethodRequest[];
  readonly seed: number;
}

/** A method's answer on a pair, or why it failed. */
export interface MethodAnswer {
  /** Null if the method failed. */
  readonly verdict: Verdict | null;
  /** Null if the method failed, or if the number is not finite. */
  readonly margin: number | null;
  /** That the direction to which the margin points is right; null if the method gives none, or a gate closed. */
  readonly probability: number | null;
  readonly error?: Failure;
  /** Time as if the method had been run alone. */
  readonly seconds: number;
}

/**
 * Every method's answer on one pair, in the order of the requests; a method that fails does not affect the others.
 *
 * Methods share estimates; the time of each method includes the shared ones.
 */
export function decidePair({ pair, requests, seed, ...sampling }: PairTask): MethodAnswer[] {
  const drawn = drawRows(pair, sampling);
  const { memo, borrowed } = timedMemo();
  return requests.map(({ method, options }) => {
    const [start, before] = [performance.now(), borrowed()];
    const seconds = () => (performance.now() - start) / 1000 + borrowed() - before;
    try {
      const decision = decide(drawn, {
        ...options,
        method: methodNamed(method),
        routines: bestRoutines(),
        seed,
        memo,
        ...maxRows(sampling),
      });
      const { verdict, margin, probability = null } = decision;
      return { verdict, margin: Number.isFinite(margin) ? margin : null, probability, seconds: seconds() };
    } catch (error) {
      return { verdict: null, margin: null, probability: null, error: failureOf(error), seconds: seconds() };
    }
  });
}

function maxRows({ n }: Sampling): { maxRows?: number } {
  return n === undefined ? {} : { maxRows: n };
}

/** The rows that the paper's scripts would use; without a resampling, `decide` draws rows itself. */
function drawRows(pair: Pair, { resample, n }: Sampling): Pair {
  const length = pair.x.length;
  if (resample === "none" || n === undefined || length === 0) return pair;
  if (resample === "paper-distinct" && length <= n) return pair;
  const rows = resample === "paper" ? paperResampleRows(length, n) : paperDistinctRows(length, n);
  return pairFromColumns(takeRows(pair.x, rows), takeRows(pair.y, rows), pair.names);
}

/** A memo that measures how many seconds it has saved. */
function timedMemo(): { readonly memo: Memo; borrowed(): number } {
  const shared = columnMemo();
  const cost = new Map<unknown, number>();
  let spared = 0;
  return {
    memo: (key, columns, make) => {
      let isMade = false;
      const value = shared(key, columns, () => {
        isMade = true;
        const start = performance.now();
        const made = make();
        cost.set(made, (performance.now() - start) / 1000);
        return made;
      });
      if (!isMade) spared += cost.get(value) ?? 0;
      return value;
    },
    borrowed: () => spared,
  };
}
