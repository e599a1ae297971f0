import * as queue from "@causal-velocity/queue";
import * as library from "causal-velocity";
import * as draw from "causal-velocity/draw";
import * as drawNode from "causal-velocity/draw/node";
import * as lab from "causal-velocity/lab";
import * as model from "causal-velocity/model";
import { expect, test } from "vitest";

// Each change of the public API shows in review as a change of these lists.
const valuesOf = (entry: object): string => Object.keys(entry).sort().join(" ");

test("causal-velocity exports exactly these values", () => {
  expect(valuesOf(library)).toMatchInlineSnapshot(
    `"DEFAULT_METHOD DIRECTIONS EVIDENCE_MEANING EVIDENCE_NAMES EXPLANATION_FIGURES GATE_WORDS InputError REASON_WORDS allPairs bestRoutines choosePairs counterfactual counterfactualFigure decide decidePairs decisionRecord decodeText diagnose explain explainDecision explanationJson findingGroups findingText fitDirection isNumeric methods outcomeRecord outcomesCsv outcomesJson pairFromColumns pairFromTable pairsFigure pairsSentences pairsSummary parseTable percentText plainRoutines planTiles reasonSentences screenRecord seededRng stability tableFromColumns textWith verdictSentence wholePercent"`,
  );
});

test("causal-velocity/model exports exactly these values", () => {
  expect(valuesOf(model)).toMatchInlineSnapshot(
    `"DEFAULT_NETWORK_SIZE EVIDENCE_WEIGHTS FITS LOCATION_SCALE MINIMUM_ROWS PAPER_PENALTIES RULES VELOCITY_DEFAULTS anmNnVelocity anmVelocity basisPoint basisVelocity causalCurve columnMemo compareCosts costMethod costOf dormandPrince drawRows exactScore exponentialKernel exponentialTerms fitBoth fitLocationScale fitScm fitVelocity flow flowEntropy flowResidual fourierTerms gaussianKernel gofResidualInto hsic hsicFeatures hsicGammaTail hsicPermutationTail kde kernelEntropy linearVelocityModel locationScaleVelocity logDensityAlongCurve lsnmNnVelocity lsnmVelocity meanAbsolute meanSquare measuresOf medianDistance methodOf monomial nnVelocity normalScores orient orientScale pairScores parseBasis pnlVelocity polynomialTerms quantileSpline rawEvidence rk4 scoreEstimators silvermanBandwidths spacingEntropy splineBasis standardize stein subsample takeRows termsInUserUnits toStandardUnits toUserUnits trimmedRows velocityField velocityMethod velocityNamed velocityNames weighEvidence"`,
  );
});

test("causal-velocity/lab exports exactly these values", () => {
  expect(valuesOf(lab)).toMatchInlineSnapshot(
    `"accuracy additiveMechanism allMethods audrc betaDistribution calibrationFamilies chainMechanism compareMethods decisionRateCurve exponentialVelocity families flowMechanism forcedChoice fourierVelocity gammaDistribution gumbelDistribution jointDensity knownScoreStudy laplaceDistribution leftOutFamilies linearFunction linkMechanism locationScaleMechanism logisticDistribution mechanismError methodNamed mirroredDistribution mixtureDistribution normalDistribution paperDistinctRows paperFigureNamed paperFigures paperResampleRows parseGroundTruth parsePairmeta quadraticVelocity randomPair readSuitePair rolesOf sampleModel saturatingVelocity shiftedDistribution simulate simulatorNamed simulators studentDistribution suiteEntries suiteMetrics suites tablePair tableRelations trueScores trueVelocity uniformDistribution"`,
  );
});

test("causal-velocity/draw and causal-velocity/draw/node export exactly these values", () => {
  expect(valuesOf(draw)).toMatchInlineSnapshot(
    `"drawFigure figureCsv figureFrames figureText reportHtml svgText themeCss"`,
  );
  expect(valuesOf(drawNode)).toMatchInlineSnapshot(`"figureSvg missingGlyphs svgPng"`);
});

test("@causal-velocity/queue exports exactly these values", () => {
  expect(valuesOf(queue)).toMatchInlineSnapshot(
    `"DEFAULT_LIMITS DatabaseError MOST QUEUE_VARIABLE UnfitWorker cancelRun completeRun connectQueue createRun listRuns nodeThread queueAddress redacted removeRun retryRun runQueueWorker runResults runStatus serveTasksOn unusableDatabase"`,
  );
});
