import { exp } from "../../numeric/elementary.js";
import { type ProbabilityLaw, REACH } from "../law/probability-law.js";

/** A law as a few hundred points with weights. */
export interface LawNodes {
  /** Increasing. */
  readonly values: Float64Array;
  /** The law's weight at each; they sum to 1. */
  readonly shares: Float64Array;
}

/** Nodes a unit of the law's substitution. */
const DENSITY = 16;

/**
 * The nodes of the trapezoidal rule in the law's substitution: averages over the law, to six digits for smooth laws and
 * to three where the density has a kink.
 *
 * @cost 289 substitutions
 */
export function lawNodes(law: ProbabilityLaw): LawNodes {
  const count = 2 * REACH * DENSITY + 1;
  const points = Array.from({ length: count }, (_, k) => law.substitute(k / DENSITY - REACH));
  const weights = Float64Array.from(points, ({ logWeight }) => exp(logWeight));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return {
    values: Float64Array.from(points, ({ value }) => value),
    shares: weights.map((weight) => weight / total),
  };
}
