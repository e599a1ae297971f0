import { constantColumn } from "../errors/constant-column.js";
import type { Column } from "./column.js";
import { log } from "./elementary.js";
import { sorted } from "./quantile.js";
import { digamma } from "./special.js";

/**
 * Differential entropy of a column from the gaps between neighboring values, in nats: mean ln gap + ψ(n) − ψ(1).
 *
 * Free of any bandwidth, and noisier than `kernelEntropy` for it. Ties have no gap and are left out of the mean, so
 * that scaling by a still adds ln a; a column of few values needs `kernelEntropy`. Without ties this is the estimate
 * IGCI was published with.
 * @cost O(n log n)     @reference Kraskov, Stögbauer & Grassberger 2004 (one neighbor)     @throws InputError `constant-column`
 */
export function spacingEntropy(column: Column): number {
  const ascending = sorted(column);
  let sum = 0;
  let gaps = 0;
  for (let i = 1; i < ascending.length; i++) {
    const gap = ascending[i] - ascending[i - 1];
    if (gap === 0) continue;
    sum += log(gap);
    gaps += 1;
  }
  if (gaps === 0) throw constantColumn("entropy", column.length);
  return sum / gaps + digamma(column.length) - digamma(1);
}
