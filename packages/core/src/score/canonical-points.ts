import type { Routines } from "../compute/routines.js";
import type { Column } from "../primitives/columns.js";
import { meanAndSd } from "../primitives/quantiles.js";

/** The same points whatever the order and signs of their columns and the order of their rows. */
export interface CanonicalPoints {
  readonly points: readonly Column[];
  /** Brings a vector field at the canonical points, one column a coordinate, back to the given rows. */
  atGivenRows(field: readonly Column[]): Column[];
  /** Brings a vector field, or points, from canonical coordinates to the given ones; rows stay as they are. */
  inGivenColumns(field: readonly Column[]): Column[];
}

/**
 * Points in a form that depends only on the set of them, up to the order and the signs of the columns: an approximation
 * of the canonical points obeys the laws of swap, sign and row order to rounding, however coarse it is.
 *
 * Columns get the sign, and the order, in which Σ z·|z|², z from the mean, has no negative coordinate and its largest
 * first. Rows are in ascending order of the first column; those with equal values in that of the second.
 * @param points one or two columns     @cost O(n log n)
 */
export function canonicalPoints(points: readonly Column[], routines: Routines): CanonicalPoints {
  const moments = thirdMoments(points);
  const columns = [...points.keys()].sort((a, b) => Math.abs(moments[b]) - Math.abs(moments[a]));
  const signs = columns.map((j) => (moments[j] < 0 ? -1 : 1));
  const turned = columns.map((j, place) => times(points[j], signs[place]));
  const rows = orderOfRows(turned, routines);
  const inGivenColumns = (field: readonly Column[]): Column[] =>
    [...points.keys()].map((j) => times(field[columns.indexOf(j)], signs[columns.indexOf(j)]));
  return {
    points: turned.map((column) => taken(column, rows)),
    atGivenRows: (field) => inGivenColumns(field).map((column) => putBack(column, rows)),
    inGivenColumns,
  };
}

/** Σ z_j·|z|² over the points, z their distance from the mean, for every column j. */
function thirdMoments(points: readonly Column[]): Float64Array {
  const means = points.map((column) => meanAndSd(column).mean);
  const moments = new Float64Array(points.length);
  for (let i = 0; i < points[0].length; i++) {
    let square = 0;
    for (let j = 0; j < points.length; j++) square += (points[j][i] - means[j]) * (points[j][i] - means[j]);
    for (let j = 0; j < points.length; j++) moments[j] += (points[j][i] - means[j]) * square;
  }
  return moments;
}

/** Rows ascending in the first column, and in the second where the first is equal. */
function orderOfRows(columns: readonly Column[], routines: Routines): Uint32Array {
  if (columns.length === 1) return routines.ascendingOrder(columns[0]);
  const second = routines.ascendingOrder(columns[1]);
  // Equal values keep their order.
  const order = routines.ascendingOrder(taken(columns[0], second));
  for (let i = 0; i < order.length; i++) order[i] = second[order[i]];
  return order;
}

// Loops: `map` calls a function for every row.

function times(column: Column, factor: number): Column {
  const out = new Float64Array(column.length);
  for (let i = 0; i < column.length; i++) out[i] = factor * column[i];
  return out;
}

function taken(column: Column, rows: Uint32Array): Column {
  const out = new Float64Array(rows.length);
  for (let i = 0; i < rows.length; i++) out[i] = column[rows[i]];
  return out;
}

function putBack(column: Column, rows: Uint32Array): Column {
  const out = new Float64Array(rows.length);
  for (let i = 0; i < rows.length; i++) out[rows[i]] = column[i];
  return out;
}
