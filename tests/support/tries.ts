/** How many more files `npm run test:long` makes up. */
const LONG = 25;

/** How often a property is tried: as often as given, and 25 times as often in `npm run test:long`. */
export function tries(numRuns: number): { readonly numRuns: number } {
  return { numRuns: process.env.CAUSAL_VELOCITY_LONG ? LONG * numRuns : numRuns };
}
