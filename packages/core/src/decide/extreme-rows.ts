import { asName } from "../expression/expression-parser.js";
import { MINIMUM_ROWS, type StandardPair, standardizeRows } from "../pair/standardize.js";
import { grouped } from "../primitives/errors.js";
import type { GateFinding } from "./gate.js";

/** A row with more than this share of a column's variance sets the units of everything. */
const DECISIVE_SHARE = 0.5;
/** Where there is such a row, those with more than this share go. */
const EXTREME_SHARE = 0.05;
/** Passes after which what is left is taken as it is. */
const MOST_PASSES = 8;

/**
 * The pair without its extreme rows, where one row has most of a column's variance; nothing where none has.
 *
 * A slip of the decimal point in one row shrinks all others to a dot once the column is standardized: such a pair should
 * be decided only if the other rows say the same.
 * @cost O(n)
 */
export function withoutExtremes(pair: StandardPair): StandardPair | undefined {
  let [kept, isWhole] = [pair, true];
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    const n = kept.x.length;
    const shares = kept.x.map((value, i) => Math.max(value * value, kept.y[i] * kept.y[i]) / n);
    if (shares.every((share) => share <= DECISIVE_SHARE)) break;
    const rows = Uint32Array.from(shares.keys()).filter((i) => shares[i] <= EXTREME_SHARE);
    if (rows.length < MINIMUM_ROWS) break;
    kept = standardizeRows(kept, rows);
    isWhole = false;
  }
  return isWhole ? undefined : kept;
}

/** `extreme-rows`: a few rows have most of a column's variance. */
export function extremeRowsFinding(pair: StandardPair, rest: StandardPair): GateFinding {
  const count = pair.x.length - rest.x.length;
  const [rows, them] = count === 1 ? ["One row has", "it"] : [`${grouped(count)} rows have`, "them"];
  return {
    code: "extreme-rows",
    severity: "warn",
    value: count,
    sentence: `${rows} most of a column's variance.`,
    advice: `Check ${them}.`,
    advised: { where: insideOf(pair, rest) },
  };
}

/** Conditions that hold in the rows that are left, in the user's units, with the shortest numbers that will do. */
function insideOf(pair: StandardPair, rest: StandardPair): string[] {
  return (["x", "y"] as const).flatMap((axis) => {
    const inUnits = ({ scale }: StandardPair, value: number): number => scale[axis].mean + scale[axis].sd * value;
    const [low, high] = [inUnits(rest, rest[axis].reduce(smaller)), inUnits(rest, rest[axis].reduce(larger))];
    const slack = ROUNDING * (high - low);
    const values = pair[axis].map((value) => inUnits(pair, value));
    const above = values.filter((value) => value > high + slack).reduce(smaller, Infinity);
    const below = values.filter((value) => value < low - slack).reduce(larger, -Infinity);
    const name = asName(pair.names[axis]);
    return [
      ...(below > -Infinity ? [`${name} > ${shortBetween(below, low)}`] : []),
      ...(above < Infinity ? [`${name} < ${shortBetween(high, above)}`] : []),
    ];
  });
}

const smaller = (a: number, b: number): number => Math.min(a, b);
const larger = (a: number, b: number): number => Math.max(a, b);
const MOST_DIGITS = 17;
/** Share of a range that standardizing may change. */
const ROUNDING = 1e-9;

/** The number with the fewest digits near the middle of two others, and between them. */
function shortBetween(low: number, high: number): number {
  const middle = low + (high - low) / 2;
  for (let digits = 1; digits < MOST_DIGITS; digits++) {
    const short = Number(middle.toPrecision(digits));
    if (short > low && short < high) return short;
  }
  return middle;
}
