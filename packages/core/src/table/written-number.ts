import { CODE } from "./cell.js";

/** A number as people write it. */
export interface WrittenNumber {
  /** Its value, with a single point or comma read as the decimal mark. */
  readonly value: number;
  /** Bits of `CODE` beside the kind. */
  readonly code: number;
  /** Currency and unit, without blanks; empty if there are none. */
  readonly unit: string;
  /** Whether thousands are separated, or the minus comes last. */
  readonly isGrouped: boolean;
}

/** Letters of units. Listed, not taken from the engine's Unicode tables, so that every engine reads the same numbers. */
const LETTER =
  "A-Za-z\\u00b5\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u024f\\u0370-\\u03ff\\u0400-\\u04ff\\u2100-\\u214f\\u3040-\\u30ff\\u4e00-\\u9fff\\uac00-\\ud7af";
/** kg, %, °C, m², m^-1 */
const UNIT_PART = `(?:[%‰°][${LETTER}]{0,8}|[${LETTER}]{1,12})(?:[²³23]|\\^-?[1-9])?`;
const SIGNS = "$€£¥₹₽₩₺₴₪฿₫₱₦₡¢₸";
const CODES =
  "USD|EUR|GBP|JPY|CHF|CNY|RMB|INR|RUB|BRL|CAD|AUD|NZD|SEK|NOK|DKK|ISK|PLN|CZK|HUF|RON|BGN|TRY|UAH|ILS|ZAR|MXN|ARS|CLP|COP|KRW|TWD|HKD|SGD|THB|IDR|MYR|PHP|VND|SAR|AED|EGP|NGN|KES";
const CURRENCY = `[${SIGNS}]|(?:US|AU|CA|NZ|HK|A|C|R|S)\\$|(?:${CODES}|Rs\\.?|Rp\\.?|kr\\.?|Fr\\.?|zł|Kč|Ft)(?![${LETTER}])`;
const UNIT = `${UNIT_PART}(?:[/·*]${UNIT_PART}){0,3}\\.?|[${SIGNS}](?:/${UNIT_PART})?`;
/** Between thousands: a blank, blanks that do not break or are thin, apostrophes. */
const GROUP_SIGNS = " \\u00a0\\u2007\\u2009\\u202f'\\u2019";
const DIGITS = `\\d(?:[\\d.,${GROUP_SIGNS}]*\\d)?|[.,]\\d+`;

/** Blanks within a number: tabs and line ends separate cells. */
const GAP = "[^\\S\\t\\r\\n]*";
const WRITTEN = /* @__PURE__ */ new RegExp(
  `^(\\()?([+\\-\\u2212\\u2013])?${GAP}(${CURRENCY})?${GAP}([+\\-\\u2212\\u2013])?(\\()?((?:${DIGITS})(?:[eE][+-]?\\d+)?)(${GAP})(${UNIT}|-)?(\\))?$`,
);
const GROUPED = /* @__PURE__ */ new RegExp(
  `^[1-9]\\d{0,2}(?:([${GROUP_SIGNS}])\\d{3})(?:\\1\\d{3})*(?:([.,])(\\d+))?$`,
);
const BY_COMMAS = /^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/;
/** 12,34,567 as in India. */
const BY_TWOS = /^[1-9]\d?(?:,\d\d)+,\d{3}(?:\.\d+)?$/;
const BY_POINTS = /^[1-9]\d{0,2}(?:\.\d{3})+(?:,\d+)?$/;
const SINGLE = /^(\d*)([.,])(\d+)(?:[eE][+-]?\d+)?$/;
const UNGROUPED = /^\d+(?:[eE][+-]?\d+)?$/;
const NOT_DIGITS = /* @__PURE__ */ new RegExp(`[,${GROUP_SIGNS}]`, "g");
/** 1st and 5e are places, not amounts. */
const ORDINALS: ReadonlySet<string> = new Set(["st", "nd", "rd", "th", "e", "er", "re", "ème", "º", "ª"]);

/**
 * The number in a cell: with separators between thousands, a percent sign, a currency before or after it, a unit after
 * it, or in parentheses or with the minus behind it for a negative one. Undefined if there is none. Fractions such as 1/2, ranges, ordinals and
 * digits that are grouped in another way are none.
 *
 * @param cell without blanks around it
 */
export function writtenNumber(cell: string): WrittenNumber | undefined {
  const parts = WRITTEN.exec(cell);
  if (!parts) return undefined;
  const [, outer, before, currency = "", after, inner, digits, gap, suffix = "", closing] = parts;
  const opened = (outer ? 1 : 0) + (inner ? 1 : 0);
  if (opened !== (closing ? 1 : 0) || (before && after) || (opened > 0 && (before || after))) return undefined;
  if (gap === "" && currency === "" && ORDINALS.has(suffix)) return undefined;
  const size = sizeOf(digits);
  if (!size) return undefined;
  // 1,234.50- is an amount, 2- a grade.
  const isMinusLast = suffix === "-";
  const isMarked = size.isGrouped || (size.code & (CODE.point | CODE.comma)) !== 0;
  if (isMinusLast && !(isMarked && gap === "" && opened === 0 && !before && !after)) return undefined;
  const unit = isMinusLast ? currency : currency + suffix;
  const isNegative = isMinusLast || opened > 0 || (before ?? after ?? "+") !== "+";
  const dress = (unit === "" ? 0 : CODE.unit) | (opened > 0 ? CODE.parentheses : 0);
  const isGrouped = size.isGrouped || isMinusLast;
  return { value: isNegative ? -size.value : size.value, code: size.code | dress, unit, isGrouped };
}

function sizeOf(digits: string): Pick<WrittenNumber, "value" | "code" | "isGrouped"> | undefined {
  if (UNGROUPED.test(digits))
    return { value: Number(digits), code: /e/i.test(digits) ? CODE.decimal : 0, isGrouped: false };
  const single = SINGLE.exec(digits);
  if (single) {
    const [, whole, mark, fraction] = single;
    const isLikeThousands = BY_COMMAS.test(digits) || BY_POINTS.test(digits);
    const code = (mark === "." ? CODE.point : CODE.comma) | (isLikeThousands ? CODE.thousands : CODE.decimal);
    const value = Number(digits.replace(",", "."));
    return whole.length + fraction.length > 0 ? { value, code, isGrouped: false } : undefined;
  }
  const grouped = GROUPED.exec(digits);
  if (grouped) {
    const mark = grouped[2] === undefined ? 0 : (grouped[2] === "." ? CODE.point : CODE.comma) | CODE.decimal;
    const value = Number(digits.replace(/,(\d+)$/, ".$1").replaceAll(NOT_DIGITS, ""));
    return { value, code: mark, isGrouped: true };
  }
  if (BY_COMMAS.test(digits) || BY_TWOS.test(digits)) {
    return { value: Number(digits.replaceAll(",", "")), code: CODE.point | CODE.decimal, isGrouped: true };
  }
  if (!BY_POINTS.test(digits)) return undefined;
  const value = Number(digits.replaceAll(".", "").replace(",", "."));
  return { value, code: CODE.comma | CODE.decimal, isGrouped: true };
}

const DASH_AMOUNT = /* @__PURE__ */ new RegExp(
  `^(?:(?:${CURRENCY})${GAP}[-\\u2013]+|[-\\u2013]+${GAP}(?:${CURRENCY}))$`,
);

/** Whether a cell is a currency and a dash, as spreadsheets show an amount of 0 in accounting formats. */
export function isDashAmount(cell: string): boolean {
  return DASH_AMOUNT.test(cell);
}

/**
 * Units that set a scale or a sign: beside 1.2k, a plain 950 is of another size, as 0.6 is beside 78%; 100 CR is crores or
 * a credit.
 */
const SCALE = /* @__PURE__ */ new RegExp(
  `^(?:%|‰|per ?cent|(?:${CURRENCY})?(?:k|K|M|B|G|T|bn|Bn|mn|Mn|mln|Mln|mio|Mio|mrd|Mrd|tsd|Tsd|Mill|thousand|million|billion|trillion|cr|Cr|CR|dr|Dr|DR|crore|lakh))\\.?$`,
);
const MONEY = /* @__PURE__ */ new RegExp(`^(?:${CURRENCY})`);

/** Whether a unit says of which size or sign the number before it is. */
export function isScale(unit: string): boolean {
  return SCALE.test(unit);
}

/** Whether a unit is a currency. */
export function isMoney(unit: string): boolean {
  return MONEY.test(unit);
}
