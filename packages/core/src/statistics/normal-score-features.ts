import { EIGENVALUE_RATIO } from "../compute/hermite-features.js";
import { type ComputeOptions, computeOptions } from "../compute/routines.js";
import type { Column } from "../primitives/columns.js";
import { log } from "../primitives/elementary.js";
import { centeredFeatures, type HsicFeatures, hsicFeatures, traceLeftOut } from "./hsic.js";
import { normalScores } from "./ranks.js";

/** Width of the kernel on normal scores: their standard deviation. */
const BANDWIDTH = 1;
/** Features that are added where ties leave out more than expected. */
const MORE_FEATURES = 4;
/** With so many, general features take no longer. */
const MOST_FEATURES = 60;

/**
 * Features for `hsic` of the normal scores of a column, with the kernel exp(−d²/2), in closed form
 * (`hermiteFeatures`): as many as it takes to leave out no more of the kernel's trace than `hsicFeatures` does.
 *
 * @cost O(n·rank), rank about 30, and sorting; 8·n·rank bytes     @throws InputError `memory-exceeded`
 */
export function normalScoreFeatures(column: Column, compute: ComputeOptions = {}): HsicFeatures {
  const { routines, memoryLimit } = computeOptions(compute);
  const n = column.length;
  const scores = normalScores(column, compute);
  const tolerance = traceLeftOut(n);
  const most = Math.min(MOST_FEATURES, Math.floor(memoryLimit / (8 * n)));
  // Of n normal scores, `count` features leave out a trace of about n·ρ^count.
  const expected = Math.ceil(log(tolerance / n) / log(EIGENVALUE_RATIO));
  for (let count = expected; count <= most; count += MORE_FEATURES) {
    const { rows, trace } = routines.hermiteFeatures(scores, count);
    if (trace <= tolerance) return centeredFeatures(rows, routines);
  }
  return hsicFeatures(scores, BANDWIDTH, compute);
}
