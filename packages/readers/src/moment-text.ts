/** JavaScript's dates reach as far, in milliseconds around 1970. */
const MOST_MILLISECONDS = 8_640_000_000_000_000n;

/**
 * A moment as a text such as 2024-05-31T14:30:00.25, for the rules of text tables; undefined beyond the years of dates.
 *
 * @param value since 1970-01-01, in UTC     @param units how many of them are a second
 */
export function momentText(value: bigint, units: bigint): string | undefined {
  const seconds = floorDivided(value, units);
  const milliseconds = seconds * 1000n;
  if (milliseconds > MOST_MILLISECONDS || milliseconds < -MOST_MILLISECONDS) return undefined;
  const whole = new Date(Number(milliseconds)).toISOString().replace(/\.000Z$/, "");
  const rest = value - seconds * units;
  const digits = String(rest).padStart(String(units).length - 1, "0");
  return rest === 0n ? whole : `${whole}.${digits.replace(/0+$/, "")}`;
}

/** The time of day of a moment: 14:30:00.25. */
export function timeText(value: bigint, units: bigint): string | undefined {
  return momentText(value, units)?.replace(/^.*T/, "");
}

function floorDivided(value: bigint, by: bigint): bigint {
  const quotient = value / by;
  return value % by < 0n ? quotient - 1n : quotient;
}
