import { InputError } from "../errors/input-error.js";
import type { Column } from "../numeric/column.js";
import type { DecimalMark } from "./cell.js";
import type { Delimiter } from "./split-rows.js";
import type { Warning } from "./warning.js";

/** How a text was read. */
export interface TableFormat {
  readonly delimiter: Delimiter;
  readonly decimal: DecimalMark;
  readonly header: boolean;
}

/** One column as read: `values[i]` counts only where `kinds[i]` is a number. */
export interface TableColumn {
  readonly name: string;
  readonly values: Column;
  /** One `CellKind` a row. */
  readonly kinds: Uint8Array;
  /** How many cells are of each kind, indexed by `CellKind`. */
  readonly counts: readonly number[];
  /** The first cell that is neither a number nor missing, for messages. */
  readonly firstText?: { readonly line: number; readonly cell: string };
}

export interface Table {
  readonly columns: readonly TableColumn[];
  readonly rowCount: number;
  readonly format: TableFormat;
  readonly warnings: readonly Warning[];
}

/** Columns with at most this share of text among their filled cells count as numeric; the text is dropped and told. */
const TOLERATED_TEXT_SHARE = 0.1;

/** Whether a column is one of numbers, stray text aside. */
export function isNumeric(column: TableColumn): boolean {
  const [numbers, , infinite, text] = column.counts;
  return numbers > 0 && text <= TOLERATED_TEXT_SHARE * (numbers + infinite + text);
}

/**
 * The position of the column called `key`, or, if no column is called so, of the column number `key`, counted from 1. A
 * `key` that is a number is never a name: tables with columns called "0", "1", "2" are common.
 *
 * @throws InputError `unknown-column` listing the columns there are, `ambiguous-column` if several share the name
 */
export function columnIndex(table: Table, key: string | number, option: string): number {
  const wanted = String(key);
  const named = table.columns.flatMap((column, i) => (typeof key === "string" && column.name === wanted ? [i] : []));
  if (named.length === 1) return named[0];
  if (named.length > 1) {
    throw new InputError({
      code: "ambiguous-column",
      place: `${option} "${wanted}"`,
      value: `${named.length} columns have this name`,
      expected: "one",
      remedy: `Name it by its number: ${named.map((i) => i + 1).join(" or ")}.`,
    });
  }
  const position = /^\d+$/.test(wanted) ? Number(wanted) : 0;
  if (position >= 1 && position <= table.columns.length) return position - 1;
  throw new InputError({
    code: "unknown-column",
    place: `${option} "${wanted}"`,
    value: "no such column",
    expected: `a name or a number from 1 to ${table.columns.length}`,
    remedy: `${suggestion(table, wanted)}The table has ${listColumns(table.columns)}.`,
  });
}

/** The column that was probably meant, or the header that was not taken for one. */
function suggestion({ columns, format }: Table, wanted: string): string {
  const plain = wanted.trim().toLowerCase();
  const near =
    columns.find(({ name }) => name.toLowerCase() === plain) ??
    columns.find(({ name }) => name.toLowerCase().includes(plain));
  if (plain !== "" && near) return `Did you mean "${near.name}"? `;
  return format.header ? "" : "No header was found; if the first row names the columns, set option header. ";
}

const LISTED_COLUMNS = 12;

/** Column names for a message, long lists cut and counted. */
export function listColumns(columns: readonly TableColumn[]): string {
  const names = columns.slice(0, LISTED_COLUMNS).map((column) => `"${column.name}"`);
  const more = columns.length - names.length;
  return names.join(", ") + (more > 0 ? ` and ${more} more` : "");
}
