import type { VelocityCandidate } from "@causal-velocity/core/explain/choose-velocity.js";
import { MARGIN, wrap } from "../printable.js";
import { tableText } from "./what-if-text.js";

const LOSS_DIGITS = 3;

/** What the columns of `candidateTable` mean. */
export const CANDIDATE_WORDS =
  "nats: how much longer the rows are described than by the best class. left-out loss: mean squared residual of the " +
  "velocity equation at rows that were not fitted.";

/** A line for each class of curves, the best first. */
export function candidateTable(candidates: readonly VelocityCandidate[]): string {
  const shortest = candidates[0]?.nats ?? Number.NaN;
  return tableText([
    ["", "parameters", "nats", "left-out loss"],
    ...candidates.map(({ velocity, parameters, nats, heldOutLoss, lost }) => [
      velocity,
      String(parameters),
      Number.isNaN(nats) ? `${lost} curves end` : `+${(nats - shortest).toFixed(1)}`,
      Number.isNaN(heldOutLoss) ? "?" : heldOutLoss.toPrecision(LOSS_DIGITS),
    ]),
  ]);
}

/** What the class of an answer was chosen among, if it was chosen. */
export function candidateParagraph(candidates: readonly VelocityCandidate[] | undefined): string[] {
  if (!candidates) return [];
  return ["", `${MARGIN}Classes of curves`, candidateTable(candidates), wrap(CANDIDATE_WORDS, MARGIN)];
}
