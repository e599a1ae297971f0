import { join } from "node:path";
import { undirectedRelations } from "@causal-velocity/lab/simulate/random/random-pair.js";
import { seededRng } from "causal-velocity";
import { families, leftOutFamilies, type RandomPairOptions } from "causal-velocity/lab";
import { ROOT } from "../source-files.js";

/** What a simulated pair is for. */
export type Purpose = "fit" | "left-out" | "undirected";

/** One pair to simulate and measure. */
export interface Task {
  readonly purpose: Purpose;
  readonly seed: number;
  readonly options: RandomPairOptions;
}

/** Pairs of the calibration behind the weights that are shipped. */
export const WHOLE_PLAN: Readonly<Record<Purpose, number>> = { fit: 20_000, "left-out": 6000, undirected: 3000 };
/** Default folder of measured pairs. */
export const CALIBRATION_FOLDER: string = join(ROOT, ".cache/calibration");

const FEWEST_ROWS = 100;
const MOST_ROWS = 10_000;
/** First seeds of each purpose, far enough apart that no pair serves two. */
const FIRST_SEED: Readonly<Record<Purpose, number>> = { fit: 1_000_000, "left-out": 2_000_000, undirected: 3_000_000 };

/**
 * The pairs of a calibration: `fit` from the kit as it is, without the families that are left out; `left-out` from
 * those four in equal parts; `undirected` from the relations without a direction. Rows are log-uniform from 100 to
 * 10,000.
 */
export function planPairs(counts: Readonly<Record<Purpose, number>>): Task[] {
  return (Object.keys(counts) as Purpose[]).flatMap((purpose) =>
    Array.from({ length: counts[purpose] }, (_, i): Task => {
      const seed = FIRST_SEED[purpose] + i;
      const n = Math.round(FEWEST_ROWS * (MOST_ROWS / FEWEST_ROWS) ** seededRng(seed).split("rows").uniform());
      return { purpose, seed, options: { n, ...kindOf(purpose, i) } };
    }),
  );
}

function kindOf(purpose: Purpose, i: number): RandomPairOptions {
  if (purpose === "left-out") return { relation: "directed", family: leftOutFamilies[i % leftOutFamilies.length] };
  if (purpose === "undirected") return { relation: undirectedRelations[i % undirectedRelations.length] };
  return {};
}

/** Families behind `fit`, for the page. */
export const fittedFamilies: readonly string[] = families
  .map(({ name }) => name)
  .filter((name) => !leftOutFamilies.includes(name));
