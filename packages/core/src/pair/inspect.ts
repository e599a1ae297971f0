import type { ComputeOptions } from "../compute/routines.js";
import type { Column } from "../primitives/columns.js";
import { grouped, percent, shown } from "../primitives/errors.js";
import type { Finding } from "../primitives/finding.js";
import { spreadOfSorted } from "../primitives/quantiles.js";
import { tieStep } from "../statistics/ranks.js";
import { type SortedColumn, sortedColumn } from "../statistics/sorted-column.js";
import type { Pair } from "./pair.js";
import { repeatedRows } from "./repeated-rows.js";
import type { Scale } from "./standardize.js";
import { singleCodeFinding, suspiciousValues } from "./suspicious-values.js";

/** Below this many rows score estimates are too rough for most mechanisms (paper, tab:sample_size_anm: 55-61% right). */
const FEW_ROWS = 200;
/**
 * Below this many rows few pairs have a direction that data show: of simulated ones a third get the wrong one, and one in
 * ten is surer than 90%.
 */
const VERY_FEW_ROWS = 50;
/** Share of rows that repeat an earlier value from which on the density assumption is in doubt, if values are few. */
export const MANY_TIES = 0.2;
/**
 * Values that count as few, by the chance that two rows have the same one: a normal column rounded to a tenth of its
 * standard deviation, the finest rounding of the calibration, has 35.
 */
const FEW_VALUES = 40;

/**
 * What is doubtful about the rows of a pair, in the user's units.
 *
 * @param rowsUsed rows behind the answer, where some were not drawn or trimmed
 */
export function inspect(pair: Pair, compute: ComputeOptions = {}, rowsUsed = pair.x.length): Finding[] {
  const suspicious = suspiciousValues(pair, compute).map(({ finding }) => finding);
  const isCoded = (name: string): boolean =>
    suspicious.some(({ code, column }) => code === "missing-codes" && column === name);
  const repeated = repeatedRows(pair, compute);
  return [
    fewRowsFinding(rowsUsed),
    ...suspicious,
    ...(repeated ? [repeated.finding] : []),
    ...(["x", "y"] as const).flatMap((axis) => {
      const name = pair.names[axis];
      return inspectColumn(pair[axis], name, isCoded(name), compute);
    }),
  ].filter(({ severity }) => severity !== "pass");
}

/** `few-rows`: the rows behind everything else. */
export function fewRowsFinding(rows: number): Finding {
  const severity = rows >= FEW_ROWS ? "pass" : rows >= VERY_FEW_ROWS ? "warn" : "fail";
  return {
    code: "few-rows",
    severity,
    value: rows,
    sentence: `${severity === "pass" ? "" : "Only "}${grouped(rows)} rows were used.`,
    advice: severity === "pass" ? "" : `Collect more rows: below ${FEW_ROWS} the direction is often unclear.`,
  };
}

/**
 * What is doubtful about one column, in the user's units, and what passed.
 *
 * @param isCoded whether values far outside are codes for missing ones: then they are no heavy tails
 */
export function inspectColumn(column: Column, name: string, isCoded: boolean, compute: ComputeOptions): Finding[] {
  const single = isCoded ? undefined : singleCodeFinding(column, name, compute);
  const findings: Finding[] = [];
  const repeats = repeatsFinding(column, name, compute);
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
  if (single) findings.push(single);
  else if (!isCoded) findings.push(tailsFinding(column, name, compute));
  return findings;
}

/** Of 1,000 rows the farthest lies 3.3 spreads out for a normal, 7 for a Laplace distribution, 9 for an exponential one. */
const FAR = 12;

/** Distance of the farthest value from the median, in spreads: the smaller of standard deviation and IQR/1.34. */
function farthestValue(column: Column, compute: ComputeOptions): number {
  const { ascending } = sortedColumn(column, compute);
  const { center, spread } = spreadOfSorted(ascending);
  return Math.max(center - ascending[0], ascending[ascending.length - 1] - center) / spread;
}

/**
 * `heavy-tails`: how far out the farthest value of a column lies.
 *
 * @param scale of a column that was standardized     @cost O(n) for a sorted column
 */
export function tailsFinding(column: Column, name: string, compute: ComputeOptions = {}, scale?: Scale): Finding {
  const value = farthestValue(column, compute);
  const isPassed = value <= FAR;
  return {
    code: "heavy-tails",
    severity: isPassed ? "pass" : "warn",
    column: name,
    value,
    sentence: `The farthest value of "${name}" lies ${shown(value)} robust standard deviations from its median.`,
    advice: isPassed ? "" : "Check the farthest rows; take logarithms if the values are positive.",
    ...(!isPassed && isPositive(column, compute, scale) && { advised: { log: [name] } }),
  };
}

function isPositive(column: Column, compute: ComputeOptions, { mean, sd }: Scale = { mean: 0, sd: 1 }): boolean {
  return mean + sd * sortedColumn(column, compute).ascending[0] > 0;
}

/**
 * `ties`: the share of the rows that repeat an earlier value of a column, its number of values, and the step to which it
 * seems rounded. A column with hundreds of values passes, however often they repeat: that is no different from a density.
 * `discrete` where the column has no density to estimate.
 *
 * @param unit of the column, where its values were divided by one     @cost O(n) for a sorted column
 */
export function repeatsFinding(column: Column, name: string, compute: ComputeOptions = {}, unit = 1): Finding {
  const sorted = sortedColumn(column, compute);
  const counts = valueCounts(sorted);
  const { distinct } = counts;
  const value = 1 - distinct / column.length;
  if (areDiscrete(counts, column.length)) {
    return {
      code: "discrete",
      severity: "fail",
      column: name,
      value,
      sentence:
        distinct < FEWEST_VALUES
          ? `Column "${name}" has only ${grouped(distinct)} different values in ${grouped(column.length)} rows.`
          : `Column "${name}" has one value in ${grouped(counts.most)} of ${grouped(column.length)} rows, and no other in more than ${grouped(counts.second)}.`,
      advice: "Use values before rounding if there are any: such a column has no density to estimate.",
    };
  }
  const isPassed = value <= MANY_TIES || counts.effective >= FEW_VALUES;
  const step = isPassed ? 0 : unit * tieStep(sorted.ascending);
  return {
    code: "ties",
    severity: isPassed ? "pass" : "warn",
    column: name,
    value,
    sentence: isPassed
      ? `${percent(value)} of the rows repeat a value of "${name}".`
      : `Column "${name}" has ${grouped(distinct)} different values in ${grouped(column.length)} rows${step > 0 ? `, as if rounded to ${shown(step)}` : ""}.`,
    advice: isPassed ? "" : "Use values before rounding if there are any: ties distort estimated densities.",
  };
}

/** The coarsest classes of the calibration. Two values hold no shape to tell a direction by. */
const FEWEST_VALUES = 3;
/** A value is an atom where it has more than this share of the rows, and so many times the rows of any other value. */
const ATOM_SHARE = 0.1;
const ATOM_TIMES = 3;

/** Whether a column has too few values, or one in far more rows than any other: rounding alone does not do that. */
export function isDiscrete(column: Column, compute: ComputeOptions = {}): boolean {
  return areDiscrete(valueCounts(sortedColumn(column, compute)), column.length);
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

function valueCounts({ starts, distinct }: SortedColumn): ValueCounts {
  const rows = starts[distinct];
  let [most, second, squares] = [0, 0, 0];
  for (let k = 0; k < distinct; k++) {
    const count = starts[k + 1] - starts[k];
    squares += count * count;
    if (count > most) [most, second] = [count, most];
    else if (count > second) second = count;
  }
  return { distinct, effective: (rows * rows) / squares, most, second };
}
