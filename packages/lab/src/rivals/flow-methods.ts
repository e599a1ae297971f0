import { costMethod, type MethodEntry } from "@causal-velocity/core/decide/decision.js";
import { flowIndependenceMethod } from "@causal-velocity/core/decide/flow-independence.js";
import { flowLikelihoodCost } from "@causal-velocity/core/decide/flow-likelihood.js";
import { velocityNamed, velocityNames } from "@causal-velocity/core/velocity/velocity-named.js";
import { fitWeakForm } from "./weak-form.js";

const REFERENCE = "this project";
/** Seven entropies per direction. */
const ENTROPY_ROWS = 200_000;
/** Covariances of 80 moments, four times per direction. */
const MOMENT_ROWS = 200_000;

/** Decisions by flows and by the continuity equation that go beyond the paper, in the order shown to users. */
export function flowMethods(): MethodEntry[] {
  return [
    {
      name: "flow-likelihood",
      kind: "flow",
      summary: "shorter description of x and y by a location-scale flow with noise of any density",
      assumes: "x shifts and stretches the noise of y, and does nothing else to it; neither column is discrete",
      assumesInShort: "location-scale noise",
      reference: REFERENCE,
      defaults: {},
      exempt: [],
      costs: "difference",
      create: (_, compute = {}) =>
        costMethod({ name: "flow-likelihood", comfortableRows: ENTROPY_ROWS }, (cause, effect) =>
          flowLikelihoodCost(cause, effect, compute),
        ),
    },
    {
      name: "flow-hsic",
      kind: "flow",
      summary: "smaller dependence of x and the noise to which the flow of the fitted velocity brings every row",
      assumes: "the velocity class of option velocity holds the true velocity",
      assumesInShort: "that of --velocity",
      reference: REFERENCE,
      defaults: { velocity: "v-lsnm", score: "stein" },
      exempt: [],
      create: ({ velocity = "v-lsnm", score = "stein" }, compute = {}) =>
        flowIndependenceMethod(
          "flow-hsic",
          velocityNamed(velocity, velocityNames({ exactOnly: true })),
          score,
          compute,
        ),
    },
    {
      name: "weak",
      kind: "velocity",
      summary: "the continuity equation averaged over 80 test functions, which needs no scores, is violated less",
      assumes: "x shifts and stretches the noise of y, and does nothing else to it; x is not discrete",
      assumesInShort: "location-scale noise",
      reference: REFERENCE,
      defaults: {},
      exempt: [],
      create: (_, compute = {}) =>
        costMethod({ name: "weak", comfortableRows: MOMENT_ROWS }, (cause, effect) => ({
          cost: fitWeakForm(cause, effect, compute).statistic,
        })),
    },
  ];
}
