import { readFileSync } from "node:fs";
import { plainRoutines } from "@causal-velocity/core/compute/plain-routines.js";
import type { Routines } from "@causal-velocity/core/compute/routines.js";
import { fitBoth } from "@causal-velocity/core/fit/fit-velocity.js";
import { meanAbsolute, meanSquare } from "@causal-velocity/core/fit/gof.js";
import { DIRECTIONS, type Direction } from "@causal-velocity/core/fit/orient.js";
import { pairFromTable } from "@causal-velocity/core/pair/pair.js";
import { trimmedRows } from "@causal-velocity/core/pair/resample.js";
import { standardize } from "@causal-velocity/core/pair/standardize.js";
import { kde } from "@causal-velocity/core/score/kde.js";
import {
  exponentialKernel,
  medianDistance,
  publishedExponentialKernel,
  silvermanBandwidths,
} from "@causal-velocity/core/score/kernel.js";
import { pairScores, type ScoreEstimator } from "@causal-velocity/core/score/pair-scores.js";
import { stein } from "@causal-velocity/core/score/stein.js";
import { parseTable } from "@causal-velocity/core/table/parse-table.js";
import { wasmRoutines } from "@causal-velocity/routines/wasm-routines.js";
import { describe, expect, test } from "vitest";
import { expectAllClose } from "../support/all-close.js";
import { basisClass } from "./basis-class.js";
import { generatedPairs, pairCsv } from "./generated-pairs.js";

/** Both sides work in float64 on systems with a condition number of about 10⁴: 1e-9 leaves a margin of three digits. */
const RTOL = 1e-9;

interface GoldenScores {
  readonly meanSquare: readonly number[];
  readonly head: readonly (readonly number[])[];
  readonly probes: readonly (readonly number[])[];
  readonly jacobians: readonly (readonly number[])[];
  readonly marginalProbes: readonly number[];
  readonly marginalJacobians: readonly number[];
}
type GoldenLosses = Readonly<
  Record<string, Readonly<Record<Direction, { readonly mse: number; readonly mae: number }>>>
>;
interface GoldenPair {
  readonly rows: number;
  readonly trimmed: number;
  readonly medianDistance: readonly number[];
  readonly silverman: readonly number[];
  readonly scores: Readonly<Record<string, GoldenScores>>;
  readonly losses: Readonly<Record<string, Readonly<Record<"all" | "trimmed", GoldenLosses>>>>;
}

const { probes, pairs: golden } = JSON.parse(readFileSync(new URL("./own-pairs.json", import.meta.url), "utf8")) as {
  readonly probes: readonly (readonly [number, number])[];
  readonly pairs: Readonly<Record<string, GoldenPair>>;
};

const ESTIMATORS: Readonly<Record<string, ScoreEstimator>> = Object.fromEntries(
  [
    stein({ accuracy: "exact" }),
    stein({ kernel: exponentialKernel }),
    stein({ kernel: publishedExponentialKernel }),
    kde({ kernel: "exponential" }),
    kde({ kernel: "gaussian" }),
    kde({ kernel: "exponential", variant: "published" }),
    kde({ kernel: "gaussian", variant: "published" }),
  ].map((estimator) => [estimator.name, estimator]),
);

const readCsv = (name: string): string => readFileSync(new URL(`./pairs/${name}.csv`, import.meta.url), "utf8");

/** The linear-time estimates must give the same losses as numpy's dense one; they do to 1e-9; we guarantee 1e-6. */
const FAST_RTOL = 1e-6;
const FAST: readonly Routines[] = [plainRoutines, wasmRoutines() ?? plainRoutines];

describe("golden numbers of the project's own pairs, from numpy, relative 1e-9", () => {
  test("there are twelve, and the generator still gives the files from which the numbers were computed", () => {
    const generated = generatedPairs();
    expect(generated.map(({ name }) => name).sort()).toEqual(Object.keys(golden).sort());
    expect(generated).toHaveLength(12);
    for (const { name, pair } of generated) expect(pairCsv(pair)).toBe(readCsv(name));
  });

  test.each(Object.keys(golden))("%s: bandwidths of sec:experiments and appx:experiment, trimmed rows", (name) => {
    const pair = standardize(pairFromTable(parseTable(readCsv(name))));
    const expected = golden[name];
    expect(pair.x).toHaveLength(expected.rows);
    expect(trimmedRows(pair, 0.05)).toHaveLength(expected.trimmed);
    expectAllClose([medianDistance(pair.x), medianDistance(pair.y)], expected.medianDistance, { rtol: 1e-13 });
    const ours = [...silvermanBandwidths([pair.x]), ...silvermanBandwidths([pair.y])];
    expectAllClose([...ours, ...silvermanBandwidths([pair.x, pair.y])], expected.silverman, { rtol: 1e-13 });
  });

  test.each(Object.keys(golden))("%s: scores at the rows, off the rows, and their derivatives", (name) => {
    const pair = standardize(pairFromTable(parseTable(readCsv(name))));
    expect(Object.keys(golden[name].scores).sort()).toEqual(Object.keys(ESTIMATORS).sort());
    for (const [estimatorName, expected] of Object.entries(golden[name].scores)) {
      const scores = pairScores(pair, ESTIMATORS[estimatorName]);
      const columns = [scores.x, scores.y, scores.jointX, scores.jointY];
      expectAllClose(columns.map(meanSquare), expected.meanSquare, { rtol: RTOL });
      for (const [i, column] of columns.entries()) {
        // A single score may cancel to nearly zero: its error is measured against the column's root mean square.
        const scale = Math.sqrt(meanSquare(column));
        expectAllClose(column.subarray(0, expected.head[i].length), expected.head[i], { rtol: RTOL, scale });
      }
      const points = [0, 1].map((j) => Float64Array.from(probes, (probe) => probe[j]));
      const { joint, x } = scores.estimates;
      const byProbe = (values: readonly Float64Array[]) => probes.flatMap((_, p) => values.map((column) => column[p]));
      expectAllClose(byProbe(joint.at(points)), expected.probes.flat(), { rtol: RTOL, scale: 1 });
      expectAllClose(byProbe(joint.jacobianAt(points)), expected.jacobians.flat(), { rtol: RTOL, scale: 1 });
      expectAllClose(x.at([points[0]])[0], expected.marginalProbes, { rtol: RTOL, scale: 1 });
      expectAllClose(x.jacobianAt([points[0]])[0], expected.marginalJacobians, { rtol: RTOL, scale: 1 });
    }
  });

  test.each(Object.keys(golden))(
    "%s: losses of ten velocity classes (eqn:loss, eqn:loss:rev, eqn:loss_est), both ways",
    (name) => {
      const pair = standardize(pairFromTable(parseTable(readCsv(name))));
      for (const [estimatorName, byRows] of Object.entries(golden[name].losses)) {
        const scores = pairScores(pair, ESTIMATORS[estimatorName]);
        for (const [which, losses] of Object.entries(byRows)) {
          const rows = which === "all" ? undefined : trimmedRows(pair, 0.05);
          for (const [velocity, expected] of Object.entries(losses)) {
            const fits = fitBoth(basisClass(velocity), pair, scores, { rows });
            for (const direction of DIRECTIONS) {
              const { residual } = fits[direction];
              const { mse, mae } = expected[direction];
              expectAllClose([meanSquare(residual), meanAbsolute(residual)], [mse, mae], { rtol: RTOL });
            }
          }
        }
      }
    },
  );

  test.each(Object.keys(golden))("%s: losses from linear-time Stein scores, both routines, relative 1e-6", (name) => {
    const pair = standardize(pairFromTable(parseTable(readCsv(name))));
    for (const routines of FAST) {
      const scores = pairScores(pair, stein({ routines }));
      for (const [velocity, expected] of Object.entries(golden[name].losses["stein-gaussian"].all)) {
        const fits = fitBoth(basisClass(velocity), pair, scores);
        for (const direction of DIRECTIONS) {
          const { mse, mae } = expected[direction];
          const { residual } = fits[direction];
          expectAllClose([meanSquare(residual), meanAbsolute(residual)], [mse, mae], { rtol: FAST_RTOL });
        }
      }
    }
  });
});
