import { CELL, type CellKind, CODE } from "./cell.js";
import type { CellReader } from "./cell-reader.js";
import { copied, type TextCollector, textCollector } from "./cell-texts.js";
import {
  type ColumnCells,
  type ColumnForm,
  columnForm,
  type DateOrder,
  type MarkTally,
  type TableMark,
} from "./column-form.js";
import { firstCells } from "./first-cells.js";
import { doubtFinding } from "./reading-findings.js";
import { type ReadingLimits, requireWithin } from "./reading-limits.js";
import type { TableColumn } from "./table.js";

/** The cells of some columns, by row and place among these columns, both from 0; rows are added at the end. */
export interface CellStore {
  /** Stores the cell between two places of a text. */
  put(row: number, place: number, text: string, from: number, to: number, line: number): void;
  /** Stores a cell whose kind is known, such as a number, which needs no mark; `cell` is the text that messages quote. */
  putKind(row: number, place: number, kind: CellKind, value: number, line: number, cell: string): void;
  /** Sets a row aside: it stays in its place, and none of its cells counts. */
  putAside(row: number): void;
  /**
   * The columns, each read as all of its cells show.
   *
   * @param mark where a column does not show its decimal mark     @param order of days and months, if it is known
   * @cost O(cells)
   */
  finish(rows: number, mark: TableMark, order?: DateOrder): TableColumn[];
}

/** Rows are stored in blocks of about this many cells. */
const BLOCK_CELLS = 16_384;

/**
 * A store that grows as rows come. It keeps with each cell what its text alone shows (`CODE`), so that columns can be
 * decided after the last cell, without reading any cell again.
 *
 * @param tally counts the numbers stored
 * @cost 9 bytes a cell while reading, 18 at the end
 * @throws InputError `limit-exceeded`, from `put`, `putKind` and `putAside`
 */
export function cellStore(
  names: readonly string[],
  reader: CellReader,
  tally: MarkTally,
  limits: ReadingLimits,
): CellStore {
  const width = names.length;
  const blockRows = Math.max(1, Math.floor(BLOCK_CELLS / Math.max(1, width)));
  const blocks: { readonly values: Float64Array; readonly codes: Uint8Array }[] = [];
  const firsts = firstCells(width);
  const unitsOf = new Map<number, readonly string[]>();
  const collectors: TextCollector[] = [];
  const collect = (row: number, place: number, cell: string): void => {
    collectors[place] ??= textCollector();
    collectors[place].add(row, cell);
  };
  const mostRows = Math.floor(limits.cells / Math.max(1, width));
  let values: Float64Array = new Float64Array();
  let codes: Uint8Array = new Uint8Array();
  /** Rows of the block that is open: from the first up to that behind its last one. */
  let [blockStart, blockEnd] = [0, 0];
  const openBlock = (row: number): void => {
    const number = Math.floor(row / blockRows);
    if (number >= blocks.length) {
      blocks.push({ values: new Float64Array(blockRows * width), codes: new Uint8Array(blockRows * width) });
    }
    ({ values, codes } = blocks[number]);
    [blockStart, blockEnd] = [number * blockRows, (number + 1) * blockRows];
  };
  const store = (row: number, place: number, code: number, value: number): void => {
    if (row >= mostRows) requireWithin(limits, "cells", (row + 1) * width, `row ${row + 1}`);
    // Rows come in order, those of an Arrow batch once for each column.
    if (row >= blockEnd || row < blockStart) openBlock(row);
    const at = (row - blockStart) * width + place;
    codes[at] = code;
    values[at] = value;
  };
  const keepUnit = (place: number, unit: string): void => {
    const known = unitsOf.get(place) ?? [];
    if (known.length < 3 && !known.includes(unit)) unitsOf.set(place, [...known, copied(unit)]);
  };
  return {
    put(row, place, text, from, to, line) {
      const code = reader.code(text, from, to);
      store(row, place, code, reader.value);
      if ((code & CODE.kindBits) === CELL.number) {
        tally.add(code);
        if (code & CODE.unit) {
          keepUnit(place, reader.unit);
          // It is text where units differ.
          collect(row, place, reader.cell);
        }
        if (reader.isGrouped) firsts.keepGrouped(row, place, text, from, to);
      } else if ((code & CODE.kindBits) === CELL.text) collect(row, place, reader.cell);
      firsts.keep(row, place, code, text, from, to, line);
    },
    putKind(row, place, kind, value, line, cell) {
      store(row, place, kind, value);
      if (kind === CELL.text) collect(row, place, cell);
      firsts.keep(row, place, kind, cell, 0, cell.length, line);
    },
    putAside(row) {
      for (let place = 0; place < width; place++) store(row, place, CODE.aside, Number.NaN);
    },
    finish(rows, mark, order) {
      const room = columnRoom(rows, width);
      let counts: readonly number[] = [];
      const codes = new Uint32Array(256);
      return names.map((name, place): TableColumn => {
        const cells = columnOf(blocks, blockRows, width, place, rows);
        const units = unitsOf.get(place) ?? [];
        cells.counts(codes.fill(0));
        const form = columnForm({ counts: codes, units, every: cells.every }, mark, order);
        const column = room();
        const found = cells.convert(form, codes, column, reader);
        // Most columns of a table share one list of counts.
        if (found.some((size, kind) => size !== counts[kind])) counts = found;
        const firstText = firsts.text(place, form);
        const texts = firstText && collectors[place]?.finish(rows);
        const written = firsts.written(place, form, column.values);
        const doubts = form.doubts.flatMap((about) => {
          const found = firsts.doubtful(place, about, form, column.values);
          return found ? [doubtFinding({ about, column: name, ...found, units })] : [];
        });
        return {
          ...{ name, ...column, counts },
          ...(firstText && { firstText }),
          ...(texts && { texts }),
          ...(written && { written }),
          ...(doubts.length > 0 && { doubts }),
        };
      });
    },
  };
}

/** One column of the blocks of a store. */
function columnOf(
  blocks: readonly { readonly values: Float64Array; readonly codes: Uint8Array }[],
  blockRows: number,
  width: number,
  place: number,
  rows: number,
): {
  /** Adds how many cells have each code. */
  counts(into: Uint32Array): void;
  readonly every: ColumnCells["every"];
  /** @param counts of its codes     @returns those of its kinds */
  convert(
    form: ColumnForm,
    counts: Uint32Array,
    column: Pick<TableColumn, "values" | "kinds">,
    reader: CellReader,
  ): number[];
} {
  return {
    counts(counts) {
      let row = 0;
      for (const { codes } of blocks) {
        const end = Math.min(rows, row + blockRows);
        for (let at = place; row < end; row++, at += width) counts[codes[at]] += 1;
      }
    },
    every(isIncluded, passes) {
      let row = 0;
      for (const { values, codes } of blocks) {
        const end = Math.min(rows, row + blockRows);
        for (let at = place; row < end; row++, at += width) {
          if (isIncluded(codes[at]) && !passes(values[at])) return false;
        }
      }
      return true;
    },
    convert({ kinds, toValue, hasThousands }, counts, { values: toValues, kinds: toKinds }, reader) {
      const found = [0, 0, 0, 0, 0];
      counts.forEach((count, code) => {
        found[kinds[code]] += count;
      });
      const isPlain = !toValue && found[CELL.number] === rows;
      let row = 0;
      for (const { values, codes } of blocks) {
        const end = Math.min(rows, row + blockRows);
        // Kinds are those of numbers from the start.
        if (isPlain) for (let at = place; row < end; row++, at += width) toValues[row] = values[at];
        for (let at = place; row < end; row++, at += width) {
          const code = codes[at];
          let kind = kinds[code];
          let value = values[at];
          if (toValue && kind === CELL.number) {
            value = toValue(value, code);
            if (hasThousands) kind = reader.kindOf(value);
            if (kind !== CELL.number) {
              found[CELL.number] -= 1;
              found[kind] += 1;
            }
          }
          toKinds[row] = kind;
          toValues[row] = kind === CELL.number ? value : Number.NaN;
        }
      }
      return found;
    },
  };
}

/** Columns of few rows share buffers of this many bytes: one buffer each would take more memory than the cells. */
const SHARED_BYTES = 65_536;
const CELL_BYTES = 9;

/** Hands out room for `columns` columns of `rows` rows. */
function columnRoom(rows: number, columns: number): () => Pick<TableColumn, "values" | "kinds"> {
  const many = Math.max(1, Math.min(columns, Math.floor(SHARED_BYTES / (CELL_BYTES * rows))));
  let values = new Float64Array();
  let kinds = new Uint8Array();
  return () => {
    if (values.length === 0) [values, kinds] = [new Float64Array(many * rows), new Uint8Array(many * rows)];
    const column = { values: values.subarray(0, rows), kinds: kinds.subarray(0, rows) };
    [values, kinds] = [values.subarray(rows), kinds.subarray(rows)];
    return column;
  };
}
