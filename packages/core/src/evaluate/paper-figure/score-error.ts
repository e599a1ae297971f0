import type { Figure } from "../../explain/figure.js";
import type { Column } from "../../numeric/column.js";
import type { KnownScoreSize } from "../known-score-study.js";
import { quartiles } from "../quartiles.js";
import { numberAxis } from "./marks.js";
import { type PaperFigureOptions, withCommas } from "./paper-figure.js";
import { medianMarks, quartileMarks } from "./quartile-marks.js";
import { sampleSizeStudy } from "./sample-size-study.js";

/** Where the accuracy axis begins: below a coin toss by what chance does to 100 datasets. */
const LOWEST_PERCENT = 40;
/** A dot at 100 is seen whole. */
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
      `${accuracy[0].toFixed(0)} to ${accuracy[accuracy.length - 1].toFixed(0)} %. ${words}`,
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
          { kind: "rules", tone: "muted", y: [50], stroke: "dotted", label: "a coin toss" },
          { kind: "curves", tone: "ink", curves: [{ x: rows, y: accuracy }] },
          { kind: "dots", tone: "ink", x: rows, y: accuracy, size: "medium", label: "accuracy" },
          { kind: "curves", tone: "ink", curves: [{ x: rows, y: audrc }], stroke: "dashed" },
          { kind: "dots", tone: "ink", x: rows, y: audrc, shape: "ring", size: "medium", label: "AUDRC" },
        ],
      },
    ],
  };
}
