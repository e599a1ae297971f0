import type { Column } from "@causal-velocity/core/primitives/columns.js";
import { meanAndSd } from "@causal-velocity/core/primitives/quantiles.js";
import { lingamCost } from "../additive-noise.js";
import type { OrderOf } from "./order-methods.js";

/**
 * DirectLiNGAM: the column that is most likely a cause of every other one, by pairwise likelihood ratios of linear
 * models, is the first; its line is subtracted from all others, and so on.
 *
 * @reference Shimizu et al. 2011; the measure of Hyvärinen & Smith 2013     @cost O(rows·columns³)
 */
export const directLingamOrder: OrderOf = (columns) => {
  const order: number[] = [];
  let left = columns.map((values, column) => ({ column, values }));
  while (left.length > 0) {
    const doubts = left.map(() => 0);
    for (let i = 0; i < left.length; i++) {
      for (let j = 0; j < i; j++) {
        const [a, b] = [left[i].values, left[j].values];
        // Positive if the model in which i causes j is the longer description.
        const doubt = lingamCost(a, b).cost - lingamCost(b, a).cost;
        doubts[doubt > 0 ? i : j] += doubt * doubt;
      }
    }
    const [first] = left.splice(doubts.indexOf(Math.min(...doubts)), 1);
    order.push(first.column);
    left = left.map(({ column, values }) => ({ column, values: withoutLine(values, first.values) }));
  }
  return order;
};

/** A residual below this is rounding: the columns are multiples of each other. */
const SMALLEST_SD = 1e-9;

/** The standardized residual of a column's regression line on a cause, both standardized. */
function withoutLine(values: Column, cause: Column): Column {
  let slope = 0;
  for (let i = 0; i < values.length; i++) slope += (values[i] * cause[i]) / values.length;
  const residual = values.map((value, i) => value - slope * cause[i]);
  const { mean, sd } = meanAndSd(residual);
  return residual.map((value) => (value - mean) / Math.max(sd, SMALLEST_SD));
}
