import { displayName } from "@causal-velocity/core/pair/display-names.js";
import { type ColumnPair, columnsOfPairs } from "@causal-velocity/core/pairs/choose-pairs.js";
import { isNumeric, isRowNumber, type Table } from "@causal-velocity/core/table/table.js";
import { printable } from "../printable.js";

const MOST_NAMED = 8;

/** Which columns of a table are in no pair, and why; undefined if all are in one. */
export function leftOutText({ columns }: Table, pairs: readonly ColumnPair[]): string | undefined {
  const used = new Set(columnsOfPairs(pairs));
  const left = columns.filter((_, i) => !used.has(i + 1));
  if (left.length === 0) return undefined;
  const named = left.slice(0, MOST_NAMED).map((column) => {
    const why = !isNumeric(column) ? "no numbers" : isRowNumber(column) ? "numbers the rows" : "not asked for";
    return `${printable(displayName(column.name))} (${why})`;
  });
  const rest = left.length - named.length;
  return `left out: ${named.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}.`;
}
