import { at, integerAt, mark, put, putInteger, release, takeIntegers, takeNumbers } from "./arrays";
import { sortAscending } from "./sort";

// Points sorted into the tiles of a grid of width 1, however far apart the tiles are: only those that hold points are
// kept. Tiles are numbered column by column; a column is all tiles with the same place in direction 0.

export let tileCount: i32 = 0;
/** First point of every tile, in tile order, and one past the last. */
export let firstPoint: usize = 0;
/** Places of occupied columns in direction 0 and of occupied rows in direction 1: whole numbers, ascending. */
export let columnCount: i32 = 0;
export let columnPlace: usize = 0;
export let rowCount: i32 = 0;
export let rowPlace: usize = 0;
/** First tile of every column, and one past the last; the row of every tile. */
export let firstTile: usize = 0;
export let rowOfTile: usize = 0;
/** Coordinates in tile order, and which point each one was. */
export let sorted0: usize = 0;
export let sorted1: usize = 0;
export let order: usize = 0;

export function sortIntoSparseTiles(x0: usize, x1: usize, n: i32): void {
  const columnOf = takeIntegers(n);
  columnPlace = takeNumbers(n);
  columnCount = rankPlaces(x0, n, columnPlace, columnOf);
  const rowOf = takeIntegers(n);
  rowPlace = takeNumbers(n);
  rowCount = rankPlaces(x1, n, rowPlace, rowOf);
  const byRow = takeIntegers(n);
  order = takeIntegers(n);
  for (let i = 0; i < n; i++) putInteger(order, i, i);
  countingSort(order, n, rowOf, rowCount, byRow);
  countingSort(byRow, n, columnOf, columnCount, order);
  layOutTiles(columnOf, rowOf, n);
  sorted0 = takeNumbers(n);
  sorted1 = takeNumbers(n);
  for (let p = 0; p < n; p++) {
    put(sorted0, p, at(x0, integerAt(order, p)));
    put(sorted1, p, at(x1, integerAt(order, p)));
  }
}

/** Lists the distinct whole parts of a coordinate, and for every point which of them is its own. */
function rankPlaces(x: usize, n: i32, places: usize, rankOf: usize): i32 {
  const start = mark();
  const ascending = takeNumbers(n);
  for (let i = 0; i < n; i++) put(ascending, i, Math.floor(at(x, i)));
  sortAscending(ascending, n);
  let count = 0;
  for (let i = 0; i < n; i++) {
    if (i === 0 || at(ascending, i) !== at(ascending, i - 1)) put(places, count++, at(ascending, i));
  }
  release(start);
  for (let i = 0; i < n; i++) putInteger(rankOf, i, rankOfPlace(places, count, Math.floor(at(x, i))));
  return count;
}

/** The last of the ascending places that is not above `place`. */
function rankOfPlace(places: usize, count: i32, place: f64): i32 {
  let low = 0;
  let high = count;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (at(places, middle) <= place) low = middle;
    else high = middle;
  }
  return low;
}

/** Stable sort of points by a key below `keys`. */
function countingSort(points: usize, n: i32, keyOf: usize, keys: i32, out: usize): void {
  const start = mark();
  const next = takeIntegers(keys + 1);
  for (let i = 0; i < n; i++) {
    const key = integerAt(keyOf, i);
    putInteger(next, key + 1, integerAt(next, key + 1) + 1);
  }
  for (let key = 0; key < keys; key++) putInteger(next, key + 1, integerAt(next, key + 1) + integerAt(next, key));
  for (let p = 0; p < n; p++) {
    const point = integerAt(points, p);
    const key = integerAt(keyOf, point);
    const position = integerAt(next, key);
    putInteger(next, key, position + 1);
    putInteger(out, position, point);
  }
  release(start);
}

function layOutTiles(columnOf: usize, rowOf: usize, n: i32): void {
  firstPoint = takeIntegers(n + 1);
  rowOfTile = takeIntegers(n);
  firstTile = takeIntegers(columnCount + 1);
  tileCount = 0;
  let column = -1;
  let row = -1;
  for (let p = 0; p < n; p++) {
    const point = integerAt(order, p);
    const isNewColumn = integerAt(columnOf, point) !== column;
    if (!isNewColumn && integerAt(rowOf, point) === row) continue;
    column = integerAt(columnOf, point);
    row = integerAt(rowOf, point);
    if (isNewColumn) putInteger(firstTile, column, tileCount);
    putInteger(rowOfTile, tileCount, row);
    putInteger(firstPoint, tileCount, p);
    tileCount++;
  }
  putInteger(firstTile, columnCount, tileCount);
  putInteger(firstPoint, tileCount, n);
}
