import { CELL, CODE } from "./cell.js";
import type { CellReader } from "./cell-reader.js";

/** Sums of some columns over the rows so far, by which a row that sums up others is recognized. */
export interface RowSums {
  /** Adds a cell of a row, by its `CODE` and value; `k` counts the columns that are summed. */
  add(k: number, code: number, value: number): void;
  /** Says that all cells of a row were added. */
  endRow(): void;
  /** Adds a row that is split. */
  addRow(cells: readonly string[]): void;
  /** Whether a row holds a sum (of few rows, sums alone), or means alone, of all rows, or of those since the last one. */
  sumsUp(cells: readonly string[]): boolean;
  /** Whether it holds such sums alone, or such means alone, in all columns where it has a number. */
  sumsUpAll(cells: readonly string[], ofMean?: boolean): boolean;
  /** Whether the last row is the sum of all others, in two columns or more. */
  isLastSum(): boolean;
  /** The same for a row that comes before the rows that it sums up: asked now, answered when they are there. */
  beginGroup(cells: readonly string[]): () => boolean;
}

/** By how much, of itself, a sum of rounded numbers may differ from their rounded sum; means agree by chance more often. */
const [SUM_ROUNDING, MEAN_ROUNDING] = [0.005, 0.001];

/** Sums of fewer rows may be there by chance. */
const FEWEST_SUMMED = 3;

/** The same for sums that are not rounded. */
const EXACT = 1e-9;

/** Rows, and sums of each column: as the numbers stand there, and with 1,234 and 1.234 as thousands. */
interface Group {
  rows: number;
  readonly sums: Float64Array;
}

/** @param places of columns of numbers */
export function rowSums(places: readonly number[], reader: CellReader): RowSums {
  const begin = (): Group => ({ rows: 0, sums: new Float64Array(2 * places.length) });
  const all = begin();
  let group = begin();
  const value = new Float64Array(2);
  /** The numbers of the last row, as they are summed; NaN where there is none. */
  const last = new Float64Array(2 * places.length);
  const read = (line: string, from: number, to: number): boolean => {
    const code = reader.code(line, from, to);
    if ((code & CODE.kindBits) !== CELL.number) return false;
    value[0] = reader.value;
    value[1] = code & CODE.thousands ? 1000 * reader.value : reader.value;
    return true;
  };
  // Written out: it runs for every row.
  const add = (k: number, code: number, plain: number): void => {
    if ((code & CODE.kindBits) !== CELL.number) {
      last[2 * k] = Number.NaN;
      return;
    }
    const split = (code & CODE.thousands) === 0 ? plain : 1000 * plain;
    last[2 * k] = plain;
    last[2 * k + 1] = split;
    all.sums[2 * k] += plain;
    all.sums[2 * k + 1] += split;
    group.sums[2 * k] += plain;
    group.sums[2 * k + 1] += split;
  };
  const endRow = (): void => {
    all.rows += 1;
    group.rows += 1;
  };
  /** For each column in which a row has a number, whether that is the sum of a group, or the mean. */
  const areSums = ({ rows, sums }: Group, cells: readonly string[], ofMean: boolean): boolean[] =>
    places.flatMap((j, k) => {
      if (rows === 0 || !read(cells[j], 0, cells[j].length)) return [];
      // Zeros add up to zero, and show nothing.
      if (value[0] === 0 && sums[2 * k] === 0) return [];
      return [0, 1].some((way) => {
        const [sum, found] = [sums[2 * k + way], value[way]];
        // Few numbers agree nearly by chance.
        const rounding = rows < FEWEST_SUMMED ? EXACT : ofMean ? MEAN_ROUNDING : SUM_ROUNDING;
        return isNear(found, ofMean ? sum / rows : sum, rounding);
      });
    });
  const isAllOf = (of: Group, cells: readonly string[], ofMean: boolean): boolean => {
    const found = areSums(of, cells, ofMean);
    return found.length > 0 && !found.includes(false);
  };
  // By chance one number of several may be the sum of two others.
  const isSumOf = (of: Group, cells: readonly string[]): boolean =>
    (of.rows >= FEWEST_SUMMED && areSums(of, cells, false).includes(true)) ||
    isAllOf(of, cells, false) ||
    isAllOf(of, cells, true);
  const ended = (isSum: boolean): boolean => {
    if (isSum) group = begin();
    return isSum;
  };
  return {
    add,
    endRow,
    addRow(cells) {
      places.forEach((j, k) => {
        const code = reader.code(cells[j]);
        add(k, code, reader.value);
      });
      endRow();
    },
    sumsUp: (cells) => ended(isSumOf(group, cells) || isSumOf(all, cells)),
    sumsUpAll: (cells, ofMean = false) => ended(isAllOf(group, cells, ofMean) || isAllOf(all, cells, ofMean)),
    isLastSum() {
      if (all.rows <= FEWEST_SUMMED) return false;
      const isSum = [0, 1].map((way) =>
        places.map((_, k) => {
          const found = Number.isNaN(last[2 * k]) ? Number.NaN : last[2 * k + way];
          const others = all.sums[2 * k + way] - found;
          return found !== 0 && isNear(found, others, SUM_ROUNDING);
        }),
      );
      const known = places.filter((_, k) => !Number.isNaN(last[2 * k])).length;
      return known > 1 && isSum.some((found) => found.filter(Boolean).length === known);
    },
    beginGroup(cells) {
      group = begin();
      const own = group;
      return () => isSumOf(own, cells) || isSumOf(all, cells);
    },
  };
}

function isNear(value: number, other: number, share: number): boolean {
  return Math.abs(value - other) <= share * Math.abs(other);
}
