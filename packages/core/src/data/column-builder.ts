import { CELL, type CellReader } from "./cell.js";
import type { TableColumn } from "./table.js";

/** How the cells of a column use the decimal mark. */
export interface DecimalEvidence {
  /** A cell such as 1,234 that could be one thousand two hundred thirty-four; empty if there is none. */
  readonly thousandsLike: string;
  /** Some cell, such as 3,5 or 0,125, cannot. */
  readonly decimalLike: boolean;
  /** Some cell is a whole number without any mark. */
  readonly whole: boolean;
}

/** Collects the cells of one column; the room doubles as it fills. */
export interface ColumnBuilder {
  append(cell: string, line: number): void;
  finish(): TableColumn;
  evidence(): DecimalEvidence;
}

const INITIAL_CAPACITY = 1024;
const DECIMAL_OR_THOUSANDS = /^[+-]?[1-9]\d{0,2}[.,]\d{3}$/;
const WHOLE = /^[+-]?\d+$/;

export function columnBuilder(name: string, reader: CellReader): ColumnBuilder {
  let values = new Float64Array(INITIAL_CAPACITY);
  let kinds = new Uint8Array(INITIAL_CAPACITY);
  let length = 0;
  const counts = [0, 0, 0, 0];
  let firstText: TableColumn["firstText"];
  const seen = { thousandsLike: "", decimalLike: false, whole: false };
  const observe = (cell: string): void => {
    // One certain decimal settles the column.
    if (seen.decimalLike) return;
    const text = cell.trim();
    if (WHOLE.test(text)) seen.whole = true;
    else if (DECIMAL_OR_THOUSANDS.test(text)) seen.thousandsLike ||= text;
    else seen.decimalLike = true;
  };
  return {
    evidence: () => seen,
    append(cell, line) {
      if (length === values.length) {
        const wider = new Float64Array(2 * length);
        wider.set(values);
        values = wider;
        const widerKinds = new Uint8Array(2 * length);
        widerKinds.set(kinds);
        kinds = widerKinds;
      }
      const kind = reader.read(cell);
      kinds[length] = kind;
      values[length] = kind === CELL.number ? reader.value : Number.NaN;
      counts[kind] += 1;
      length += 1;
      if (kind === CELL.number) observe(cell);
      if (kind === CELL.text && !firstText) firstText = { line, cell: cell.trim() };
    },
    finish: () => ({
      name,
      values: values.slice(0, length),
      kinds: kinds.slice(0, length),
      counts,
      ...(firstText ? { firstText } : {}),
    }),
  };
}
