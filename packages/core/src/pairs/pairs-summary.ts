import type { PairOutcome } from "./decide-tile.js";

/** Probability with which all of `jointlySure` directions are right. */
export const JOINTLY = 0.9;

/** Many verdicts taken together. */
export interface PairsSummary {
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
   * Of how many directions, the surest first, all are right with a probability of at least 90%, if every single
   * probability is right: chances of error are added up, which needs no independence.
   */
  readonly jointlySure?: number;
  /** Triples of columns whose three directions run in a circle. */
  readonly circles: number;
}

/** Counts outcomes, and what to expect of so many at once. @cost O(p³) for p columns with a direction */
export function pairsSummary(outcomes: Iterable<PairOutcome>): PairsSummary {
  const tally = pairsTally();
  for (const outcome of outcomes) tally.add(outcome);
  return tally.summary();
}

/** Sums outcomes up one by one, so that not all of them need be in memory. */
export interface PairsTally {
  add(outcome: PairOutcome): void;
  /** Of all that were added. */
  summary(): PairsSummary;
}

/** @cost a few numbers for every direction */
export function pairsTally(): PairsTally {
  const counts = { pairs: 0, directed: 0, cannotTell: 0, independent: 0, failed: 0 };
  const sure: number[] = [];
  const effects = new Map<number, Set<number>>();
  return {
    add: ({ x, y, decision }) => {
      counts.pairs += 1;
      if (!decision) counts.failed += 1;
      else if (decision.verdict === "cannot-tell") {
        counts.cannotTell += 1;
        if (decision.gate === "independent") counts.independent += 1;
      } else {
        counts.directed += 1;
        if (decision.probability !== undefined) sure.push(decision.probability);
        const [cause, effect] = decision.verdict === "x->y" ? [x, y] : [y, x];
        effects.set(cause, (effects.get(cause) ?? new Set()).add(effect));
      }
    },
    summary: () => ({
      ...counts,
      ...(sure.length === counts.directed
        ? { expectedWrong: sure.reduce((sum, share) => sum + (1 - share), 0), jointlySure: jointlySureOf(sure) }
        : {}),
      circles: circlesOf(effects),
    }),
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

function circlesOf(effects: ReadonlyMap<number, ReadonlySet<number>>): number {
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

/** What to know about many verdicts, in sentences: the counts, then how many are likely to be wrong. */
export function pairsSentences(summary: PairsSummary): string[] {
  const { pairs, directed, cannotTell, independent, failed, circles } = summary;
  const counts =
    `Of ${pairs} ${pairs === 1 ? "pair" : "pairs"}, ${directed} got a direction and ${cannotTell} did not` +
    `${independent > 0 ? `, ${independent === cannotTell ? "" : `${independent} of them `}because no dependence was found` : ""}` +
    `${failed > 0 ? `; ${failed} could not be decided` : ""}.`;
  if (directed === 0) return [counts];
  return [
    counts,
    ...errorSentences(summary),
    ...(circles > 0 ? [circleSentence(circles)] : []),
    "Every pair was judged alone: a third column, in the table or not, may drive both columns of a pair, and an effect " +
      "by way of another column looks like a direct one.",
  ];
}

/** What the probabilities say together, and under which condition. */
function errorSentences({ directed, expectedWrong, jointlySure }: PairsSummary): string[] {
  if (expectedWrong === undefined || jointlySure === undefined) {
    return ["The method gives no probabilities, so that it is not known how many of the directions are wrong."];
  }
  const condition = "If in each of these pairs one column drives the other, and the probabilities hold,";
  if (directed === 1) return [`${condition} the direction is wrong with a probability of ${share(expectedWrong)}.`];
  const percent = `${JOINTLY * 100}%`;
  const together =
    jointlySure === directed
      ? `all of them are right with a probability of at least ${percent}`
      : jointlySure === 0
        ? `not even the surest one is right with a probability of ${percent}`
        : `the surest${jointlySure === 1 ? " one is" : ` ${jointlySure} are all`} right with a probability of at least ${percent}`;
  return [
    `${condition} about ${count(expectedWrong)} of the ${directed} directions are wrong on average, and ${together}. Causes ` +
      "that columns share make more of them wrong.",
  ];
}

const share = (probability: number): string => (probability < 0.005 ? "less than 0.01" : probability.toFixed(2));

function count(expected: number): string {
  if (expected < 0.05) return "none";
  return expected < 10 ? expected.toFixed(1) : String(Math.round(expected));
}

function circleSentence(circles: number): string {
  const what = circles === 1 ? "Three columns run" : `${circles} triples of columns run`;
  return `${what} in a circle (a drives b, b drives c, c drives a): something among them is wrong or hidden.`;
}
