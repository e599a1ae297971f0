import { kde } from "./kde.js";
import { exponentialKernel } from "./kernel.js";
import type { ScoreEstimator } from "./score-estimator.js";
import { stein } from "./stein.js";

/**
 * Score estimators that can be chosen by name. One line here puts an estimator through every contract test.
 *
 * `stein-exponential` is offered for comparison only: Stein's identity needs a differentiable kernel, this one has a
 * kink at every row, and its error grows with n.
 */
export const scoreEstimators = {
  stein: () => stein(),
  "stein-exponential": () => stein({ kernel: exponentialKernel }),
  kde: () => kde(),
  "kde-gaussian": () => kde({ kernel: "gaussian" }),
  "kde-published": () => kde({ variant: "published" }),
} as const satisfies Readonly<Record<string, () => ScoreEstimator>>;

export type ScoreName = keyof typeof scoreEstimators;
