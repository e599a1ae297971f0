import type { Column } from "./column.js";

/**
 * Gives what was made before from the same columns under the same key, or makes it.
 *
 * The key names the computation and everything else it depends on.
 */
export type Memo = <T>(key: string, columns: readonly Column[], make: () => T) => T;

/**
 * A memo for computations on the columns of one pair: methods that use the same score estimate share it.
 *
 * Columns are compared by value, so sharing can change no answer; it holds what it was given until it is dropped.
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
export function isSameColumn(a: Column, b: Column): boolean {
  if (a === b) return true;
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (!Object.is(a[i], b[i])) return false;
  return true;
}
