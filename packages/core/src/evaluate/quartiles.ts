import type { Column } from "../numeric/column.js";
import { quantileOfSorted, sorted } from "../numeric/quantile.js";

/** Middle and middle half of some values. */
export interface Quartiles {
  readonly median: number;
  readonly lower: number;
  readonly upper: number;
}

/** Quartiles, interpolated between order statistics; NaN where there are no values. */
export function quartiles(values: Column): Quartiles {
  const ascending = sorted(values);
  const at = (share: number) => (ascending.length > 0 ? quantileOfSorted(ascending, share) : Number.NaN);
  return { median: at(0.5), lower: at(0.25), upper: at(0.75) };
}
