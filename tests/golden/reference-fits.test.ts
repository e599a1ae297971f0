/** @module-tag slow */

import { fitBoth } from "@causal-velocity/core/fit/fit-velocity.js";
import { DIRECTIONS } from "@causal-velocity/core/fit/orient.js";
import { pairFromColumns } from "@causal-velocity/core/pair/pair.js";
import { type StandardPair, standardize } from "@causal-velocity/core/pair/standardize.js";
import { kde } from "@causal-velocity/core/score/kde.js";
import { type PairScores, pairScores, type ScoreEstimator } from "@causal-velocity/core/score/pair-scores.js";
import { stein } from "@causal-velocity/core/score/stein.js";
import { anmNnVelocity, lsnmNnVelocity, nnVelocity } from "@causal-velocity/core/velocity/network-velocities.js";
import type { VelocityClass } from "@causal-velocity/core/velocity/velocity-model.js";
import { wasmRoutines } from "@causal-velocity/routines/wasm-routines.js";
import { describe, expect, test } from "vitest";
import { readSharedGolden, readSharedPair, sharedFolder } from "../support/shared-data.js";
import { basisClass } from "./basis-class.js";

interface ReferenceFit {
  readonly n: number;
  readonly gof_xy: number;
  readonly gof_yx: number;
  readonly steps: readonly [number, number];
}

/**
 * The authors' single-precision solution of the Stein equations changes losses by up to 1e-3; their kernel densities,
 * which solve no equations, by 1e-4.
 */
const ESTIMATORS: Readonly<Record<string, { readonly estimator: ScoreEstimator; readonly rtol: number }>> = {
  "stein-gauss": { estimator: stein(), rtol: 2e-3 },
  "kde-exp": { estimator: kde({ kernel: "exponential", variant: "published" }), rtol: 2e-4 },
};

const cases = Object.entries(sharedFolder ? readSharedGolden<Record<string, ReferenceFit>>("reference-fits.json") : {})
  .filter(([key]) => !key.startsWith("_"))
  .map(([key, numbers]) => {
    const [suite, id, , score, model] = key.split("/");
    return { key, suite: suite, id, score, model, numbers };
  });
const NETWORKS: Readonly<Record<string, VelocityClass>> = {
  "V-ANM": anmNnVelocity(),
  "V-LSNM": lsnmNnVelocity(),
  "V-NN": nnVelocity(),
};
const classOf = (model: string): VelocityClass => NETWORKS[model] ?? basisClass(model);

/** Here our loss happens to change by less than 1e-6 at step 34; theirs, with other rounding, does not. */
const RESTED_BY_CHANCE = { key: "SIM-G/2/n1000/stein-gauss/V-LSNM", direction: "x->y" };

const routines = wasmRoutines();

/** Pair and scores, once for all models. */
const known = new Map<string, { readonly pair: StandardPair; readonly scores: PairScores }>();
function pairAndScores({ suite, id, score, numbers: { n } }: (typeof cases)[number]) {
  const key = [suite, id, score].join("/");
  const found = known.get(key);
  if (found) return found;
  const { x, y } = readSharedPair(suite, id);
  const pair = standardize(pairFromColumns(x.slice(0, n), y.slice(0, n)));
  const made = { pair, scores: pairScores(pair, ESTIMATORS[score].estimator) };
  known.set(key, made);
  return made;
}

const ABOUT = "fits of the authors' code, eqn:loss_est trained as in appx:experiment";

if (!sharedFolder) {
  test(`${ABOUT}: set CAUSAL_VELOCITY_DATA to the folder that holds golden/ and data/`, ({ skip }) => skip());
} else {
  describe(ABOUT, () => {
    test("there are 108, half of them of networks", () => {
      expect(cases).toHaveLength(108);
      expect(cases.filter(({ model }) => model in NETWORKS)).toHaveLength(54);
    });

    test.each(cases)("$key: the same losses to 0.2%, by kernel density to 0.02%", (reference) => {
      const { pair, scores } = pairAndScores(reference);
      const fits = fitBoth(classOf(reference.model), pair, scores, { fit: "paper", seed: 0, routines });
      const { gof_xy, gof_yx } = reference.numbers;
      DIRECTIONS.forEach((direction, i) => {
        const { key } = reference;
        if (key === RESTED_BY_CHANCE.key && direction === RESTED_BY_CHANCE.direction) return;
        const theirs = i === 0 ? gof_xy : gof_yx;
        expect(Math.abs(fits[direction].gof / theirs - 1)).toBeLessThan(ESTIMATORS[reference.score].rtol);
      });
    });

    test("and the same number of steps, except in four of 216, where rounding decides when the loss stops changing", () => {
      const steps = cases.flatMap((reference) => {
        const { pair, scores } = pairAndScores(reference);
        const fits = fitBoth(classOf(reference.model), pair, scores, { fit: "paper", seed: 0, routines });
        return DIRECTIONS.map((direction, i) => [fits[direction].training?.steps, reference.numbers.steps[i]]);
      });
      expect(steps.filter(([ours, theirs]) => ours !== theirs).length).toBeLessThanOrEqual(4);
    });
  });
}
