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
  const columns = [...new Set(pairs.flatMap(({ x, y }) => [x, y]))].sort((a, b) => a - b);
  const place = new Map(columns.map((column, index) => [column, Math.floor(index / side)]));
  const strips = Math.ceil(columns.length / side);
  const tiles = new Map<number, Map<string, ColumnPair>>();
  for (const { x: first, y: second } of pairs) {
    if (first === second) continue;
    const [x, y] = first < second ? [first, second] : [second, first];
    const key = (place.get(x) ?? 0) * strips + (place.get(y) ?? 0);
    const tile = tiles.get(key) ?? new Map<string, ColumnPair>();
    tiles.set(key, tile.set(`${x} ${y}`, { x, y }));
  }
  return [...tiles]
    .sort(([a], [b]) => a - b)
    .map(([, tile]) => {
      const own = [...tile.values()].sort((a, b) => a.x - b.x || a.y - b.y);
      return { columns: [...new Set(own.flatMap(({ x, y }) => [x, y]))].sort((a, b) => a - b), pairs: own };
    });
}
