import type { Measures } from "causal-velocity/model";
import type { Purpose } from "./plan.js";

/** What the calibration keeps of a pair. */
export interface MeasuredPair extends Measures {
  readonly purpose: Purpose;
  readonly seed: number;
  readonly family: string;
  readonly relation: string;
  readonly truth: string;
  /** Log odds of x->y by the networks that were trained on half of the mechanisms each. */
  readonly halves: { readonly a: number; readonly b: number };
}

/** 1 if x causes y, 0 if y causes x, ½ if there is no direction. */
export function labelOf({ relation, truth }: Pick<MeasuredPair, "relation" | "truth">): number {
  return relation === "directed" ? (truth === "x->y" ? 1 : 0) : 0.5;
}

/** Families like the mechanisms of half a of the training (training/functions.py, HALVES); the others are like half b. */
const LIKE_HALF_A = ["additive", "monotone-additive", "linear", "periodic", "post-nonlinear", "saturating", "measured"];

/**
 * The pair as its weights are fitted: with the learned evidence of the network that was not trained on mechanisms like
 * its own. Otherwise a sum fitted where the network is at home would trust it too much elsewhere. Pairs without a
 * direction take the networks in turn.
 */
export function crossFitted(pair: MeasuredPair): MeasuredPair {
  const isLikeA = pair.relation === "directed" ? LIKE_HALF_A.includes(pair.family) : pair.seed % 2 === 0;
  return { ...pair, learned: isLikeA ? pair.halves.b : pair.halves.a };
}

/** The pairs that weights are fitted to: those on which no gate closes, with cross-fitted networks. */
export function pairsToFit(pairs: readonly MeasuredPair[]): MeasuredPair[] {
  return pairs.filter(({ purpose, gate }) => purpose === "fit" && gate === undefined).map(crossFitted);
}
