import type { Gate } from "causal-velocity";
import type { DirectionMeasures } from "causal-velocity/model";
import type { Purpose } from "./plan.js";

/** What the calibration keeps of a pair. */
export interface MeasuredPair {
  readonly purpose: Purpose;
  readonly family: string;
  readonly relation: string;
  readonly truth: string;
  readonly rows: number;
  readonly directions: Readonly<Record<"x->y" | "y->x", DirectionMeasures>>;
  /** Set where a gate closes. */
  readonly gate?: Gate | undefined;
}

/** 1 if x causes y, 0 if y causes x, ½ if there is no direction. */
export function labelOf({ relation, truth }: MeasuredPair): number {
  return relation === "directed" ? (truth === "x->y" ? 1 : 0) : 0.5;
}
