import type { PairOutcome } from "./decide-tile.js";
import type { PairsColumn } from "./pairs-figure.js";

/**
 * Columns in an order in which those that depend on each other stand side by side. It starts with the two that depend
 * most; the column that depends most on one of those placed comes next, and goes where it adds most dependence between
 * neighbors. Pairs without an outcome count as independent.
 *
 * @cost the number of columns cubed
 */
export function similarOrder(
  columns: readonly PairsColumn[],
  outcomes: readonly Pick<PairOutcome, "x" | "y" | "dependence">[],
): PairsColumn[] {
  const place = new Map(columns.map(({ number }, k) => [number, k]));
  const strength = columns.map(() => new Float64Array(columns.length));
  for (const { x, y, dependence } of outcomes) {
    const [i, j] = [place.get(x), place.get(y)];
    if (i === undefined || j === undefined) continue;
    strength[i][j] = strength[j][i] = dependence?.strength ?? 0;
  }
  const placed: number[] = [];
  const left = new Set(columns.keys());
  while (left.size > 0) {
    const next = mostDependent(left, placed.length > 0 ? placed : columns.map((_, k) => k), strength);
    placed.splice(bestGap(placed, next, strength), 0, next);
    left.delete(next);
  }
  // Read from the end that is nearer to the table's first column.
  const first = placed.indexOf(0);
  if (first > placed.length - 1 - first) placed.reverse();
  return placed.map((k) => columns[k]);
}

/** The column of those left that depends most on one of the others; the first of equals. */
function mostDependent(
  left: ReadonlySet<number>,
  others: readonly number[],
  strength: readonly Float64Array[],
): number {
  let [best, most] = [-1, -1];
  for (const column of left) {
    for (const other of others) {
      if (other !== column && strength[column][other] > most) [best, most] = [column, strength[column][other]];
    }
  }
  return best < 0 ? Math.min(...left) : best;
}

/** Where a column adds most dependence between neighbors: the place in the list before which it goes. */
function bestGap(placed: readonly number[], column: number, strength: readonly Float64Array[]): number {
  const between = (a: number | undefined, b: number | undefined) =>
    a === undefined || b === undefined ? 0 : strength[a][b];
  let [best, most] = [0, Number.NEGATIVE_INFINITY];
  for (let gap = 0; gap <= placed.length; gap++) {
    const [before, after] = [placed[gap - 1], placed[gap]];
    const gain = between(before, column) + between(column, after) - between(before, after);
    if (gain >= most) [best, most] = [gap, gain];
  }
  return best;
}
