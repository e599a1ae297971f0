import type { Column } from "./column.js";
import { columnMemo, isSameColumn, type Memo } from "./memo.js";

/** A memo for pairs of columns of one table, decided one after the other. */
export interface TableMemo {
  readonly memo: Memo;
  /** Drops what was made of two columns; to be called when the next pair comes. */
  nextPair(): void;
}

/**
 * Shares what was made of a single column between all pairs it is in.
 *
 * Columns are compared by value, so sharing can change no answer; pairs that miss different rows share nothing.
 * @param mostColumns held at a time; the one that was not asked for longest goes first     @cost O(n) a call
 */
export function tableMemo(mostColumns: number): TableMemo {
  /** The one asked for last stands last. */
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
