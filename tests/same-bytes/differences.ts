type Entries = Readonly<Record<string, string>>;

/** Hex digits of one number, and of the text that `fingerprint` makes of one or more. */
const DIGITS = 16;
const NUMBERS = /^([0-9a-f]{16})+$/;
/** Differences that are listed; the others are only counted. */
const SHOWN = 20;

/** Where two fingerprints differ, one line each: place, row of a column, both values. Empty if nowhere. */
export function differences(actual: string, expected: string): string[] {
  const [found, wanted] = [JSON.parse(actual) as Entries, JSON.parse(expected) as Entries];
  const places = new Set([...Object.keys(wanted), ...Object.keys(found)]);
  const lines = [...places].flatMap((place) => entryDifferences(place, found[place], wanted[place]));
  const more = lines.length - SHOWN;
  return more > 0 ? [...lines.slice(0, SHOWN), `and ${more} more`] : lines;
}

function entryDifferences(place: string, found: string | undefined, wanted: string | undefined): string[] {
  if (found === wanted) return [];
  const areNumbers = found?.length === wanted?.length && NUMBERS.test(found ?? "") && NUMBERS.test(wanted ?? "");
  if (!found || !wanted || !areNumbers) return [`${place}: ${found} instead of ${wanted}`];
  const lines: string[] = [];
  for (let at = 0; at < wanted.length; at += DIGITS) {
    const [here, there] = [found.slice(at, at + DIGITS), wanted.slice(at, at + DIGITS)];
    const row = wanted.length > DIGITS ? `, row ${at / DIGITS}` : "";
    if (here !== there) lines.push(`${place}${row}: ${numberOf(here)} instead of ${numberOf(there)}`);
  }
  return lines;
}

/** A number in decimal and, because two different ones may print the same, in hex. */
function numberOf(digits: string): string {
  return `${Buffer.from(digits, "hex").readDoubleBE()} (${digits})`;
}
