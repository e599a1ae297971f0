import type { ComputeOptions } from "../numeric/compute-options.js";
import { kde } from "./kde.js";
import { exponentialKernel } from "./kernel.js";
import type { ScoreEstimator } from "./score-estimator.js";
import { stein } from "./stein.js";

/**
 * Score estimators that can be chosen by name. One line here puts an estimator through every contract test.
 *
 * `stein-exact` is the dense oracle. `stein-exponential` is offered for comparison only: Stein's identity needs a
 * differentiable kernel, this one has a kink at every row, and its error grows with n.
 */
export const scoreEstimators = {
  stein: (compute: ComputeOptions = {}) => stein(compute),
  "stein-exact": (compute: ComputeOptions = {}) => stein({ ...compute, accuracy: "exact" }),
  "stein-exponential": (compute: ComputeOptions = {}) => stein({ ...compute, kernel: exponentialKernel }),
  kde: (compute: ComputeOptions = {}) => kde(compute),
  "kde-gaussian": (compute: ComputeOptions = {}) => kde({ ...compute, kernel: "gaussian" }),
  "kde-published": () => kde({ variant: "published" }),
} as const satisfies Readonly<Record<string, (compute?: ComputeOptions) => ScoreEstimator>>;

export type ScoreName = keyof typeof scoreEstimators;
