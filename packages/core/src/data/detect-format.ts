import { CELL, cellReader, type DecimalMark } from "./cell.js";
import type { Preamble } from "./preamble.js";
import { type Delimiter, splitRows, type TextRow } from "./split-rows.js";
import type { TableFormat } from "./table.js";

/** In the order of preference where two fit equally well. */
const DELIMITERS: readonly Delimiter[] = ["\t", ";", ",", "|", " "];
/** Enough rows to see the delimiter. */
export const SAMPLE_ROWS = 200;
/** The decimal mark may show late, after many whole numbers: this many characters are searched for it. */
export const SEARCHED_CHARACTERS = 4_000_000;
/** A number with a decimal comma that stands alone in its cell. */
const COMMA_CELL = /(?:^|[\t;| "\n\r])[+-]?\d*,\d+(?:[eE][+-]?\d+)?(?=$|[\t;| "\n\r])/;
const POINT_CELL = /(?:^|[\t;| "\n\r])[+-]?\d*\.\d+(?:[eE][+-]?\d+)?(?=$|[\t;| "\n\r])/;

/** What detection may be told beforehand. */
export interface FormatOverrides {
  readonly delimiter?: Delimiter;
  readonly decimal?: DecimalMark;
  readonly header?: boolean;
  readonly missing?: readonly string[];
}

/**
 * How a text is laid out: the delimiter from its first 200 rows, the decimal mark from as many as it takes to show.
 *
 * Among the delimiters that give every row the same number of cells, and more than one, the one whose cells read best
 * as numbers wins; the decimal mark likewise. The first row is a header if all its cells hold text; some may be
 * empty.
 * @param isWhole whether the text ends here; where more follows, its first rows must be there and all of the searched
 *   characters
 */
export function detectFormat(
  text: string,
  preamble: Preamble,
  overrides: FormatOverrides = {},
  isWhole: boolean = true,
): TableFormat {
  const told = overrides.delimiter ?? preamble.delimiter;
  const delimiters = told ? [told] : DELIMITERS;
  const layouts = delimiters.flatMap((delimiter) => {
    const rows = sampleRows(text, preamble, delimiter, { isWhole, tentative: delimiters.length > 1 });
    const marks: DecimalMark[] = overrides.decimal ? [overrides.decimal] : [".", ","];
    return marks.map((decimal) => ({ delimiter, decimal, rows, fit: fitOf(rows, decimal, overrides.missing) }));
  });
  const best = layouts.reduce((winner, layout) => (layout.fit > winner.fit ? layout : winner));
  const { delimiter } = best;
  const decimal = overrides.decimal ?? laterDecimal(text, best);
  return { delimiter, decimal, header: overrides.header ?? looksLikeHeader(best.rows[0], decimal, overrides.missing) };
}

/** The decimal mark; where the sample holds whole numbers only, the first decimals after it decide. */
function laterDecimal(text: string, { delimiter, decimal }: Pick<TableFormat, "delimiter" | "decimal">): DecimalMark {
  if (delimiter === "," || decimal === ",") return decimal;
  const searched = text.slice(0, SEARCHED_CHARACTERS);
  return !POINT_CELL.test(searched) && COMMA_CELL.test(searched) ? "," : ".";
}

/** The first rows, or none where this delimiter cannot split the text; a definite delimiter must, or say why. */
function sampleRows(
  text: string,
  { start }: Preamble,
  delimiter: Delimiter,
  { isWhole, tentative }: { readonly isWhole: boolean; readonly tentative: boolean },
): TextRow[] {
  const rows: TextRow[] = [];
  try {
    for (const row of splitRows(text, delimiter, start, isWhole)) {
      rows.push(row);
      if (rows.length === SAMPLE_ROWS) break;
    }
  } catch (error) {
    // A quote may open a cell under one delimiter and stand inside a cell under another: only the chosen one counts.
    if (!tentative) throw error;
  }
  return rows;
}

/** From −1 (one column) over the share of rows of the usual width to 2 (all rows alike, all cells readable). */
function fitOf(rows: readonly TextRow[], decimal: DecimalMark, missing?: readonly string[]): number {
  if (rows.length === 0) return -2;
  const widths = new Map<number, number>();
  for (const { cells } of rows) widths.set(cells.length, (widths.get(cells.length) ?? 0) + 1);
  const [width, count] = [...widths].reduce((usual, entry) => (entry[1] > usual[1] ? entry : usual));
  if (width < 2) return -1;
  const reader = cellReader(decimal, missing);
  // A column with nothing in it, header included, is no column: some texts are separated by two tabs.
  const used = new Set(rows.flatMap(({ cells }) => cells.flatMap((cell, j) => (cell.trim() === "" ? [] : [j]))));
  const body = rows.length > 1 ? rows.slice(1) : rows;
  let cells = 0;
  let readable = 0;
  for (const row of body) {
    cells += row.cells.length;
    row.cells.forEach((cell, j) => {
      if (used.has(j) && reader.read(cell) !== CELL.text) readable += 1;
    });
  }
  const consistency = count / rows.length;
  return consistency + consistency * (readable / cells);
}

function looksLikeHeader(row: TextRow | undefined, decimal: DecimalMark, missing?: readonly string[]): boolean {
  if (!row) return false;
  const reader = cellReader(decimal, missing);
  const filled = row.cells.filter((cell) => cell.trim() !== "");
  return filled.length > 0 && filled.every((cell) => reader.read(cell) === CELL.text);
}
