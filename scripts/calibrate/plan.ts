import { join } from "node:path";
import type { TablePairOptions } from "@causal-velocity/lab/simulate/random/table-pair.js";
import { tableRelations } from "@causal-velocity/lab/simulate/random/table-pair.js";
import { seededRng } from "causal-velocity";
import { leftOutFamilies } from "causal-velocity/lab";
import { ROOT } from "../source-files.js";

/**
 * What a simulated pair is for: to fit the weights; to judge them while they are developed, on families that did not fit
 * them; the same on nested rows of clean pairs; and to count verdicts where there is no direction.
 */
export type Purpose = "fit" | "development" | "nested" | "undirected";

/** One pair to simulate and measure. */
export interface Task {
  readonly purpose: Purpose;
  readonly seed: number;
  readonly options: TablePairOptions & { readonly n: number };
  /** Only so many of the first rows are measured. */
  readonly take?: number;
}

/** Pairs of the calibration behind the weights that are shipped. */
export const WHOLE_PLAN: Readonly<Record<Purpose, number>> = {
  fit: 16_500,
  development: 5000,
  nested: 240,
  undirected: 3000,
};
/** Default folder of measured pairs. */
export const CALIBRATION_FOLDER: string = join(ROOT, ".cache/calibration");

/** Rows, log-uniform: of most pairs, and of one in 36. */
const ROWS = [20, 20_000] as const;
const MANY_ROWS = [20_000, 100_000] as const;
const LONG_ONE_IN = 36;
/** Rows of nested pairs. */
export const NESTED_ROWS: readonly number[] = [50, 200, 1000, 5000, 20_000, 100_000];
/** Rows at which verdicts on pairs without a direction are counted. */
export const SILENT_ROWS: readonly number[] = [200, 1000, 10_000];
/** First seeds of each purpose, far enough apart that no pair serves two. */
const FIRST_SEED: Readonly<Record<Purpose, number>> = {
  fit: 1_000_000,
  development: 2_000_000,
  nested: 4_000_000,
  undirected: 3_000_000,
};

/** The pairs of a calibration. */
export function planPairs(counts: Readonly<Record<Purpose, number>>): Task[] {
  return (Object.keys(counts) as Purpose[]).flatMap((purpose) =>
    Array.from({ length: counts[purpose] }, (_, i) => tasksOf(purpose, FIRST_SEED[purpose] + i, i)).flat(),
  );
}

function tasksOf(purpose: Purpose, seed: number, i: number): Task[] {
  const family = leftOutFamilies[i % leftOutFamilies.length];
  switch (purpose) {
    case "fit":
      return [{ purpose, seed, options: { n: drawnRows(seed, i % LONG_ONE_IN === 0 ? MANY_ROWS : ROWS) } }];
    case "development":
      return [{ purpose, seed, options: { n: drawnRows(seed, ROWS), family } }];
    case "nested":
      return NESTED_ROWS.map((take) => {
        return { purpose, seed, take, options: { n: Math.max(...NESTED_ROWS), family, clean: true } };
      });
    case "undirected": {
      const relation = tableRelations[i % tableRelations.length];
      const n = SILENT_ROWS[Math.floor(i / tableRelations.length) % SILENT_ROWS.length];
      return [{ purpose, seed, options: { n, relation } }];
    }
  }
}

function drawnRows(seed: number, [fewest, most]: readonly [number, number]): number {
  return Math.round(fewest * (most / fewest) ** seededRng(seed).split("rows").uniform());
}

/** The name of a task's record. */
export function taskKey({ seed, take }: Task): string {
  return take === undefined ? String(seed) : `${seed}/${take}`;
}
