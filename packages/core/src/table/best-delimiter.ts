import { InputError } from "../primitives/errors.js";
import { CELL, CODE, type DecimalMark } from "./cell.js";
import { cellReader } from "./cell-reader.js";
import type { ReadingLimits } from "./reading-limits.js";
import { type Delimiter, splitRows, type TextRow, type TextStart } from "./split-rows.js";

/** In the order of preference where two fit equally well. */
const TRIED_DELIMITERS: readonly Delimiter[] = ["\t", ";", ",", "|", " "];
/** Enough rows, and cells of each, to see the delimiter. */
const [SAMPLE_ROWS, SAMPLE_CELLS] = [200, 1000];

/** The beginning of a text, and what is known of its cells. */
export interface DelimitedText {
  readonly text: string;
  /** Where the first row begins. */
  readonly start: TextStart;
  /** Whether the text ends here. */
  readonly isWhole: boolean;
  readonly decimal?: DecimalMark | undefined;
  readonly missing?: readonly string[] | undefined;
  readonly limits: ReadingLimits;
}

/**
 * The delimiter of a text: among those that give every row the same number of cells, and more than one, the one under
 * which most cells are numbers.
 *
 * @param but a delimiter that is not tried     @returns how well it fits, from −1 (one column) to 2
 */
export function bestDelimiter(
  { decimal: given, missing, ...source }: DelimitedText,
  but?: Delimiter,
): { readonly delimiter: Delimiter; readonly fit: number } {
  const marks: DecimalMark[] = given ? [given] : [".", ","];
  let best: { readonly delimiter: Delimiter; readonly fit: number } = { delimiter: ",", fit: -Infinity };
  for (const delimiter of TRIED_DELIMITERS) {
    if (delimiter === but) continue;
    const rows = sampleRows(source, delimiter);
    const fit = Math.max(...marks.map((decimal) => fitOf(rows, decimal, missing)));
    if (fit > best.fit) best = { delimiter, fit };
  }
  return best;
}

/** The first cells of the first rows, as far as this delimiter can split the text. */
function sampleRows(
  { text, start, isWhole, limits }: Omit<DelimitedText, "decimal" | "missing">,
  delimiter: Delimiter,
): TextRow[] {
  const rows: TextRow[] = [];
  try {
    for (const row of splitRows(text, delimiter, start, isWhole, { ...limits, columns: SAMPLE_CELLS })) {
      rows.push(row);
      if (rows.length === SAMPLE_ROWS) break;
    }
  } catch (error) {
    // A quote may open a cell under one delimiter and be inside a cell under another: only the chosen one matters.
    if (!(error instanceof InputError)) throw error;
  }
  return rows;
}

/** From −1 (one column), through the share of rows of the usual width, to 2 (equal rows, all cells readable). */
function fitOf(rows: readonly TextRow[], decimal: DecimalMark, missing?: readonly string[]): number {
  if (rows.length === 0) return -2;
  const { width, count } = usualWidth(rows);
  if (width < 2) return -1;
  const reader = cellReader(decimal, missing);
  // A column that is empty, header included, does not count: some texts are separated by two tabs.
  const isUsed = new Uint8Array(SAMPLE_CELLS + 1);
  for (const row of rows) {
    row.cells.forEach((cell, j) => {
      if (cell.trim() !== "") isUsed[j] = 1;
    });
  }
  let cells = 0;
  let readable = 0;
  for (const row of rows.length > 1 ? rows.slice(1) : rows) {
    cells += row.cells.length;
    row.cells.forEach((cell, j) => {
      if (isUsed[j] && isReadable(reader.code(cell), decimal)) readable += 1;
    });
  }
  const consistency = count / rows.length;
  return consistency + consistency * (readable / cells);
}

/** Whether a cell is a number under a decimal mark, a date, or missing. */
function isReadable(code: number, decimal: DecimalMark): boolean {
  if ((code & CODE.kindBits) === CELL.text) return code !== CELL.text;
  const other = decimal === "." ? CODE.comma : CODE.point;
  return !(code & other) || (code & CODE.thousands) !== 0;
}

/** The number of cells that most rows have, the larger one of two, and how many have it. */
export function usualWidth(rows: readonly TextRow[]): { readonly width: number; readonly count: number } {
  const widths = new Map<number, number>();
  for (const { cells } of rows) widths.set(cells.length, (widths.get(cells.length) ?? 0) + 1);
  const [width, count] = [...widths].reduce((usual, entry) =>
    entry[1] > usual[1] || (entry[1] === usual[1] && entry[0] > usual[0]) ? entry : usual,
  );
  return { width, count };
}
