import type { Figure, Panel } from "../../explain/figure.js";
import type { KnownScoreSize, StudyOutcome } from "../known-score-study.js";
import { quartiles } from "../quartiles.js";
import { numberAxis } from "./marks.js";
import { type PaperFigureOptions, withCommas } from "./paper-figure.js";
import { quartileMarks } from "./quartile-marks.js";
import { sampleSizeStudy } from "./sample-size-study.js";

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
  const share = (outcome: StudyOutcome) => `${(100 * outcome.accuracy).toFixed(0)} %`;
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
