import { isRowNumber } from "../data/is-row-number.js";
import type { PairChoice } from "../data/pair.js";
import { columnIndex, isNumeric, listColumns, type Table } from "../data/table.js";
import { InputError } from "../errors/input-error.js";
import { allPairs, type ColumnPair } from "./plan-tiles.js";

/** Which pairs of a table: those listed, or all pairs of the columns named, or of all that were measured. */
export interface PairsChoice {
  /** By name, or by number from 1. */
  readonly columns?: readonly (string | number)[] | undefined;
  readonly pairs?: readonly PairChoice[] | undefined;
}

/**
 * Pairs as numbers of columns, each once, in ascending order. By default all pairs of the columns of numbers, but for
 * those that only number the rows.
 *
 * @throws InputError `too-few-columns`, `unknown-column`, `ambiguous-column`, `same-column`, `wrong-option`
 */
export function choosePairs(table: Table, { columns, pairs }: PairsChoice = {}): ColumnPair[] {
  if (pairs) return listedPairs(table, pairs);
  const numbers = columns
    ? columns.map((key) => columnIndex(table, key, "option columns") + 1)
    : table.columns.flatMap((column, i) => (isNumeric(column) && !isRowNumber(column) ? [i + 1] : []));
  const chosen = allPairs(numbers);
  if (chosen.length > 0) return chosen;
  throw new InputError({
    code: "too-few-columns",
    place: columns ? "option columns" : "the table",
    value: `${new Set(numbers).size} of ${table.columns.length} columns, ${listColumns(table.columns)}`,
    expected: "at least two columns of numbers",
    remedy: columns ? "Name two or more." : "If numbers were taken for text, name the decimal mark in option decimal.",
  });
}

function listedPairs(table: Table, pairs: readonly PairChoice[]): ColumnPair[] {
  const found = new Map<string, ColumnPair>();
  pairs.forEach(({ x, y }, index) => {
    const place = `pair ${index + 1}`;
    if (x === undefined || y === undefined) {
      throw new InputError({
        code: "wrong-option",
        place,
        value: x === undefined ? "no x" : "no y",
        expected: "two columns",
        remedy: "Name both columns of every pair.",
      });
    }
    const [first, second] = [columnIndex(table, x, place) + 1, columnIndex(table, y, place) + 1];
    if (first === second) {
      throw new InputError({
        code: "same-column",
        place,
        value: `"${x}" twice`,
        expected: "two different columns",
        remedy: "Leave it out.",
      });
    }
    const pair = first < second ? { x: first, y: second } : { x: second, y: first };
    found.set(`${pair.x} ${pair.y}`, pair);
  });
  return [...found.values()].sort((a, b) => a.x - b.x || a.y - b.y);
}
