import { columnMemo } from "@causal-velocity/core/compute/memo.js";
import {
  DEFAULT_METHOD,
  type DecideOptions,
  decide,
  methodEntry,
  type PairDecision,
} from "@causal-velocity/core/decide/decide.js";
import { type Decision, type MethodEntry, takesOption } from "@causal-velocity/core/decide/decision.js";
import type { Pair } from "@causal-velocity/core/pair/pair.js";
import { InputError } from "@causal-velocity/core/primitives/errors.js";
import { allMethods } from "./methods.js";

/** The answer of one method on a pair, compared with that of the reference. */
export interface Opinion {
  readonly entry: MethodEntry;
  /** Undefined if the method cannot decide this pair; `fault` then says why. */
  readonly decision: PairDecision | undefined;
  readonly fault?: InputError;
  /**
   * How far its costs are apart, from 0 to 1: see `relativeStrength`. Undefined for costs of which only the difference
   * has a meaning.
   */
  readonly strength: number | undefined;
  /** Whether its verdict is that of the reference; undefined if one of them cannot tell. */
  readonly agrees: boolean | undefined;
  /** Why it is not counted among those that agree or disagree; undefined if it is. */
  readonly uncounted: Uncounted | undefined;
}

/** It is the reference, fits nothing, or is nearly the same method as the reference or one before it. */
export type Uncounted = "reference" | "yardstick" | "copy";

/** The answers of all fast methods on one pair. */
export interface MethodComparison {
  /** The decision that the others are compared with. */
  readonly reference: PairDecision;
  /** In the order of the registry, the reference among them. */
  readonly opinions: readonly Opinion[];
  /** Methods that take too long, or whose time was never measured. */
  readonly leftOut: readonly string[];
}

/** A method that takes more than this for 1,000 rows is left out of comparisons. */
const AFFORDABLE_MILLISECONDS = 1000;
/** Most rows used: from longer pairs this many are drawn, the same for all methods. */
export const COMPARED_ROWS = 5000;

/** Fits nothing: shows how far a verdict comes without a model. */
const YARDSTICK = "v-zero";
/**
 * Methods that differ in how they compute one idea, or in details of it, so each family counts once: two of a family gave
 * the same direction on 78 to 100% of 110 simulated pairs of 22 kinds with 250 rows.
 */
export const NEAR_COPIES: readonly (readonly string[])[] = [
  ["v-lsnm", "v-lsnm-nn"],
  ["v-anm", "v-anm-nn"],
  ["b-lin", "b-lin-exp", "b-quad", "b-quad-exp", "b-cubic", "b-trig", "basis"],
  ["igci-uniform", "igci-uniform-slope"],
  ["igci-gaussian", "igci-gaussian-slope"],
  ["reci", "reci-cubic"],
  ["cdci-ckl", "cdci-ckm", "cdci-chd", "cdci-ccs", "cdci-ctv"],
  ["anm-gp", "anm-gp-ml", "resit"],
  ["pnl", "rank-pnl"],
  ["loci-spline-hsic", "loci-nn-hsic"],
  ["loci-spline-lik", "loci-nn-lik"],
];

/**
 * |cost difference| / (|cost| + |cost|): 0 if the method cannot tell, 1 if one direction has cost 0.
 *
 * It orders the pairs of one method whose costs have a natural zero. It cannot be compared between methods, because
 * their costs differ in kind.
 */
export function relativeStrength({ verdict, margin, cost }: Pick<Decision, "verdict" | "margin" | "cost">): number {
  if (verdict === "cannot-tell") return 0;
  const size = Math.abs(cost["x->y"]) + Math.abs(cost["y->x"]);
  return size > 0 ? Math.abs(margin) / size : 0;
}

/**
 * Runs every fast method, and the chosen one, on one pair.
 *
 * Options go to the methods that have them. Near copies of one method count once; the others still share assumptions, so
 * their agreement is not a majority vote.
 * @throws InputError as `decide` with the chosen method, with which all others are compared
 */
export function compareMethods(pair: Pair, options: DecideOptions = {}): MethodComparison {
  const { method: chosen = DEFAULT_METHOD, maxRows = COMPARED_ROWS } = options;
  requirePossible(options);
  // Methods share estimates from the same rows.
  const shared = { maxRows, memo: options.memo ?? columnMemo() };
  const reference = decide(pair, { ...optionsFor(methodEntry(chosen, allMethods), options), ...shared });
  const isAffordable = ({ name, milliseconds = Infinity }: MethodEntry): boolean =>
    name === chosen || milliseconds <= AFFORDABLE_MILLISECONDS;
  const answers = allMethods.filter(isAffordable).map((entry): Answer => {
    if (entry.name === chosen) return { entry, decision: reference };
    try {
      return { entry, decision: decide(pair, { ...optionsFor(entry, options), ...shared }) };
    } catch (fault) {
      if (!(fault instanceof InputError)) throw fault;
      return { entry, decision: undefined, fault };
    }
  });
  const opinions = answers.map((answer): Opinion => {
    const { entry, decision } = answer;
    const isOpen = [decision, reference].some((each) => each === undefined || each.verdict === "cannot-tell");
    return {
      ...answer,
      strength: decision === undefined || entry.costs === "difference" ? undefined : relativeStrength(decision),
      agrees: isOpen ? undefined : decision?.verdict === reference.verdict,
      uncounted: uncounted(entry.name, reference.method, answers, options),
    };
  });
  return { reference, opinions, leftOut: allMethods.filter((entry) => !isAffordable(entry)).map(({ name }) => name) };
}

type Answer = Pick<Opinion, "entry" | "decision" | "fault">;

/** Of near copies only the first that is asked counts, and none if the reference is one of them. */
function uncounted(
  name: string,
  reference: string,
  answers: readonly Answer[],
  { basis }: DecideOptions,
): Uncounted | undefined {
  if (name === reference) return "reference";
  if (name === YARDSTICK) return "yardstick";
  // With functions of the user's own, "basis" is no copy.
  const isCopy = (other: string): boolean => other !== "basis" || basis === undefined;
  const copies = NEAR_COPIES.find((family) => family.includes(name))?.filter(isCopy) ?? [];
  if (!copies.includes(name)) return undefined;
  const first = answers.find(({ entry }) => copies.includes(entry.name));
  return copies.includes(reference) || first?.entry.name !== name ? "copy" : undefined;
}

/** Refuses an option value that no method with this option accepts. @throws InputError `wrong-option` */
function requirePossible(options: DecideOptions): void {
  for (const [key, value] of Object.entries(options)) {
    const having = allMethods.filter((entry) => value !== undefined && takesOption(entry, key, options));
    const faults = having.map(({ create, defaults }) => {
      try {
        create({ ...defaults, [key]: value });
        return undefined;
      } catch (fault) {
        return fault;
      }
    });
    if (having.length > 0 && faults.every((fault) => fault !== undefined)) throw faults[0];
  }
}

/** Options that every method has. */
const COMMON_OPTIONS = ["seed", "routines", "memoryLimit"];

/** The options that a method has, and those that no method has, so that they are refused. */
function optionsFor(entry: MethodEntry, options: DecideOptions): DecideOptions {
  const isKnown = (key: string): boolean => allMethods.some((each) => takesOption(each, key, options));
  const kept = Object.entries(options).filter(
    ([key]) => COMMON_OPTIONS.includes(key) || takesOption(entry, key, options) || !isKnown(key),
  );
  return { ...Object.fromEntries(kept), method: entry };
}
