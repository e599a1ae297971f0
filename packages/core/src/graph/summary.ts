import { marginOfHalves } from "../pair/resample.js";

/** A number and a band, of which nine in ten hold the truth; the ends are NaN where there are too few refits. */
export interface Estimate {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** A column over all rows. */
export interface Summary<T> {
  readonly mean: T;
  readonly sd: T;
  /** At shares of the rows that are named beside it. */
  readonly quantiles: readonly T[];
}

/**
 * A number of the fit on all rows, with a band from the same number of the refits on halves.
 *
 * @param widening how much wider the band is than the spread of the halves alone
 */
export function withBand(value: number, refits: readonly number[], widening: number): Estimate {
  const margin = widening * marginOfHalves(refits.map((refit) => refit - value));
  return { value, low: value - margin, high: value + margin };
}

/** A summary with the bands of `withBand`. */
export function banded(
  whole: Summary<number>,
  refits: readonly Summary<number>[],
  widening: number,
): Summary<Estimate> {
  const estimate = (of: (summary: Summary<number>) => number): Estimate =>
    withBand(of(whole), refits.map(of), widening);
  return {
    mean: estimate(({ mean }) => mean),
    sd: estimate(({ sd }) => sd),
    quantiles: whole.quantiles.map((_, k) => estimate(({ quantiles }) => quantiles[k])),
  };
}

/** The bands of a column, not of a change: no standard deviation is below 0. */
export function bandedColumn(...given: Parameters<typeof banded>): Summary<Estimate> {
  const bands = banded(...given);
  return { ...bands, sd: { ...bands.sd, low: Math.max(0, bands.sd.low) } };
}
