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
  /** Stores the cell between two places of a text. @returns its `CODE`; its value is that of the reader */
  put(row: number, place: number, text: string, from: number, to: number, line: number): number;
  /** Stores a cell whose kind is known, such as a number, which needs no mark; `cell` is the text that messages quote. */
  putKind(row: number, place: number, kind: CellKind, value: number, line: number, cell: string): void;
  /** Sets a row aside: it stays in its place, and none of its cells counts. */
  putAside(row: number): void;
  /**
   * The columns, each read as all of its cells show. What the store holds is freed on the way, so it takes nothing more.
   *
   * @param mark where a column does not show its decimal mark     @param order of days and months, if it is known
   * @cost O(cells)
   */
  finish(rows: number, mark: TableMark, order?: DateOrder): TableColumn[];
}

/** Cells are stored in blocks of about this many: some rows of a strip, which is so many neighboring columns at most. */
const BLOCK_CELLS = 16_384;

/** Neighboring columns; each block holds as many of their rows, row by row. */
interface Strip {
  readonly first: number;
  readonly width: number;
  readonly blockRows: number;
  readonly blocks: { readonly values: Float64Array; readonly codes: Uint8Array }[];
}

/**
 * A store that grows as rows come. It keeps with each cell what its text alone shows (`CODE`), so that columns can be
 * decided after the last cell, without reading any cell again.
 *
 * @param tally counts the numbers stored, in columns where `isCounted`
 * @cost 9 bytes a cell while reading, 18 at the end, and of wide tables less: strips are freed one by one
 * @throws InputError `limit-exceeded`, from `put`, `putKind` and `putAside`
 */
export function cellStore(
  names: readonly string[],
  reader: CellReader,
  tally: MarkTally,
  limits: ReadingLimits,
  isCounted: (place: number) => boolean = () => true,
): CellStore {
  const width = names.length;
  const strips = stripsOf(width);
  const firsts = firstCells(width);
  const unitsOf = new Map<number, readonly string[]>();
  const collectors: TextCollector[] = [];
  const collect = (row: number, place: number, cell: string): void => {
    collectors[place] ??= textCollector();
    collectors[place].add(row, cell);
  };
  const counted = Uint8Array.from(names, (_, place) => (isCounted(place) ? 1 : 0));
  const mostRows = Math.floor(limits.cells / Math.max(1, width));
  let values: Float64Array = new Float64Array();
  let codes: Uint8Array = new Uint8Array();
  /** Rows and columns of the block that is open: from the first up to that behind its last one. */
  let [blockStart, blockEnd, stripStart, stripEnd] = [0, 0, 0, 0];
  const openBlock = (row: number, place: number): void => {
    const { first, width: columns, blockRows, blocks } = strips[Math.floor(place / BLOCK_CELLS)];
    const number = Math.floor(row / blockRows);
    if (number >= blocks.length) {
      blocks.push({ values: new Float64Array(blockRows * columns), codes: new Uint8Array(blockRows * columns) });
    }
    ({ values, codes } = blocks[number]);
    [blockStart, blockEnd] = [number * blockRows, (number + 1) * blockRows];
    [stripStart, stripEnd] = [first, first + columns];
  };
  const store = (row: number, place: number, code: number, value: number): void => {
    if (row >= mostRows) requireWithin(limits, "cells", (row + 1) * width, `row ${row + 1}`);
    // Rows come in order, those of an Arrow batch once for each column.
    if (row >= blockEnd || row < blockStart || place >= stripEnd || place < stripStart) openBlock(row, place);
    const at = (row - blockStart) * (stripEnd - stripStart) + place - stripStart;
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
        if (counted[place] === 1) tally.add(code);
        if (code & CODE.unit) {
          keepUnit(place, reader.unit);
          // It is text where units differ.
          collect(row, place, reader.cell);
        }
        if (reader.isGrouped) firsts.keepGrouped(row, place, text, from, to);
      } else if ((code & CODE.kindBits) === CELL.text) collect(row, place, reader.cell);
      firsts.keep(row, place, code, text, from, to, line);
      return code;
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
        const strip = strips[Math.floor(place / BLOCK_CELLS)];
        const cells = columnOf(strip, place - strip.first, rows);
        const units = unitsOf.get(place) ?? [];
        cells.counts(codes.fill(0));
        const form = columnForm({ counts: codes, units, every: cells.every }, mark, order);
        const { values, kinds, counts: found } = cells.convert(form, codes, room, reader);
        // Most columns of a table share one list of counts.
        if (found.some((size, kind) => size !== counts[kind])) counts = found;
        const firstText = firsts.text(place, form);
        const texts = firstText && collectors[place]?.finish(rows);
        const written = firsts.written(place, form, values);
        const doubts = form.doubts.flatMap((about) => {
          const found = firsts.doubtful(place, about, form, values);
          return found ? [doubtFinding({ about, column: name, ...found, units })] : [];
        });
        // What it holds is with its columns now.
        if (place === strip.first + strip.width - 1) strip.blocks.length = 0;
        const plain = { name, values, kinds, counts };
        if (!firstText && !written && doubts.length === 0) return plain;
        return {
          ...plain,
          ...(firstText && { firstText }),
          ...(texts && { texts }),
          ...(written && { written }),
          ...(doubts.length > 0 && { doubts }),
        };
      });
    },
  };
}

function stripsOf(width: number): Strip[] {
  return Array.from({ length: Math.ceil(width / BLOCK_CELLS) }, (_, i) => {
    const first = i * BLOCK_CELLS;
    const columns = Math.min(width - first, BLOCK_CELLS);
    return { first, width: columns, blockRows: Math.floor(BLOCK_CELLS / columns), blocks: [] };
  });
}

/** One column of a strip. */
function columnOf(
  { width, blockRows, blocks }: Strip,
  place: number,
  rows: number,
): {
  /** Adds how many cells have each code. */
  counts(into: Uint32Array): void;
  readonly every: ColumnCells["every"];
  /** @param counts of its codes */
  convert(
    form: ColumnForm,
    counts: Uint32Array,
    room: ColumnRoom,
    reader: CellReader,
  ): Pick<TableColumn, "values" | "kinds" | "counts">;
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
    convert({ kinds, toValue, hasThousands }, counts, room, reader) {
      const found = [0, 0, 0, 0, 0];
      counts.forEach((count, code) => {
        found[kinds[code]] += count;
      });
      const isPlain = !toValue && found[CELL.number] === rows;
      const toValues = room.values();
      const toKinds = isPlain ? room.numbers : room.kinds();
      let row = 0;
      for (const { values, codes } of blocks) {
        const end = Math.min(rows, row + blockRows);
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
      return { values: toValues, kinds: toKinds, counts: found };
    },
  };
}

/** Columns of few rows share buffers of this many bytes: one buffer each would take more memory than the cells. */
const SHARED_BYTES = 65_536;

/** Where columns are put. */
interface ColumnRoom {
  values(): Float64Array;
  kinds(): Uint8Array;
  /** The kinds of every column of nothing but numbers: one array of each would be most of what a wide table takes. */
  readonly numbers: Uint8Array;
}

/** Room for `columns` columns of `rows` rows. */
function columnRoom(rows: number, columns: number): ColumnRoom {
  const parts = <Whole extends { readonly length: number; subarray(from: number, to: number): Whole }>(
    bytes: number,
    make: (length: number) => Whole,
  ) => {
    const length = rows * Math.max(1, Math.min(columns, Math.floor(SHARED_BYTES / (bytes * rows))));
    let [whole, used] = [make(0), 0];
    return (): Whole => {
      if (used === whole.length) [whole, used] = [make(length), 0];
      used += rows;
      return whole.subarray(used - rows, used);
    };
  };
  return {
    values: parts(Float64Array.BYTES_PER_ELEMENT, (length) => new Float64Array(length)),
    kinds: parts(Uint8Array.BYTES_PER_ELEMENT, (length) => new Uint8Array(length)),
    numbers: new Uint8Array(rows).fill(CELL.number),
  };
}
