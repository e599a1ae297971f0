import { type MapOutcome, sureness } from "./map-outcome.js";

/** Probability with which all of `jointlySure` directions are right. */
export const JOINTLY = 0.9;

/** What many verdicts come to when they are taken together. */
export interface MapSummary {
  readonly pairs: number;
  /** Pairs that got a direction. */
  readonly directed: number;
  readonly cannotTell: number;
  /** Those among them whose columns do not seem to depend on each other at all. */
  readonly independent: number;
  readonly failed: number;
  /** How many of the directions are wrong on average if every probability is right; absent if a method gives none. */
  readonly expectedWrong?: number;
  /**
   * Of how many directions, the surest first, all are right with a probability of at least 90 %, if every single
   * probability is right: chances of error are added up, which needs no independence.
   */
  readonly jointlySure?: number;
  /** Triples of columns whose three directions run in a circle. */
  readonly circles: number;
}

/** Counts outcomes, and what to expect of so many at once. @cost O(p³) for p columns with a direction */
export function mapSummary(outcomes: readonly MapOutcome[]): MapSummary {
  const decisions = outcomes.flatMap(({ decision }) => (decision ? [decision] : []));
  const directed = decisions.filter(({ verdict }) => verdict !== "cannot-tell");
  const sure = directed.map(sureness).filter((share) => share !== undefined);
  return {
    pairs: outcomes.length,
    directed: directed.length,
    cannotTell: decisions.length - directed.length,
    independent: decisions.filter(({ reason }) => reason === "independent").length,
    failed: outcomes.length - decisions.length,
    ...(sure.length === directed.length
      ? { expectedWrong: sure.reduce((sum, share) => sum + (1 - share), 0), jointlySure: jointlySureOf(sure) }
      : {}),
    circles: circlesOf(outcomes),
  };
}

function jointlySureOf(sure: readonly number[]): number {
  let error = 0;
  const surestFirst = [...sure].sort((a, b) => b - a);
  const end = surestFirst.findIndex((share) => {
    error += 1 - share;
    return error > 1 - JOINTLY;
  });
  return end < 0 ? sure.length : end;
}

function circlesOf(outcomes: readonly MapOutcome[]): number {
  const effects = new Map<number, Set<number>>();
  for (const { x, y, decision } of outcomes) {
    if (!decision || decision.verdict === "cannot-tell") continue;
    const [cause, effect] = decision.verdict === "x->y" ? [x, y] : [y, x];
    effects.set(cause, (effects.get(cause) ?? new Set()).add(effect));
  }
  let circles = 0;
  for (const [first, seconds] of effects) {
    for (const second of seconds) {
      for (const third of effects.get(second) ?? []) {
        // Each circle is met from all three of its columns: the least of them counts it.
        if (first < second && first < third && effects.get(third)?.has(first)) circles += 1;
      }
    }
  }
  return circles;
}
