import { columnMemo } from "@causal-velocity/core/compute/memo.js";
import {
  DEFAULT_METHOD,
  type DecideOptions,
  decide,
  methodEntry,
  type PairDecision,
} from "@causal-velocity/core/decide/decide.js";
import type { Decision, MethodEntry } from "@causal-velocity/core/decide/decision.js";
import type { Pair } from "@causal-velocity/core/pair/pair.js";
import { InputError } from "@causal-velocity/core/primitives/errors.js";
import { allMethods } from "./methods.js";

/** What one method says about a pair, beside another. */
export interface Opinion {
  readonly entry: MethodEntry;
  /** Undefined where the method cannot work on this pair; `fault` then says why. */
  readonly decision: PairDecision | undefined;
  readonly fault?: InputError;
  /** How far its costs are apart, from 0 to 1: see `relativeStrength`. Undefined where only their difference counts. */
  readonly strength: number | undefined;
  /** Whether its verdict is that of the reference; undefined where either of them cannot tell. */
  readonly agrees: boolean | undefined;
}

/** What all affordable methods say about one pair. */
export interface MethodComparison {
  /** The decision that the others are compared with. */
  readonly reference: PairDecision;
  /** In the order of the registry, the reference among them. */
  readonly opinions: readonly Opinion[];
  /** Methods that take long, or whose cost was never measured. */
  readonly leftOut: readonly string[];
}

/** A method that takes more than this for 1,000 rows is left out of comparisons. */
const AFFORDABLE_MILLISECONDS = 1000;
/** From longer pairs this many rows are drawn, the same for all methods. */
export const COMPARED_ROWS = 5000;

/**
 * |cost difference| / (|cost| + |cost|): 0 where the method cannot tell, 1 where one direction costs nothing.
 *
 * It orders the pairs of one method whose costs have a natural zero. Between methods it says nothing, as each has costs
 * of its own kind.
 */
export function relativeStrength({ verdict, margin, cost }: Pick<Decision, "verdict" | "margin" | "cost">): number {
  if (verdict === "cannot-tell") return 0;
  const size = Math.abs(cost["x->y"]) + Math.abs(cost["y->x"]);
  return size > 0 ? Math.abs(margin) / size : 0;
}

/**
 * Puts one pair before every method of small cost, and before the chosen one.
 *
 * Options go to the methods that have them. Methods of one kind share assumptions, so that their agreement is no
 * majority vote.
 * @throws InputError as `decide` with the chosen method, which all others are compared with
 */
export function compareMethods(pair: Pair, options: DecideOptions = {}): MethodComparison {
  const { method: chosen = DEFAULT_METHOD, maxRows = COMPARED_ROWS } = options;
  requirePossible(options);
  // Methods that estimate the same of the same rows share it.
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

/** Refuses a value of an option that no method with the option takes. @throws InputError `wrong-option` */
function requirePossible(options: DecideOptions): void {
  for (const [key, value] of Object.entries(options)) {
    const having = allMethods.filter(({ defaults }) => value !== undefined && Object.hasOwn(defaults, key));
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

/** Options of every method. */
const COMMON = ["seed", "routines", "memoryLimit"];

/** The options that a method has; an option that no method has is left to be refused. */
function optionsFor(entry: MethodEntry, options: DecideOptions): DecideOptions {
  const isKnown = (key: string): boolean => allMethods.some(({ defaults }) => Object.hasOwn(defaults, key));
  const kept = Object.entries(options).filter(
    ([key]) => COMMON.includes(key) || Object.hasOwn(entry.defaults, key) || !isKnown(key),
  );
  return { ...Object.fromEntries(kept), method: entry };
}
