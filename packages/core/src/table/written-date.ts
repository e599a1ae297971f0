import { CELL, DATE } from "./cell.js";

/** Reads dates and times; what it says is about the last cell read. */
export interface DateReader {
  /** One of `DATE`, or `CELL.text` if the cell is no date. @param cell without blanks around it */
  read(cell: string): number;
  /**
   * Seconds since 1970-01-01, without a time zone those of UTC; of a date that allows both orders, with the day first. Of
   * a time, seconds since midnight.
   */
  readonly seconds: number;
}

export const SECONDS_A_DAY = 86_400;
const [ZERO, NINE] = [48, 57];
/** hours, minutes, seconds, am or pm, zone */
const TIME =
  "(\\d{1,2}):(\\d\\d)(?::(\\d\\d(?:[.,]\\d{1,9})?))?\\s*([ap]\\.?m\\.?)?\\s*(z|utc|gmt|[+-]\\d\\d(?::?\\d\\d)?)?";
const AFTER_DAY = `(?:[T ,]\\s*${TIME})?`;
const YEAR_FIRST = /* @__PURE__ */ new RegExp(`^(\\d{4})([-/.])(\\d{1,2})\\2(\\d{1,2})${AFTER_DAY}$`, "i");
const YEAR_LAST = /* @__PURE__ */ new RegExp(`^(\\d{1,2})([-/.])(\\d{1,2})\\2(\\d{4}|\\d\\d)${AFTER_DAY}$`, "i");
const NAME = "([a-zäéûçş]{3,10})\\.?";
const NAME_SECOND = /* @__PURE__ */ new RegExp(
  `^(\\d{1,2})(?:\\.|st|nd|rd|th|er|º)?[ -]?(?:de )?${NAME}[ ,-]?\\s*(?:de )?(\\d{4})${AFTER_DAY}$`,
  "i",
);
const NAME_FIRST = /* @__PURE__ */ new RegExp(`^${NAME}\\s+(\\d{1,2})(?:st|nd|rd|th)?,?\\s+(\\d{4})${AFTER_DAY}$`, "i");
/** 1-Dec-20, as spreadsheets and Oracle write days, and 1 Dec 20. */
const NAME_SHORT = /* @__PURE__ */ new RegExp(`^(\\d{1,2})([- ])${NAME}\\2(\\d\\d)${AFTER_DAY}$`, "i");
/** 20201231T134500Z */
const COMPACT = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)?(z|[+-]\d\d(?::?\d\d)?)?$/i;
const NAME_YEAR = /* @__PURE__ */ new RegExp(`^${NAME}[ -](\\d{4})$`, "i");
const YEAR_MONTH = /^(\d{4})(?:-|M)(\d\d)$/;
const YEAR_QUARTER = /^(\d{4})[ -]?Q([1-4])$/i;
const QUARTER_YEAR = /^Q([1-4])[ /-]?(\d{4})$/i;
const ONLY_TIME = /^(\d{1,3}):(\d\d)(?::(\d\d(?:\.\d{1,9})?))?\s*([ap]\.?m\.?)?$/i;

/** Months in English, German, French, Spanish, Italian, Portuguese and Dutch; three letters are enough, but not jui. */
const MONTH_NAMES: readonly string[] = [
  "january januar jänner janvier janv enero gennaio janeiro januari",
  "february februar février fevrier févr fevr febrero febbraio fevereiro februari",
  "march märz maerz mars marzo março marco maart mrz mrt",
  "april avril abril aprile",
  "may mai mayo maggio maio mei",
  "june juni juin junio giugno junho",
  "july juli juillet julio luglio julho juil",
  "august août aout agosto augustus",
  "september septembre septiembre settembre setembro sept",
  "october oktober octobre octubre ottobre outubro",
  "november novembre noviembre novembro",
  "december dezember décembre decembre diciembre dicembre dezembro",
];
const ABBREVIATION = 3;
const MONTHS: ReadonlyMap<string, number> = /* @__PURE__ */ monthNumbers();

function monthNumbers(): ReadonlyMap<string, number> {
  const numbers = new Map<string, number>();
  MONTH_NAMES.forEach((names, i) => {
    for (const name of names.split(" ")) {
      numbers.set(name, i + 1);
      numbers.set(name.slice(0, ABBREVIATION), i + 1);
    }
  });
  numbers.delete("jui");
  return numbers;
}

/** 1 to 12, or 0 if the word names no month. */
function monthNamed(word: string): number {
  return MONTHS.get(word.toLowerCase()) ?? 0;
}

const DAYS_BEFORE = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365];
const FIRST_YEAR = 1000;

function isLeap(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

/** Days from 1 January of year 0 to 1 January of a year. */
function daysBeforeYear(year: number): number {
  const past = year - 1;
  return 366 + 365 * past + Math.floor(past / 4) - Math.floor(past / 100) + Math.floor(past / 400);
}

const EPOCH = /* @__PURE__ */ daysBeforeYear(1970);

/** Days since 1970-01-01, or NaN if there is no such day. */
function dayNumber(year: number, month: number, day: number): number {
  if (!(year >= FIRST_YEAR && month >= 1 && month <= 12 && day >= 1)) return Number.NaN;
  const leap = isLeap(year) ? 1 : 0;
  const length = DAYS_BEFORE[month] - DAYS_BEFORE[month - 1] + (month === 2 ? leap : 0);
  if (day > length) return Number.NaN;
  return daysBeforeYear(year) + DAYS_BEFORE[month - 1] + (month > 2 ? leap : 0) + day - 1 - EPOCH;
}

/** Year, month and day of a number of days since 1970-01-01. */
function civilDay(days: number): readonly [year: number, month: number, day: number] {
  const since = days + EPOCH;
  let year = Math.floor(since / 365.2425);
  while (daysBeforeYear(year + 1) <= since) year++;
  while (daysBeforeYear(year) > since) year--;
  let month = 12;
  while (month > 1 && dayNumber(year, month, 1) > days) month--;
  return [year, month, days - dayNumber(year, month, 1) + 1];
}

/** The date of `DATE.either` whose day and month change places. @param seconds with the day first */
export function monthFirstSeconds(seconds: number): number {
  const days = Math.floor(seconds / SECONDS_A_DAY);
  const [year, month, day] = civilDay(days);
  return dayNumber(year, day, month) * SECONDS_A_DAY + (seconds - days * SECONDS_A_DAY);
}

/** A day as messages show it: 1967-07-01. */
export function dayText(seconds: number): string {
  const [year, month, day] = civilDay(Math.floor(seconds / SECONDS_A_DAY));
  const two = (value: number): string => String(value).padStart(2, "0");
  return `${year}-${two(month)}-${two(day)}`;
}

/** Years of two digits are read where all programs agree: to 29 they are of this century, from 69 of the last one. */
const [LAST_OF_THIS, FIRST_OF_LAST] = [29, 69];

/** The year, or NaN if two digits leave the century open. */
function fullYear(digits: string): number {
  const year = Number(digits);
  if (digits.length === 4) return year;
  return year <= LAST_OF_THIS ? 2000 + year : year >= FIRST_OF_LAST ? 1900 + year : Number.NaN;
}

/**
 * A reader of dates and times: 2020-12-31, with a time and a zone or without; 31.12.2020; 31/12/2020 and 12/31/2020; with
 * names of months; months (2020-12), quarters (2020-Q4) and times (13:45).
 */
export function dateReader(): DateReader {
  const reader = { seconds: 0, read };
  return reader;

  /** Keeps the value of a date and a time. @returns the code, or text if there is no such day or time */
  function kept(days: number, parts: readonly (string | undefined)[], code: number, withTime: number): number {
    const clock = parts[0] === undefined ? 0 : clockSeconds(parts, 24);
    const seconds = days * SECONDS_A_DAY + clock - zoneSeconds(parts[4]);
    if (Number.isNaN(seconds)) return CELL.text;
    reader.seconds = seconds;
    return parts[0] === undefined ? code : withTime;
  }

  function read(cell: string): number {
    const first = cell.charCodeAt(0);
    return first >= ZERO && first <= NINE ? readNumbered(cell) : readNamed(cell);
  }

  /** A date or time that begins with a digit. */
  function readNumbered(cell: string): number {
    const iso = YEAR_FIRST.exec(cell);
    if (iso) {
      const days = dayNumber(Number(iso[1]), Number(iso[3]), Number(iso[4]));
      return kept(days, iso.slice(5), DATE.day, DATE.dayTime);
    }
    const regional = YEAR_LAST.exec(cell);
    if (regional) return readRegional(regional);
    const time = ONLY_TIME.exec(cell);
    if (time) {
      const seconds = clockSeconds(time.slice(1), 1000);
      if (Number.isNaN(seconds)) return CELL.text;
      reader.seconds = seconds;
      return time[3] === undefined ? DATE.shortTime : DATE.time;
    }
    const second = NAME_SECOND.exec(cell);
    if (second) {
      const days = dayNumber(Number(second[3]), monthNamed(second[2]), Number(second[1]));
      return kept(days, second.slice(4), DATE.day, DATE.dayTime);
    }
    const short = NAME_SHORT.exec(cell);
    if (short) {
      const days = dayNumber(fullYear(short[4]), monthNamed(short[3]), Number(short[1]));
      return kept(days, short.slice(5), DATE.day, DATE.dayTime);
    }
    const compact = COMPACT.exec(cell);
    if (compact) {
      const [, year, month, day, hour, minute, second, zone] = compact;
      const days = dayNumber(Number(year), Number(month), Number(day));
      return kept(days, [hour, minute, second, undefined, zone], DATE.day, DATE.dayTime);
    }
    const month = YEAR_MONTH.exec(cell);
    if (month) return keptMonth(Number(month[1]), Number(month[2]));
    const quarter = YEAR_QUARTER.exec(cell);
    return quarter ? keptMonth(Number(quarter[1]), 3 * Number(quarter[2]) - 2) : CELL.text;
  }

  function readRegional([, first, mark, second, digits, ...parts]: RegExpExecArray): number {
    const year = fullYear(digits);
    const days = dayNumber(year, Number(second), Number(first));
    if (mark === ".") {
      // 1.2.20 may be a version.
      const isPadded = digits.length === 4 || (first.length === 2 && second.length === 2);
      return isPadded ? kept(days, parts, DATE.day, DATE.dayTime) : CELL.text;
    }
    const swapped = dayNumber(year, Number(first), Number(second));
    if (Number.isNaN(days)) return kept(swapped, parts, DATE.monthFirst, DATE.monthFirstTime);
    // 5/5/2020 is the same day in both orders.
    if (days === swapped) return kept(days, parts, DATE.day, DATE.dayTime);
    if (Number.isNaN(swapped)) return kept(days, parts, DATE.dayFirst, DATE.dayFirstTime);
    return kept(days, parts, DATE.either, DATE.eitherTime);
  }

  /** A date that begins with the name of a month or quarter. */
  function readNamed(cell: string): number {
    const first = NAME_FIRST.exec(cell);
    if (first) {
      const days = dayNumber(Number(first[3]), monthNamed(first[1]), Number(first[2]));
      return kept(days, first.slice(4), DATE.day, DATE.dayTime);
    }
    const month = NAME_YEAR.exec(cell);
    if (month) return keptMonth(Number(month[2]), monthNamed(month[1]));
    const quarter = QUARTER_YEAR.exec(cell);
    return quarter ? keptMonth(Number(quarter[2]), 3 * Number(quarter[1]) - 2) : CELL.text;
  }

  function keptMonth(year: number, month: number): number {
    return kept(dayNumber(year, month, 1), [], DATE.month, DATE.month);
  }
}

/** Seconds since midnight, or NaN if there is no such time. @param mostHours one more than the last */
function clockSeconds(
  [hours, minutes, seconds = "0", half]: readonly (string | undefined)[],
  mostHours: number,
): number {
  const isHalf = half !== undefined;
  const hour = Number(hours);
  if (isHalf ? hour < 1 || hour > 12 : hour >= mostHours) return Number.NaN;
  const second = Number(seconds.replace(",", "."));
  if (Number(minutes) >= 60 || second >= 60) return Number.NaN;
  const isAfternoon = isHalf && /^p/i.test(half);
  const ofDay = isHalf ? (hour % 12) + (isAfternoon ? 12 : 0) : hour;
  return 3600 * ofDay + 60 * Number(minutes) + second;
}

/** Seconds by which a zone is ahead of UTC; none without a zone. */
function zoneSeconds(zone: string | undefined): number {
  if (zone === undefined || !/\d/.test(zone)) return 0;
  const size = 3600 * Number(zone.slice(1, 3)) + 60 * Number(zone.slice(3).replace(":", ""));
  return zone.startsWith("-") ? -size : size;
}
