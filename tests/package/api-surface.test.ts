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
    `"DEFAULT_METHOD DIRECTIONS EVIDENCE_MEANING EVIDENCE_NAMES EXPLANATION_FIGURES GATE_WORDS GRAPH_ASSUMPTIONS InputError QUANTILE_SHARES REASON_WORDS allPairs bestRoutines choosePairs counterfactual counterfactualFigure counterfactualOn decide decidePairs decisionRecord decodeText diagnose explain explainDecision explanationJson findGraph findingGroups findingText fitDirection graph graphCsv graphDot graphFigure graphFromJson graphJson graphMl intervene isNumeric methods outcomeRecord outcomesCsv outcomesJson pairFromColumns pairFromTable pairsFigure pairsSentences pairsSummary parseTable percentText plainRoutines planTiles readTable reasonSentences robustness screenRecord seededRng stability structuralFigure structuralModel tableFromColumns textWith transformTable verdictSentence wholePercent"`,
  );
});

test("causal-velocity/model exports exactly these values", () => {
  expect(valuesOf(model)).toMatchInlineSnapshot(
    `"DEFAULT_NETWORK_SIZE EVIDENCE_WEIGHTS FITS LOCATION_SCALE MINIMUM_ROWS PAPER_PENALTIES RULES VELOCITY_DEFAULTS anmNnVelocity anmVelocity basisPoint basisVelocity causalCurve columnMemo compareCosts costMethod costOf dormandPrince drawRows exactScore exponentialKernel exponentialTerms fitBoth fitLocationScale fitScm fitVelocity flow flowEntropy flowResidual fourierTerms gaussianKernel gofResidualInto hsic hsicFeatures hsicGammaTail hsicPermutationTail kde kernelEntropy linearVelocityModel locationScaleVelocity logDensityAlongCurve lsnmNnVelocity lsnmVelocity meanAbsolute meanSquare measuresOf medianDistance methodOf monomial nnVelocity normalScores orient orientScale pairScores parseBasis pnlVelocity polynomialTerms quantileSpline rawEvidence rk4 scoreEstimators silvermanBandwidths spacingEntropy splineBasis standardize stein steinCv subsample takeRows termsInUserUnits toStandardUnits toUserUnits trimmedRows tunedScore tunedVelocity velocityField velocityMethod velocityNamed velocityNames weighEvidence"`,
  );
});

test("causal-velocity/lab exports exactly these values", () => {
  expect(valuesOf(lab)).toMatchInlineSnapshot(
    `"accuracy additiveMechanism allMethods audrc betaDistribution calibrationFamilies chainMechanism compareMethods decisionRateCurve exponentialVelocity families flowMechanism forcedChoice fourierVelocity gammaDistribution graphDifference graphMethodNamed graphMethods graphShares gumbelDistribution jointDensity knownScoreStudy laplaceDistribution leftOutFamilies linearFunction linkMechanism locationScaleMechanism logisticDistribution mechanismError methodNamed mirroredDistribution mixtureDistribution normalDistribution paperDistinctRows paperFigureNamed paperFigures paperResampleRows parseGroundTruth parsePairmeta quadraticVelocity randomPair readSuitePair rolesOf sampleModel saturatingVelocity shapedGraph shiftedDistribution simulate simulateGraph simulatorNamed simulators studentDistribution suiteEntries suiteMetrics suites tablePair tableRelations trueScores trueVelocity uniformDistribution"`,
  );
});

test("causal-velocity/draw and causal-velocity/draw/node export exactly these values", () => {
  expect(valuesOf(draw)).toMatchInlineSnapshot(
    `"drawFigure figureCsv figureFrames figureText graphHtml reportHtml svgText themeCss"`,
  );
  expect(valuesOf(drawNode)).toMatchInlineSnapshot(`"figureSvg missingGlyphs svgPng"`);
});

test("@causal-velocity/queue exports exactly these values", () => {
  expect(valuesOf(queue)).toMatchInlineSnapshot(
    `"DEFAULT_LIMITS DatabaseError MOST QUEUE_VARIABLE UnfitWorker cancelRun completeRun connectQueue createRun listRuns nodeThread queueAddress redacted removeRun retryRun runQueueWorker runResults runStatus serveTasksOn unusableDatabase"`,
  );
});

/** What callers without types pass by mistake. */
const WRONG: Readonly<Record<string, unknown>> = {
  ...{ nothing: undefined, null: null, "a BigInt": 5n, "a symbol": Symbol("s"), "a function": () => 1 },
  ...{
    "an object without a prototype": Object.create(null),
    "an empty object": {},
    "a length of 1e15": { length: 1e15 },
  },
  ...{ "an array with null": [null], "an array of 1e9 holes": new Array(1e9) },
};
/** One takes nothing; the others put what a decision holds into words, and check nothing. */
const ANYTHING = ["bestRoutines", "percentText", "textWith", "wholePercent"];

test.each(
  Object.entries(library).filter(
    ([name, value]) => typeof value === "function" && name !== "InputError" && !ANYTHING.includes(name),
  ),
)("%s refuses what it cannot use as an InputError, at once", async (_, exported) => {
  for (const [words, value] of Object.entries(WRONG)) {
    const start = performance.now();
    // A promise that is rejected counts as well.
    const found = await new Promise((resolve) => resolve((exported as (value: unknown) => unknown)(value))).then(
      () => `nothing was thrown for ${words}`,
      (error: unknown) => error,
    );
    expect(found, words).toBeInstanceOf(library.InputError);
    expect((found as library.InputError).message).toMatch(/^.+: .+; expected .+\. .+\.$/);
    expect(performance.now() - start, words).toBeLessThan(2000);
  }
});

test("arguments after the first are checked as well", () => {
  const table = library.tableFromColumns([{ name: "a", values: [1, 2] }]);
  const wrongly = (value: unknown) => value as never;
  const column = (values: number[]) => Float64Array.from(values);
  const pair = library.pairFromColumns(column([1, 2]), column([3, 4]));
  const screened = { pairs: 1, measured: 1, left: library.allPairs([1, 2]), unscreened: [] };
  for (const call of [
    () => library.decodeText(new Uint8Array([97]), "file", wrongly(undefined)),
    () => library.planTiles(library.allPairs([1, 2]), 0),
    () => library.pairsSummary([], wrongly(null)),
    () => library.screenRecord(screened, wrongly(null)),
    () => library.counterfactualFigure(pair, wrongly(null)),
    () => library.explainDecision(pair, wrongly(null)),
    () => library.pairsFigure([], wrongly(null)),
    () => library.isNumeric(wrongly(table)),
    () => library.allPairs(wrongly(["a", "b"])),
  ]) {
    expect(call).toThrow(library.InputError);
  }
});
