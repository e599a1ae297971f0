import type { Column } from "../primitives/columns.js";
import { option, percent, shown, text } from "../primitives/errors.js";
import type { Finding } from "../primitives/finding.js";
import { sorted } from "../primitives/quantiles.js";
import { tieStep } from "../statistics/ranks.js";
import type { Pair } from "./pair.js";

/** Below this many rows score estimates are too rough for most mechanisms (paper, tab:sample_size_anm: 55-61% right). */
export const OFTEN_WRONG_BELOW = 200;
/** Below this many rows no weight of the default method was calibrated. */
export const UNCALIBRATED_BELOW = 100;
/** Share of rows that repeat an earlier value from which on the density assumption is in doubt, if values are few. */
export const MANY_TIES = 0.2;
/**
 * Values that count as few, by the chance that two rows have the same one: a normal column rounded to a tenth of its
 * standard deviation, the finest rounding of the calibration, has 35.
 */
const FEW_VALUES = 40;
/** Kurtosis of a normal is 3, of an exponential 9; beyond this a handful of rows carry the fourth moment. */
const HEAVY_KURTOSIS = 15;

/**
 * What is doubtful about the rows of a pair, in the user's units.
 *
 * @param rowsUsed rows behind the answer, where some were not drawn or trimmed
 */
export function inspect(pair: Pair, rowsUsed = pair.x.length): Finding[] {
  return [
    fewRowsFinding(rowsUsed),
    ...(["x", "y"] as const).flatMap((axis) => inspectColumn(pair[axis], pair.names[axis])),
  ].filter(({ severity }) => severity !== "pass");
}

/** `few-rows`: the rows behind everything else. */
export function fewRowsFinding(rows: number): Finding {
  const severity = rows >= OFTEN_WRONG_BELOW ? "pass" : rows >= UNCALIBRATED_BELOW ? "warn" : "fail";
  return {
    code: "few-rows",
    severity,
    value: rows,
    sentence: `${severity === "pass" ? "" : "Only "}${rows} rows were used.`,
    advice: severity === "pass" ? "" : `Collect more rows: below ${OFTEN_WRONG_BELOW} the direction is often wrong.`,
  };
}

function inspectColumn(column: Column, name: string): Finding[] {
  const findings: Finding[] = [];
  const repeats = repeatsFinding(column, name);
  if (repeats.severity !== "pass" && column.every(Number.isSafeInteger)) {
    findings.push({
      code: "integer-valued",
      severity: "note",
      column: name,
      sentence: `Column "${name}" holds whole numbers only; methods assume a continuous quantity.`,
      advice: "",
    });
  }
  findings.push(repeats);
  const tails = kurtosis(column);
  if (tails > HEAVY_KURTOSIS) {
    findings.push({
      code: "heavy-tails",
      severity: "warn",
      column: name,
      value: tails,
      sentence: `Column "${name}" has heavy tails: a few extreme rows have much weight.`,
      advice:
        repeats.severity === "pass"
          ? text`Take logarithms if the values are positive, or compare with method v-lsnm and ${option("trim")} at 0.05.`
          : "Take logarithms if the values are positive.",
    });
  }
  return findings;
}

/**
 * `ties`: the share of the rows that repeat an earlier value of a column, its number of values, and the step to which it
 * seems rounded. A column with hundreds of values passes, however often they repeat: that is no different from a density.
 * `discrete` where the column has no density to estimate.
 *
 * @param unit of the column, where its values were divided by one     @cost O(n log n)
 */
export function repeatsFinding(column: Column, name: string, unit = 1): Finding {
  const ascending = sorted(column);
  const counts = valueCounts(ascending);
  const { distinct } = counts;
  const value = 1 - distinct / column.length;
  if (areDiscrete(counts, column.length)) {
    return {
      code: "discrete",
      severity: "fail",
      column: name,
      value,
      sentence: `Column "${name}" has ${distinct} different values in ${column.length} rows: too few, or one far more often than any other.`,
      advice: "Use values before rounding if there are any: such a column has no density to estimate.",
    };
  }
  const isPassed = value <= MANY_TIES || counts.effective >= FEW_VALUES;
  const step = isPassed ? 0 : unit * tieStep(ascending);
  return {
    code: "ties",
    severity: isPassed ? "pass" : "warn",
    column: name,
    value,
    sentence: isPassed
      ? `${percent(value)} of the rows repeat a value of "${name}".`
      : `Column "${name}" has ${distinct} different values in ${column.length} rows${step > 0 ? `, as if rounded to ${shown(step)}` : ""}.`,
    advice: isPassed ? "" : "Use values before rounding if there are any: ties distort estimated densities.",
  };
}

/** The coarsest rounding of the calibration leaves about this many values; with fewer there is no density to estimate. */
const FEWEST_VALUES = 6;
/** A value is an atom where it has more than this share of the rows, and so many times the rows of any other value. */
const ATOM_SHARE = 0.1;
const ATOM_TIMES = 3;

/** Whether a column has too few values, or one in far more rows than any other: rounding alone does not do that. */
export function isDiscrete(column: Column): boolean {
  return areDiscrete(valueCounts(sorted(column)), column.length);
}

function areDiscrete({ distinct, most, second }: ValueCounts, rows: number): boolean {
  return distinct < FEWEST_VALUES || (most > ATOM_SHARE * rows && most > ATOM_TIMES * second);
}

/** How many different values a column has, and in how many rows its two most frequent values are. */
interface ValueCounts {
  readonly distinct: number;
  /** One over the chance that two rows, drawn with replacement, have the same value: rare values count little. */
  readonly effective: number;
  readonly most: number;
  readonly second: number;
}

function valueCounts(ascending: Column): ValueCounts {
  const rows = ascending.length;
  let [distinct, most, second, squares] = [0, 0, 0, 0];
  for (let from = 0; from < ascending.length; ) {
    let to = from + 1;
    while (to < ascending.length && ascending[to] === ascending[from]) to += 1;
    distinct += 1;
    const count = to - from;
    squares += count * count;
    if (count > most) [most, second] = [count, most];
    else if (count > second) second = count;
    from = to;
  }
  return { distinct, effective: (rows * rows) / squares, most, second };
}

/** Fourth standardized moment, in steps that neither over- nor underflow. */
function kurtosis(column: Column): number {
  const n = column.length;
  let largest = 0;
  for (const value of column) largest = Math.max(largest, Math.abs(value));
  if (largest === 0) return 0;
  let mean = 0;
  for (const value of column) mean += value / largest / n;
  let second = 0;
  let fourth = 0;
  for (const value of column) {
    const square = (value / largest - mean) * (value / largest - mean);
    second += square / n;
    fourth += (square * square) / n;
  }
  return second > 0 ? fourth / (second * second) : 0;
}
