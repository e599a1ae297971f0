import { withRoles } from "../decide/decide.js";
import type { Gate } from "../decide/decision.js";
import { GATE_LEVEL } from "../decide/gate.js";
import { shown } from "../primitives/errors.js";
import { distinctFindings, type Finding } from "../primitives/finding.js";
import type { PairOutcome } from "./decide-tile.js";

/** Gates that are asked after independence, or stand for it: below 100 rows, tests that find nothing are `few-rows`. */
const LATER_GATES: readonly Gate[] = ["linear-gaussian", "gaussian-copula", "few-rows"];
/** Pairs with other gates were not tested for independence. */
const TESTED_GATES: readonly Gate[] = [
  ...["independent", ...LATER_GATES, "extreme-rows", "missing-codes"],
  ...["piled-up", "ordered-rows", "exact-function", "steps"],
] as readonly Gate[];

/** How much dependence counts among many pairs, some of which seem to depend by chance. */
export interface Chance {
  /** Pairs that were asked for. */
  readonly pairs: number;
  /** Columns count as dependent where the `tail` of their dependence is below this. */
  readonly level: number;
}

/** Takes outcomes one by one, so that not all of them need be in memory. */
export interface ChanceTally {
  add(outcome: PairOutcome): void;
  /** With all that were added. */
  chance(): Chance;
}

/**
 * The level at which, on average, at most one in a hundred of the pairs that are found to depend on each other do so by
 * chance; for one pair it is that of the gate alone.
 *
 * Benjamini and Hochberg's rule: 0.01·k/pairs, with the largest k for which k tails lie below it. Pairs without an
 * outcome count as independent, and so do those that another gate closed before, such as `discrete`: tails of columns
 * that are mostly one value are too small. So the level depends on the outcomes alone, in any order, and rises as more come in: what
 * was found to be dependent before stays so.
 * @param pairs of the whole run     @reference Benjamini and Hochberg 1995
 * @cost 8 bytes for each pair whose tail is below 0.01
 */
export function chanceTally(pairs: number): ChanceTally {
  const tails: number[] = [];
  return {
    add: ({ decision, dependence }) => {
      const isTested = decision?.gate === undefined || TESTED_GATES.includes(decision.gate);
      if (dependence && isTested && dependence.tail < GATE_LEVEL) tails.push(dependence.tail);
    },
    chance: () => {
      const ascending = Float64Array.from(tails).sort();
      let found = ascending.length;
      while (found > 1 && !(ascending[found - 1] < (GATE_LEVEL * found) / pairs)) found -= 1;
      return { pairs, level: (GATE_LEVEL * Math.max(found, 1)) / Math.max(pairs, 1) };
    },
  };
}

/**
 * An outcome as one of many: without a verdict where such dependence is to be expected by chance among so many pairs.
 * The gate is then `independent`. Methods without probabilities have no gates, and keep their answers.
 */
export function amongMany(outcome: PairOutcome, chance: Chance): PairOutcome {
  const { decision, dependence } = outcome;
  if (!decision || !dependence || dependence.tail < chance.level) return outcome;
  const { probability, reason: _, gate, findings, ...rest } = decision;
  const isOpen = gate === undefined && probability !== undefined;
  if (!isOpen && !(gate && LATER_GATES.includes(gate))) return outcome;
  const others = findings.filter(({ code }) => code !== "linear-gaussian");
  return {
    ...outcome,
    decision: withRoles({
      ...rest,
      verdict: "cannot-tell",
      gate: "independent",
      findings: distinctFindings([...others, chanceFinding(outcome, dependence.tail, chance)]),
    }),
  };
}

/** How much dependence counts among pairs. @param pairs of the whole run, where not all of them are here */
export function chanceOf(outcomes: Iterable<PairOutcome>, pairs: number): Chance {
  const tally = chanceTally(pairs);
  for (const outcome of outcomes) tally.add(outcome);
  return tally.chance();
}

/** Outcomes as some of many. @param pairs of the whole run, where not all of them are here */
export function allAmongMany(outcomes: readonly PairOutcome[], pairs: number = outcomes.length): PairOutcome[] {
  const chance = chanceOf(outcomes, pairs);
  return outcomes.map((outcome) => amongMany(outcome, chance));
}

function chanceFinding({ names }: PairOutcome, tail: number, { pairs }: Chance): Finding {
  const chances = pairs === 1 ? ` (p = ${shown(tail)})` : `: among ${pairs} pairs, p = ${shown(tail)} may be chance`;
  return {
    code: "independent",
    severity: "fail",
    value: tail,
    sentence: `"${names.x}" and "${names.y}" may be independent${chances}.`,
    advice: "Collect more rows; or decide the pair alone if you had it in mind before you saw the others.",
  };
}
