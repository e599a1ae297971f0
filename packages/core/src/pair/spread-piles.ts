import type { ComputeOptions } from "../compute/routines.js";
import type { Column } from "../primitives/columns.js";
import { log } from "../primitives/elementary.js";
import { lowerNormalQuantile, normalShare } from "../primitives/special.js";
import { normalScores } from "../statistics/ranks.js";
import type { Pair } from "./pair.js";

/** A correlation of normal scores beyond this is one of a line. */
const LARGEST_CORRELATION = 0.999;

/**
 * A column with the values beyond its limits put back, as they would be if the normal scores of both columns were jointly
 * normal: a linear-Gaussian pair that was cut off looks like one again, and any other pair like none.
 *
 * Ranks of rows that are not piled up do not depend on what is beyond the limit, and the regression of the other column
 * on them is not changed by the cut; it gives the correlation. Values beyond are spread over the quantiles of their
 * normal, in the order in which the other column expects them. Nothing is random.
 * @param other the column that was not cut off
 * @param isPiled whether a value of the column is at a limit     @cost O(n log n)
 */
export function spreadPiles(
  column: Column,
  other: Column,
  isPiled: (value: number) => boolean,
  compute: ComputeOptions = {},
): Column {
  const [own, others] = [normalScores(column, compute), normalScores(other, compute)];
  const kept = Uint32Array.from(column.keys()).filter((i) => !isPiled(column[i]));
  const sum = (term: (row: number) => number): number => kept.reduce((total, row) => total + term(row), 0);
  const slope = sum((i) => own[i] * others[i]) / sum((i) => own[i] * own[i]);
  const correlation = Math.min(Math.max(slope, -LARGEST_CORRELATION), LARGEST_CORRELATION);
  const width = Math.sqrt(1 - correlation * correlation);
  const [mean, meanOwn] = [sum((i) => column[i]) / kept.length, sum((i) => own[i]) / kept.length];
  const unit =
    sum((i) => (column[i] - mean) * (own[i] - meanOwn)) / sum((i) => (own[i] - meanOwn) * (own[i] - meanOwn));
  const out = column.slice();
  for (const side of [-1, 1]) {
    const expected = (row: number): number => side * correlation * others[row];
    const pile = Uint32Array.from(column.keys())
      .filter((i) => isPiled(column[i]) && side * own[i] > 0)
      .sort((a, b) => expected(a) - expected(b));
    const limit = -lowerNormalQuantile(log(Math.min(pile.length / column.length, 0.5)));
    pile.forEach((row, k) => {
      const beyond = normalShare((expected(row) - limit) / width);
      const score = beyond > 0 ? expected(row) + width * upperQuantile(beyond * evenShare(k + 1)) : limit;
      out[row] = mean + unit * (side * score - meanOwn);
    });
  }
  return out;
}

/** The t above which a share of the standard normal lies. */
function upperQuantile(share: number): number {
  return share <= 0.5 ? -lowerNormalQuantile(log(share)) : lowerNormalQuantile(log(1 - share));
}

/** The k-th of a sequence that fills (0, 1) evenly: the binary digits of k behind the point, in reverse. */
function evenShare(k: number): number {
  let share = 0;
  for (let [rest, digit] = [k, 0.5]; rest > 0; digit /= 2) {
    if (rest % 2 === 1) share += digit;
    rest = Math.floor(rest / 2);
  }
  return share;
}

/** A pair with the piled-up values of some columns spread. */
export function withPilesSpread<P extends Pick<Pair, "x" | "y">>(
  pair: P,
  piles: readonly { readonly axis: "x" | "y"; isSuspicious(value: number): boolean }[],
  compute: ComputeOptions = {},
): P {
  const spread = piles.map(({ axis, isSuspicious }) => [
    axis,
    spreadPiles(pair[axis], pair[axis === "x" ? "y" : "x"], isSuspicious, compute),
  ]);
  return { ...pair, ...Object.fromEntries(spread) };
}
