import { checkedPair, type Pair } from "../data/pair.js";
import { standardize } from "../data/standardize.js";
import type { ComputeOptions } from "../numeric/compute-options.js";
import type { Reason } from "./decision.js";
import { measurePair, type PairMeasures } from "./evidence/measure-pair.js";
import { gate } from "./gate.js";

/** What the default method knows of a pair before it weighs anything: for calibrating weights of one's own. */
export interface Measures extends Pick<PairMeasures, "rows" | "directions"> {
  /** Set where a gate closes, and no verdict would be given. */
  readonly gate?: Reason;
}

/** The measures and the gate of a pair, as the default method takes them. @throws InputError as `decide` */
export function measuresOf(pair: Pair, compute: ComputeOptions = {}): Measures {
  const standard = standardize(checkedPair(pair));
  const measures = measurePair(standard, compute);
  const closed = gate(standard, measures, compute);
  return { rows: measures.rows, directions: measures.directions, ...(closed ? { gate: closed } : {}) };
}
