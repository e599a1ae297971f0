import type { Parents } from "@causal-velocity/core/graph/search.js";
import type { Column } from "@causal-velocity/core/primitives/columns.js";
import { meanAndSd, medianInPlace } from "@causal-velocity/core/primitives/quantiles.js";
import { seededRng } from "@causal-velocity/core/primitives/random.js";
import { additiveFit, additiveTable, significantCauses } from "./additive-fit.js";
import type { GraphMethod, GraphMethodOptions } from "./graph-method.js";

/** The columns, causes first. */
export type OrderOf = (columns: readonly Column[], options: GraphMethodOptions) => readonly number[];

/** A method that orders the columns, and then keeps the significant ones of each column's predecessors as its parents. */
export function orderMethod(
  about: Pick<GraphMethod, "name" | "summary" | "reference">,
  orderOf: OrderOf,
  shape: "lines" | "curves" = "curves",
): GraphMethod {
  return {
    ...about,
    find: (columns, options = {}) => prunedOrder(columns, orderOf(columns, options), shape, options),
  };
}

/** The graph of an order: of each column's predecessors the significant ones, in a regression on lines or curves. */
export function prunedOrder(
  columns: readonly Column[],
  order: readonly number[],
  shape: "lines" | "curves",
  options: GraphMethodOptions,
): Parents {
  const table = additiveTable(columns, shape, options);
  const parents: number[][] = columns.map(() => []);
  order.forEach((column, place) => {
    parents[column] = significantCauses(table, column, ascending(order.slice(0, place)));
  });
  return parents;
}

export function ascending(positions: readonly number[]): number[] {
  return [...positions].sort((a, b) => a - b);
}

/** Variances that differ by less are those of standardized columns. */
const EQUAL_VARIANCE = 1e-9;

/**
 * By increasing variance. Standardized columns are in an order that says nothing: that of random numbers, one for each
 * column, drawn by its median.
 */
export const varianceOrder: OrderOf = (columns, { seed = 0 }) => {
  const rng = seededRng(seed).split("variance order");
  const keys = columns.map((column) => {
    const { sd } = meanAndSd(column);
    return {
      step: Math.round((sd * sd) / EQUAL_VARIANCE),
      lot: rng.split(String(medianInPlace(column.slice()))).uniform(),
    };
  });
  return columns.map((_, j) => j).sort((a, b) => keys[a].step - keys[b].step || keys[a].lot - keys[b].lot);
};

/** By increasing share of variance that a linear regression on all other columns explains. */
export const rSquaredOrder: OrderOf = (columns, options) => {
  const table = additiveTable(columns, "lines", options);
  const left = columns.map((_, j) => {
    const fit = additiveFit(table, j);
    columns.forEach((_, other) => {
      if (other !== j) fit.add(other);
    });
    return fit.residual();
  });
  return columns.map((_, j) => j).sort((a, b) => left[b] - left[a]);
};
