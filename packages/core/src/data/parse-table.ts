import { checkOverrides } from "./check-overrides.js";
import type { FormatOverrides } from "./detect-format.js";
import type { Table } from "./table.js";
import { tableBuilder } from "./table-builder.js";
import { tableLayout } from "./table-layout.js";

/**
 * Reads a delimited text table: comma, semicolon, tab, bar or blanks; quotes, byte-order mark, any line end,
 * decimal point or comma, header or none, comment lines (#) before the first row. What is not told in `overrides` is
 * detected.
 *
 * Every row becomes a row of the table: missing, infinite and text cells are marked, not dropped. Blank lines are not
 * rows.
 * @cost one pass; 9 bytes a cell
 * @throws InputError `empty-table`, `ragged-row`, `unterminated-quote`, `stray-quote`, `wrong-option`
 */
export function parseTable(text: string, overrides: FormatOverrides = {}): Table {
  checkOverrides(text, overrides);
  const layout = tableLayout(text, overrides, true);
  const builder = tableBuilder(layout, overrides);
  builder.take(text, layout.start, true);
  return builder.finish();
}
