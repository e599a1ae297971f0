import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Pair, pairFromColumns } from "@causal-velocity/core/pair/pair.js";
import { type LoadedSuite, loadSuite } from "../../packages/lab/src/suites/load-suite.js";

/** Folder with golden numbers and benchmark archives that are too large for the repository; optional. */
export const sharedFolder: string | undefined = process.env.CAUSAL_VELOCITY_DATA || undefined;

/** A JSON file of golden numbers. */
export function readSharedGolden<T>(name: string): T {
  return JSON.parse(readFileSync(join(sharedFolder ?? "", "golden", name), "utf8")) as T;
}

const loaded = new Map<string, LoadedSuite>();

/** A suite of the shared archives, by the name that `benchmark` knows. */
export function sharedSuite(name: string): LoadedSuite {
  const known = loaded.get(name);
  if (known) return known;
  const suite = loadSuite(name, join(sharedFolder ?? "", "data"));
  loaded.set(name, suite);
  return suite;
}

/** Our name of a suite that the golden numbers call LS-s, Tuebingen or syn-velocity. */
function suiteName(golden: string): string {
  return golden.toLowerCase().replace(/^syn-/, "synthetic-");
}

/** The golden numbers of the synthetic suite, whose pairs have 5,000 rows, were computed on the first 1,000. */
const SYNTHETIC_ROWS = 1000;

/** One pair of an archive, as the golden numbers used it: all rows, or the first 1,000 of a synthetic suite. */
export function readSharedPair(golden: string, number: string): Pair {
  const suite = sharedSuite(suiteName(golden));
  const entry = suite.entries.find(({ id }) => Number(id) === Number(number));
  if (!entry) throw new Error(`no pair ${number} in ${golden}`);
  const pair = suite.readPair(entry);
  if (!golden.startsWith("syn-")) return pair;
  // The synthetic archives print float32 values with nine digits; the golden numbers used the float32 values.
  const restore = (column: Float64Array) => column.slice(0, SYNTHETIC_ROWS).map(Math.fround);
  return pairFromColumns(restore(pair.x), restore(pair.y), pair.names);
}

/** The first pairs of a suite, up to 1,000 rows each, with their truth. */
export function readSharedSuite(golden: string, pairs: number): { pair: Pair; causeIsX: boolean }[] {
  const suite = sharedSuite(suiteName(golden));
  return suite.entries.slice(0, pairs).map((entry) => {
    const { x, y } = suite.readPair(entry);
    const pair = pairFromColumns(x.slice(0, SYNTHETIC_ROWS), y.slice(0, SYNTHETIC_ROWS));
    return { pair, causeIsX: entry.truth === "x->y" };
  });
}

/** Which column is the cause, and the weight, of every pair of a suite, by its number. */
export function readSharedTruth(golden: string): ReadonlyMap<number, { causeIsX: boolean; weight: number }> {
  const { entries } = sharedSuite(suiteName(golden));
  return new Map(entries.map(({ id, truth, weight }) => [Number(id), { causeIsX: truth === "x->y", weight }]));
}
