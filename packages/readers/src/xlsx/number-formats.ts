/** What a number format makes of a number: a date, a time of a day or both. */
export type DateKind = "date" | "time" | "date-time";

/** Formats that every workbook has, without a code: ECMA-376, part 1, 18.8.30, those for East Asia and Thailand included. */
const BUILT_IN: readonly (readonly [from: number, to: number, kind: DateKind])[] = [
  [14, 17, "date"],
  [18, 21, "time"],
  [22, 22, "date-time"],
  [27, 31, "date"],
  [32, 35, "time"],
  [36, 36, "date"],
  [45, 47, "time"],
  [50, 54, "date"],
  [55, 56, "time"],
  [57, 58, "date"],
  [71, 74, "date"],
  [75, 76, "time"],
  [77, 77, "date-time"],
  [78, 80, "time"],
  [81, 81, "date"],
];

/** Whether a format shows numbers as dates or times, by its number or, for those of a workbook, by its code. */
export function dateKind(id: number, code: string | undefined): DateKind | undefined {
  if (code === undefined) return BUILT_IN.find(([from, to]) => id >= from && id <= to)?.[2];
  const [positive = ""] = code
    // Texts in quotes, after a backslash, and characters that only take room.
    .replace(/"[^"]*"?|\\.|_.|\*./g, "")
    // Colors, conditions and languages in brackets; [h], [mm] and [ss] are hours, minutes and seconds passed.
    .replace(/\[(?!(?:h+|m+|s+)\])[^\]]*\]?/gi, "")
    .split(";");
  const letters = positive.toLowerCase().replace(/general/g, "");
  const hasTime = /[hs]/.test(letters);
  // Months and minutes are both m.
  const hasDate = /[yd]/.test(letters) || (!hasTime && letters.includes("m"));
  return hasDate ? (hasTime ? "date-time" : "date") : hasTime ? "time" : undefined;
}

const DAY = 86_400_000;
/** Days from 1970 to the day before the first one, and to it in workbooks that count from 1904. */
const [BEFORE_1900, BEFORE_1904] = [-25_568, -24_107];
/** Workbooks that count from 1900 have a 29 February in that year. */
const FALSE_LEAP_DAY = 60;
/** The last day of the year 9999, which is the last one of spreadsheets. */
const MOST_DAYS = 2_958_465;

const [HOUR, MINUTE, SECOND] = [3_600_000, 60_000, 1000];
/** A duration of more hours is a date whose day is not shown. */
const MOST_HOURS = 999;

/** A date as text, such as 2024-05-31, 14:30:00 or 2024-05-31T14:30:00; undefined if there is no such day. */
export function dateText(serial: number, kind: DateKind, is1904: boolean): string | undefined {
  if (!(serial >= 0 && serial < MOST_DAYS + 1)) return undefined;
  const milliseconds = Math.round(serial * DAY);
  if (kind === "time" && milliseconds < (MOST_HOURS + 1) * HOUR) return clockText(milliseconds);
  const zero = is1904 ? BEFORE_1904 : serial > FALSE_LEAP_DAY ? BEFORE_1900 - 1 : BEFORE_1900;
  const day = new Date(zero * DAY + milliseconds).toISOString().slice(0, "2024-05-31".length);
  const clock = milliseconds % DAY;
  return kind === "date" && clock === 0 ? day : `${day}T${clockText(clock)}`;
}

function clockText(milliseconds: number): string {
  const two = (value: number): string => String(Math.floor(value)).padStart(2, "0");
  const rest = milliseconds % SECOND;
  const fraction = rest === 0 ? "" : `.${String(rest).padStart(3, "0")}`;
  const minutes = two((milliseconds % HOUR) / MINUTE);
  return `${two(milliseconds / HOUR)}:${minutes}:${two((milliseconds % MINUTE) / SECOND)}${fraction}`;
}
