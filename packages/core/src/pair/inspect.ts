import type { Column } from "../primitives/columns.js";
import { sorted } from "../primitives/quantiles.js";
import type { Warning } from "../table/warning.js";
import type { Pair } from "./pair.js";

/** Below this many rows score estimates are too rough for most mechanisms (paper, tab:sample_size_anm: 55-61 % right). */
export const FEW_ROWS = 200;
/** Share of rows that repeat an earlier value from which on the density assumption is in doubt. */
export const MANY_TIES = 0.2;
/** Kurtosis of a normal is 3, of an exponential 9; beyond this a handful of rows carry the fourth moment. */
const HEAVY_KURTOSIS = 15;

/**
 * What about a pair, in the user's units, speaks against believing the answer.
 *
 * @param rowsUsed rows behind the answer, where some were not drawn or trimmed
 */
export function inspect(pair: Pair, rowsUsed = pair.x.length): Warning[] {
  const warnings: Warning[] = [];
  if (rowsUsed < FEW_ROWS) {
    warnings.push({
      code: "few-rows",
      message: `only ${rowsUsed} rows: below ${FEW_ROWS} the direction is often wrong.`,
    });
  }
  for (const axis of ["x", "y"] as const) warnings.push(...inspectColumn(pair[axis], pair.names[axis]));
  return warnings;
}

function inspectColumn(column: Column, name: string): Warning[] {
  const warnings: Warning[] = [];
  const distinct = countDistinct(column);
  const repeated = 1 - distinct / column.length;
  if (column.every(Number.isSafeInteger)) {
    warnings.push({
      code: "integer-valued",
      message: `column "${name}" holds whole numbers only; the method assumes a continuous quantity.`,
    });
  }
  if (repeated > MANY_TIES) {
    warnings.push({
      code: "many-ties",
      message:
        `column "${name}" has ${distinct} different values in ${column.length} rows; ` +
        "ties distort the estimated density.",
    });
  }
  if (kurtosis(column) > HEAVY_KURTOSIS) {
    warnings.push({
      code: "heavy-tails",
      message:
        `column "${name}" has heavy tails; a few extreme rows weigh much. ` +
        (repeated > MANY_TIES
          ? "Take logarithms if the values are positive."
          : "Take logarithms if the values are positive, or compare with method v-lsnm and option trim at 0.05."),
    });
  }
  return warnings;
}

/** Fourth standardized moment, in steps that neither over- nor underflow. */
function kurtosis(column: Column): number {
  const n = column.length;
  let largest = 0;
  for (const value of column) largest = Math.max(largest, Math.abs(value));
  if (largest === 0) return 0;
  let mean = 0;
  for (const value of column) mean += value / largest / n;
  let second = 0;
  let fourth = 0;
  for (const value of column) {
    const square = (value / largest - mean) * (value / largest - mean);
    second += square / n;
    fourth += (square * square) / n;
  }
  return second > 0 ? fourth / (second * second) : 0;
}

/** How many different values a column has. @cost O(n log n) */
export function countDistinct(column: Column): number {
  const ascending = sorted(column);
  let distinct = 1;
  for (let i = 1; i < ascending.length; i++) if (ascending[i] !== ascending[i - 1]) distinct += 1;
  return distinct;
}
