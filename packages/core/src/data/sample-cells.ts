import { readPreamble } from "./preamble.js";
import { splitRows, type TextRow } from "./split-rows.js";
import type { TableFormat } from "./table.js";

/**
 * The first rows of a text as they are written, the header among them: for previews, as a table keeps numbers only.
 *
 * @throws InputError as `parseTable` where a quote in these rows is at fault
 */
export function sampleCells(text: string, { delimiter }: Pick<TableFormat, "delimiter">, count: number): TextRow[] {
  const rows: TextRow[] = [];
  if (count < 1) return rows;
  for (const row of splitRows(text, delimiter, readPreamble(text).start)) {
    rows.push(row);
    if (rows.length === count) break;
  }
  return rows;
}
