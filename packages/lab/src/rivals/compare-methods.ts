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
}

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
 * Options go to the methods that have them. Methods of one kind share assumptions, so their agreement is not a majority
 * vote.
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
  const opinions = allMethods.filter(isAffordable).map((entry): Opinion => {
    if (entry.name === chosen) return opinionOf(entry, reference, reference);
    try {
      return opinionOf(entry, decide(pair, { ...optionsFor(entry, options), ...shared }), reference);
    } catch (fault) {
      if (!(fault instanceof InputError)) throw fault;
      return { entry, decision: undefined, fault, strength: undefined, agrees: undefined };
    }
  });
  return { reference, opinions, leftOut: allMethods.filter((entry) => !isAffordable(entry)).map(({ name }) => name) };
}

function opinionOf(entry: MethodEntry, decision: PairDecision, reference: PairDecision): Opinion {
  const isOpen = [decision, reference].some(({ verdict }) => verdict === "cannot-tell");
  return {
    entry,
    decision,
    strength: entry.costs === "difference" ? undefined : relativeStrength(decision),
    agrees: isOpen ? undefined : decision.verdict === reference.verdict,
  };
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
