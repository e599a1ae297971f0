import { InputError, option, text } from "../primitives/errors.js";
import type { Finding } from "../primitives/finding.js";
import { type ColumnBuilder, cellReader, columnBuilder, numberScanner } from "./column-builder.js";
import { mayGoOn, rowStep, type TextStart } from "./split-rows.js";
import { emptyTable, type Table, type TableColumn, type TableFormat } from "./table.js";
import { checkOverrides, type FormatOverrides, type TableLayout, tableLayout } from "./table-format.js";

/** What all columns of a table, or of its first part, show about the decimal mark and the header. */
export interface WholeEvidence {
  readonly findings: readonly Finding[];
  /** Whether some number, such as 3,5 or 0,125, proves that its mark does not separate thousands. */
  readonly isDecimalProven: boolean;
}

/** Builds a table from a text that comes in pieces. */
export interface TableBuilder {
  /** Rows taken so far. */
  readonly rowCount: number;
  /**
   * Says that the next piece begins with a header, if the table has one: call it before the first piece of each file.
   */
  begin(): void;
  /**
   * Takes the rows from `from` on; returns the start of the first row that it did not take, because the piece may end
   * inside a row.
   *
   * @param isLast whether the text ends with this piece
   * @throws InputError `ragged-row`, `unterminated-quote`, `stray-quote`
   */
  take(text: string, from: TextStart, isLast: boolean): TextStart;
  /** See `WholeEvidence`. */
  isDecimalProven(): boolean;
  /**
   * The table. Its findings are about the requested columns, also using what the other columns show.
   *
   * @throws InputError `empty-table`
   */
  finish(whole?: WholeEvidence): Table;
}

/**
 * A builder for the columns at these positions, in this order, or all of them. The others are not read, only counted,
 * so that a row of another width is found.
 *
 * @cost one pass; 9 bytes a cell of the requested columns, and while a column is assembled its 9 bytes a row again
 */
export function tableBuilder(
  { format, names }: Pick<TableLayout, "format" | "names">,
  overrides: FormatOverrides,
  positions: readonly number[] = names.map((_, j) => j),
): TableBuilder {
  const reader = cellReader(format.decimal, overrides.missing);
  const scanner = numberScanner(format.decimal);
  const builders = positions.map((j) => columnBuilder(names[j], reader, scanner));
  const width = names.length;
  const delimiter = format.delimiter === " " ? NO_CHARACTER : format.delimiter.charCodeAt(0);
  const ends = new Int32Array(width + 1);
  let isHeader = format.header;
  let rowCount = 0;
  const takeCells = (cells: readonly string[], line: number): void => {
    if (isHeader) {
      isHeader = false;
      return;
    }
    if (cells.length !== width) throw raggedRow(cells.length, line, width, format);
    for (let k = 0; k < builders.length; k++) builders[k].append(cells[positions[k]], line);
    rowCount += 1;
  };
  const isDecimalProven = (): boolean => builders.some((builder) => builder.evidence().decimalLike);
  return {
    get rowCount() {
      return rowCount;
    },
    isDecimalProven,
    begin() {
      isHeader = format.header;
    },
    take(text, from, isLast) {
      let { at, line } = from;
      while (at < text.length) {
        let count = 0;
        let end = at;
        let code = NO_CHARACTER;
        for (; end < text.length; end++) {
          code = text.charCodeAt(end);
          if (code === delimiter) {
            if (count < width) ends[count] = end;
            count += 1;
          } else if (code <= QUOTE && (code === LINE_FEED || code === CARRIAGE_RETURN || code === QUOTE)) break;
        }
        // Lines that are not plain: with quotes, with blanks as delimiters, possibly only blanks, or the header.
        if (count === 0 || isHeader || (code === QUOTE && end < text.length)) {
          const step = rowStep(text, at, line, format.delimiter, isLast);
          if (!step) break;
          if (step.cells) takeCells(step.cells, line);
          at = step.next;
          line += step.lines;
          continue;
        }
        if (!isLast && mayGoOn(text, end)) break;
        if (count + 1 !== width) throw raggedRow(count + 1, line, width, format);
        ends[count] = end;
        for (let k = 0; k < builders.length; k++) {
          const j = positions[k];
          builders[k].appendSpan(text, j === 0 ? at : ends[j - 1] + 1, ends[j], line);
        }
        rowCount += 1;
        at = end + (code === CARRIAGE_RETURN && text.charCodeAt(end + 1) === LINE_FEED ? 2 : 1);
        line += 1;
      }
      return { at, line };
    },
    finish(whole) {
      if (rowCount === 0) throw emptyTable("a header and no rows");
      const columns = builders.map((builder) => builder.finish());
      const isProven = isDecimalProven() || whole?.isDecimalProven === true;
      const header = whole
        ? whole.findings.filter(({ code }) => code === "numeric-header")
        : headerFindings(columns, format, overrides);
      const findings = [...decimalFindings(builders, isProven, format, overrides), ...header];
      return { columns, rowCount, format, findings };
    },
  };
}

const [LINE_FEED, CARRIAGE_RETURN, QUOTE] = [10, 13, 34];
const NO_CHARACTER = -1;

/**
 * Warns if 1,234 or 1.234 may be a thousand: nothing else in the table proves that the mark is a decimal one, or a
 * column mixes such cells with whole numbers and has no other decimals.
 */
function decimalFindings(
  builders: readonly ColumnBuilder[],
  isProven: boolean,
  format: TableFormat,
  overrides: FormatOverrides,
): Finding[] {
  if (overrides.decimal) return [];
  const columns = builders.map((builder) => builder.evidence());
  const doubtful =
    format.decimal === ","
      ? columns.find(({ thousandsLike }) => thousandsLike && !isProven)
      : columns.find(({ thousandsLike, decimalLike, whole }) => thousandsLike && whole && !decimalLike);
  const example = doubtful?.thousandsLike;
  if (!example) return [];
  const mark = format.decimal === "," ? "comma" : "point";
  return [
    {
      code: "ambiguous-decimal",
      severity: "warn",
      sentence: `"${example}" was read as ${example.replace(",", ".")} (decimal ${mark}).`,
      advice: text`If the ${mark} separates thousands, remove it from the file; to confirm it, set ${option("decimal")} to ${mark}.`,
    },
  ];
}

/** A first row of whole numbers that lies far from all others in every column may be a header of years or ids. */
function headerFindings(columns: readonly TableColumn[], format: TableFormat, overrides: FormatOverrides): Finding[] {
  if (format.header || overrides.header !== undefined) return [];
  const suspicious = columns.every(({ values }) => {
    if (!Number.isInteger(values[0])) return false;
    let [low, high] = [Infinity, -Infinity];
    for (let i = 1; i < values.length; i++) {
      if (values[i] < low) low = values[i];
      if (values[i] > high) high = values[i];
    }
    const range = high - low;
    return values[0] < low - range || values[0] > high + range;
  });
  if (!suspicious || columns[0].values.length < 3) return [];
  const cells = columns.map(({ values }) => String(values[0])).join(", ");
  return [
    {
      code: "numeric-header",
      severity: "warn",
      sentence: `The first row (${cells}) was read as data.`,
      advice: text`If it names the columns, set ${option("header")}.`,
    },
  ];
}

const DELIMITER_NAMES = { ",": "commas", ";": "semicolons", "\t": "tabs", "|": "bars", " ": "blanks" } as const;

function raggedRow(cells: number, line: number, width: number, format: TableFormat): InputError {
  return new InputError({
    code: "ragged-row",
    place: `line ${line}`,
    value: `${cells} ${cells === 1 ? "cell" : "cells"}, split at ${DELIMITER_NAMES[format.delimiter]}`,
    expected: `${width}, as in the first row`,
    remedy: text`Fix the line (the file may be cut off), or name the character between cells in ${option("delimiter")}.`,
  });
}

/**
 * Reads a delimited text table: comma, semicolon, tab, bar or blanks; quotes, byte-order mark, any line end, decimal
 * point or comma, header or none, comment lines (#) before the first row. What `overrides` does not give is detected.
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
