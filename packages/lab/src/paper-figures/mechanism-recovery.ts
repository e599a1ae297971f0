import type { ComputeOptions } from "@causal-velocity/core/compute/routines.js";
import type { Figure, Mark, Panel } from "@causal-velocity/core/explain/figure.js";
import { fitVelocity } from "@causal-velocity/core/fit/fit-velocity.js";
import { orient } from "@causal-velocity/core/fit/orient.js";
import { causalCurve } from "@causal-velocity/core/flow/causal-curve.js";
import type { Velocity } from "@causal-velocity/core/flow/flow.js";
import { type StandardPair, standardize, toUserUnits } from "@causal-velocity/core/pair/standardize.js";
import { type Column, evenGrid } from "@causal-velocity/core/primitives/columns.js";
import { quantileOfSorted, sorted } from "@causal-velocity/core/primitives/quantiles.js";
import { pairScores } from "@causal-velocity/core/score/pair-scores.js";
import { stein } from "@causal-velocity/core/score/stein.js";
import { basisVelocity, fourierTerms, termsInUserUnits } from "@causal-velocity/core/velocity/basis.js";
import { anmVelocity, lsnmVelocity } from "@causal-velocity/core/velocity/spline-velocities.js";
import type { VelocityClass } from "@causal-velocity/core/velocity/velocity-model.js";
import { mechanismError, trueOrientation } from "../evaluate/mechanism-error.js";
import { quartiles } from "../evaluate/metrics.js";
import type { Mechanism } from "../simulate/mechanism.js";
import { simulate } from "../simulate/simulate.js";
import {
  curvesOver,
  extentOf,
  MOST_PANEL_DOTS,
  numberAxis,
  PAPER_PAIRS,
  type PaperFigureOptions,
  rowDots,
  wholeOption,
  withCommas,
} from "./paper-figure.js";

/**
 * Velocities fitted to true scores by least squares and integrated, next to the true mechanism, for three classes that
 * contain the true velocity.
 *
 * @paper fig:gt_score_estim     @cost about 1 s     @throws InputError `wrong-option`
 */
export function mechanismRecoveryFigure({ seed = 0, rows, ...compute }: PaperFigureOptions = {}): Figure {
  const n = wholeOption("rows", rows, { least: 20, most: 100_000, otherwise: 1000 });
  const errors: string[] = [];
  const panels = [additiveCase, locationScaleCase, fourierCase].map(({ title, kind, number, classOf }) => {
    const simulated = simulate(kind, { n, seed, number });
    const known = trueOrientation(simulated);
    const { mechanism, noise, pair } = simulated;
    if (!known || !mechanism || !noise) throw new TypeError(`${kind} knows its scores and mechanism`);
    const fit = fitVelocity(classOf(known.pair), known.causal, compute);
    errors.push(`${inWords(mechanismError(fit, simulated).error)} (${title}, dataset ${number})`);
    return {
      title,
      x: numberAxis("cause x"),
      y: numberAxis("effect y"),
      marks: [rowDots(pair.x, pair.y), ...curvesBesideTruth(fit, mechanism, known.pair, curveStarts(pair.x, noise))],
    };
  });
  return {
    id: "mechanism-recovery",
    title: "True scores recover the mechanism",
    caption:
      `Given the true scores at ${withCommas(n)} rows (seed ${seed}) and a class that contains the true velocity, least squares finds a ` +
      "velocity whose curves (solid) lie on those of the true mechanism (dashed). Root mean square error of the counterfactuals, in " +
      `standard deviations of the effect: ${errors.join(", ")}.`,
    panels,
  };
}

/** Smaller numbers are written with a power of ten. */
const SMALLEST_DECIMAL = 1e-4;
const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** One digit: "0.0008", "6·10⁻¹⁰". */
function inWords(error: number): string {
  if (!(error < SMALLEST_DECIMAL)) return error.toPrecision(1);
  const [digit, power] = error.toExponential(0).split("e-");
  return `${digit}·10⁻${power.replace(/\d/g, (place) => SUPERSCRIPTS[Number(place)])}`;
}

const SIZES: readonly number[] = [100, 500, 1000, 2500, 5000, 10_000];
/** Number of datasets for the medians in the caption. */
const DATASETS = 20;

/**
 * Causal curves of a velocity fitted to estimated scores, next to the true ones, for growing parts of one dataset of a
 * well-specified location-scale model. The caption has the errors of several datasets.
 *
 * @paper fig:LSNM_sample_size     @cost 0.2 s a dataset in WebAssembly     @throws InputError `wrong-option`
 */
export function lsnmSampleSizeFigure({ seed = 0, rows, pairs, ...compute }: PaperFigureOptions = {}): Figure {
  const largest = wholeOption("rows", rows, { least: SIZES[0], most: SIZES[SIZES.length - 1], otherwise: 10_000 });
  const datasets = wholeOption("pairs", pairs, { least: 1, most: PAPER_PAIRS, otherwise: DATASETS });
  const sizes = SIZES.filter((size) => size <= largest);
  const { number } = locationScaleCase;
  const shown = sizes.map((n) => fitToEstimates({ n, seed, number }, compute));
  const typical = sizes.map((n) => {
    const errors = Array.from(
      { length: datasets },
      (_, k) => fitToEstimates({ n, seed, number: k + 1 }, compute).error,
    );
    return quartiles(Float64Array.from(errors)).median;
  });
  const inWords = (errors: readonly number[]) => errors.map((error) => error.toPrecision(2)).join(", ");
  return {
    id: "lsnm-sample-size",
    title: "Estimated causal curves against the number of rows",
    caption:
      "A location-scale velocity fitted to estimated scores: look for curves that approach the true ones as rows are " +
      "added. Root mean square error of the counterfactuals, in standard deviations of the effect: " +
      `${inWords(shown.map(({ error }) => error))} in this dataset (number ${number}, seed ${seed}, each panel with the first ` +
      `rows of the next); ${inWords(typical)} the medians of ${datasets} datasets.`,
    panels: panelsOf(shown),
  };
}

/** A dataset and the velocity fitted to its estimated scores. */
function fitToEstimates(options: { n: number; seed: number; number: number }, compute: ComputeOptions) {
  const { kind, classOf } = locationScaleCase;
  const simulated = simulate(kind, options);
  const pair = standardize(simulated.pair);
  const fit = fitVelocity(classOf(pair), orient(pair, pairScores(pair, stein(compute)), "x->y"), compute);
  return { simulated, pair, fit, error: mechanismError(fit, simulated).error };
}

/** One panel per fit, all with the axes and the curves of the last. */
function panelsOf(fits: readonly ReturnType<typeof fitToEstimates>[]): Panel[] {
  const { pair: whole, mechanism, noise } = fits[fits.length - 1].simulated;
  if (!mechanism || !noise) throw new TypeError(`${locationScaleCase.kind} knows its mechanism`);
  const starts = curveStarts(whole.x, noise);
  const [x, y] = [whole.x, whole.y].map((column) => extentOf(column.subarray(0, MOST_PANEL_DOTS)));
  return fits.map(({ simulated, pair, fit }) => ({
    title: `${withCommas(pair.x.length)} rows`,
    x: numberAxis("cause x", { domain: x }),
    y: numberAxis("effect y", { domain: y }),
    marks: [rowDots(simulated.pair.x, simulated.pair.y), ...curvesBesideTruth(fit, mechanism, pair, starts)],
  }));
}

/** Quantiles of the noise whose curves are drawn. */
const NOISE_LEVELS: readonly number[] = [0.05, 0.2, 0.35, 0.5, 0.65, 0.8, 0.95];
/** Quantiles of the cause between which they are drawn: beyond them a fit has few data. */
const CAUSE_LEVELS: readonly [number, number] = [0.01, 0.99];
const CURVE_GRID_POINTS = 81;

/** The curves to draw: values of the cause, and points of the true mechanism at its median from which curves start. */
interface CurveStarts {
  readonly grid: Column;
  readonly cause: number;
  /** Noise of each curve. */
  readonly noise: readonly number[];
}

/** Where the curves of a dataset start, in its units. */
function curveStarts(cause: Column, noise: Column): CurveStarts {
  const [causes, noises] = [sorted(cause), sorted(noise)];
  const [low, high] = CAUSE_LEVELS.map((level) => quantileOfSorted(causes, level));
  return {
    grid: evenGrid(low, high, CURVE_GRID_POINTS),
    cause: quantileOfSorted(causes, 0.5),
    noise: NOISE_LEVELS.map((level) => quantileOfSorted(noises, level)),
  };
}

/** Curves of a fit of x → y and, dashed, those of the true mechanism from the same starts, in the user's units. */
function curvesBesideTruth(
  velocity: Velocity,
  mechanism: Mechanism,
  { scale }: Pick<StandardPair, "scale">,
  starts: CurveStarts,
): Mark[] {
  const standard = (value: number, { mean, sd }: { mean: number; sd: number }) => (value - mean) / sd;
  const grid = starts.grid.map((x) => standard(x, scale.x));
  const fitted = starts.noise.map((noise) => {
    const effect = standard(mechanism.effect(starts.cause, noise), scale.y);
    const curve = causalCurve(velocity, { effect, from: standard(starts.cause, scale.x), grid });
    return { x: starts.grid, y: toUserUnits(curve.effect, scale.y) };
  });
  return [
    { kind: "curves", tone: "x->y", curves: fitted, weight: "bold", label: "fitted velocity, integrated" },
    curvesOver(
      starts.grid,
      starts.noise.map((noise) => (x: number) => mechanism.effect(x, noise)),
      { tone: "truth", stroke: "dashed", label: "true mechanism" },
    ),
  ];
}

/** A dataset, and a class that contains its velocity. */
interface WellSpecified {
  readonly title: string;
  /** A simulator that knows its mechanism and scores. */
  readonly kind: string;
  /** Number of the pair, chosen because the first datasets are nearly straight lines. */
  readonly number: number;
  classOf(pair: StandardPair): VelocityClass;
}

const additiveCase: WellSpecified = {
  title: "ANM, a spline",
  kind: "gaussian-anm",
  number: 8,
  classOf: () => anmVelocity(),
};

const locationScaleCase: WellSpecified = {
  title: "LSNM, two splines",
  kind: "gaussian-lsnm",
  number: 5,
  classOf: () => lsnmVelocity(),
};

const fourierCase: WellSpecified = {
  title: "Velocity, six basis functions",
  kind: "gaussian-velocity",
  number: 1,
  classOf: ({ scale }) =>
    basisVelocity("fourier", termsInUserUnits(fourierTerms(), { cause: scale.x, effect: scale.y })),
};
