/** @module-tag slow */

import { plainRoutines } from "@causal-velocity/core/compute/plain-routines.js";
import { fitBoth } from "@causal-velocity/core/fit/fit-velocity.js";
import { meanAbsolute, meanSquare } from "@causal-velocity/core/fit/gof.js";
import { DIRECTIONS } from "@causal-velocity/core/fit/orient.js";
import { trimmedRows } from "@causal-velocity/core/pair/resample.js";
import { type StandardPair, standardize } from "@causal-velocity/core/pair/standardize.js";
import { kde } from "@causal-velocity/core/score/kde.js";
import {
  gaussianKernel,
  medianDistance,
  publishedExponentialKernel,
  silvermanBandwidths,
} from "@causal-velocity/core/score/kernel.js";
import { pairScores, type ScoreEstimator } from "@causal-velocity/core/score/pair-scores.js";
import { stein } from "@causal-velocity/core/score/stein.js";
import { hsic, hsicFeatures } from "@causal-velocity/core/statistics/hsic.js";
import { wasmRoutines } from "@causal-velocity/routines/wasm-routines.js";
import { describe, expect, test } from "vitest";
import { expectAllClose } from "../support/all-close.js";
import { readSharedGolden, readSharedPair, sharedFolder } from "../support/shared-data.js";
import { basisClass } from "./basis-class.js";

/** Relative tolerance of the file's own `_about`: the dense oracle repeats the same float64 formulas. */
const RTOL = 1e-9;
/** Guaranteed accuracy of the linear-time estimates. */
const FAST_RTOL = 1e-6;

interface GoldenFit {
  readonly coef: readonly number[];
  readonly mse: number;
  readonly mae: number;
}
type GoldenFits = Readonly<Record<string, { readonly fwd: GoldenFit; readonly bwd: GoldenFit }>>;
interface GoldenScores {
  readonly bw_x: number;
  readonly bw_y: number;
  readonly bw_xy: readonly number[];
  readonly s_x: readonly number[];
  readonly s_y: readonly number[];
  readonly s_xy: readonly (readonly [number, number])[];
  readonly mean_sq: readonly number[];
  readonly all_rows: GoldenFits;
  readonly trim05: GoldenFits;
}
interface GoldenPair {
  readonly n: number;
  readonly x_first3: readonly number[];
  readonly trim_kept: number;
  readonly hsic_loci_xy: { readonly hsic: number; readonly sigma_x: number; readonly sigma_y: number };
  readonly stein_gauss: GoldenScores;
  readonly stein_exp: GoldenScores;
  readonly kde_exp: GoldenScores;
  readonly kde_gauss: GoldenScores;
}
type Golden = Readonly<Record<string, Readonly<Record<string, GoldenPair>>>>;

const ESTIMATORS: Readonly<Record<"stein_gauss" | "stein_exp" | "kde_exp" | "kde_gauss", ScoreEstimator>> = {
  stein_gauss: stein({ kernel: gaussianKernel, accuracy: "exact" }),
  stein_exp: stein({ kernel: publishedExponentialKernel }),
  kde_exp: kde({ kernel: "exponential", variant: "published" }),
  kde_gauss: kde({ kernel: "gaussian", variant: "published" }),
};

const golden: Golden = sharedFolder ? readSharedGolden<Golden>("baselines-and-scores.json") : {};
const cases = Object.entries(golden)
  .filter(([suite]) => !suite.startsWith("_"))
  .flatMap(([suite, pairs]) => Object.entries(pairs).map(([id, numbers]) => ({ suite, id, numbers })));

const ABOUT = "golden numbers of the 30 shared pairs";

if (!sharedFolder) {
  test(`${ABOUT}: set CAUSAL_VELOCITY_DATA to the folder that holds golden/ and data/`, ({ skip }) => skip());
} else {
  describe(`${ABOUT}, relative 1e-9`, sharedPairTests);
}

function sharedPairTests(): void {
  test("there are thirty", () => expect(cases).toHaveLength(30));

  test.each(cases)("$suite $id: bandwidths, scores, losses both ways", ({ suite, id, numbers }) => {
    const pair = standardize(readSharedPair(suite, id));
    expect(pair.x).toHaveLength(numbers.n);
    expectAllClose(pair.x.subarray(0, 3), numbers.x_first3, { rtol: RTOL });
    checkHsic(pair, numbers.hsic_loci_xy);
    const kept = trimmedRows(pair, 0.05);
    expect(kept).toHaveLength(numbers.trim_kept);
    for (const [name, estimator] of Object.entries(ESTIMATORS)) {
      const expected = numbers[name as keyof typeof ESTIMATORS];
      const marginal = name.startsWith("stein") ? medianDistance : (c: Float64Array) => silvermanBandwidths([c])[0];
      expectAllClose([marginal(pair.x), marginal(pair.y)], [expected.bw_x, expected.bw_y], { rtol: 1e-14 });
      const scores = pairScores(pair, estimator);
      checkScores(scores, expected);
      checkFits(expected.all_rows, (basis) => fitBoth(basisClass(basis), pair, scores));
      checkFits(expected.trim05, (basis) => fitBoth(basisClass(basis), pair, scores, { rows: kept }));
    }
    for (const routines of [plainRoutines, wasmRoutines() ?? plainRoutines]) {
      const scores = pairScores(pair, stein({ routines }));
      checkFits(numbers.stein_gauss.all_rows, (basis) => fitBoth(basisClass(basis), pair, scores), FAST_RTOL);
    }
  });
}

/** Their σ² is half the median squared distance: σ is our median distance over √2. */
function checkHsic({ x, y }: StandardPair, expected: GoldenPair["hsic_loci_xy"]): void {
  const sigmas = [x, y].map((column) => medianDistance(column) / Math.SQRT2);
  expectAllClose(sigmas, [expected.sigma_x, expected.sigma_y], { rtol: RTOL });
  const value = hsic(hsicFeatures(x, sigmas[0]), hsicFeatures(y, sigmas[1]));
  // Values near zero, of nearly independent columns, are measured against 0.01.
  expectAllClose([value], [expected.hsic], { rtol: RTOL, scale: 0.01 });
}

function checkScores(scores: ReturnType<typeof pairScores>, expected: GoldenScores): void {
  const columns = [scores.x, scores.y, scores.jointX, scores.jointY];
  expectAllClose(columns.map(meanSquare), expected.mean_sq, { rtol: RTOL });
  const heads = [expected.s_x, expected.s_y, expected.s_xy.map(([sx]) => sx), expected.s_xy.map(([, sy]) => sy)];
  // A single score may be near zero by cancellation: its error is measured against the column's root mean square.
  columns.forEach((column, i) => {
    expectAllClose(column.subarray(0, heads[i].length), heads[i], { rtol: RTOL, scale: Math.sqrt(meanSquare(column)) });
  });
}

function checkFits(expected: GoldenFits, fitted: (basis: string) => ReturnType<typeof fitBoth>, rtol = RTOL): void {
  for (const [basis, directions] of Object.entries(expected)) {
    const fits = fitted(basis);
    DIRECTIONS.forEach((direction, i) => {
      const numbers = i === 0 ? directions.fwd : directions.bwd;
      const { residual } = fits[direction];
      expectAllClose([meanSquare(residual), meanAbsolute(residual)], [numbers.mse, numbers.mae], { rtol });
    });
  }
}
