import type { DecideOptions } from "@causal-velocity/core/decide/decide.js";
import type { Pair } from "@causal-velocity/core/pair/pair.js";
import {
  compareMethods as labCompareMethods,
  type MethodComparison,
} from "@causal-velocity/lab/rivals/compare-methods.js";
import { onBestRoutines } from "./library.js";

// `causal-velocity/lab`: simulated pairs and graphs whose truth is known, rival methods, suites of pairs, and how often methods are
// right.

// Simulated pairs and graphs

export {
  type Distribution,
  type MixturePart,
  mirroredDistribution,
  mixtureDistribution,
  shiftedDistribution,
} from "@causal-velocity/lab/simulate/distribution.js";
export {
  betaDistribution,
  gammaDistribution,
  gumbelDistribution,
  laplaceDistribution,
  logisticDistribution,
  normalDistribution,
  studentDistribution,
  uniformDistribution,
} from "@causal-velocity/lab/simulate/distributions.js";
export {
  exponentialVelocity,
  fourierVelocity,
  quadraticVelocity,
  saturatingVelocity,
} from "@causal-velocity/lab/simulate/driving-velocities.js";
export { flowMechanism } from "@causal-velocity/lab/simulate/flow-mechanism.js";
export {
  type ShapedGraph,
  type ShapeSettings,
  shapedGraph,
} from "@causal-velocity/lab/simulate/graphs/shaped-graph.js";
export {
  type GraphSettings,
  type SetColumn,
  type SimulatedGraph,
  simulateGraph,
} from "@causal-velocity/lab/simulate/graphs/simulate-graph.js";
export { jointDensity, type StructuralModel } from "@causal-velocity/lab/simulate/joint-density.js";
export {
  additiveMechanism,
  chainMechanism,
  linkMechanism,
  locationScaleMechanism,
  type Mechanism,
} from "@causal-velocity/lab/simulate/mechanism.js";
export { calibrationFamilies, families, leftOutFamilies } from "@causal-velocity/lab/simulate/random/families.js";
export {
  type RandomPair,
  type RandomPairOptions,
  randomPair,
} from "@causal-velocity/lab/simulate/random/random-pair.js";
export {
  type TablePair,
  type TablePairOptions,
  tablePair,
  tableRelations,
} from "@causal-velocity/lab/simulate/random/table-pair.js";
export { type SimulateOptions, simulate, simulatorNamed, simulators } from "@causal-velocity/lab/simulate/simulate.js";
export {
  rolesOf,
  type SimulatedPair,
  type Simulator,
  sampleModel,
  type Truth,
} from "@causal-velocity/lab/simulate/simulator.js";
export { linearFunction, type SmoothFunction } from "@causal-velocity/lab/simulate/smooth-function.js";
export { trueScores, trueVelocity } from "@causal-velocity/lab/simulate/truth.js";

// All methods, rivals among them

export type { MethodComparison, Opinion } from "@causal-velocity/lab/rivals/compare-methods.js";
export type { GraphMethod, GraphMethodOptions } from "@causal-velocity/lab/rivals/graphs/graph-method.js";
export { graphMethodNamed, graphMethods } from "@causal-velocity/lab/rivals/graphs/graph-methods.js";
export { allMethods, methodNamed } from "@causal-velocity/lab/rivals/methods.js";

// Suites of pairs with known truth

export { paperDistinctRows, paperResampleRows } from "@causal-velocity/core/pair/resample.js";
export {
  parseGroundTruth,
  parsePairmeta,
  readSuitePair,
  type SuiteEntry,
  type SuiteTruth,
} from "@causal-velocity/lab/suites/suite-files.js";
export { type SuiteDefinition, suiteEntries, suites } from "@causal-velocity/lab/suites/suites.js";

// How often methods are right, and the paper's figures

export {
  type GraphDifference,
  type GraphShares,
  graphDifference,
  graphShares,
} from "@causal-velocity/lab/evaluate/graph-metrics.js";
export { knownScoreStudy } from "@causal-velocity/lab/evaluate/known-score-study.js";
export { mechanismError } from "@causal-velocity/lab/evaluate/mechanism-error.js";
export {
  type Accuracy,
  accuracy,
  audrc,
  decisionRateCurve,
  forcedChoice,
  type JudgedPair,
  suiteMetrics,
} from "@causal-velocity/lab/evaluate/metrics.js";
export type { PaperFigure } from "@causal-velocity/lab/paper-figures/paper-figure.js";
export { paperFigureNamed, paperFigures } from "@causal-velocity/lab/paper-figures/paper-figures.js";

/** Asks every method that is fast enough about one pair, and says which agree with the chosen one. */
export function compareMethods(pair: Pair, options: DecideOptions = {}): MethodComparison {
  return labCompareMethods(pair, onBestRoutines(options));
}
