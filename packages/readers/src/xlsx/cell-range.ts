import { wrongOption } from "@causal-velocity/core/primitives/errors.js";

/** Cells of a sheet: rows counted from 1, columns from 0, both ends included. */
export interface CellRange {
  readonly firstRow: number;
  readonly lastRow: number;
  readonly firstColumn: number;
  readonly lastColumn: number;
}

/** The size of a sheet of Excel. */
export const [MOST_SHEET_ROWS, MOST_SHEET_COLUMNS] = [1_048_576, 16_384] as const;

const RANGE = /^\s*\$?([A-Z]{1,3})\$?(\d{0,7}):\$?([A-Z]{1,3})\$?(\d{0,7})\s*$/i;
const [LETTER_A, LETTERS, LOWER_BIT] = [65, 26, 0x20];

/** A range such as A3:F200, or B:D for all rows of these columns; undefined if it is none. */
export function parseRange(text: string): CellRange | undefined {
  const [, first = "", from = "", last = "", to = ""] = RANGE.exec(text) ?? [];
  const range = {
    firstRow: from === "" ? 1 : Number(from),
    lastRow: to === "" ? MOST_SHEET_ROWS : Number(to),
    firstColumn: cellColumn(first),
    lastColumn: cellColumn(last),
  };
  const isFine =
    range.firstRow >= 1 &&
    range.lastRow >= range.firstRow &&
    range.lastRow <= MOST_SHEET_ROWS &&
    range.firstColumn >= 0 &&
    range.lastColumn >= range.firstColumn &&
    range.lastColumn < MOST_SHEET_COLUMNS;
  return isFine ? range : undefined;
}

/** The range of an option. @throws InputError `wrong-option` */
export function rangeOption(text: string): CellRange {
  const range = typeof text === "string" ? parseRange(text) : undefined;
  if (range) return range;
  throw wrongOption("range", text, "cells such as A3:F200, or columns such as B:D");
}

/** The column of a cell such as AB12, from 0; -1 without letters. */
export function cellColumn(reference: string): number {
  let column = 0;
  for (let i = 0; i < reference.length; i++) {
    const letter = (reference.charCodeAt(i) & ~LOWER_BIT) - LETTER_A;
    if (letter < 0 || letter >= LETTERS) break;
    column = column * LETTERS + letter + 1;
  }
  return column - 1;
}
