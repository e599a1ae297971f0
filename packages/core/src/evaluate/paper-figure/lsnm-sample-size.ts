import { standardize } from "../../data/standardize.js";
import type { Figure, Panel } from "../../explain/figure.js";
import { fitVelocity } from "../../fit/fit-velocity.js";
import { orient } from "../../fit/orient.js";
import type { ComputeOptions } from "../../numeric/compute-options.js";
import { pairScores } from "../../score/pair-scores.js";
import { stein } from "../../score/stein.js";
import { simulate } from "../../simulate/simulate.js";
import { mechanismError } from "../mechanism-error.js";
import { quartiles } from "../quartiles.js";
import { curveStarts, curvesBesideTruth } from "./curves-beside-truth.js";
import { extentOf, MOST_DOTS, numberAxis, rowDots } from "./marks.js";
import { PAPER_PAIRS, type PaperFigureOptions, wholeOption, withCommas } from "./paper-figure.js";
import { locationScaleCase } from "./well-specified.js";

const SIZES: readonly number[] = [100, 500, 1000, 2500, 5000, 10_000];
/** Datasets behind the medians of the caption. */
const DATASETS = 20;

/**
 * Causal curves of a velocity fitted to estimated scores, beside the true ones, for growing parts of one dataset of a
 * well-specified location-scale model; in the caption the errors of several datasets.
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
      "A location-scale velocity fitted to estimated scores: look for curves that come to lie on the true ones as rows are " +
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

/** One panel a fit, all with the axes and the curves of the last. */
function panelsOf(fits: readonly ReturnType<typeof fitToEstimates>[]): Panel[] {
  const { pair: whole, mechanism, noise } = fits[fits.length - 1].simulated;
  if (!mechanism || !noise) throw new TypeError(`${locationScaleCase.kind} knows its mechanism`);
  const starts = curveStarts(whole.x, noise);
  const [x, y] = [whole.x, whole.y].map((column) => extentOf(column.subarray(0, MOST_DOTS)));
  return fits.map(({ simulated, pair, fit }) => ({
    title: `${withCommas(pair.x.length)} rows`,
    x: numberAxis("cause x", { domain: x }),
    y: numberAxis("effect y", { domain: y }),
    marks: [rowDots(simulated.pair.x, simulated.pair.y), ...curvesBesideTruth(fit, mechanism, pair, starts)],
  }));
}
