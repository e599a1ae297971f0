import type { ComputeOptions } from "../compute/routines.js";
import type { StandardPair } from "../pair/standardize.js";
import type { Column } from "../primitives/columns.js";
import { shown } from "../primitives/errors.js";
import { quantileOfSorted, sorted } from "../primitives/quantiles.js";
import { sortedColumn } from "../statistics/sorted-column.js";
import type { Decision } from "./decision.js";

/**
 * A decision that is more than rounding: otherwise it becomes "cannot-tell", with the finding `both-fit`. For every
 * method, so that swapping the columns swaps the answer also on degenerate data.
 *
 * Two things are looked for. Rows that are the same when the columns change places: by the laws of swap and row order
 * their margin is 0, and what is left of it is rounding. And margins that may be rounding, because the costs are close or
 * because most rows lie within rounding of each other beside a few: the pair is then decided with its columns swapped,
 * which takes the same steps in another order. The difference of the two margins is the rounding error.
 *
 * @param decideSwapped decides the pair with its columns swapped
 * @cost O(n·log n); where margins are close, a second decision
 */
export function withoutTies(
  decision: Decision,
  pair: StandardPair,
  decideSwapped: () => Decision,
  compute: ComputeOptions = {},
): Decision {
  if (decision.verdict === "cannot-tell") return decision;
  const { x, y } = pair.names;
  if (isSameSwapped(pair)) return tie(decision, `The rows look the same when "${x}" and "${y}" change places.`);
  if (!isClose(decision) && ![pair.x, pair.y].some((column) => isCrowded(sortedColumn(column, compute).ascending)))
    return decision;
  const { margin } = decision;
  const swapped = decideSwapped().margin;
  const error = Math.abs(margin + swapped);
  // Of the smaller one, so that both orders come to the same answer. A margin of the same sign has an error above it.
  if (error <= MOST_ERROR * Math.min(Math.abs(margin), Math.abs(swapped))) return decision;
  const sentence = `Rounding changes the difference of the costs of "${x}" and "${y}" by ${shown(error)}, and it is ${shown(margin)}.`;
  return tie(decision, sentence);
}

function tie(decision: Decision, sentence: string): Decision {
  const advice = "No method can tell a direction from such rows.";
  const finding = { code: "both-fit", severity: "fail", sentence, advice } as const;
  return { ...decision, verdict: "cannot-tell", reason: "both-fit", findings: [...decision.findings, finding] };
}

/** A share of the costs. Even ill-conditioned fits of ordinary rows agree in both orders to a thousandth of this. */
const CLOSE = 1e-3;

function isClose({ margin, cost }: Decision): boolean {
  return Math.abs(margin) <= CLOSE * Math.max(Math.abs(cost["x->y"]), Math.abs(cost["y->x"]));
}

/** The error of a margin, as a share of it, up to which its sign is certain enough. */
const MOST_ERROR = 0.1;

/** The middle rows of a crowded column take up at most this share of its range: ten digits are left to tell them apart. */
const CROWD = 1e-6;
const MIDDLE: readonly [number, number] = [0.1, 0.9];

function isCrowded(ascending: Column): boolean {
  const [low, high] = MIDDLE.map((share) => quantileOfSorted(ascending, share));
  return high - low <= CROWD * (ascending[ascending.length - 1] - ascending[0]);
}

/** Standardizing rounds in the last of 16 digits; coordinates may have been rounded before. */
const SAME = 1e-12;
/**
 * Lines that the rows are projected on: no sides of a small triangle, so that rows of a grid do not meet. Two sets of rows
 * with the same projections on three lines are the same but for sets made up for these lines.
 */
const LINES: readonly (readonly [number, number])[] = [
  [1, 0],
  [0.8191520442889918, 0.573576436351046],
  [0.13917310096006544, 0.9902680687415704],
];

/** Signs of the columns: turning one changes no verdict either. */
const SIGNS: readonly (readonly [number, number])[] = [
  [1, 1],
  [1, -1],
  [-1, 1],
  [-1, -1],
];

/** Whether the rows, in any order, are the same when the columns change places, perhaps with other signs. */
function isSameSwapped({ x, y }: StandardPair): boolean {
  const size = Math.max(largestOf(x), largestOf(y));
  // Of most pairs this is enough to know: it takes one pass.
  const [ofX, ofY] = [x, y].map((column) => Math.abs(sumOfCubes(column)));
  if (Math.abs(ofX - ofY) > SAME * x.length * size * size * size) return false;
  const tolerance = SAME * size;
  return SIGNS.some(([s, t]) =>
    LINES.every(([a, b]) => {
      const [ours, swapped] = [projected(x, y, a, b), projected(y, x, a * s, b * t)];
      return ours.every((value, i) => Math.abs(value - swapped[i]) <= tolerance);
    }),
  );
}

function projected(x: Column, y: Column, a: number, b: number): Column {
  return sorted(x.map((value, i) => a * value + b * y[i]));
}

function sumOfCubes(column: Column): number {
  let sum = 0;
  for (const value of column) sum += value * value * value;
  return sum;
}

function largestOf(column: Column): number {
  let largest = 0;
  for (const value of column) largest = Math.max(largest, Math.abs(value));
  return largest;
}
