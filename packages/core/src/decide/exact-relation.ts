import type { ComputeOptions } from "../compute/routines.js";
import { byRole, DIRECTIONS, type Direction } from "../fit/orient.js";
import { takeRows } from "../pair/resample.js";
import type { StandardPair } from "../pair/standardize.js";
import type { Column } from "../primitives/columns.js";
import type { Finding } from "../primitives/finding.js";
import { medianInPlace, quantileOfSorted, spreadOfSorted } from "../primitives/quantiles.js";
import { sortedColumn } from "../statistics/sorted-column.js";

/** A relation without noise, or nearly so, and what it says about the direction. */
export interface ExactRelation {
  readonly finding: Finding & { readonly code: "exact-function" | "steps" };
  /** The only direction in which it can be a mechanism; undefined: there is none to find. */
  readonly direction?: Direction;
}

/**
 * `exact-function` and `steps`: a column that is a function of the other, without noise.
 *
 * - Monotone both ways: each column is a function of the other, and nothing tells which is the cause.
 * - One way only, such as y = |x|: y can be computed from x, x not from y. Were y the cause, x would have noise from
 *   which y could still be computed exactly.
 * - Levels of one column on intervals of the other that leave no gap, such as y = round(x): the column with the levels
 *   can be the effect only, small noise on the levels included.
 * @cost O(n log n)
 */
export function exactRelation(pair: StandardPair, compute: ComputeOptions = {}): ExactRelation | undefined {
  const [forward, backward] = DIRECTIONS.map((direction) => inOrderOfCause(pair, direction, compute));
  const { x, y } = pair.names;
  const fewest = Math.min(forward.distinct, backward.distinct);
  const most = Math.max(forward.distinct, backward.distinct);
  if (fewest > SAME_VALUES * most && isMonotone(forward)) {
    return {
      finding: {
        code: "exact-function",
        severity: "fail",
        sentence: `"${x}" and "${y}" are functions of each other without noise: each rises or falls with the other.`,
        advice: "Such columns say the same in other units; nothing in them tells which is the cause.",
      },
    };
  }
  for (const [along, back] of [
    [forward, backward],
    [backward, forward],
  ]) {
    const { cause, effect } = byRole({ x: `"${x}"`, y: `"${y}"` }, along.direction);
    const isFunction =
      fewest >= FEWEST_VALUES && roughness(along, back.cause, SMOOTH) < SMOOTH && roughness(back, along.cause) > ROUGH;
    const isSteps = isStepped(along, back.cause);
    if (!isFunction && !isSteps) continue;
    return {
      direction: along.direction,
      finding: {
        code: isSteps ? "steps" : "exact-function",
        severity: "note",
        direction: along.direction,
        sentence: isSteps
          ? `${effect} has few levels, each on an interval of ${cause}: as if ${cause} had been put into steps.`
          : `${effect} is a function of ${cause} without noise, and ${cause} is none of ${effect}.`,
        advice: `That speaks for ${cause} as the cause.`,
      },
    };
  }
  return undefined;
}

/** Both columns in the order of the cause, and of each of its different values the effects of its rows. */
interface InOrder {
  readonly direction: Direction;
  readonly cause: Column;
  /** Ascending among rows with one cause. */
  readonly effect: Column;
  /** The places where the different causes begin, and the number of rows. */
  readonly starts: Uint32Array;
  /** Number of different causes. */
  readonly distinct: number;
}

function inOrderOfCause(pair: StandardPair, direction: Direction, compute: ComputeOptions): InOrder {
  const { cause: causes, effect: effects } = byRole(pair, direction);
  const { ascending: cause, order, starts, distinct } = sortedColumn(causes, compute);
  const effect = takeRows(effects, order);
  for (let k = 0; k < distinct; k++) {
    if (starts[k + 1] - starts[k] > 1) effect.subarray(starts[k], starts[k + 1]).sort();
  }
  return { direction, cause, effect, starts, distinct };
}

/** Columns of which one has less than this share of the other's values are no functions of each other. */
const SAME_VALUES = 0.5;

/** Whether the effect rises, or falls, with the cause, without exception. */
function isMonotone({ effect, starts, distinct }: InOrder): boolean {
  let [isRising, isFalling] = [true, true];
  for (let k = 1; k < distinct && (isRising || isFalling); k++) {
    const [before, from, to] = [starts[k - 1], starts[k], starts[k + 1]];
    if (effect[from] < effect[from - 1]) isRising = false;
    if (effect[to - 1] > effect[before]) isFalling = false;
  }
  return isRising || isFalling;
}

/** With fewer different values in a column, neighbors that agree may be rounding. */
const FEWEST_VALUES = 50;
/** Roughness, in robust standard deviations, below which noise is rounding, and above which there is no function. */
const SMOOTH = 0.005;
const ROUGH = 0.05;

/**
 * How far the effect is from a function of the cause: the median, over rows, of its distance from the straight line
 * between its neighbors along the cause, or of the spread of rows with one cause where that is more.
 *
 * @param ascending the effect's values, sorted
 * @param most where it is certain that there is no less, Infinity is returned
 */
function roughness({ cause, effect, starts, distinct }: InOrder, ascending: Column, most = Infinity): number {
  const { spread } = spreadOfSorted(ascending);
  const meanOf = (k: number): number => {
    const [from, to] = [starts[k], starts[k + 1]];
    if (to - from === 1) return effect[from];
    let sum = 0;
    for (let place = from; place < to; place++) sum += effect[place];
    return sum / (to - from);
  };
  // Of the rows between the first and the last cause.
  const distances = new Float64Array(Math.max(starts[distinct - 1] - starts[1], 0));
  const half = Math.ceil((distances.length + 1) / 2);
  let [before, mean, rough] = [meanOf(0), meanOf(1), 0];
  for (let k = 1; k + 1 < distinct; k++) {
    const [from, to] = [starts[k], starts[k + 1]];
    const after = meanOf(k + 1);
    const share = (cause[from] - cause[from - 1]) / (cause[to] - cause[from - 1]);
    const distance = Math.max(Math.abs(mean - before - share * (after - before)), (effect[to - 1] - effect[from]) / 2);
    for (let place = from; place < to; place++) distances[place - starts[1]] = distance;
    if (distance / spread >= most) rough += to - from;
    if (rough >= half) return Infinity;
    before = mean;
    mean = after;
  }
  return medianInPlace(distances) / spread;
}

/** With fewer rows gaps between values are chance. */
const FEWEST_ROWS = 200;
/** A gap between levels: this share of the range, and this many times the median distance of neighboring values. */
const GAP_SHARE = 0.02;
const GAP_TIMES = 10;
/** Smallest level, as a share of the rows; the share that all levels together must have; fewest levels. */
const LEVEL_SHARE = 0.03;
const IN_LEVELS = 0.9;
const FEWEST_LEVELS = 3;
/** The middle nine tenths of the levels together take at most this share of the range from the first to the last. */
const LEVEL_WIDTH = 0.5;
/** The cause has this many times as many values as the effect has levels, and at most so many intervals a level. */
const TIMES_AS_FINE = 5;
const INTERVALS_A_LEVEL = 3;
/** Where the level changes, neighboring values of the cause are at most so many times as far apart as usual. */
const TOUCHING = 10;

/**
 * Whether the effect has levels, each on a few intervals of the cause that touch each other.
 *
 * @param ascending the effect's values, sorted
 */
function isStepped({ cause, effect, starts, distinct }: InOrder, ascending: Column): boolean {
  const levels = levelsOf(ascending);
  if (levels.length === 0 || distinct < TIMES_AS_FINE * levels.length) return false;
  const levelOf = (value: number): number => levels.findIndex(({ low, high }) => value >= low && value <= high);
  const changes: number[] = [];
  let [before, levelBefore] = [-1, -1];
  for (let i = 0; i < effect.length; i++) {
    const level = levelOf(effect[i]);
    if (level < 0) continue;
    if (before >= 0 && level !== levelBefore) changes.push(cause[i] - cause[before]);
    [before, levelBefore] = [i, level];
  }
  if (changes.length > INTERVALS_A_LEVEL * levels.length) return false;
  const spacings = Float64Array.from({ length: distinct - 1 }, (_, k) => cause[starts[k + 1]] - cause[starts[k]]);
  return medianInPlace(Float64Array.from(changes)) <= TOUCHING * medianInPlace(spacings);
}

/** The levels of sorted values, from the lowest and to the highest value of each; none where they have no levels. */
function levelsOf(ascending: Column): readonly { readonly low: number; readonly high: number }[] {
  const n = ascending.length;
  if (n < FEWEST_ROWS) return [];
  const widest = GAP_SHARE * (ascending[n - 1] - ascending[0]);
  // Most columns have no gaps beside which there is room for a level: then the median distance is not needed.
  const smallest = LEVEL_SHARE * n;
  const gaps = gapsOf(ascending, widest).filter((place) => place >= smallest && n - place >= smallest);
  if (gaps.length < FEWEST_LEVELS - 1) return [];
  const spacings = ascending.subarray(1).map((value, i) => value - ascending[i]);
  const levels: Column[] = [];
  let from = 0;
  for (const to of [...gapsOf(ascending, Math.max(widest, GAP_TIMES * medianInPlace(spacings))), n]) {
    if (to - from >= smallest) levels.push(ascending.subarray(from, to));
    from = to;
  }
  const inLevels = levels.reduce((sum, { length }) => sum + length, 0);
  if (levels.length < FEWEST_LEVELS || inLevels < IN_LEVELS * n) return [];
  const ends = levels.map((level) => ({ low: level[0], high: level[level.length - 1] }));
  const width = levels.reduce((sum, level) => sum + quantileOfSorted(level, 0.95) - quantileOfSorted(level, 0.05), 0);
  return width <= LEVEL_WIDTH * (ends[ends.length - 1].high - ends[0].low) ? ends : [];
}

/** The places of sorted values that are farther than this from the one before. */
function gapsOf(ascending: Column, distance: number): number[] {
  const places: number[] = [];
  for (let i = 1; i < ascending.length; i++) if (ascending[i] - ascending[i - 1] > distance) places.push(i);
  return places;
}
