import { momentText, timeText } from "../moment-text.js";
import { type ArrowField, isRuns, TYPE } from "./schema.js";

/** The data of one column of a batch: its buffers, inflated, in the order of the format. */
export interface ColumnData {
  readonly field: ArrowField;
  readonly rows: number;
  readonly buffers: readonly Uint8Array<ArrayBuffer>[];
  /** Of a column of runs: their ends, and their cells. */
  readonly children: readonly ColumnData[];
}

/** A cell: a number, a text by the rules of text tables, or another value as a text that is no number; null is missing. */
export type ArrowCell = number | bigint | string | { readonly shown: string } | null;

/** The cells of a column of a batch, by row. */
export type CellOf = (row: number) => ArrowCell;

/**
 * How to get the cells of a column.
 *
 * @param dictionary the values by their numbers, if the column has a dictionary     @throws RangeError if the data are too short
 */
export function columnCells(data: ColumnData, dictionary?: readonly ArrowCell[]): CellOf {
  const { field, rows, buffers } = data;
  if (isRuns(field)) return runCells(data, dictionary);
  if (field.dictionary) {
    const { bits, isSigned } = field.dictionary;
    const index = numbersOf(buffers[1], rows, bits, isSigned);
    return valid(buffers[0], rows, (row) => {
      const at = Number(index(row));
      const value = dictionary?.[at];
      if (value === undefined) throw new RangeError(`the value ${at} of a dictionary of ${dictionary?.length ?? 0}`);
      return value;
    });
  }
  if (field.type === TYPE.null) return () => null;
  return valid(buffers[0], rows, valuesOf(field, rows, buffers));
}

/** Cells by their runs; cells that are asked for in order take one step each. */
function runCells({ rows, children }: ColumnData, dictionary?: readonly ArrowCell[]): CellOf {
  const [ends, values] = children;
  if (!ends || !values || ends.rows > values.rows) throw tooShort();
  const endOf = numbersOf(ends.buffers[1], ends.rows, ends.field.bits, true);
  const cellOf = columnCells(values, dictionary);
  let run = 0;
  return (row) => {
    if (row >= rows) throw tooShort();
    if (run > 0 && row < endOf(run - 1)) run = 0;
    while (run < ends.rows && endOf(run) <= row) run++;
    if (run === ends.rows) throw tooShort();
    return cellOf(run);
  };
}

function valid(marks: Uint8Array | undefined, rows: number, cell: CellOf): CellOf {
  // Without a missing value, a column need not have marks.
  if (!marks || marks.length === 0) return cell;
  if (marks.length * 8 < rows) throw tooShort();
  return (row) => (((marks[row >> 3] as number) >> (row & 7)) & 1 ? cell(row) : null);
}

function valuesOf(field: ArrowField, rows: number, buffers: ColumnData["buffers"]): CellOf {
  const [, first, second] = buffers;
  switch (field.type) {
    case TYPE.int:
      return numbersOf(first, rows, field.bits, field.isSigned);
    case TYPE.duration:
      return numbersOf(first, rows, 64, true);
    case TYPE.float:
      return floatsOf(first, rows, field.unit);
    case TYPE.decimal:
      return decimalsOf(first, rows, field);
    case TYPE.bool:
      return boolsOf(first, rows);
    case TYPE.date:
    case TYPE.timestamp:
    case TYPE.time:
      return timesOf(field, numbersOf(first, rows, timeBits(field), true));
    case TYPE.text:
    case TYPE.largeText:
      return textsOf(numbersOf(first, rows + 1, field.type === TYPE.text ? 32 : 64, true), second ?? NO_BYTES, rows);
    case TYPE.textView:
      return viewsOf(first, rows, buffers.slice(2));
    default:
      return () => ({ shown: OTHER[field.type] ?? "a nested value" });
  }
}

const NO_BYTES = new Uint8Array();
/** What messages show of cells that hold neither a number nor a text. */
const OTHER: Readonly<Record<number, string>> = {
  [TYPE.binary]: "bytes",
  [TYPE.largeBinary]: "bytes",
  [TYPE.fixedBinary]: "bytes",
  [TYPE.binaryView]: "bytes",
  [TYPE.interval]: "an interval",
};

function timeBits({ type, unit, bits }: ArrowField): number {
  return type === TYPE.time ? bits : type === TYPE.date && unit === 0 ? 32 : 64;
}

type Numbers = (row: number) => number | bigint;

function numbersOf(bytes: Uint8Array<ArrayBuffer> | undefined, rows: number, bits: number, isSigned: boolean): Numbers {
  const view = viewOf(bytes, rows, bits / 8);
  switch (bits) {
    case 8:
      return isSigned ? (row) => view.getInt8(row) : (row) => view.getUint8(row);
    case 16:
      return isSigned ? (row) => view.getInt16(2 * row, true) : (row) => view.getUint16(2 * row, true);
    case 32:
      return isSigned ? (row) => view.getInt32(4 * row, true) : (row) => view.getUint32(4 * row, true);
    case 64:
      return isSigned
        ? (row) => narrowed(view.getBigInt64(8 * row, true))
        : (row) => narrowed(view.getBigUint64(8 * row, true));
    default:
      throw new RangeError(`whole numbers of ${bits} bits`);
  }
}

/** As a double where it is one. */
function narrowed(value: bigint): number | bigint {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

function floatsOf(bytes: Uint8Array<ArrayBuffer> | undefined, rows: number, precision: number): CellOf {
  const view = viewOf(bytes, rows, [2, 4, 8][precision] ?? 8);
  if (precision === 0) return (row) => halfFloat(view.getUint16(2 * row, true));
  return precision === 1 ? (row) => view.getFloat32(4 * row, true) : (row) => view.getFloat64(8 * row, true);
}

/** A float of 16 bits: 1 for the sign, 5 for the exponent, 10 for the fraction. */
function halfFloat(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const [exponent, fraction] = [(bits >> 10) & 31, bits & 1023];
  if (exponent === 31) return fraction === 0 ? sign * Infinity : Number.NaN;
  return exponent === 0 ? (sign * fraction) / 2 ** 24 : sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

/** Through their digits, which rounds once. */
function decimalsOf(bytes: Uint8Array<ArrayBuffer> | undefined, rows: number, { bits, scale }: ArrowField): CellOf {
  if (![32, 64, 128, 256].includes(bits)) throw new RangeError(`decimals of ${bits} bits`);
  const view = viewOf(bytes, rows, bits / 8);
  return (row) => {
    let digits = 0n;
    for (let word = bits / 32 - 1; word >= 0; word--) {
      digits = (digits << 32n) | BigInt(view.getUint32((row * bits) / 8 + 4 * word, true));
    }
    return Number(`${BigInt.asIntN(bits, digits)}e${-scale}`);
  };
}

function boolsOf(bytes: Uint8Array<ArrayBuffer> | undefined, rows: number): CellOf {
  if (!bytes || bytes.length * 8 < rows) throw tooShort();
  return (row) => ({ shown: ((bytes[row >> 3] as number) >> (row & 7)) & 1 ? "true" : "false" });
}

const [MILLISECONDS, MILLISECONDS_A_DAY] = [1000n, 86_400_000n];
/** Units in a second: seconds, and their thousandths, millionths and so on. */
const UNITS = [1n, 1000n, 1_000_000n, 1_000_000_000n];
/** Dates as texts, such as 2024-05-31T14:30:00.25, for the rules of text tables. */
function timesOf({ type, unit, hasZone }: ArrowField, numbers: Numbers): CellOf {
  const units = UNITS[unit] ?? 1n;
  const textOf = (value: bigint): string | undefined => {
    if (type === TYPE.time) return timeText(value, units);
    if (type === TYPE.timestamp) return momentText(value, units);
    return momentText(unit === 0 ? value * MILLISECONDS_A_DAY : value, MILLISECONDS)?.replace(/T00:00:00$/, "");
  };
  return (row) => {
    const value = BigInt(numbers(row));
    const text = textOf(value);
    if (text === undefined) return { shown: String(value) };
    return hasZone ? `${text}Z` : text;
  };
}

function textsOf(offsets: Numbers, bytes: Uint8Array, rows: number): CellOf {
  const decoder = new TextDecoder();
  return (row) => {
    if (row >= rows) throw tooShort();
    const [from, to] = [Number(offsets(row)), Number(offsets(row + 1))];
    if (!(from >= 0 && to >= from && to <= bytes.length)) throw tooShort();
    return decoder.decode(bytes.subarray(from, to));
  };
}

/** Texts of up to 12 bytes are in the view itself, others in a buffer that it names. */
function viewsOf(bytes: Uint8Array<ArrayBuffer> | undefined, rows: number, data: readonly Uint8Array[]): CellOf {
  const view = viewOf(bytes, rows, 16);
  const decoder = new TextDecoder();
  return (row) => {
    const at = 16 * row;
    const length = view.getInt32(at, true);
    const isInside = length <= 12;
    const source = isInside ? bytes : data[view.getInt32(at + 8, true)];
    const from = isInside ? at + 4 : view.getInt32(at + 12, true);
    if (!source || length < 0 || from < 0 || from + length > source.length) throw tooShort();
    return decoder.decode(source.subarray(from, from + length));
  };
}

function viewOf(bytes: Uint8Array<ArrayBuffer> | undefined, rows: number, size: number): DataView {
  if (!bytes || bytes.length < rows * size) throw tooShort();
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function tooShort(): RangeError {
  return new RangeError("a column with fewer data than rows");
}
