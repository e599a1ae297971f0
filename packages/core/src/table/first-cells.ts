import { shortCell } from "../primitives/output-text.js";
import { CELL, CODE, DATE } from "./cell.js";
import { copied } from "./cell-texts.js";
import type { ColumnForm } from "./column-form.js";
import type { TableColumn } from "./table.js";

/** The first cells of every column that are written in one way or another, for messages. */
interface FirstCells {
  /** Keeps a cell if it is the first of its column and way. */
  keep(row: number, place: number, code: number, text: string, from: number, to: number, line: number): void;
  /** Keeps a number with separators between thousands, if it is the first. */
  keepGrouped(row: number, place: number, text: string, from: number, to: number): void;
  /** The first cell that turned out to be text. */
  text(place: number, form: ColumnForm): TableColumn["firstText"];
  /** How the column is written, by an example, if it is more than plain numbers. @param values of the column */
  written(place: number, form: ColumnForm, values: Float64Array): TableColumn["written"];
  /** A cell that leaves something open, and what it was read as; of units, one without, too. Undefined if none is used. */
  doubtful(
    place: number,
    about: ColumnForm["doubts"][number],
    form: ColumnForm,
    values: Float64Array,
  ): { cell: string; value: number; other: string } | undefined;
}

/** The ways are numbered, so that those that a column has are bits. */
const MARKS = [
  0,
  CODE.point | CODE.decimal,
  CODE.comma | CODE.decimal,
  CODE.point | CODE.thousands,
  CODE.comma | CODE.thousands,
];
const DRESSES = [0, CODE.unit, CODE.parentheses, CODE.unit | CODE.parentheses];
/** The code of a number of each way, or of a text or date. Plain numbers without a mark come first. */
const WAYS: readonly number[] = [
  ...DRESSES.flatMap((dress) => MARKS.map((mark) => mark | dress)),
  CELL.text,
  ...Object.values(DATE),
];
const NONE = 255;
const WAY_OF = /* @__PURE__ */ Uint8Array.from({ length: 256 }, (_, code) => {
  const kind = code & CODE.kindBits;
  if (kind === CELL.text) return Math.max(WAYS.indexOf(code), -1) & NONE;
  if (code === CODE.aside || code === CELL.missing) return NONE;
  const isMarked = (code & (CODE.point | CODE.comma)) !== 0;
  const marks = code & (CODE.point | CODE.comma | CODE.thousands | CODE.decimal);
  return WAYS.indexOf((isMarked ? marks : 0) | (code & (CODE.unit | CODE.parentheses))) & NONE;
});
const BITS = /* @__PURE__ */ Int32Array.from(WAY_OF, (way) => (way === NONE ? 0 : 1 << way));

/** Cells of one way by their places; a place without one is empty. */
interface CellsByPlace {
  readonly rows: number[];
  readonly lines: number[];
  readonly cells: string[];
}

/** @cost up to 100 bytes a column and way */
export function firstCells(width: number): FirstCells {
  const seen = new Int32Array(width);
  const firsts = WAYS.map((): CellsByPlace => ({ rows: [], lines: [], cells: [] }));
  const grouped = new Map<number, { readonly row: number; readonly cell: string }>();
  const keepFirst = (way: number, row: number, place: number, cell: string, line: number): void => {
    const first = firsts[way];
    first.rows[place] = row;
    first.lines[place] = line;
    first.cells[place] = copied(shortCell(cell));
  };
  /** The first of the cells whose codes are accepted. */
  const firstOf = (place: number, isAccepted: (code: number) => boolean) => {
    let found: { readonly row: number; readonly line: number; readonly cell: string } | undefined;
    for (let way = 0; way < WAYS.length; way++) {
      if (!(seen[place] & (1 << way)) || !isAccepted(WAYS[way])) continue;
      const { rows, lines, cells } = firsts[way];
      if (!found || rows[place] < found.row) found = { row: rows[place], line: lines[place], cell: cells[place] };
    }
    return found;
  };
  return {
    keep(row, place, code, text, from, to, line) {
      const bit = BITS[code];
      if ((seen[place] & bit) === bit) return;
      seen[place] |= bit;
      keepFirst(WAY_OF[code], row, place, text.slice(from, to), line);
    },
    keepGrouped(row, place, text, from, to) {
      if (!grouped.has(place)) grouped.set(place, { row, cell: copied(shortCell(text.slice(from, to))) });
    },
    text(place, { kinds }) {
      const first = firstOf(place, (code) => kinds[code] === CELL.text);
      return first && { line: first.line, cell: first.cell };
    },
    written(place, { holds, kinds, unit, decimal, hasThousands }, values) {
      const other = decimal === "." ? CODE.comma : CODE.point;
      const isThousand = (code: number): boolean =>
        (code & CODE.kindBits) === CELL.number && (code & other) !== 0 && (code & CODE.thousands) !== 0;
      const isUnusual = (code: number): boolean =>
        kinds[code] === CELL.number && (holds !== "numbers" || (code & (CODE.unit | CODE.parentheses)) !== 0);
      const group = grouped.get(place);
      const example =
        firstOf(place, isUnusual) ??
        (group && Number.isFinite(values[group.row]) ? group : undefined) ??
        (hasThousands ? firstOf(place, isThousand) : undefined);
      if (!example) return undefined;
      return { holds, ...(unit !== undefined && { unit }), cell: example.cell, value: values[example.row] };
    },
    doubtful(place, about, { kinds }, values) {
      const isDoubtful = (code: number): boolean => {
        const kind = code & CODE.kindBits;
        if (about === "dates") return kind === CELL.text && code >= DATE.dayFirst && code <= DATE.eitherTime;
        if (about === "times") return code === DATE.shortTime;
        if (!about.endsWith("decimal")) return kind === CELL.number && (code & CODE.unit) !== 0;
        return kinds[code] === CELL.number && (code & CODE.thousands) !== 0;
      };
      const isBare = (code: number): boolean => (code & CODE.kindBits) === CELL.number && !(code & CODE.unit);
      const first = firstOf(place, isDoubtful);
      // Of a cell that is text all the same, nothing is open.
      if (!first || (about.endsWith("decimal") && Number.isNaN(values[first.row]))) return undefined;
      return { cell: first.cell, value: values[first.row], other: firstOf(place, isBare)?.cell ?? "" };
    },
  };
}
