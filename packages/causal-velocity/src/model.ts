// `causal-velocity/model`: scores, velocities, fits, flows and statistics, for people who build on them. Functions that
// do heavy work run on the fastest routines of the runtime.

// Standard units

export { drawRows, subsample, takeRows, trimmedRows } from "@causal-velocity/core/pair/resample.js";
export {
  MINIMUM_ROWS,
  type Scale,
  type StandardPair,
  standardize,
  toStandardUnits,
  toUserUnits,
} from "@causal-velocity/core/pair/standardize.js";

// Scores

export { type ScoreTuning, tunedScore } from "@causal-velocity/core/decide/tuned-methods.js";
export type { KdeOptions } from "@causal-velocity/core/score/kde.js";
export {
  exponentialKernel,
  gaussianKernel,
  type Kernel,
  silvermanBandwidths,
} from "@causal-velocity/core/score/kernel.js";
export {
  exactScore,
  type KnownScore,
  type PairScores,
  type PerColumns,
  pairScores,
  type ScoreChoice,
  type ScoreEstimate,
  type ScoreEstimator,
  type ScoreName,
  type ScoreSource,
  scoreEstimators,
} from "@causal-velocity/core/score/pair-scores.js";
export type { SteinOptions } from "@causal-velocity/core/score/stein.js";
export { kde, medianDistance, stein, steinCv } from "./model-functions.js";

// Velocities

export {
  type BasisTerm,
  basisVelocity,
  exponentialTerms,
  fourierTerms,
  monomial,
  polynomialTerms,
  termsInUserUnits,
} from "@causal-velocity/core/velocity/basis.js";
export { parseBasis } from "@causal-velocity/core/velocity/expression/parse-basis.js";
export { type LinearBasis, linearVelocityModel } from "@causal-velocity/core/velocity/linear-velocity-model.js";
export { DEFAULT_NETWORK_SIZE, type NetworkVelocityOptions } from "@causal-velocity/core/velocity/network-model.js";
export { anmNnVelocity, lsnmNnVelocity, nnVelocity } from "@causal-velocity/core/velocity/network-velocities.js";
export { type PnlOptions, pnlVelocity } from "@causal-velocity/core/velocity/pnl.js";
export { quantileSpline, type SplineBasis, splineBasis } from "@causal-velocity/core/velocity/spline.js";
export { anmVelocity, lsnmVelocity, type SplineOptions } from "@causal-velocity/core/velocity/spline-velocities.js";
export {
  type BasisColumns,
  type BasisPoint,
  basisPoint,
  type CauseSplines,
  type LinearVelocityModel,
  type ProductVelocityModel,
  type VelocityClass,
  type VelocityField,
  type VelocityModel,
  velocityField,
} from "@causal-velocity/core/velocity/velocity-model.js";
export { velocityNamed, velocityNames } from "@causal-velocity/core/velocity/velocity-named.js";

// Fits, both directions

export {
  FITS,
  type Fit,
  type FitOptions,
  fitVelocity,
  type VelocityFit,
  type VelocityFitOptions,
} from "@causal-velocity/core/fit/fit-velocity.js";
export { costOf, gofResidualInto, meanAbsolute, meanSquare, RULES, type Rule } from "@causal-velocity/core/fit/gof.js";
export type { LocationScaleClass, LocationScaleFit } from "@causal-velocity/core/fit/location-scale.js";
export { LOCATION_SCALE, locationScaleVelocity } from "@causal-velocity/core/fit/location-scale-velocity.js";
export { type Oriented, orient, orientScale } from "@causal-velocity/core/fit/orient.js";
export { PAPER_PENALTIES, type PenaltyWeights } from "@causal-velocity/core/fit/train-velocity.js";
export { type CurvePenalty, tunedVelocity, type VelocityTuning } from "@causal-velocity/core/fit/tuned-velocity.js";
export { fitBoth, fitLocationScale } from "./model-functions.js";

// Flows: curves, noise, structural models

export {
  type CausalCurve,
  type CurveRequest,
  causalCurve,
  logDensityAlongCurve,
} from "@causal-velocity/core/flow/causal-curve.js";
export { type DormandPrinceOptions, dormandPrince } from "@causal-velocity/core/flow/dormand-prince.js";
export { type FittedScm, fitScm } from "@causal-velocity/core/flow/fit-scm.js";
export {
  type FlowOptions,
  type FlowRequest,
  type FlowResult,
  flow,
  type Velocity,
} from "@causal-velocity/core/flow/flow.js";
export { type FlowResidual, flowEntropy, flowResidual } from "@causal-velocity/core/flow/flow-residual.js";
export { type OdeSolver, type OdeSystem, rk4 } from "@causal-velocity/core/flow/ode-solver.js";

// Methods of your own, and the default taken apart

export { columnMemo, type Memo } from "@causal-velocity/core/compute/memo.js";
export {
  compareCosts,
  costMethod,
  type DirectionCost,
  type DirectionMethod,
} from "@causal-velocity/core/decide/decision.js";
export { EVIDENCE_WEIGHTS } from "@causal-velocity/core/decide/evidence-weights.js";
export type { DirectionMeasures, Measures } from "@causal-velocity/core/decide/measure-pair.js";
export { methodOf, VELOCITY_DEFAULTS, velocityMethod } from "@causal-velocity/core/decide/velocity-method.js";
export { type EvidenceWeights, rawEvidence, weighEvidence } from "@causal-velocity/core/decide/weigh-evidence.js";
export { measuresOf } from "./model-functions.js";

// Statistics

export { spacingEntropy } from "@causal-velocity/core/statistics/entropy.js";
export { type HsicFeatures, hsic, hsicGammaTail, hsicPermutationTail } from "@causal-velocity/core/statistics/hsic.js";
export { normalScores } from "@causal-velocity/core/statistics/ranks.js";
export { hsicFeatures, kernelEntropy } from "./model-functions.js";
