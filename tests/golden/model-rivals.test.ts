/** @module-tag slow */

import { columnMemo } from "@causal-velocity/core/compute/memo.js";
import type { MethodSettings } from "@causal-velocity/core/decide/decision.js";
import { describe, expect, test } from "vitest";
import { expectAllClose } from "../support/all-close.js";
import { compiledRoutines } from "../support/compiled-routines.js";
import { decide } from "../support/decide.js";
import { readSharedGolden, readSharedPair, sharedFolder } from "../support/shared-data.js";

interface GoldenPair {
  readonly loci_nn_1000: Readonly<Record<"nll_fwd" | "nll_bwd" | "hsic_fwd" | "hsic_bwd", number>>;
  readonly loci_spline_exact: Readonly<Record<"nll_fwd" | "nll_bwd" | "hsic_fwd" | "hsic_bwd", number>>;
  readonly score_rolland: { readonly var_x: number; readonly var_y: number };
  readonly score_dodiscover: { readonly var_x: number; readonly var_y: number };
  readonly "nogam_dodiscover_gamma0.01": { readonly err_x: number; readonly err_y: number };
  readonly "nogam_gamma0.1": { readonly err_x: number; readonly err_y: number };
}

const ABOUT = "golden numbers of LOCI, SCORE and NoGAM on the 30 shared pairs";

if (!sharedFolder) {
  test(`${ABOUT}: set CAUSAL_VELOCITY_DATA to the folder with golden/ and data/`, ({ skip }) => skip());
} else {
  describe(ABOUT, goldenTests);
}

function goldenTests(): void {
  const golden = readSharedGolden<Record<string, Record<string, GoldenPair>>>("baselines-and-scores.json");
  const cases = Object.entries(golden)
    .filter(([suite]) => !suite.startsWith("_"))
    .flatMap(([suite, pairs]) => Object.entries(pairs).map(([id, numbers]) => ({ suite, id, numbers })));
  const routines = compiledRoutines();
  /** Costs of x->y and y->x. */
  const costs = (suite: string, id: string, method: string, options: MethodSettings = {}) =>
    Object.values(decide(readSharedPair(suite, id), { method, routines, ...options }).cost);

  test("there are thirty", () => expect(cases).toHaveLength(30));

  test.each(cases)(
    "$suite $id: LOCI at its optimum, likelihoods to 1e-7 nats, HSIC to 1e-5",
    ({ suite, id, numbers }) => {
      const { nll_fwd, nll_bwd, hsic_fwd, hsic_bwd } = numbers.loci_spline_exact;
      // Their search stops at a slope of 10⁻⁸, ours at 10⁻¹³: the difference is their error.
      expectAllClose(costs(suite, id, "loci-spline-lik"), [nll_fwd, nll_bwd], { rtol: 1e-7, scale: 1 });
      expectAllClose(costs(suite, id, "loci-spline-hsic"), [hsic_fwd, hsic_bwd], { rtol: 1e-5 });
    },
  );

  // A thousand steps take seconds: one pair of each suite.
  const firstOfSuite = cases.filter(({ suite }, i) => cases.findIndex((other) => other.suite === suite) === i);
  test.each(firstOfSuite)(
    "$suite $id: LOCI by a network, likelihoods to 1e-7, HSIC to 1e-6",
    ({ suite, id, numbers }) => {
      const { nll_fwd, nll_bwd, hsic_fwd, hsic_bwd } = numbers.loci_nn_1000;
      const memo = columnMemo();
      const costsOf = (method: string) =>
        Object.values(decide(readSharedPair(suite, id), { method, routines, memo }).cost);
      expectAllClose(costsOf("loci-nn-lik"), [nll_fwd, nll_bwd], { rtol: 1e-7, scale: 1 });
      // A thousand steps amplify rounding: 2e-7 on one of the six pairs.
      expectAllClose(costsOf("loci-nn-hsic"), [hsic_fwd, hsic_bwd], { rtol: 1e-6 });
    },
  );

  // The effect of x->y is y: its cost is the variation, or the part that cannot be predicted, along y.
  test.each(cases)("$suite $id: SCORE and NoGAM, as published and as intended, to 1e-9", ({ suite, id, numbers }) => {
    const rtol = 1e-9;
    const { score_rolland, score_dodiscover } = numbers;
    expectAllClose(costs(suite, id, "score"), [score_dodiscover.var_y, score_dodiscover.var_x], { rtol });
    const first = costs(suite, id, "score", { asPublished: true });
    expectAllClose(first, [score_rolland.var_y, score_rolland.var_x], { rtol });
    const { "nogam_gamma0.1": intended, "nogam_dodiscover_gamma0.01": published } = numbers;
    expectAllClose(costs(suite, id, "nogam"), [intended.err_y, intended.err_x], { rtol });
    const literal = costs(suite, id, "nogam", { asPublished: true });
    expectAllClose(literal, [published.err_y, published.err_x], { rtol });
  });
}
