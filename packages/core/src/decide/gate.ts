import type { ComputeOptions } from "../compute/routines.js";
import { takeRows } from "../pair/resample.js";
import { MINIMUM_ROWS, type StandardPair, standardize } from "../pair/standardize.js";
import type { Column } from "../primitives/columns.js";
import { sorted } from "../primitives/quantiles.js";
import { hsic, hsicGammaTail } from "../statistics/hsic.js";
import { planeNormality } from "../statistics/plane-normality.js";
import type { Reason } from "./decision.js";
import type { PairMeasures } from "./measure-pair.js";

/** Level of the tests: of pairs without a direction, one in a hundred passes each by chance. */
export const GATE_LEVEL = 0.01;
/** The kit's coarsest rounding leaves about this many values; with fewer there is no density to speak of. */
const FEWEST_VALUES = 6;
/** A value is an atom where it has more than this share of the rows, and so many times the rows of any other value. */
const ATOM_SHARE = 0.1;
const ATOM_TIMES = 3;

/**
 * Why no method could tell the direction of a pair, or nothing where one may try: a column of few values or with an
 * atom (zeros of a quantity that is mostly absent, a limit at which it was cut off), no dependence that HSIC finds, or
 * what may be a bivariate normal, which is linear-Gaussian both ways. Rows on one line count as the last.
 *
 * @paper eq:anm:constraint (its linear-Gaussian case)     @cost O(n)
 */
export function gate(pair: StandardPair, measures: PairMeasures, compute: ComputeOptions): Reason | undefined {
  if (isDiscrete(pair.x) || isDiscrete(pair.y)) return "discrete";
  if (dependenceTail(measures) >= GATE_LEVEL) return "independent";
  const { tail } = planeNormality(pair.x, pair.y, compute);
  return tail < GATE_LEVEL ? undefined : "both-fit";
}

/** Probability of at least this much dependence between the columns' normal scores if the columns are independent. */
export function dependenceTail({ features: { x, y } }: Pick<PairMeasures, "features">): number {
  return hsicGammaTail(hsic(x, y), x, y);
}

/** Whether a column has too few values, or one in far more rows than any other: rounding alone does not do that. */
export function isDiscrete(column: Column): boolean {
  const ascending = sorted(column);
  let [values, most, second] = [0, 0, 0];
  for (let from = 0; from < ascending.length; ) {
    let to = from + 1;
    while (to < ascending.length && ascending[to] === ascending[from]) to += 1;
    values += 1;
    const count = to - from;
    if (count > most) [most, second] = [count, most];
    else if (count > second) second = count;
    from = to;
  }
  return values < FEWEST_VALUES || (most > ATOM_SHARE * column.length && most > ATOM_TIMES * second);
}

/** A row with more than this share of a column's variance sets the units of everything. */
const DECISIVE_SHARE = 0.5;
/** Where there is such a row, those with more than this share go. */
const EXTREME_SHARE = 0.05;
/** Passes after which what is left is taken as it is. */
const MOST_PASSES = 8;

/**
 * The pair without its extreme rows, where one row has most of a column's variance; nothing where none has.
 *
 * A slip of the decimal point in one row shrinks all others to a dot once the column is standardized. Whoever decides
 * such a pair should see whether the others say the same.
 * @cost O(n)
 */
export function withoutExtremes(pair: StandardPair): StandardPair | undefined {
  let [kept, isDecided] = [pair, true];
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    const n = kept.x.length;
    const shares = kept.x.map((value, i) => Math.max(value * value, kept.y[i] * kept.y[i]) / n);
    if (shares.every((share) => share <= DECISIVE_SHARE)) break;
    const rows = Uint32Array.from(shares.keys()).filter((i) => shares[i] <= EXTREME_SHARE);
    if (rows.length < MINIMUM_ROWS) break;
    kept = standardize({ ...kept, x: takeRows(kept.x, rows), y: takeRows(kept.y, rows) });
    isDecided = false;
  }
  return isDecided ? undefined : kept;
}
