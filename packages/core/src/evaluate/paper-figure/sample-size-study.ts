import { stein } from "../../score/stein.js";
import { anmVelocity } from "../../velocity/anm.js";
import { type KnownScoreSize, knownScoreStudy } from "../known-score-study.js";
import { PAPER_PAIRS, type PaperFigureOptions, wholeOption, withCommas } from "./paper-figure.js";

/** Numbers of rows in the paper's tables. */
const SIZES: readonly number[] = [100, 500, 1000, 2500, 5000, 10_000];
const MOST_PAIRS = 10_000;

/** The study behind the figures of sample size, and the words that tell it. */
export interface SampleSizeStudy {
  readonly sizes: readonly KnownScoreSize[];
  readonly pairs: number;
  /** "Quartiles over 100 datasets a size, seed 0." */
  readonly words: string;
}

/**
 * Additive noise with normal cause and noise, fitted exactly by splines, with true scores and with Stein estimates: the
 * pairs and the numbers that `reproduce sample-size-anm` calls exact.
 *
 * @paper tab:sample_size_anm     @cost 0.3 s a pair of all six sizes
 * @throws InputError `wrong-option`
 */
export function sampleSizeStudy({ seed = 0, rows, pairs, ...compute }: PaperFigureOptions): SampleSizeStudy {
  const largest = wholeOption("rows", rows, { least: SIZES[1], most: SIZES[SIZES.length - 1], otherwise: 10_000 });
  const datasets = wholeOption("pairs", pairs, { least: 1, most: MOST_PAIRS, otherwise: PAPER_PAIRS });
  const sizes = knownScoreStudy({
    kind: "gaussian-anm",
    velocity: anmVelocity(),
    estimator: stein(compute),
    ...compute,
    seed,
    sizes: SIZES.filter((size) => size <= largest),
    pairs: datasets,
  });
  const fewer = datasets < PAPER_PAIRS ? ` (the paper has ${PAPER_PAIRS})` : "";
  const words =
    `${withCommas(datasets)} additive-noise ${datasets === 1 ? "dataset" : "datasets"} a size${fewer}, seed ${seed}; ` +
    "lines are medians, bands run from the first to the third quartile.";
  return { sizes, pairs: datasets, words };
}
