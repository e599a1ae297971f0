import { log } from "../primitives/elementary.js";
import { type ColumnPair, listedPairs, type PairList } from "./choose-pairs.js";
import { CORRELATIONS, SCORE_CLASSES, SCORE_STEP, type ScreenPart } from "./screen-strips.js";

/**
 * Of the pairs that the screen leaves, at most so many depend on each other by chance, on average. Milder than the level
 * at which they are judged when they are decided, so that few are lost before.
 */
export const SCREEN_LEVEL = 0.05;

/** What a screen has left of many pairs. */
export interface Screened {
  /** Pairs that were asked for; those that are not left count as independent. */
  readonly pairs: number;
  /** Those of them whose columns could be screened. */
  readonly measured: number;
  readonly left: PairList;
  /**
   * How many pairs the screen found to depend on each other, where it was asked: more than are left if there are too
   * many to keep.
   */
  readonly dependent?: number | undefined;
  /** Numbers of columns that could not be screened, as they have few values or one in many rows: none of their pairs is left. */
  readonly unscreened: readonly number[];
}

/** Takes what threads found, in any order, so that only the pairs that may be left need be in memory. */
export interface ScreenTally {
  /** Pairs that score less need not be reported. It rises. */
  readonly least: number;
  /** From which score on pairs are counted. */
  readonly countFrom: number;
  add(part: ScreenPart): void;
  /** With all that were added. */
  result(): Omit<Screened, "measured" | "unscreened">;
}

export interface ScreenTallyRequest {
  /** Pairs that were asked for. */
  readonly pairs: number;
  /** Whether only pairs are left whose columns depend on each other, allowing for their number. */
  readonly screen: boolean;
  /** The most pairs to be left: those with the highest scores, of equal ones the first. */
  readonly most: number;
}

/**
 * Keeps the pairs with the highest scores, and finds the score that counts among so many pairs: Benjamini and Hochberg's
 * rule on a fixed grid of p. With p falling in steps of 5% from `SCREEN_LEVEL`, it is the first p that is at most
 * `SCREEN_LEVEL` times the share of pairs with as little. What is left depends on the parts alone, not on their order.
 *
 * @reference Benjamini and Hochberg 1995     @cost 32 bytes for each of `most` pairs
 */
export function screenTally({ pairs, screen, most }: ScreenTallyRequest): ScreenTally {
  const countFrom = screen ? log(CORRELATIONS / SCREEN_LEVEL) : Infinity;
  const classOf = (score: number): number => Math.min(Math.floor((score - countFrom) / SCORE_STEP), SCORE_CLASSES - 1);
  const counts = new Float64Array(SCORE_CLASSES);
  const best = bestPairs(most, screen ? countFrom : -Infinity);
  return {
    get least() {
      return best.least;
    },
    countFrom,
    add: (part) => {
      for (let k = 0; k < SCORE_CLASSES; k++) counts[k] += part.counts[k];
      for (let i = 0; i < part.score.length; i++) best.add(part.x[i], part.y[i], part.score[i]);
    },
    result: () => {
      const { first, dependent } = dependentFrom(counts, pairs);
      const left = listedPairs(best.pairs((score) => !screen || classOf(score) >= first));
      return { pairs, left, ...(screen ? { dependent } : {}) };
    },
  };
}

/** The first class of scores at which enough pairs score as much, and how many do. */
function dependentFrom(counts: Float64Array, pairs: number): { first: number; dependent: number } {
  let best = { first: counts.length, dependent: 0 };
  let asHigh = 0;
  for (let k = counts.length - 1; k >= 0; k--) {
    asHigh += counts[k];
    if (asHigh > 0 && -k * SCORE_STEP <= log(asHigh / pairs)) best = { first: k, dependent: asHigh };
  }
  return best;
}

/** The pairs with the highest scores, of equal ones the first. Up to twice as many are in memory. */
function bestPairs(most: number, from: number) {
  let [x, y, score] = [new Uint32Array(0), new Uint32Array(0), new Float64Array(0)];
  let size = 0;
  let least = from;
  const grow = (): void => {
    const [oldX, oldY, oldScore, room] = [x, y, score, Math.min(Math.max(2 * size, 1024), 2 * most)];
    [x, y, score] = [new Uint32Array(room), new Uint32Array(room), new Float64Array(room)];
    x.set(oldX);
    y.set(oldY);
    score.set(oldScore);
  };
  const move = (from: number, to: number): void => {
    x[to] = x[from];
    y[to] = y[from];
    score[to] = score[from];
  };
  /** Drops all but the best. */
  const cut = (): void => {
    if (size <= most) return;
    least = score.slice(0, size).sort()[size - most];
    const ties: ColumnPair[] = [];
    let next = 0;
    for (let i = 0; i < size; i++) {
      if (score[i] === least) ties.push({ x: x[i], y: y[i] });
      else if (score[i] > least) move(i, next++);
    }
    ties.sort((a, b) => a.x - b.x || a.y - b.y);
    for (const tie of ties.slice(0, most - next)) {
      x[next] = tie.x;
      y[next] = tie.y;
      score[next++] = least;
    }
    size = next;
  };
  return {
    get least() {
      return least;
    },
    add: (ownX: number, ownY: number, ownScore: number): void => {
      if (!(ownScore >= least)) return;
      if (size === 2 * most) cut();
      if (size === x.length) grow();
      x[size] = ownX;
      y[size] = ownY;
      score[size++] = ownScore;
    },
    *pairs(isOne: (score: number) => boolean): Generator<ColumnPair> {
      cut();
      for (let i = 0; i < size; i++) if (isOne(score[i])) yield { x: x[i], y: y[i] };
    },
  };
}
