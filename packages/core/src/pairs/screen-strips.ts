import { isDiscrete } from "../pair/inspect.js";
import { takeRows } from "../pair/resample.js";
import { MINIMUM_ROWS } from "../pair/standardize.js";
import type { Column } from "../primitives/columns.js";
import { logGamma } from "../primitives/special.js";
import { logCorrelationTail } from "../statistics/correlation-tail.js";
import { normalQuantile, unitRanks } from "../statistics/ranks.js";
import { CELL } from "../table/cell.js";
import type { TableColumn } from "../table/table.js";

/** Correlations of a pair: each of two features of one column with each of the other. */
export const CORRELATIONS = 4;

/** What the screen needs of a few columns. Plain data, which can be sent to a thread. */
export interface ScreenStrip {
  /** Numbers of the columns in their table, ascending. */
  readonly columns: readonly number[];
  /** Of every column. */
  readonly rows: number;
  /** For each column two features of `rows` values with mean 0 and length 1, NaN where it has no number; 0 behind the last. */
  readonly features: Column;
  /** Which columns lack a number in some row. */
  readonly gaps: readonly boolean[];
}

/** The values, NaN where there is no number. @param rows those to be used; all by default */
export function screenedNumbers({ values, kinds }: TableColumn, rows?: Uint32Array): Column {
  const numbers = values.map((value, i) => (kinds[i] === CELL.number ? value : NaN));
  return rows ? takeRows(numbers, rows) : numbers;
}

/**
 * Whether a column can be screened: the tails are those of columns of many values. About a column of few values, or with
 * one value in many rows, the default method says nothing either (gate `discrete`).
 */
export function isScreenable(numbers: Column): boolean {
  const filled = numbers.filter((value) => !Number.isNaN(value));
  return filled.length >= MINIMUM_ROWS && !isDiscrete(filled);
}

/**
 * Prepares columns for the screen.
 *
 * The first feature of a column is its normal scores. The second is the normal scores of the distance of its ranks from
 * the middle, high at both ends: with it, correlations find effects that rise and fall, and spreads that change. Both
 * have the values of a normal sample whatever the column holds, and no correlation with each other.
 * @param columns numbers, and what `screenedNumbers` gives for them
 * @param allocate makes the memory of the features, which threads may share     @cost O(n log n) a column
 */
export function screenStrip(
  columns: ReadonlyMap<number, Column>,
  allocate: (length: number) => Column = (length) => new Float64Array(length),
): ScreenStrip {
  const all = [...columns.values()];
  const rows = all[0]?.length ?? 0;
  const features = allocate(2 * rows * evenly(all.length));
  all.forEach((numbers, i) => {
    const ranks = unitRanks(numbers.filter((value) => !Number.isNaN(value)));
    const n = ranks.length;
    // In whole numbers, so that both sides of the middle are the same to the bit.
    const fromMiddle = ranks.map((rank) => Math.abs(Math.round(2 * n * rank) - n));
    writeFeature(numbers, ranks, features.subarray(2 * rows * i, 2 * rows * i + rows));
    writeFeature(numbers, unitRanks(fromMiddle), features.subarray(2 * rows * i + rows, 2 * rows * (i + 1)));
  });
  const gaps = all.map((numbers) => numbers.some((value) => Number.isNaN(value)));
  return { columns: [...columns.keys()], rows, features, gaps };
}

/** Two columns are multiplied at a time: behind an odd number of them there is one of zeros. */
function evenly(columns: number): number {
  return columns + (columns % 2);
}

function writeFeature(numbers: Column, ranks: Column, out: Column): void {
  const scores = ranks.map(normalQuantile);
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  const length = Math.sqrt(scores.reduce((sum, score) => sum + (score - mean) * (score - mean), 0));
  let next = 0;
  for (let i = 0; i < numbers.length; i++) out[i] = Number.isNaN(numbers[i]) ? NaN : (scores[next++] - mean) / length;
}

/** Pairs to be screened: those of a strip with others. */
export interface ScreenTask {
  readonly first: ScreenStrip;
  /** Later strips, or the same one for its own pairs. */
  readonly others: readonly ScreenStrip[];
  /** Pairs that score less are not reported. */
  readonly least: number;
  /** Pairs that score at least as much are counted, in classes `SCORE_STEP` wide. */
  readonly countFrom: number;
}

/** What the screen found: pairs and their scores, side by side, and how many pairs are in each class of scores. */
export interface ScreenPart {
  readonly x: Uint32Array;
  readonly y: Uint32Array;
  readonly score: Column;
  /** The last class has no upper end. */
  readonly counts: Column;
}

/** Width of a class of scores: 5% in terms of p. */
export const SCORE_STEP = 0.05;
/** From p to p·2⁻⁵³, as there are no tables with more pairs. */
export const SCORE_CLASSES = Math.ceil((53 * Math.LN2) / SCORE_STEP);

/**
 * Scores pairs. A pair's score is −ln P(a correlation as large as the largest of its four, by chance); the probability
 * of as much dependence by chance is at most `CORRELATIONS` times as large, whatever depends on what.
 *
 * @cost four multiplications and additions a row and pair, about 0.2 µs for 60 rows; three times as much with gaps
 */
export function screenStrips({ first, others, least, countFrom }: ScreenTask): ScreenPart {
  const { rows } = first;
  const scores = new Map<number, (squared: number) => number>();
  const scoreOf = (squared: number, used: number): number => {
    const known = scores.get(used) ?? pairScore(used);
    scores.set(used, known);
    return known(squared);
  };
  // Fewer rows score less, so no pair below this is needed.
  const smallest = squaredWithScore(Math.min(least, countFrom), (squared) => scoreOf(squared, rows));
  const [x, y, score]: [number[], number[], number[]] = [[], [], []];
  const counts = new Float64Array(SCORE_CLASSES);
  const used = { rows };
  for (const other of others) {
    const isSame = other.columns[0] === first.columns[0];
    const squares = new Float64Array(evenly(other.columns.length));
    for (let i = 0; i < first.columns.length; i++) {
      const from = isSame ? i + 1 : 0;
      largestSquares(first, i, other, from, squares);
      for (let j = from; j < other.columns.length; j++) {
        used.rows = rows;
        const squared = first.gaps[i] || other.gaps[j] ? squareWithGaps(first, i, other, j, used) : squares[j];
        if (!(squared >= smallest)) continue;
        const own = scoreOf(squared, used.rows);
        if (own >= countFrom) counts[Math.min(Math.floor((own - countFrom) / SCORE_STEP), SCORE_CLASSES - 1)] += 1;
        if (!(own >= least)) continue;
        x.push(first.columns[i]);
        y.push(other.columns[j]);
        score.push(own);
      }
    }
  }
  return { x: Uint32Array.from(x), y: Uint32Array.from(y), score: Float64Array.from(score), counts };
}

/**
 * The score of a pair as a function of its largest r². No order of n rows is rarer than one in n!/2^(n/2), as the second
 * feature has every value twice.
 */
function pairScore(rows: number): (squared: number) => number {
  const tail = logCorrelationTail(rows);
  const rarest = logGamma(rows + 1) - (rows / 2) * Math.LN2;
  return (squared) => Math.min(-tail(squared), rarest);
}

/** Halvings of the interval from 0 to 1. */
const HALVINGS = 40;

/** Nearly the smallest r² with this score, and not above it; −1 where every pair has it. */
function squaredWithScore(score: number, scoreOf: (squared: number) => number): number {
  if (!(score > 0)) return -1;
  let [low, high] = [0, 1];
  for (let k = 0; k < HALVINGS; k++) {
    const middle = (low + high) / 2;
    if (scoreOf(middle) < score) low = middle;
    else high = middle;
  }
  return low;
}

/** The largest of the four r² of column i with each column of another strip, two at a time from an even one on. */
function largestSquares(first: ScreenStrip, i: number, other: ScreenStrip, from: number, out: Column): void {
  const { rows, features: a } = first;
  const b = other.features;
  const a1 = 2 * rows * i;
  const a2 = a1 + rows;
  for (let j = from - (from % 2); j < out.length; j += 2) {
    const b1 = 2 * rows * j;
    const b2 = b1 + rows;
    const c1 = b2 + rows;
    const c2 = c1 + rows;
    let s11 = 0;
    let s12 = 0;
    let s21 = 0;
    let s22 = 0;
    let t11 = 0;
    let t12 = 0;
    let t21 = 0;
    let t22 = 0;
    for (let k = 0; k < rows; k++) {
      const u = a[a1 + k];
      const v = a[a2 + k];
      s11 += u * b[b1 + k];
      s12 += u * b[b2 + k];
      s21 += v * b[b1 + k];
      s22 += v * b[b2 + k];
      t11 += u * b[c1 + k];
      t12 += u * b[c2 + k];
      t21 += v * b[c1 + k];
      t22 += v * b[c2 + k];
    }
    out[j] = Math.max(s11 * s11, s12 * s12, s21 * s21, s22 * s22);
    out[j + 1] = Math.max(t11 * t11, t12 * t12, t21 * t21, t22 * t22);
  }
}

/** The same for one pair, at the rows with both numbers, of which `out` gets the number. NaN if they are too few. */
function squareWithGaps(first: ScreenStrip, i: number, other: ScreenStrip, j: number, out: { rows: number }): number {
  const { rows, features: a } = first;
  const b = other.features;
  const a1 = 2 * rows * i;
  const b1 = 2 * rows * j;
  let n = 0;
  let su = 0;
  let sv = 0;
  let sp = 0;
  let sq = 0;
  let suu = 0;
  let svv = 0;
  let spp = 0;
  let sqq = 0;
  let sup = 0;
  let suq = 0;
  let svp = 0;
  let svq = 0;
  for (let k = 0; k < rows; k++) {
    const u = a[a1 + k];
    const p = b[b1 + k];
    if (Number.isNaN(u * p)) continue;
    const v = a[a1 + rows + k];
    const q = b[b1 + rows + k];
    n += 1;
    su += u;
    sv += v;
    sp += p;
    sq += q;
    suu += u * u;
    svv += v * v;
    spp += p * p;
    sqq += q * q;
    sup += u * p;
    suq += u * q;
    svp += v * p;
    svq += v * q;
  }
  if (n < MINIMUM_ROWS) return NaN;
  out.rows = n;
  return Math.max(
    squaredCorrelation(n, sup, su, sp, suu, spp),
    squaredCorrelation(n, suq, su, sq, suu, sqq),
    squaredCorrelation(n, svp, sv, sp, svv, spp),
    squaredCorrelation(n, svq, sv, sq, svv, sqq),
  );
}

/** r² of n rows from sums of products; 0 where a column does not vary. */
function squaredCorrelation(n: number, sxy: number, sx: number, sy: number, sxx: number, syy: number): number {
  const spread = (sxx - (sx * sx) / n) * (syy - (sy * sy) / n);
  const joint = sxy - (sx * sy) / n;
  return spread > 0 ? (joint * joint) / spread : 0;
}
