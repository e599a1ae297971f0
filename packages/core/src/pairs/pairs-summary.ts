import type { PairDecision } from "../decide/decide.js";
import { namesText } from "../decide/verdict-sentence.js";
import { grouped, requireEach, requireParts, shown } from "../primitives/errors.js";
import type { FindingCode } from "../primitives/finding.js";
import { type Chance, chanceOf } from "./chance.js";
import type { PairOutcome } from "./decide-tile.js";
import { SCREEN_LEVEL, type Screened } from "./screen.js";

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
  /** Columns that the pairs were decided given, if they were. */
  readonly given?: readonly string[];
  /** How much dependence counts among so many pairs. */
  readonly chance: Chance;
  /** What a screen left of more pairs, if there was one: these pairs. */
  readonly screened?: Pick<Screened, "pairs" | "measured" | "dependent">;
  /** Directions between columns whose dependence may be chance, from methods without gates; absent where it is not known. */
  readonly unrelated?: number;
  /**
   * Directions of pairs for which a check failed, such as the number of rows: their probabilities count for nothing
   * below. How many there are of each code.
   */
  readonly doubtful: Readonly<Partial<Record<FindingCode, number>>>;
  /** Directions that no failed check puts in doubt. */
  readonly supported: number;
  /** How many of these are wrong on average if every probability is right; absent if a method gives none. */
  readonly expectedWrong?: number;
  /**
   * Of how many of these, the surest first, all are right with a probability of at least 90%, if every single
   * probability is right: chances of error are added up, which needs no independence.
   */
  readonly jointlySure?: number;
  /** Triples of columns whose three directions run in a circle. */
  readonly circles: number;
}

/**
 * Counts outcomes, and what to expect of so many at once.
 *
 * @param among how many pairs the whole run has, where not all of them are here, or what a screen left of them
 * @cost O(p³) for p columns with a direction
 */
export function pairsSummary(outcomes: readonly PairOutcome[], among?: number | Screened): PairsSummary {
  requireEach("outcomes", outcomes, ["names"], "what decidePairs returns");
  const screened = typeof among === "number" ? undefined : among;
  if (screened !== undefined) requireParts("among", screened, ["measured"], "a number of pairs, or what a screen left");
  const pairs = screened?.pairs ?? (among as number | undefined) ?? outcomes.length;
  const tally = pairsTally(chanceOf(outcomes, pairs), screened);
  for (const outcome of outcomes) tally.add(outcome);
  return tally.summary();
}

/** Sums outcomes up one by one, so that not all of them need be in memory. */
export interface PairsTally {
  add(outcome: PairOutcome): void;
  /** Of all that were added. */
  summary(): PairsSummary;
}

/** The check that keeps a direction from being vouched for, if one failed: the worst finding about the data. */
export function failedCheck({ findings }: PairDecision): FindingCode | undefined {
  return findings.find(({ severity }) => severity === "fail")?.code;
}

/** @param chance as `amongMany` used it for the outcomes     @cost a few numbers for every direction */
export function pairsTally(chance: Chance, screened?: Screened): PairsTally {
  const counts = { pairs: 0, directed: 0, cannotTell: 0, independent: 0, failed: 0, supported: 0 };
  let [known, unrelated] = [0, 0];
  let given: readonly string[] | undefined;
  const doubtful: Partial<Record<FindingCode, number>> = {};
  const sure: number[] = [];
  const effects = new Map<number, Set<number>>();
  return {
    add: ({ x, y, decision, dependence }) => {
      counts.pairs += 1;
      given ??= decision?.given?.columns;
      if (!decision) counts.failed += 1;
      else if (decision.verdict === "cannot-tell") {
        counts.cannotTell += 1;
        if (decision.gate === "independent") counts.independent += 1;
      } else {
        counts.directed += 1;
        if (dependence) known += 1;
        if (dependence && !(dependence.tail < chance.level)) unrelated += 1;
        const failed = failedCheck(decision);
        if (failed !== undefined) doubtful[failed] = (doubtful[failed] ?? 0) + 1;
        else {
          counts.supported += 1;
          if (decision.probability !== undefined) sure.push(decision.probability);
        }
        const [cause, effect] = decision.verdict === "x->y" ? [x, y] : [y, x];
        effects.set(cause, (effects.get(cause) ?? new Set()).add(effect));
      }
    },
    summary: () => ({
      ...counts,
      ...(given && { given }),
      chance,
      ...(screened && {
        screened: { pairs: screened.pairs, measured: screened.measured, dependent: screened.dependent },
      }),
      ...(known === counts.directed ? { unrelated } : {}),
      doubtful: { ...doubtful },
      ...(sure.length === counts.supported
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

/** What to know about many verdicts, in sentences: the counts, what chance adds, then how many are likely to be wrong. */
export function pairsSentences(summary: PairsSummary): string[] {
  requireParts("summary", summary, ["pairs", "chance", "doubtful"], "what pairsSummary returns");
  const { pairs, directed, cannotTell, independent, failed, circles, given } = summary;
  const counts =
    `Of ${pairs} ${pairs === 1 ? "pair" : "pairs"}${given ? `, each decided given ${namesText(given)}` : ""}, ${directed} got a direction and ${cannotTell} did not` +
    `${independent > 0 ? `, ${independent === cannotTell ? "" : `${independent} of them `}because ${given ? "nothing is left between the columns" : "no dependence was found"}` : ""}` +
    `${failed > 0 ? `; ${failed} could not be decided` : ""}.`;
  const first = [...screenSentences(summary), ...(pairs === 0 && summary.screened ? [] : [counts])];
  if (directed === 0) return first;
  return [
    ...first,
    ...chanceSentences(summary),
    ...doubtSentences(summary),
    ...errorSentences(summary),
    ...(circles > 0 ? [circleSentence(circles)] : []),
    given
      ? `Beside each pair only ${namesText(given)} ${given.length === 1 ? "was considered, as a cause" : "were considered, as causes"} ` +
        "of both columns or of neither: another column may drive both, or lie between them."
      : "Every pair was judged alone: a third column, in the table or not, may drive both columns of a pair, and an effect " +
        "by way of another column looks like a direct one.",
  ];
}

/** What a screen has left. */
function screenSentences({ pairs, screened }: PairsSummary): string[] {
  if (!screened) return [];
  const { pairs: all, measured, dependent } = screened;
  if (measured === 0) return [`None of ${grouped(all)} pairs could be screened.`];
  const others = "the others count as independent";
  const screen = `Of ${grouped(measured)} screened pairs`;
  if (dependent === undefined) {
    return [`${screen}, the ${grouped(pairs)} whose columns depend on each other most were decided; ${others}.`];
  }
  if (dependent === 0) return [`${screen}, none has columns that depend on each other.`];
  const found = `${grouped(dependent)} ${dependent === 1 ? "has" : "have"} columns that depend on each other`;
  const most = dependent > pairs ? `; the ${grouped(pairs)} that depend most were decided` : "";
  return [`${screen}, ${found}, at most one in ${Math.round(1 / SCREEN_LEVEL)} of them by chance${most}; ${others}.`];
}

/** How many directions chance alone would give, now that dependence is judged among many pairs. */
function chanceSentences({ directed, unrelated, chance: { pairs, level } }: PairsSummary): string[] {
  if (pairs < 2 || unrelated === undefined) return [];
  if (unrelated > 0) {
    const join = `${unrelated} of the ${directed} directions ${unrelated === 1 ? "joins" : "join"} columns`;
    return [`${join} whose dependence may be chance: the method gives directions to unrelated columns too.`];
  }
  const most = Math.min(pairs * level, directed);
  const many = directed === 1 ? "directions" : `of the ${directed} directions`;
  return [
    `Among ${grouped(pairs)} pairs, columns count as dependent where p is below ${shown(level)}: if rows are independent, at most ` +
      `${count(most, "0.1")} ${many} are expected to join unrelated columns by chance.`,
  ];
}

/** For which directions nothing is claimed. */
function doubtSentences({ directed, supported, doubtful }: PairsSummary): string[] {
  if (supported === directed) return [];
  const codes = Object.entries(doubtful).map(([code, times]) => `${code} ${times}`);
  const failed = `a check of the data failed (${codes.join(", ")})`;
  if (directed === 1) return [`For this direction ${failed}: its probability is not to be trusted.`];
  if (supported === 0) {
    return [`For all ${directed} directions ${failed}: it is not known how many of them are wrong.`];
  }
  return [`For ${directed - supported} of the directions ${failed}: what follows is about the other ${supported}.`];
}

/** What the probabilities say together, and under which condition. */
function errorSentences({ supported, expectedWrong, jointlySure }: PairsSummary): string[] {
  if (supported === 0) return [];
  if (expectedWrong === undefined || jointlySure === undefined) {
    return ["The method gives no probabilities, so that it is not known how many of the directions are wrong."];
  }
  const condition = "If in each of these pairs one column drives the other, and the probabilities hold,";
  if (supported === 1) return [`${condition} the direction is wrong with a probability of ${share(expectedWrong)}.`];
  const percent = `${JOINTLY * 100}%`;
  const together =
    jointlySure === supported
      ? `all of them are right with a probability of at least ${percent}`
      : jointlySure === 0
        ? `not even the surest one is right with a probability of ${percent}`
        : `the surest${jointlySure === 1 ? " one is" : ` ${jointlySure} are all`} right with a probability of at least ${percent}`;
  return [
    `${condition} about ${count(expectedWrong)} of the ${supported} directions are wrong on average, and ${together}. Causes ` +
      "that columns share make more of them wrong.",
  ];
}

const share = (probability: number): string => (probability < 0.005 ? "less than 0.01" : probability.toFixed(2));

/** @param nearlyNone what numbers near 0 are called */
function count(expected: number, nearlyNone = "none"): string {
  if (expected < 0.05) return nearlyNone;
  return expected < 10 ? expected.toFixed(1) : String(Math.round(expected));
}

function circleSentence(circles: number): string {
  const what = circles === 1 ? "Three columns run" : `${circles} triples of columns run`;
  return `${what} in a circle (a drives b, b drives c, c drives a): something among them is wrong or hidden.`;
}
