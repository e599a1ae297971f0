import { CELL, CODE, DATE, type DecimalMark } from "./cell.js";
import type { Delimiter } from "./split-rows.js";
import { monthFirstSeconds, SECONDS_A_DAY } from "./written-date.js";
import { isMoney, isScale } from "./written-number.js";

/** Columns with at most this share of text among their filled cells count as numeric; the text is left out and counted. */
export const TOLERATED_TEXT_SHARE = 0.1;

/** Which part of 5/6/2020 is the day. */
export type DateOrder = "day-first" | "month-first";

/** The decimal mark of a table, where a column does not show its own. */
export interface TableMark {
  readonly decimal: DecimalMark;
  /**
   * given: for all columns; proven: more cells allow only this mark than only the other; guessed: neither; likely: neither,
   * but it is the point, and commas separate the cells.
   */
  readonly source: "given" | "proven" | "guessed" | "likely";
}

/** Counts, over all cells of a table, the numbers that only one decimal mark allows. */
export interface MarkTally {
  /** Counts a number by its `CODE`. */
  add(code: number): void;
  /**
   * The mark that more cells need; else the one that cells like 1,234 have more often, as their decimal mark, unless
   * commas separate the cells; else the point.
   *
   * @param layout the delimiter, and whether several columns show that they are rounded to three digits
   */
  mark(
    given: DecimalMark | undefined,
    layout: { readonly delimiter: Delimiter; readonly areRounded?: boolean },
  ): TableMark;
}

export function markTally(): MarkTally {
  const counts = new Uint32Array(256);
  const count = (sign: number, way: number): number =>
    counts.reduce((sum, size, code) => (withMark(code, sign, way) ? sum + size : sum), 0);
  return {
    add(code) {
      counts[code] += 1;
    },
    mark(given, { delimiter, areRounded = false }) {
      if (given) return { decimal: given, source: "given" };
      const [points, commas] = [count(CODE.point, CODE.decimal), count(CODE.comma, CODE.decimal)];
      if (points !== commas) return { decimal: commas > points ? "," : ".", source: "proven" };
      if (delimiter === ",") return { decimal: ".", source: areRounded ? "proven" : "likely" };
      const isComma = count(CODE.comma, CODE.thousands) > count(CODE.point, CODE.thousands);
      return { decimal: isComma ? "," : ".", source: "guessed" };
    },
  };
}

/** What the cells of a column show, all of them. */
export interface ColumnCells {
  /** How many cells have each `CODE`. */
  readonly counts: Uint32Array;
  /** The units of its numbers; of more than two, three. */
  readonly units: readonly string[];
  /** Whether all cells of some codes have a value that passes. */
  readonly every: (isIncluded: (code: number) => boolean, passes: (value: number) => boolean) => boolean;
}

/** How the cells of a column are read. */
export interface ColumnForm {
  readonly holds: "numbers" | "dates" | "times";
  readonly decimal: DecimalMark;
  /** The kind of each `CODE`. */
  readonly kinds: Uint8Array;
  /** The value of a cell, from what its text alone shows; undefined if that is the value of every cell. */
  readonly toValue: ((value: number, code: number) => number) | undefined;
  readonly unit: string | undefined;
  /** Whether cells such as 1,234 are thousands. */
  readonly hasThousands: boolean;
  /**
   * Cells like 1,234 may be thousands or decimals, and one of these is likely; dates like 5/6/2020 leave the order open; so do times like 5:13 beside
   * 1:04:31; units differ; a unit is missing in most cells, in some, or in some that are read all the same.
   */
  readonly doubts: readonly (
    | "decimal"
    | "likely-decimal"
    | "dates"
    | "times"
    | "units"
    | "few-units"
    | "many-units"
    | "read-units"
  )[];
}

/**
 * Decides how a column is read, by all of its cells: as numbers, unless more cells are dates, or times. In a column of
 * which more than a tenth is text, only plain numbers are numbers: the others may be parts of names.
 *
 * The decimal mark is the one that more cells need, else the table's. The other mark may separate thousands. A unit must
 * be the only one; where it sets a scale (%, k, M), numbers without it are of another scale, 0 aside, and those that are
 * fewer become text. Parentheses make a number negative if
 * another one is without: otherwise they are labels. Days come first or months by the cells that allow only one order.
 */
export function columnForm(cells: ColumnCells, mark: TableMark, order: DateOrder | undefined): ColumnForm {
  const { counts } = cells;
  const present: number[] = [];
  for (let code = 0; code < counts.length; code++) if (counts[code] > 0) present.push(code);
  const count = (isIncluded: (code: number) => boolean): number => {
    let sum = 0;
    for (const code of present) if (isIncluded(code)) sum += counts[code];
    return sum;
  };
  const numbers = count(isNumber);
  const times = counts[DATE.time] + counts[DATE.shortTime];
  const dates = count(isDate) - times;
  const isText = counts[CELL.text] > TOLERATED_TEXT_SHARE * (numbers + dates + times + counts[CELL.text]);
  if (!isText && dates > numbers && dates >= times)
    return datesForm(counts, order, mark.decimal) ?? numbersForm(cells, count, mark, isText);
  // Ratios such as 1:80 stand in the same column as 1:20.
  if (times > numbers && counts[CELL.text] === 0) return timesForm(cells, mark.decimal);
  return numbersForm(cells, count, mark, isText);
}

function isNumber(code: number): boolean {
  return (code & CODE.kindBits) === CELL.number && code !== CODE.aside;
}

function isDate(code: number): boolean {
  return (code & CODE.kindBits) === CELL.text && code !== CELL.text;
}

const isBare = (code: number): boolean => isNumber(code) && !(code & CODE.unit);
const isWhole = (code: number): boolean => isNumber(code) && !(code & (CODE.point | CODE.comma | CODE.decimal));
const isZero = (value: number): boolean => value === 0;
const isBelowThousand = (value: number): boolean => Math.abs(value) < 1000;

const withMark = (code: number, sign: number, way: number): boolean =>
  (code & sign) !== 0 && (code & way) !== 0 && isNumber(code);

function numbersForm(
  cells: ColumnCells,
  count: (isIncluded: (code: number) => boolean) => number,
  mark: TableMark,
  isText: boolean,
): ColumnForm {
  const points = count((code) => withMark(code, CODE.point, CODE.decimal));
  const commas = count((code) => withMark(code, CODE.comma, CODE.decimal));
  const pointThousands = count((code) => withMark(code, CODE.point, CODE.thousands));
  const commaThousands = count((code) => withMark(code, CODE.comma, CODE.thousands));
  const wholes = count(isWhole);
  // Words hold marks that are no decimal marks, as 10.0.0.1 does.
  const hasOwn = mark.source !== "given" && points !== commas && !isText;
  let decimal: DecimalMark = hasOwn ? (commas > points ? "," : ".") : mark.decimal;
  const isGuessed = mark.source === "guessed" || mark.source === "likely";
  const isOpen = isGuessed && !hasOwn && pointThousands + commaThousands > 0;
  // 950 beside 1,050, and nothing like 1050: the sign separates thousands.
  const isSplit =
    isOpen && wholes > 0 && pointThousands * commaThousands === 0 && cells.every(isWhole, isBelowThousand);
  if (isSplit) decimal = commaThousands > 0 ? "." : ",";
  const isPointMixed = decimal === "." && pointThousands > 0 && wholes > 0 && points === 0 && mark.source !== "given";
  const isDoubtful = isPointMixed || isOpen;
  const isLikely = mark.source === "likely" && decimal === "." && !isPointMixed;

  const numbers = count(isNumber);
  const united = count((code) => isNumber(code) && (code & CODE.unit) !== 0);
  const enclosed = count((code) => isNumber(code) && (code & CODE.parentheses) !== 0);
  const [unit, other, third] = cells.units;
  const isPartly = other === undefined && unit !== undefined && united < numbers && !isText;
  const isScaled = isPartly && isScale(unit) && !cells.every(isBare, isZero);
  // Of two scales, the one of most numbers is read.
  const isFew = isScaled && 2 * united <= numbers;
  const isUnited = unit !== undefined && other === undefined && !isFew && !isText;
  const forbidden =
    (decimal === "." ? CODE.comma : CODE.point) |
    (isUnited ? 0 : CODE.unit) |
    (enclosed < numbers && !isText ? 0 : CODE.parentheses);
  const otherMark = decimal === "." ? CODE.comma : CODE.point;
  // Where both marks are decimal marks, 1,234 is no thousand either.
  const hasThousands = points * commas === 0 && (decimal === "." ? commaThousands : pointThousands) > 0;
  const kinds = kindsOf(forbidden, hasThousands ? otherMark : 0, isScaled && !isFew);
  return {
    holds: "numbers",
    decimal,
    kinds,
    toValue: hasThousands
      ? (value, code) => (code & otherMark && code & CODE.thousands ? Math.round(value * 1000) : value)
      : undefined,
    unit: isUnited ? unit : undefined,
    hasThousands,
    doubts: [
      ...(isDoubtful ? ([isLikely ? "likely-decimal" : "decimal"] as const) : []),
      ...(other !== undefined && third === undefined && !isText ? (["units"] as const) : []),
      ...(isScaled ? ([isFew ? "few-units" : "many-units"] as const) : []),
      ...(isPartly && !isScaled && !isScale(unit) && !isMoney(unit) ? (["read-units"] as const) : []),
    ],
  };
}

/** Most columns of a table share their kinds: there are few, and a table may have a million columns. */
const KINDS = new Map<number, Uint8Array>();

/**
 * The kind of each code, where some bits make a text of a number.
 *
 * @param thousands the mark between them; 0 if none     @param hasUnit whether a number must have one
 */
function kindsOf(forbidden: number, thousands: number, hasUnit: boolean): Uint8Array {
  const key = 512 * forbidden + 2 * thousands + (hasUnit ? 1 : 0);
  const known = KINDS.get(key);
  if (known) return known;
  const kinds = Uint8Array.from({ length: 256 }, (_, code) => {
    const kind = code & CODE.kindBits;
    if (code === CODE.aside) return CELL.aside;
    if (kind === CELL.text) return CELL.text;
    const isThousand = (code & thousands) !== 0 && (code & CODE.thousands) !== 0;
    const wrong = forbidden & (isThousand ? ~thousands : -1);
    return code & wrong || (hasUnit && isBare(code)) ? CELL.text : kind;
  });
  KINDS.set(key, kinds);
  return kinds;
}

/** Undefined if no date can be read: months beside text. */
function datesForm(counts: Uint32Array, given: DateOrder | undefined, decimal: DecimalMark): ColumnForm | undefined {
  const [days, months, either] = [
    counts[DATE.dayFirst] + counts[DATE.dayFirstTime],
    counts[DATE.monthFirst] + counts[DATE.monthFirstTime],
    counts[DATE.either] + counts[DATE.eitherTime],
  ];
  const shown = isShown(days, months, either) ? "day-first" : isShown(months, days, either) ? "month-first" : undefined;
  const order = given ?? shown;
  const read = new Set<number>([DATE.day, DATE.dayTime]);
  // 2011-12 may be a season, which other cells such as 2012-13 show.
  if (counts[CELL.text] === 0) read.add(DATE.month);
  if (order) for (const code of [DATE.either, DATE.eitherTime]) read.add(code);
  if (order === "day-first") for (const code of [DATE.dayFirst, DATE.dayFirstTime]) read.add(code);
  if (order === "month-first") for (const code of [DATE.monthFirst, DATE.monthFirstTime]) read.add(code);
  const isOpen = order === undefined && days + months + either > 0;
  const hasTimes = TIMED.some((code) => read.has(code) && counts[code] > 0);
  const kinds = Uint8Array.from({ length: 256 }, (_, code) => {
    if (code === CODE.aside) return CELL.aside;
    // Where some dates stay text, all do: a column is not half numbers.
    if (read.has(code) && !isOpen) return CELL.number;
    const kind = code & CODE.kindBits;
    return kind === CELL.missing ? CELL.missing : CELL.text;
  });
  if (!isOpen && ![...read].some((code) => counts[code] > 0)) return undefined;
  return {
    holds: "dates",
    decimal,
    kinds,
    toValue: (value, code) => {
      const isSwapped = order === "month-first" && (code === DATE.either || code === DATE.eitherTime);
      const seconds = isSwapped ? monthFirstSeconds(value) : value;
      return hasTimes ? seconds : seconds / SECONDS_A_DAY;
    },
    unit: `${hasTimes ? "seconds" : "days"} since 1970-01-01`,
    hasThousands: false,
    doubts: isOpen ? ["dates"] : [],
  };
}

/** More dates that allow both orders do not go by a single one that shows its order: it may be a slip. */
const MOST_BY_ONE = 20;
/** The same for each one of several. */
const MOST_BY_EACH = 200;

/** Whether dates of one order show that of all others. */
function isShown(count: number, opposite: number, either: number): boolean {
  if (count === 0 || opposite > 0) return false;
  return either <= (count === 1 ? MOST_BY_ONE : MOST_BY_EACH * count);
}

const TIMED = [DATE.dayTime, DATE.dayFirstTime, DATE.monthFirstTime, DATE.eitherTime];

/** Three-part times of clocks reach this hour; durations beside others of minutes and seconds hardly do. */
const LATE_HOUR = 12;
const HOUR = 3600;

/**
 * Beside times of three parts, those of two are hours and minutes if all of them may be of a day that the others fill;
 * they are minutes and seconds, as in 46:31 beside 1:04:31, if one is too late for a day and none too long for an hour.
 */
function timesForm({ counts, every }: ColumnCells, decimal: DecimalMark): ColumnForm {
  const isShort = (code: number): boolean => code === DATE.shortTime;
  const isLong = (code: number): boolean => code === DATE.time;
  const isBoth = counts[DATE.time] > 0 && counts[DATE.shortTime] > 0;
  const isClock = !isBoth || (every(isShort, (value) => value < 24 * HOUR) && !every(isLong, isEarly));
  const isMinutes =
    !isClock && every(isShort, (value) => value < 60 * HOUR) && !every(isShort, (value) => value < 24 * HOUR);
  const isOpen = !isClock && !isMinutes;
  const kinds = Uint8Array.from({ length: 256 }, (_, code) => {
    if (code === CODE.aside) return CELL.aside;
    if ((isShort(code) || isLong(code)) && !isOpen) return CELL.number;
    return (code & CODE.kindBits) === CELL.missing ? CELL.missing : CELL.text;
  });
  return {
    holds: isOpen ? "numbers" : "times",
    decimal,
    kinds,
    toValue: isMinutes ? (value, code) => (isShort(code) ? value / 60 : value) : undefined,
    unit: isOpen ? undefined : isMinutes ? "seconds, of minutes:seconds" : "seconds, of hours:minutes",
    hasThousands: false,
    doubts: isOpen ? ["times"] : [],
  };
}

const isEarly = (value: number): boolean => value < LATE_HOUR * HOUR;
