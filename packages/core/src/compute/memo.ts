import type { Column } from "../primitives/columns.js";
import type { ComputeOptions } from "./routines.js";

/**
 * Returns the value computed before from the same columns under the same key, or computes it.
 *
 * The key names the computation and everything else it depends on.
 */
export type Memo = <T>(key: string, columns: readonly Column[], make: () => T) => T;

/**
 * A memo for computations on the columns of one pair: methods that use the same score estimate share it.
 *
 * Columns are compared by value, so sharing cannot change an answer. The memo keeps everything until it is itself
 * dropped.
 * @cost O(n) a call
 */
export function columnMemo(): Memo {
  const kept = new Map<string, { readonly columns: readonly Column[]; readonly value: unknown }[]>();
  return <T>(key: string, columns: readonly Column[], make: () => T): T => {
    const candidates = kept.get(key) ?? [];
    const known = candidates.find((candidate) => areEqual(candidate.columns, columns));
    if (known) return known.value as T;
    const value = make();
    kept.set(key, [...candidates, { columns, value }]);
    return value;
  };
}

function areEqual(a: readonly Column[], b: readonly Column[]): boolean {
  return a.length === b.length && a.every((column, i) => isSameColumn(column, b[i]));
}

/** Whether two columns hold the same bits. @cost O(n), as a rule O(1) if not */
function isSameColumn(a: Column, b: Column): boolean {
  if (a === b) return true;
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (!Object.is(a[i], b[i])) return false;
  return true;
}

/** A memo for the pairs of one table, decided one after the other. */
export interface TableMemo {
  readonly memo: Memo;
  /** Drops values of two columns; call it before the next pair. */
  nextPair(): void;
}

/**
 * Shares values computed from a single column between all pairs of that column.
 *
 * Columns are compared by value, so sharing cannot change an answer; pairs that leave out different rows share nothing.
 * @param mostColumns kept at a time; the least recently used one is dropped first     @cost O(n) a call
 */
export function tableMemo(mostColumns: number): TableMemo {
  /** Most recently used last. */
  const singles: { readonly column: Column; readonly values: Map<string, unknown> }[] = [];
  let ofPair = columnMemo();
  const valuesOf = (column: Column): Map<string, unknown> => {
    const place = singles.findIndex((held) => isSameColumn(held.column, column));
    const [held = { column, values: new Map<string, unknown>() }] = place < 0 ? [] : singles.splice(place, 1);
    singles.push(held);
    if (singles.length > mostColumns) singles.shift();
    return held.values;
  };
  const memo: Memo = <T>(key: string, columns: readonly Column[], make: () => T): T => {
    if (columns.length !== 1) return ofPair(key, columns, make);
    const values = valuesOf(columns[0]);
    if (values.has(key)) return values.get(key) as T;
    const value = make();
    values.set(key, value);
    return value;
  };
  return {
    memo,
    nextPair: () => {
      ofPair = columnMemo();
    },
  };
}

/** A value from the memo, if there is one that has it; otherwise computed now. */
export function kept<T>({ memo }: ComputeOptions, key: string, columns: readonly Column[], make: () => T): T {
  return memo ? memo(key, columns, make) : make();
}
