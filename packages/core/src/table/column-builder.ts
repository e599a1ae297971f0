import { CELL, type CellKind, type CellReader, type NumberScanner, SHAPE } from "./cell.js";
import type { TableColumn } from "./table.js";

/** How the cells of a column use the decimal mark. */
interface DecimalEvidence {
  /** A cell such as 1,234 that may mean one thousand two hundred thirty-four; empty if there is none. */
  readonly thousandsLike: string;
  /** Whether some cell, such as 3,5 or 0,125, cannot be a thousand. */
  readonly decimalLike: boolean;
  /** Whether some cell is a whole number without any mark. */
  readonly whole: boolean;
}

/** Collects the cells of one column, in blocks, so that a column of unknown length is never in memory twice. */
export interface ColumnBuilder {
  append(cell: string, line: number): void;
  /** The same for the cell between two places of a text. */
  appendSpan(text: string, from: number, to: number, line: number): void;
  /** The same for a cell whose kind is known; `cell` is the text that messages quote. */
  appendKind(kind: CellKind, value: number, line: number, cell: string): void;
  /** The column; the builder drops its blocks and cannot be used again. */
  finish(): TableColumn;
  evidence(): DecimalEvidence;
}

/** Blocks grow with the column, between these numbers of rows. */
const [SMALLEST_BLOCK, LARGEST_BLOCK] = [1024, 262_144];
const DECIMAL_OR_THOUSANDS = /^[+-]?[1-9]\d{0,2}[.,]\d{3}$/;
const WHOLE_CELL = /^[+-]?\d+$/;

interface Block {
  readonly values: Float64Array;
  readonly kinds: Uint8Array;
}

export function columnBuilder(name: string, reader: CellReader, scanner: NumberScanner): ColumnBuilder {
  const full: Block[] = [];
  let { values, kinds } = block(SMALLEST_BLOCK);
  let used = 0;
  let length = 0;
  const counts = [0, 0, 0, 0];
  let firstText: TableColumn["firstText"];
  const seen = { thousandsLike: "", decimalLike: false, whole: false };
  const observe = (cell: string): void => {
    // One certain decimal is enough for the column.
    if (seen.decimalLike) return;
    const text = cell.trim();
    if (WHOLE_CELL.test(text)) seen.whole = true;
    else if (DECIMAL_OR_THOUSANDS.test(text)) seen.thousandsLike ||= text;
    else seen.decimalLike = true;
  };
  const add = (kind: CellKind, value: number): void => {
    if (used === values.length) {
      full.push({ values, kinds });
      ({ values, kinds } = block(Math.min(length, LARGEST_BLOCK)));
      used = 0;
    }
    kinds[used] = kind;
    values[used] = kind === CELL.number ? value : Number.NaN;
    counts[kind] += 1;
    used += 1;
    length += 1;
  };
  const appendKind = (kind: CellKind, value: number, line: number, cell: string): void => {
    add(kind, value);
    if (kind === CELL.text && !firstText) firstText = { line, cell: cell.trim() };
  };
  const append = (cell: string, line: number): void => {
    const kind = reader.read(cell);
    appendKind(kind, reader.value, line, cell);
    if (kind === CELL.number) observe(cell);
  };
  return {
    evidence: () => seen,
    append,
    appendKind,
    appendSpan(text, from, to, line) {
      const value = scanner.scan(text, from, to);
      if (Number.isNaN(value)) {
        append(text.slice(from, to), line);
        return;
      }
      const kind = reader.kindOf(value);
      add(kind, value);
      if (kind !== CELL.number || seen.decimalLike) return;
      if (scanner.shape === SHAPE.whole) seen.whole = true;
      else if (scanner.shape === SHAPE.decimal) seen.decimalLike = true;
      else seen.thousandsLike ||= text.slice(from, to).trim();
    },
    finish() {
      const column = block(length);
      let at = 0;
      for (const part of [...full, { values: values.subarray(0, used), kinds: kinds.subarray(0, used) }]) {
        column.values.set(part.values, at);
        column.kinds.set(part.kinds, at);
        at += part.values.length;
      }
      full.length = 0;
      ({ values, kinds } = block(0));
      return { name, ...column, counts, ...(firstText ? { firstText } : {}) };
    },
  };
}

function block(rows: number): Block {
  return { values: new Float64Array(rows), kinds: new Uint8Array(rows) };
}
