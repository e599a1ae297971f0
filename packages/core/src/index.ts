// The public API, in the order of the data flow. A comment with a blank line after it keeps the groups apart.

// Errors

export { InputError, type InputErrorCode, type InputProblem } from "./errors/input-error.js";
export { memoryExceeded } from "./errors/memory-exceeded.js";
export { wrongOption } from "./errors/wrong-option.js";

// Numbers, and where heavy ones are computed

export { chebyshevRoots } from "./numeric/chebyshev.js";
export type { Column } from "./numeric/column.js";
export type { ComputeOptions } from "./numeric/compute-options.js";
export { gaussLegendre, type Quadrature } from "./numeric/gauss-legendre.js";
export { fitGaussianProcess, type GaussianProcessFit } from "./numeric/gaussian-process-fit.js";
export { type HsicFeatures, hsic, hsicFeatures, hsicGammaTail, hsicPermutationTail } from "./numeric/hsic.js";
export { kernelEntropy } from "./numeric/kernel-entropy.js";
export { kernelFactor, ridgeResidual } from "./numeric/kernel-ridge.js";
export type { KernelSums } from "./numeric/kernel-sums.js";
export type { LeastSquaresRows, LeastSquaresTriangle } from "./numeric/least-squares.js";
export type { Matrix } from "./numeric/matrix.js";
export { columnMemo, type Memo } from "./numeric/memo.js";
export { normalScores } from "./numeric/normal-scores.js";
export {
  antiderivative,
  type PiecewisePolynomial,
  piecewisePolynomial,
  piecewiseValue,
} from "./numeric/piecewise-polynomial.js";
export { plainRoutines } from "./numeric/plain-routines.js";
export { type CountedDistances, medianOfPlaneDistances } from "./numeric/plane-distance.js";
export { type PlaneNormality, planeNormality } from "./numeric/plane-normality.js";
export { type Rng, seededRng } from "./numeric/rng.js";
export { roundedNear } from "./numeric/rounded-near.js";
export type {
  FeatureProblem,
  KernelSumProblem,
  MemoryExceeded,
  NetworkProblem,
  Routines,
  RowBlock,
  SteinCheck,
  SteinProblem,
  SteinSolution,
} from "./numeric/routines.js";
export { sha256 } from "./numeric/sha256.js";
export { spacingEntropy } from "./numeric/spacing-entropy.js";
export type { SplineRows } from "./numeric/spline-rows.js";
export { type TableMemo, tableMemo } from "./numeric/table-memo.js";

// Data: table → pair → standardize

export { CELL, type CellKind, type DecimalMark } from "./data/cell.js";
export { type CsvCell, csvLine } from "./data/csv-line.js";
export { type DecodedText, decodeText, type TextDecoderClass } from "./data/decode-text.js";
export type { FormatOverrides } from "./data/detect-format.js";
export { displayName, displayNames } from "./data/display-name.js";
export { DROP_WORDS } from "./data/drop-words.js";
export { inFile } from "./data/in-file.js";
export { inspect } from "./data/inspect.js";
export { isRowNumber } from "./data/is-row-number.js";
export { type Pair, type PairChoice, pairFromColumns, pairFromTable } from "./data/pair.js";
export { parseTable } from "./data/parse-table.js";
export { drawRows, paperDistinctRows, paperResampleRows, subsample, takeRows } from "./data/resample.js";
export type { DropReason, RowCount } from "./data/row-count.js";
export { sampleCells } from "./data/sample-cells.js";
export type { Delimiter } from "./data/split-rows.js";
export { MINIMUM_ROWS, type Scale, type StandardPair, standardize } from "./data/standardize.js";
export { parseGroundTruth } from "./data/suite/parse-ground-truth.js";
export { parsePairmeta } from "./data/suite/parse-pairmeta.js";
export { readSuitePair } from "./data/suite/read-suite-pair.js";
export type { SuiteEntry, SuiteTruth } from "./data/suite/suite-entry.js";
export { type SuiteDefinition, type SuiteFormat, suiteEntries, suites, TRUTH_FILES } from "./data/suite/suites.js";
export { isNumeric, type Table, type TableColumn, type TableFormat } from "./data/table.js";
export { type NamedValues, tableFromColumns } from "./data/table-from-columns.js";
export { tableRow } from "./data/table-row.js";
export { trimmedRows } from "./data/trim.js";
export { toStandardUnits, toUserUnits } from "./data/units.js";
export type { Warning, WarningCode } from "./data/warning.js";

// Scores

export { medianDistance, silvermanBandwidths } from "./score/bandwidth.js";
export { exactScore, type KnownScore } from "./score/exact.js";
export { type KdeOptions, kde } from "./score/kde.js";
export { exponentialKernel, gaussianKernel, type Kernel, publishedExponentialKernel } from "./score/kernel.js";
export { type PairScores, pairScores } from "./score/pair-scores.js";
export type { ScoreEstimate, ScoreEstimator } from "./score/score-estimator.js";
export { type ScoreName, scoreEstimators } from "./score/score-estimators.js";
export { type SteinOptions, stein } from "./score/stein.js";
export { type SteinCurvature, steinCurvature } from "./score/stein-curvature.js";

// Velocities

export { anmVelocity } from "./velocity/anm.js";
export { anmNnVelocity } from "./velocity/anm-nn.js";
export {
  type BasisTerm,
  basisVelocity,
  exponentialTerms,
  fourierTerms,
  monomial,
  polynomialTerms,
  termsInUserUnits,
} from "./velocity/basis.js";
export type { SplineOptions } from "./velocity/cause-spline.js";
export { parseBasis } from "./velocity/expression/parse-basis.js";
export { type LinearBasis, linearVelocityModel } from "./velocity/linear-velocity-model.js";
export { lsnmVelocity } from "./velocity/lsnm.js";
export { lsnmNnVelocity } from "./velocity/lsnm-nn.js";
export { DEFAULT_NETWORK_SIZE, type NetworkVelocityOptions } from "./velocity/network-shape.js";
export { nnVelocity } from "./velocity/nn.js";
export { type PnlOptions, pnlVelocity } from "./velocity/pnl.js";
export { quantileSpline, type SplineBasis, splineBasis, splinePieces } from "./velocity/spline.js";
export {
  type AffineVelocity,
  type BasisPoint,
  basisPoint,
  type FittableModel,
  type FlowExtent,
  type LinearVelocityModel,
  type NetworkVelocityModel,
  type ProductVelocityModel,
  type RowLoss,
  type TrainableModel,
  type VelocityClass,
  type VelocityField,
  type VelocityModel,
  type VelocityPass,
  velocityField,
  type WeightTensor,
} from "./velocity/velocity-model.js";
export { velocityNamed, velocityNames } from "./velocity/velocity-named.js";

// Fit, both directions

export { type AdamOptions, adam, type Trained } from "./fit/adam.js";
export { type ConvexLocationScale, convexLocationScale } from "./fit/convex-location-scale.js";
export { type FitOptions, fitBoth } from "./fit/fit-both.js";
export { fitLinear, type Parameters } from "./fit/fit-linear.js";
export { fitProduct } from "./fit/fit-product.js";
export {
  FITS,
  type Fit,
  fitVelocity,
  type Training,
  type VelocityFit,
  type VelocityFitOptions,
} from "./fit/fit-velocity.js";
export { gofResidualInto, independenceResidualInto, meanAbsolute, meanSquare } from "./fit/gof.js";
export {
  fitLocationScale,
  type LocationScaleClass,
  type LocationScaleFit,
  splinesOfCause,
} from "./fit/location-scale.js";
export { LOCATION_SCALE, locationScaleVelocity } from "./fit/location-scale-velocity.js";
export { DIRECTIONS, type Direction, type Oriented, orient, orientScale } from "./fit/orient.js";
export { PAPER_PENALTIES, type PenaltyWeights } from "./fit/penalty.js";
export { costOf, costScale, RULES, type Rule } from "./fit/rule.js";
export { type TrainOptions, trainingLoss, trainVelocity } from "./fit/train-velocity.js";
export { fitWeakForm, type WeakFit } from "./fit/weak-form.js";

// Flow: curves, noise, structural model

export { type CausalCurve, type CurveRequest, causalCurve } from "./flow/causal-curve.js";
export type { CurveEnd } from "./flow/curve-follower.js";
export { type DormandPrinceOptions, dormandPrince } from "./flow/dormand-prince.js";
export {
  type FittedScm,
  fitScm,
  type InterventionMean,
  type InterventionQuantiles,
  type ScmSample,
} from "./flow/fit-scm.js";
export { type FlowRequest, type FlowResult, flow, type LostCurve } from "./flow/flow.js";
export { type FlowEntropy, flowEntropy } from "./flow/flow-entropy.js";
export { type FittedVelocity, type FlowResidual, flowResidual, type ResidualOptions } from "./flow/flow-residual.js";
export type { FlowOptions } from "./flow/follower-of.js";
export { logDensityAlongCurve, type ModelLogDensities } from "./flow/log-density-along-curve.js";
export { noiseLogDensity } from "./flow/noise-density.js";
export type { OdeEnd, OdeIntegrator, OdeSolver, OdeStep, OdeSystem } from "./flow/ode-solver.js";
export { type Rk4Options, rk4 } from "./flow/rk4.js";
export type { Velocity } from "./flow/velocity.js";

// Simulated pairs, whose truth is known

export type { EffectMarginal, MarginalPoint } from "./simulate/effect-marginal.js";
export { gaussianProcessDraw, gaussianProcessPath } from "./simulate/gaussian-process.js";
export { type JointDensity, type JointScore, jointDensity, type StructuralModel } from "./simulate/joint-density.js";
export { betaLaw } from "./simulate/law/beta-law.js";
export { gammaLaw } from "./simulate/law/gamma-law.js";
export { gumbelLaw } from "./simulate/law/gumbel-law.js";
export { laplaceLaw } from "./simulate/law/laplace-law.js";
export { logisticLaw } from "./simulate/law/logistic-law.js";
export { mirroredLaw } from "./simulate/law/mirrored-law.js";
export { type MixturePart, mixtureLaw } from "./simulate/law/mixture-law.js";
export { monotoneLaw } from "./simulate/law/monotone-law.js";
export { type MonotoneMap, randomMonotoneMap } from "./simulate/law/monotone-map.js";
export { normalLaw } from "./simulate/law/normal-law.js";
export { type ProbabilityLaw, type Substitution, shiftedLaw } from "./simulate/law/probability-law.js";
export { studentLaw } from "./simulate/law/student-law.js";
export { uniformLaw } from "./simulate/law/uniform-law.js";
export { wideNormalLaw } from "./simulate/law/wide-normal-law.js";
export { chainMechanism } from "./simulate/mechanism/chain-mechanism.js";
export { exponentialVelocity } from "./simulate/mechanism/exponential-velocity.js";
export { type DrivingPoint, type DrivingVelocity, flowMechanism } from "./simulate/mechanism/flow-mechanism.js";
export { fourierVelocity } from "./simulate/mechanism/fourier-velocity.js";
export { linkMechanism } from "./simulate/mechanism/link-mechanism.js";
export { additiveMechanism, locationScaleMechanism } from "./simulate/mechanism/location-scale-mechanism.js";
export {
  type Mechanism,
  type MechanismJet,
  mechanismJet,
  type VelocityPoint,
  velocityOf,
} from "./simulate/mechanism/mechanism.js";
export { probitLink } from "./simulate/mechanism/probit-link.js";
export { quadraticVelocity } from "./simulate/mechanism/quadratic-velocity.js";
export { type SaturatingVelocityOptions, saturatingVelocity } from "./simulate/mechanism/saturating-velocity.js";
export { calibrationFamilies, families, leftOutFamilies } from "./simulate/random/families.js";
export type {
  DirectedFamily,
  DrawnMechanism,
  SampledMechanism,
} from "./simulate/random/family/directed-family.js";
export { type RandomKind, type Relation, randomKind, undirectedRelations } from "./simulate/random/random-kind.js";
export { type RandomPair, type RandomPairOptions, randomPair } from "./simulate/random/random-pair.js";
export { type LawName, lawNames, standardLaw } from "./simulate/random/standard-law.js";
export { type CausalSample, pairOf, roundColumn, sampleModel } from "./simulate/sample-model.js";
export { type SimulateOptions, simulate, simulatorNamed } from "./simulate/simulate.js";
export { rolesOf, type SimulatedPair, type Truth } from "./simulate/simulated-pair.js";
export type { Simulator } from "./simulate/simulator.js";
export { simulators } from "./simulate/simulators.js";
export { linearFunction, type SmoothFunction } from "./simulate/smooth-function.js";
export { type TrueScores, trueScores } from "./simulate/true-scores.js";
export { trueVelocity } from "./simulate/true-velocity.js";

// Decision

export {
  COMPARED_ROWS,
  compareMethods,
  type MethodComparison,
  type Opinion,
  relativeStrength,
} from "./direction/compare-methods.js";
export { type CostMethodAbout, costMethod, type DirectionCost } from "./direction/cost-method.js";
export {
  type ChosenMethod,
  chosenMethod,
  DEFAULT_METHOD,
  type DecideOptions,
  decide,
  methodEntry,
  type PairDecision,
} from "./direction/decide.js";
export { compareCosts, type Decision, type Evidence, type Reason, type Verdict } from "./direction/decision.js";
export type {
  DirectionMethod,
  Family,
  Law,
  MethodEntry,
  MethodOptions,
  MethodSettings,
} from "./direction/direction-method.js";
export { EVIDENCE_WEIGHTS } from "./direction/evidence/evidence-weights.js";
export type { DirectionMeasures } from "./direction/evidence/measure-pair.js";
export {
  classFit,
  EVIDENCE_NAMES,
  type EvidenceName,
  type EvidenceWeight,
  type EvidenceWeights,
  logRowsOf,
  rawEvidence,
  weighEvidence,
} from "./direction/evidence/weigh-evidence.js";
export { type Measures, measuresOf } from "./direction/measures-of.js";
export { methodOf } from "./direction/method-of.js";
export { methods } from "./direction/registry.js";
export { type Stability, stability } from "./direction/stability.js";
export { VELOCITY_DEFAULTS, type VelocitySettings, velocityMethod } from "./direction/velocity-method.js";

// What is behind a decision: checks, counterfactuals, figures

export { curvatureVariation } from "./diagnose/anm-curvature.js";
export { type AdditiveModelJet, additiveModelJet, hoyerResidual } from "./diagnose/anm-hoyer.js";
export { additiveNoise, unexplainedScore } from "./diagnose/anm-score.js";
export type { Check, CheckStatus } from "./diagnose/check.js";
export { type CheckGroup, checkGroups } from "./diagnose/check-groups.js";
export { type DiagnoseOptions, diagnose } from "./diagnose/diagnose.js";
export { lostShare, type VelocityGrowth, velocityGrowth } from "./diagnose/linear-growth.js";
export { lowDensityShare } from "./diagnose/low-density.js";
export {
  type CauseDerivatives,
  causeDerivatives,
  lsnmCriterion,
  lsnmCriterionSize,
} from "./diagnose/lsnm-criterion.js";
export { type PolynomialDensity, polynomialDensity } from "./diagnose/polynomial-density.js";
export { STATUS_WORDS, type StatusWords } from "./diagnose/status-words.js";
export { largestGap } from "./diagnose/support.js";
export { farthestValue } from "./diagnose/tails.js";
export {
  type JointCurvature,
  type VelocityCurvature,
  velocityCurvature,
  velocityEquation,
} from "./diagnose/velocity-equation.js";
export {
  type Counterfactual,
  type CounterfactualOptions,
  type CounterfactualPoint,
  type CounterfactualRequest,
  counterfactual,
  HALVES as COUNTERFACTUAL_HALVES,
} from "./explain/counterfactual.js";
export { type DataSupport, dataSupport } from "./explain/data-support.js";
export { decisionRecord } from "./explain/decision-record.js";
export {
  type DirectionFit,
  type DirectionFitOptions,
  fitDirection,
  type Observation,
  type UserCurve,
} from "./explain/direction-fit.js";
export { axisOf, type BoundedAxis } from "./explain/direction-view.js";
export { EXPLANATION_FIGURES, type ExplainOptions, explain, explainDecision } from "./explain/explain.js";
export type { Explanation } from "./explain/explanation.js";
export { explanationJson } from "./explain/explanation-json.js";
export type {
  Arrows,
  Axis,
  Band,
  Bars,
  Curves,
  Dots,
  Figure,
  Mark,
  NameAxis,
  NumberAxis,
  Panel,
  Rules,
  SignedSquares,
  Stroke,
  Tone,
  Words,
} from "./explain/figure.js";
export { counterfactualFigure } from "./explain/figures/counterfactual-figure.js";
export { plainColumns } from "./explain/plain-columns.js";
export type { RecordAbout } from "./explain/record-about.js";
export { percentSure, REASON_WORDS, reasonSentences, UNHEARD, verdictSentence } from "./explain/verdict-sentence.js";

// Many pairs of one table

export { choosePairs, type PairsChoice } from "./map/choose-pairs.js";
export { decideTile } from "./map/decide-tile.js";
export { type MapColumn, mapFigure } from "./map/map-figure.js";
export { type MapOutcome, type MapProblem, sureness } from "./map/map-outcome.js";
export { mapSentences } from "./map/map-sentences.js";
export { type MapSummary, type MapTally, mapSummary, mapTally } from "./map/map-summary.js";
export { OUTCOME_HEADS, outcomeCells } from "./map/outcome-cells.js";
export { outcomeRecord } from "./map/outcome-record.js";
export { outcomesCsv } from "./map/outcomes-csv.js";
export { outcomesJson } from "./map/outcomes-json.js";
export { allPairs, type ColumnPair, columnsOfPairs, planTiles, TILE_SIDE, type Tile } from "./map/plan-tiles.js";

// How good methods are: metrics, and studies on simulated pairs

export { type Accuracy, accuracy } from "./evaluate/accuracy.js";
export { type AudrcVariant, audrc, type DecisionRateCurve, decisionRateCurve } from "./evaluate/audrc.js";
export { empiricalRate, type RatePoint } from "./evaluate/empirical-rate.js";
export { forcedChoice, type JudgedPair } from "./evaluate/judged-pair.js";
export {
  type BothCosts,
  type KnownScoreOptions,
  type KnownScorePair,
  knownScorePair,
} from "./evaluate/known-score-pair.js";
export {
  type KnownScoreSize,
  type KnownScoreStudyOptions,
  knownScoreStudy,
  type StudyOutcome,
  studyOutcome,
} from "./evaluate/known-score-study.js";
export { type MechanismError, mechanismError } from "./evaluate/mechanism-error.js";
export type { PaperFigure, PaperFigureOptions } from "./evaluate/paper-figure/paper-figure.js";
export { paperFigureNamed, paperFigures } from "./evaluate/paper-figure/paper-figures.js";
export { type Quartiles, quartiles } from "./evaluate/quartiles.js";
export { type PairOutcome, type SuiteMetrics, suiteMetrics } from "./evaluate/suite-metrics.js";
export { type TrueOrientation, trueOrientation } from "./evaluate/true-orientation.js";
