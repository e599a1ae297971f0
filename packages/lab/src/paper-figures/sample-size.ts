import type { Figure, Mark, Panel, Stroke, Tone } from "@causal-velocity/core/explain/figure.js";
import type { Column } from "@causal-velocity/core/primitives/columns.js";
import { stein } from "@causal-velocity/core/score/stein.js";
import { anmVelocity } from "@causal-velocity/core/velocity/spline-velocities.js";
import { type KnownScoreSize, knownScoreStudy, type StudyOutcome } from "../evaluate/known-score-study.js";
import { quartiles } from "../evaluate/metrics.js";
import { numberAxis, PAPER_PAIRS, type PaperFigureOptions, wholeOption, withCommas } from "./paper-figure.js";

/**
 * Goodness of fit of both directions against the number of rows, with true scores and with estimates.
 *
 * @paper fig:gof_gt, thm:consistency     @cost as `sampleSizeStudy`     @throws InputError `wrong-option`
 */
export function gofSampleSizeFigure(options: PaperFigureOptions = {}): Figure {
  const { sizes, words } = sampleSizeStudy(options);
  const panel = (title: string, of: (size: KnownScoreSize) => StudyOutcome): Panel => ({
    title,
    x: numberAxis("rows", { log: true }),
    y: numberAxis("mean squared residual (GoF)", { log: true }),
    marks: [
      ...quartileMarks(
        sized(sizes, (size) => of(size).anticausal),
        "y->x",
        "anticausal, y → x",
      ),
      ...quartileMarks(
        sized(sizes, (size) => of(size).causal),
        "x->y",
        "causal, x → y",
      ),
    ],
  });
  const [first, last] = [sizes[0], sizes[sizes.length - 1]];
  const smallest = Math.min(...sizes.map(({ withTrueScores }) => ratio(withTrueScores)));
  const share = (outcome: StudyOutcome) => `${(100 * outcome.accuracy).toFixed(0)}%`;
  return {
    id: "gof-sample-size",
    title: "Goodness of fit against the number of rows",
    caption:
      `With true scores (left) the anticausal misfit is at every size at least ${withCommas(roundedDown(smallest))} times ` +
      `the causal one, and ${share(first.withTrueScores)} of the directions are right at ${first.rows} rows. With estimated ` +
      "scores (right) look for a causal misfit that falls as rows are added and a gap that widens: " +
      `${ratio(first.withEstimates).toFixed(1)} times at ${first.rows} rows, with ${share(first.withEstimates)} right, and ` +
      `${ratio(last.withEstimates).toFixed(1)} times at ${withCommas(last.rows)}, with ${share(last.withEstimates)} right. ` +
      words,
    panels: [
      panel("True scores", ({ withTrueScores }) => withTrueScores),
      panel("Estimated scores", ({ withEstimates }) => withEstimates),
    ],
  };
}

function sized(sizes: readonly KnownScoreSize[], of: (size: KnownScoreSize) => Float64Array) {
  return sizes.map((size) => ({ rows: size.rows, values: of(size) }));
}

/** Anticausal over causal misfit, of the medians. */
function ratio({ causal, anticausal }: StudyOutcome): number {
  return quartiles(anticausal).median / quartiles(causal).median;
}

/** The whole number at or below a value with all digits but the first 0: 3000 for 3471. */
function roundedDown(value: number): number {
  let unit = 1;
  while (unit * 10 <= value) unit *= 10;
  return Math.floor(value / unit) * unit;
}

/** Where the accuracy axis begins: below 50% by the random variation of 100 datasets. */
const LOWEST_PERCENT = 40;
/** Where the axis ends: a dot at 100 is fully visible. */
const HIGHEST_PERCENT = 103;

/**
 * Error of the estimated scores, and accuracy and AUDRC of the decisions made with them, against the number of rows.
 *
 * @paper fig:score_mse_trace     @cost as `sampleSizeStudy`     @throws InputError `wrong-option`
 */
export function scoreErrorFigure(options: PaperFigureOptions = {}): Figure {
  const { sizes, words } = sampleSizeStudy(options);
  const sized = (of: (size: KnownScoreSize) => Column) => sizes.map((size) => ({ rows: size.rows, values: of(size) }));
  const rows = Float64Array.from(sizes, (size) => size.rows);
  const percent = (of: (size: KnownScoreSize) => number) => Float64Array.from(sizes, (size) => 100 * of(size));
  const [accuracy, audrc] = [
    percent(({ withEstimates }) => withEstimates.accuracy),
    percent(({ withEstimates }) => withEstimates.audrc),
  ];
  const [first, last] = [sizes[0], sizes[sizes.length - 1]];
  const effectError = ({ scoreError }: KnownScoreSize) => quartiles(scoreError.effect).median.toPrecision(2);
  return {
    id: "score-error",
    title: "Score error and accuracy against the number of rows",
    caption:
      `Look for errors of the estimated scores that fall as rows are added (of the effect's from ${effectError(first)} at ` +
      `${first.rows} rows to ${effectError(last)} at ${withCommas(last.rows)}), and for an accuracy that rises with them, from ` +
      `${accuracy[0].toFixed(0)} to ${accuracy[accuracy.length - 1].toFixed(0)}%. ${words}`,
    panels: [
      {
        title: "Error of the estimated scores",
        x: numberAxis("rows", { log: true }),
        y: numberAxis("mean squared error, standardized columns", { log: true }),
        marks: [
          ...quartileMarks(
            sized(({ scoreError }) => scoreError.effect),
            "ink",
            "score of the effect",
          ),
          ...medianMarks(
            sized(({ scoreError }) => scoreError.cause),
            "muted",
            "score of the cause",
            "dashed",
          ),
          // The study adds the two components; the paper averages them.
          ...medianMarks(
            sized(({ scoreError }) => scoreError.joint.map((sum) => sum / 2)),
            "muted",
            "joint score, mean of both parts",
            "dotted",
          ),
        ],
      },
      {
        title: "Directions right",
        x: numberAxis("rows", { log: true }),
        y: numberAxis("percent", { domain: [Math.min(LOWEST_PERCENT, ...accuracy, ...audrc), HIGHEST_PERCENT] }),
        marks: [
          { kind: "rules", tone: "muted", y: [50], stroke: "dotted", label: "chance" },
          { kind: "curves", tone: "ink", curves: [{ x: rows, y: accuracy }] },
          { kind: "dots", tone: "ink", x: rows, y: accuracy, size: "medium", label: "accuracy" },
          { kind: "curves", tone: "ink", curves: [{ x: rows, y: audrc }], stroke: "dashed" },
          { kind: "dots", tone: "ink", x: rows, y: audrc, shape: "ring", size: "medium", label: "AUDRC" },
        ],
      },
    ],
  };
}

/** Values measured at one size. */
interface SizedValues {
  readonly rows: number;
  readonly values: Column;
}

/** Medians over sizes as a line, drawn over a band from the first to the third quartile. */
function quartileMarks(sized: readonly SizedValues[], tone: Tone, label: string): Mark[] {
  const spreads = sized.map(({ values }) => quartiles(values));
  const x = Float64Array.from(sized, ({ rows }) => rows);
  const [low, high] = [
    Float64Array.from(spreads, ({ lower }) => lower),
    Float64Array.from(spreads, ({ upper }) => upper),
  ];
  return [{ kind: "band", tone, x, low, high }, ...medianMarks(sized, tone, label)];
}

/** Medians over sizes, as a line with a dot at every size. */
function medianMarks(sized: readonly SizedValues[], tone: Tone, label: string, stroke: Stroke = "solid"): Mark[] {
  const x = Float64Array.from(sized, ({ rows }) => rows);
  const y = Float64Array.from(sized, ({ values }) => quartiles(values).median);
  return [
    { kind: "curves", tone, curves: [{ x, y }], stroke },
    { kind: "dots", tone, x, y, size: "medium", label },
  ];
}

/** Numbers of rows in the paper's tables. */
const SIZES: readonly number[] = [100, 500, 1000, 2500, 5000, 10_000];
const MOST_DATASETS = 10_000;

/** The study behind the figures of sample size, and a sentence about it. */
interface SampleSizeStudy {
  readonly sizes: readonly KnownScoreSize[];
  readonly pairs: number;
  /** "Quartiles over 100 datasets a size, seed 0." */
  readonly words: string;
}

/**
 * Additive noise with normal cause and noise, fitted exactly by splines, with true scores and with Stein estimates: the
 * same pairs and numbers as in the exact mode of `reproduce sample-size-anm`.
 *
 * @paper tab:sample_size_anm     @cost 0.3 s a pair of all six sizes
 * @throws InputError `wrong-option`
 */
function sampleSizeStudy({ seed = 0, rows, pairs, ...compute }: PaperFigureOptions): SampleSizeStudy {
  const largest = wholeOption("rows", rows, { least: SIZES[1], most: SIZES[SIZES.length - 1], otherwise: 10_000 });
  const datasets = wholeOption("pairs", pairs, { least: 1, most: MOST_DATASETS, otherwise: PAPER_PAIRS });
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
    "lines are medians, bands go from the first to the third quartile.";
  return { sizes, pairs: datasets, words };
}
