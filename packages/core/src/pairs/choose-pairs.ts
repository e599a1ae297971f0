import type { PairChoice } from "../pair/pair.js";
import { InputError, option, requireOptions, text, wrongOption } from "../primitives/errors.js";
import { columnIndex, isNumeric, isRowNumber, listColumns, requireTable, type Table } from "../table/table.js";

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
export function choosePairs(table: Table, choice: PairsChoice = {}): ColumnPair[] {
  requireTable(table);
  requireOptions(choice);
  const { columns, pairs } = choice;
  for (const [name, list] of Object.entries({ columns, pairs })) {
    if (list !== undefined && !Array.isArray(list)) throw wrongOption(name, list, "an array");
  }
  if (pairs) return listedPairs(table, pairs);
  const numbers = columns
    ? columns.map((key) => columnIndex(table, key, [option("columns")]) + 1)
    : table.columns.flatMap((column, i) => (isNumeric(column) && !isRowNumber(column) ? [i + 1] : []));
  const chosen = allPairs(numbers);
  if (chosen.length > 0) return chosen;
  throw new InputError({
    code: "too-few-columns",
    place: columns ? [option("columns")] : "the table",
    value: `${new Set(numbers).size} of ${table.columns.length} columns, ${listColumns(table.columns)}`,
    expected: "at least two columns of numbers",
    remedy: columns
      ? "Name two or more."
      : text`If numbers were taken for text, name the decimal mark in ${option("decimal")}.`,
  });
}

function listedPairs(table: Table, pairs: readonly PairChoice[]): ColumnPair[] {
  const found = new Map<string, ColumnPair>();
  pairs.forEach((listed, index) => {
    const place = `pair ${index + 1}`;
    const { x, y } = listed ?? {};
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

/** Numbers of two columns of a table, from 1, x being the smaller. */
export interface ColumnPair {
  readonly x: number;
  readonly y: number;
}

/** Pairs of a few columns, decided one after the other so that they share what was made of each column. */
export interface Tile {
  /** Numbers of the columns in their table, ascending. */
  readonly columns: readonly number[];
  readonly pairs: readonly ColumnPair[];
}

/** Columns of one side of a tile: with 8, a column's own quantities are made once for eight pairs it is in. */
export const TILE_SIDE = 8;

/** Every pair of some columns, in ascending order. */
export function allPairs(columns: readonly number[]): ColumnPair[] {
  const ascending = [...new Set(columns)].sort((a, b) => a - b);
  return ascending.flatMap((x, i) => ascending.slice(i + 1).map((y) => ({ x, y })));
}

/**
 * Cuts the matrix of pairs into squares of `side` columns by `side` columns. A pair given twice, or the other way round,
 * is one pair; a column is no pair with itself.
 *
 * @returns tiles in the order of their first columns; pairs within them in ascending order
 */
export function planTiles(pairs: readonly ColumnPair[], side: number = TILE_SIDE): Tile[] {
  const columns = columnsOfPairs(pairs);
  const place = new Map(columns.map((column, index) => [column, Math.floor(index / side)]));
  const strips = Math.ceil(columns.length / side);
  const tiles = new Map<number, ColumnPair[]>();
  for (const pair of pairs) {
    if (pair.x === pair.y) continue;
    const ordered = pair.x < pair.y ? pair : { x: pair.y, y: pair.x };
    const key = (place.get(ordered.x) ?? 0) * strips + (place.get(ordered.y) ?? 0);
    const tile = tiles.get(key);
    if (tile) tile.push(ordered);
    else tiles.set(key, [ordered]);
  }
  return [...tiles]
    .sort(([a], [b]) => a - b)
    .map(([, tile]) => {
      const own = tile.sort(byColumns).filter((pair, i) => i === 0 || byColumns(pair, tile[i - 1] as ColumnPair) !== 0);
      return { columns: columnsOfPairs(own), pairs: own };
    });
}

/** Numbers of all columns of some pairs, ascending. */
export function columnsOfPairs(pairs: readonly ColumnPair[]): number[] {
  const columns = new Set<number>();
  for (const { x, y } of pairs) columns.add(x).add(y);
  return [...columns].sort((a, b) => a - b);
}

function byColumns(a: ColumnPair, b: ColumnPair): number {
  return a.x - b.x || a.y - b.y;
}
