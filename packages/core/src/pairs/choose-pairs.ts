import { givenPositions, otherSheet, type PairChoice } from "../pair/choose-columns.js";
import {
  InputError,
  option,
  requireList,
  requireOptions,
  requireParts,
  text,
  wrongOption,
} from "../primitives/errors.js";
import { columnFinder, listColumns, notMeasured, requireTable, type Table, unmeasuredNames } from "../table/table.js";

/** Which pairs of a table: those listed, or all pairs of the columns named, or of all that were measured. */
export interface PairsChoice {
  /** By name, or by number from 1. */
  readonly columns?: readonly (string | number)[] | undefined;
  readonly pairs?: Iterable<PairChoice> | undefined;
  /** Of these, only so many whose columns depend on each other most, by a quick screen of all of them. */
  readonly top?: number | undefined;
  /** Of these, only those whose columns depend on each other, by a quick screen that allows for their number. */
  readonly screen?: boolean | undefined;
  /** Columns that every pair is decided given, by name or by number from 1; they are in no pair. */
  readonly given?: readonly (string | number)[] | undefined;
}

/**
 * Pairs as numbers of columns, each once, in ascending order. By default all pairs of the columns of numbers, but for
 * those that only number the rows, dates and times. `top` and `screen` are checked, but not applied: that takes time (`screenPairs`).
 *
 * @throws InputError `too-few-columns`, `unknown-column`, `ambiguous-column`, `same-column`, `wrong-option`
 */
export function choosePairs(table: Table, choice: PairsChoice = {}): PairList {
  requireTable(table);
  requireOptions(choice);
  const { columns, pairs, top, screen = false } = choice;
  if (columns !== undefined) requireList("columns", columns, "an array of names or numbers");
  if (pairs !== undefined && typeof Object(pairs)[Symbol.iterator] !== "function") {
    throw wrongOption("pairs", pairs, "an array, or another list of pairs");
  }
  if (top !== undefined && !(Number.isSafeInteger(top) && top >= 1)) {
    throw wrongOption("top", top, "a whole number of pairs, from 1");
  }
  if (typeof screen !== "boolean") throw wrongOption("screen", screen, "true or false");
  if (pairs) {
    if (top !== undefined || screen) throw wrongOption(screen ? "screen" : "top", "with a list of pairs", "no list");
    const listed = chosenList(table, pairs);
    givenNumbers(table, choice, listed.columns);
    return listed;
  }
  const named = columns && numbersOf(table, columns);
  const given = givenNumbers(table, choice, named);
  const numbers =
    named ??
    table.columns.flatMap((column, i) => (notMeasured(column) === undefined && !given.includes(i + 1) ? [i + 1] : []));
  const chosen = allPairs(numbers);
  if (chosen.count > 0) return chosen;
  const left = columns ? "" : unmeasuredNames(table.columns);
  throw new InputError({
    code: "too-few-columns",
    place: columns ? [option("columns")] : "the table",
    value: `${new Set(numbers).size} of ${table.columns.length} columns, ${listColumns(table.columns)}${left && `, without ${left}`}`,
    expected: "at least two columns of numbers",
    remedy: columns
      ? "Name two or more."
      : left
        ? text`To use a column that was left out, name it in ${option("columns")}.`
        : (otherSheet(table) ?? text`If numbers were taken for text, name the decimal mark in ${option("decimal")}.`),
  });
}

/**
 * Numbers of the columns that every pair is decided given.
 *
 * @param taken numbers of columns that are in pairs     @throws InputError as `pairFromTable` for given columns
 */
export function givenNumbers(table: Table, choice: PairsChoice, taken: readonly number[] = []): number[] {
  const positions = taken.map((number) => number - 1);
  return givenPositions(table, choice, positions).map((position) => position + 1);
}

function numbersOf(table: Table, keys: readonly (string | number)[]): number[] {
  const find = columnFinder(table);
  return keys.map((key) => find(key, [option("columns")]) + 1);
}

function chosenList(table: Table, pairs: Iterable<PairChoice>): PairList {
  const found: ColumnPair[] = [];
  const find = columnFinder(table);
  let index = 0;
  for (const listed of pairs) {
    const place = `pair ${++index}`;
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
    const pair = { x: find(x, place) + 1, y: find(y, place) + 1 };
    if (pair.x === pair.y) {
      throw new InputError({
        code: "same-column",
        place,
        value: `"${x}" twice`,
        expected: "two different columns",
        remedy: "Leave it out.",
      });
    }
    found.push(pair);
  }
  return listedPairs(found);
}

/** Numbers of two columns of a table, from 1, x being the smaller. */
export interface ColumnPair {
  readonly x: number;
  readonly y: number;
}

/**
 * Pairs of columns, each once, in ascending order. They are enumerated as they are needed, as often as they are needed:
 * those of 20,000 columns, all at once, would fill any memory.
 */
export interface PairList extends Iterable<ColumnPair> {
  readonly count: number;
  /** Numbers of all columns that are in a pair, ascending. */
  readonly columns: readonly number[];
}

/** Every pair of some columns. @cost memory of the columns     @throws InputError `wrong-option` */
export function allPairs(columns: Iterable<number>): PairList {
  const expected = "numbers of columns, from 1";
  requireParts("columns", columns, [Symbol.iterator], expected);
  const numbers = new Set<number>();
  for (const number of columns) {
    if (!(Number.isSafeInteger(number) && number >= 1)) throw wrongOption("columns", number, expected);
    numbers.add(number);
  }
  const ascending = [...numbers].sort((a, b) => a - b);
  const size = ascending.length;
  return {
    count: (size * (size - 1)) / 2,
    columns: size < 2 ? [] : ascending,
    *[Symbol.iterator]() {
      for (let i = 0; i < size; i++) {
        for (let j = i + 1; j < size; j++) yield { x: ascending[i], y: ascending[j] };
      }
    },
  };
}

/** 2²⁶: pairs are kept as one number each, x times this plus y. Tables have fewer columns, and the product is exact. */
const COLUMNS = 67_108_864;

/**
 * Pairs of a list. One given twice, or the other way round, is one pair; a column is no pair with itself.
 *
 * @cost 8 bytes a pair
 */
export function listedPairs(pairs: Iterable<ColumnPair>): PairList {
  const keys: number[] = [];
  for (const { x, y } of pairs) if (x !== y) keys.push(Math.min(x, y) * COLUMNS + Math.max(x, y));
  const ascending = Float64Array.from(keys).sort();
  const each = ascending.filter((key, i) => i === 0 || key !== ascending[i - 1]);
  const pairOf = (key: number): ColumnPair => ({ x: Math.floor(key / COLUMNS), y: key % COLUMNS });
  const columns = new Set<number>();
  for (const key of each) {
    const { x, y } = pairOf(key);
    columns.add(x).add(y);
  }
  return {
    count: each.length,
    columns: [...columns].sort((a, b) => a - b),
    *[Symbol.iterator]() {
      for (const key of each) yield pairOf(key);
    },
  };
}

/** Pairs of a few columns, decided one after the other so that they share what was made of each column. */
export interface Tile {
  /** Numbers of the columns in their table, ascending. */
  readonly columns: readonly number[];
  readonly pairs: readonly ColumnPair[];
}

/** Columns of one side of a tile: with 8, a column's own quantities are made once for eight pairs it is in. */
export const TILE_SIDE = 8;

/**
 * Cuts the matrix of pairs into squares of `side` columns by `side` columns.
 *
 * @returns tiles in the order of their first columns, pairs within them in ascending order; made as they are needed, as
 *   often as they are needed     @cost memory of the pairs of `side` columns with all others
 */
export function planTiles(pairs: PairList, side: number = TILE_SIDE): Iterable<Tile> {
  requireParts("pairs", pairs, ["columns", "count", Symbol.iterator], "what allPairs or choosePairs returns");
  if (!(Number.isSafeInteger(side) && side >= 1)) throw wrongOption("side", side, "a whole number of columns, from 1");
  const strips = new Map(pairs.columns.map((column, index) => [column, Math.floor(index / side)]));
  const stripOf = (column: number): number => strips.get(column) as number;
  return {
    *[Symbol.iterator]() {
      let strip = 0;
      let tiles = new Map<number, ColumnPair[]>();
      for (const pair of pairs) {
        if (stripOf(pair.x) !== strip) {
          yield* tilesOf(tiles);
          [strip, tiles] = [stripOf(pair.x), new Map()];
        }
        const other = stripOf(pair.y);
        const tile = tiles.get(other);
        if (tile) tile.push(pair);
        else tiles.set(other, [pair]);
      }
      yield* tilesOf(tiles);
    },
  };
}

function tilesOf(byStrip: ReadonlyMap<number, readonly ColumnPair[]>): Tile[] {
  const ascending = [...byStrip].sort(([a], [b]) => a - b);
  return ascending.map(([, pairs]) => ({ columns: columnsOfPairs(pairs), pairs }));
}

/**
 * Tiles for several threads that take one after the other: squares of `TILE_SIDE` columns, and ever smaller ones toward
 * the end. None is larger than a thread's share of the pairs that are left, so that all threads end at about the same
 * time; larger tiles would share more of what is made of their columns.
 *
 * @returns tiles that depend on the number of threads, but not on their speed; made as they are needed, as often as they
 *   are needed
 */
export function guidedTiles(pairs: PairList, threads: number): Iterable<Tile> {
  return {
    *[Symbol.iterator]() {
      let left = pairs.count;
      function* cut(tile: Tile, side: number): Generator<Tile> {
        if (side === 1 || tile.pairs.length <= left / threads) {
          left -= tile.pairs.length;
          yield tile;
        } else for (const part of planTiles(listedPairs(tile.pairs), side / 2)) yield* cut(part, side / 2);
      }
      for (const tile of planTiles(pairs)) yield* cut(tile, TILE_SIDE);
    },
  };
}

/** Numbers of all columns of some pairs, ascending. */
export function columnsOfPairs(pairs: Iterable<ColumnPair>): number[] {
  const columns = new Set<number>();
  for (const { x, y } of pairs) columns.add(x).add(y);
  return [...columns].sort((a, b) => a - b);
}
