/** How many more files `npm run test:long` makes up. */
const LONG = 25;

/**
 * How a property is tried: as often as given, on the same examples each time; in `npm run test:long`, 25 times as
 * often, on examples of a seed of its own, which is shown where one fails.
 */
export function tries(numRuns: number, seed = 2025): { numRuns: number; seed?: number } {
  return process.env.CAUSAL_VELOCITY_LONG ? { numRuns: LONG * numRuns } : { numRuns, seed };
}
