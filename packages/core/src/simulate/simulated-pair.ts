import type { Pair } from "../data/pair.js";
import type { Column } from "../numeric/column.js";
import type { JointDensity } from "./joint-density.js";
import type { Mechanism } from "./mechanism/mechanism.js";

/** What really holds between the two columns of a simulated pair. */
export type Truth = "x->y" | "y->x" | "independent" | "common-cause";

/** A simulated pair and all that is known of it. What a kind cannot know is absent. */
export interface SimulatedPair {
  /** Name of the simulator. */
  readonly kind: string;
  readonly pair: Pair;
  readonly truth: Truth;
  /** The noise behind each effect. */
  readonly noise?: Column;
  /** The common cause that is not among the columns. */
  readonly hidden?: Column;
  /** How the effect arises, and with it the velocity. */
  readonly mechanism?: Mechanism;
  /** The law of the pair, and with it every score. */
  readonly density?: JointDensity;
}

/** Which column is the cause; x where there is none, so that roles are defined for independent columns too. */
export function rolesOf({ pair, truth }: SimulatedPair): { cause: Column; effect: Column } {
  return truth === "y->x" ? { cause: pair.y, effect: pair.x } : { cause: pair.x, effect: pair.y };
}
