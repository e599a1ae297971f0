import type { ProbabilityLaw } from "../law/probability-law.js";
import { lawNodes } from "./law-nodes.js";

/** The value below which the given share of a law lies, to the distance of two of its nodes. */
export function lawQuantile(law: ProbabilityLaw, share: number): number {
  const { values, shares } = lawNodes(law);
  let below = 0;
  const at = shares.findIndex((weight) => {
    below += weight;
    return below >= share;
  });
  return values[at < 0 ? values.length - 1 : at];
}
