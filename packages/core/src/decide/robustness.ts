import { byRole, type Direction } from "../fit/orient.js";
import { displayNames } from "../pair/display-names.js";
import { checkedPair, type Pair } from "../pair/pair.js";
import { pairRows, trimmedRows } from "../pair/resample.js";
import type { Column } from "../primitives/columns.js";
import { log } from "../primitives/elementary.js";
import { grouped, InputError, requireOptions } from "../primitives/errors.js";
import { unitRanks } from "../statistics/ranks.js";
import { type DecideOptions, decide, knownColumns, type PairDecision, stability } from "./decide.js";
import { givenColumns } from "./decide-given.js";
import type { Verdict } from "./decision.js";
import { requireDecision } from "./verdict-sentence.js";

/** What is changed about a pair to see whether its verdict stays. */
export type RobustnessCheckName = "logs" | "ranks" | "extremes" | "ties" | "halves";

/** What became of the verdict after one change. Plain data. */
export interface RobustnessCheck {
  readonly name: RobustnessCheckName;
  /** Rows that were decided; of halves, those of each. */
  readonly rows: number;
  /** Absent of halves, and where the check could not be made. */
  readonly verdict?: Verdict;
  /** That the verdict is right, by a calibrated method. */
  readonly probability?: number;
  /** Of halves: how many came to each verdict. */
  readonly verdicts?: Readonly<Record<Verdict, number>>;
  /** Whether the verdict is the same; of halves, whether it is in four of five. Absent where the check could not be made. */
  readonly same?: boolean;
  /** The columns that were changed, where not both were. */
  readonly columns?: readonly string[];
  /** Why the check could not be made. */
  readonly skipped?: string;
}

/** Whether a verdict stays when the pair is changed in ways that should not matter to it. */
export interface Robustness {
  readonly checks: readonly RobustnessCheck[];
  /** What they say together. */
  readonly sentence: string;
}

/** Share of the rows at each end of either column that count as extreme. */
const OUTER_SHARE = 0.01;
/** Below this share of the rows, those without ties say more about rounding than about the pair. */
const LEAST_UNTIED = 0.25;
/** Share of the halves from which on a verdict survives them. */
const MOST_HALVES = 0.8;

/**
 * Decides a pair again: in logarithms, where values are positive; in ranks; without the rows in the outermost hundredth
 * at either end of a column; without rows that repeat a value of an earlier row; and in 20 random halves.
 *
 * The checks share their rows, so they are no independent votes. They show what a verdict rests on. One that does not
 * survive is not wrong: logarithms and ranks are other questions, and fewer rows say less.
 * @param decision what `decide` made of this pair with these options
 * @cost 4 decisions, and 20 of half the rows     @throws InputError for a pair or an option that cannot be used
 */
export function robustness(pair: Pair, decision: PairDecision, options: DecideOptions = {}): Robustness {
  requireOptions(options);
  requireDecision(decision);
  const { given: _, ...others } = options;
  const given = knownColumns(pair, options);
  const checked = checkedPair(pair);
  const whole = given.length > 0 ? { ...checked, given: givenColumns(checked, given) } : checked;
  const check = (name: RobustnessCheckName, change: () => Changed): RobustnessCheck =>
    orSkipped(name, () => {
      const { changed, columns, skipped } = change();
      const rows = changed?.x.length ?? whole.x.length;
      if (!changed) return { name, rows, skipped: skipped ?? "" };
      const { verdict, probability } = decide(changed, others);
      const sure = verdict === "cannot-tell" || probability === undefined ? {} : { probability };
      return { name, rows, verdict, ...sure, same: verdict === decision.verdict, ...(columns && { columns }) };
    });
  const checks = [
    check("logs", () => (whole.groups ? { skipped: "columns are standardized within groups" } : inLogs(whole))),
    check("ranks", () => ({ changed: { ...whole, x: unitRanks(whole.x), y: unitRanks(whole.y) } })),
    check("extremes", () => ({ changed: pairRows(whole, trimmedRows(whole, 2 * OUTER_SHARE)) })),
    check("ties", () => withoutTies(whole)),
    orSkipped("halves", () => {
      const { share, verdicts, rows } = stability(whole, decision, others);
      return { name: "halves", rows, verdicts, same: share >= MOST_HALVES };
    }),
  ];
  return { checks, sentence: sentenceOf(decision, checks) };
}

interface Changed {
  readonly changed?: Pair;
  readonly columns?: readonly string[];
  readonly skipped?: string;
}

/** The check, or why these rows cannot be decided. @throws every error that is not an InputError */
function orSkipped(name: RobustnessCheckName, make: () => RobustnessCheck): RobustnessCheck {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { name, rows: 0, skipped: `${error.place}: ${error.value}` };
  }
}

function inLogs(pair: Pair): Changed {
  const done = new Set(pair.transformations?.map(({ text }) => text));
  const axes = (["x", "y"] as const).filter(
    (axis) => !done.has(pair.names[axis]) && pair[axis].every((value) => value > 0),
  );
  if (axes.length === 0) return { skipped: "no column is positive in every row" };
  const inLog = (axis: "x" | "y"): Column => (axes.includes(axis) ? pair[axis].map((value) => log(value)) : pair[axis]);
  const columns = axes.length === 2 ? undefined : axes.map((axis) => pair.names[axis]);
  return { changed: { ...pair, x: inLog("x"), y: inLog("y") }, ...(columns && { columns }) };
}

/** The first row of all that share a value with it, in either column. */
function withoutTies(pair: Pair): Changed {
  const [seenX, seenY] = [new Set<number>(), new Set<number>()];
  const rows = Uint32Array.from(pair.x.keys()).filter((row) => {
    const isNew = !seenX.has(pair.x[row]) && !seenY.has(pair.y[row]);
    if (isNew) seenX.add(pair.x[row]);
    if (isNew) seenY.add(pair.y[row]);
    return isNew;
  });
  if (rows.length === pair.x.length) return { skipped: "no value repeats" };
  if (rows.length < LEAST_UNTIED * pair.x.length) {
    return { skipped: `only ${grouped(rows.length)} of ${grouped(pair.x.length)} rows have values of their own` };
  }
  return { changed: pairRows(pair, rows) };
}

/** What each check changes, in words that follow a verdict. */
export const ROBUSTNESS_WORDS: Readonly<Record<RobustnessCheckName, string>> = {
  logs: "in logarithms",
  ranks: "in ranks",
  extremes: "without the extremes",
  ties: "without ties",
  halves: "in random halves",
};

/** "The verdict survives 3 of 4 checks: in ranks it cannot be told." */
function sentenceOf({ verdict, names }: PairDecision, checks: readonly RobustnessCheck[]): string {
  const made = checks.filter(({ same }) => same !== undefined);
  const lost = made.filter(({ same }) => same === false);
  const count = made.length === 1 ? "the only check" : `all ${made.length} checks`;
  if (made.length === 0) return "None of the checks could be made.";
  if (verdict === "cannot-tell") {
    if (lost.length === 0) return "There is no verdict, and none of the checks finds one.";
    const words = lost.map(({ name, verdict: other, verdicts }) =>
      verdicts
        ? `${halvesOf(verdicts, (found) => found !== "cannot-tell")} random halves have one`
        : `${ROBUSTNESS_WORDS[name]} it is ${arrow(names, other)}`,
    );
    return `There is no verdict; ${listText(words)}. Choose the scale and the rows by what you know, not by the verdict.`;
  }
  if (lost.length === 0) return `The verdict survives ${count}.`;
  const words = lost.map(({ name, verdict: other, verdicts }) => {
    if (verdicts) return `it comes out in ${halvesOf(verdicts, (found) => found === verdict)} random halves`;
    const instead = other === "cannot-tell" ? "it cannot be told" : "it is the opposite";
    return `${ROBUSTNESS_WORDS[name]} ${instead}`;
  });
  return `The verdict survives ${made.length - lost.length} of ${made.length} checks: ${listText(words)}.`;
}

/** "12 of 20". */
function halvesOf(verdicts: Readonly<Record<Verdict, number>>, isCounted: (verdict: Verdict) => boolean): string {
  const all = Object.entries(verdicts) as [Verdict, number][];
  const sum = (counts: readonly [Verdict, number][]): number => counts.reduce((total, [, count]) => total + count, 0);
  return `${sum(all.filter(([verdict]) => isCounted(verdict)))} of ${sum(all)}`;
}

function arrow(names: Pair["names"], verdict: Verdict | undefined): string {
  const { cause, effect } = byRole(displayNames(names), verdict as Direction);
  return `${cause} → ${effect}`;
}

function listText(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words[words.length - 1]}`;
}
