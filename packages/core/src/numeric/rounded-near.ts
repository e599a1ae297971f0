import { log } from "./elementary.js";

/** Digits that count of a quantity as large as the scale. */
const DIGITS = 3;
/** What a double can tell apart. */
const MOST_DIGITS = 15;

/**
 * A value rounded to three digits of a scale, such as the spread of its column: 101325.4 stays 101325.4 beside a spread
 * of 12, and becomes 101000 beside one of 200,000. The value itself where there is no scale.
 */
export function roundedNear(value: number, scale: number): number {
  if (!Number.isFinite(value) || !(scale > 0 && Number.isFinite(scale))) return value;
  const decimals = DIGITS - 1 - Math.floor(log(scale) / Math.LN10);
  const size = value === 0 ? 0 : Math.floor(log(Math.abs(value)) / Math.LN10);
  const digits = Math.min(Math.max(size + 1 + decimals, 0), MOST_DIGITS);
  // Less than half of the last digit that counts.
  if (digits === 0) return 0;
  return Number(value.toPrecision(digits));
}
