import type { PairOutcome } from "@causal-velocity/core/pairs/decide-tile.js";
import type { PairsColumn } from "@causal-velocity/core/pairs/pairs-figure.js";

/** Which pairs the map and the list show. */
export interface PairsFilter {
  /** Part of the name of one of both columns. */
  readonly name: string;
  /** Least probability of a direction; 0 shows pairs without a direction, too. */
  readonly sure: number;
  /** Least dependence. */
  readonly strength: number;
}

export const NO_FILTER: PairsFilter = { name: "", sure: 0, strength: 0 };

/** Whether a pair passes. A direction without a probability counts as sure. */
export function passes({ names, decision, dependence }: PairOutcome, { name, sure, strength }: PairsFilter): boolean {
  const part = name.trim().toLowerCase();
  if (part !== "" && ![names.x, names.y].some((each) => each.toLowerCase().includes(part))) return false;
  if ((dependence?.strength ?? 0) < strength) return false;
  if (sure === 0) return true;
  return decision !== undefined && decision.verdict !== "cannot-tell" && (decision.probability ?? 1) >= sure;
}

/** The columns with a pair that passes, in the same order; all if nothing is filtered. */
export function columnsShown(
  columns: readonly PairsColumn[],
  outcomes: readonly PairOutcome[],
  filter: PairsFilter,
): readonly PairsColumn[] {
  if (!isFiltered(filter)) return columns;
  const shown = new Set(outcomes.filter((each) => passes(each, filter)).flatMap(({ x, y }) => [x, y]));
  return columns.filter(({ number }) => shown.has(number));
}

export function isFiltered({ name, sure, strength }: PairsFilter): boolean {
  return name.trim() !== "" || sure > 0 || strength > 0;
}
