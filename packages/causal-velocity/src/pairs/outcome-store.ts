import type { ColumnPair } from "@causal-velocity/core/pairs/choose-pairs.js";
import type { PairOutcome } from "@causal-velocity/core/pairs/decide-tile.js";
import type { Journal } from "@causal-velocity/threads/journal.js";

/** Keeps outcomes until they are written. */
export interface OutcomeStore {
  has(pair: ColumnPair): boolean;
  keep(outcome: PairOutcome): void;
  read(pair: ColumnPair): PairOutcome | undefined;
}

/** In memory, as the plain data that a journal would return. */
export function memoryStore(): OutcomeStore {
  const kept = new Map<string, PairOutcome>();
  return {
    has: (pair) => kept.has(keyOf(pair)),
    keep: (outcome) => {
      kept.set(keyOf(outcome), JSON.parse(JSON.stringify(outcome)));
    },
    read: (pair) => kept.get(keyOf(pair)),
  };
}

/**
 * On disk. Pairs that failed because of a fault of the program or the machine are kept in memory only: a resumed run
 * tries them again.
 */
export function journalStore(journal: Journal): OutcomeStore {
  const failed = memoryStore();
  return {
    has: (pair) => journal.has(keyOf(pair)) || failed.has(pair),
    keep: (outcome) => {
      if (outcome.problem?.code === "internal") failed.keep(outcome);
      else journal.append(keyOf(outcome), outcome);
    },
    read: (pair) => (journal.read(keyOf(pair)) as PairOutcome | undefined) ?? failed.read(pair),
  };
}

function keyOf({ x, y }: ColumnPair): string {
  return `${x} ${y}`;
}
