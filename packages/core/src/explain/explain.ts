import { checkedPair, type Pair } from "../data/pair.js";
import { drawRows, subsample } from "../data/resample.js";
import { diagnose } from "../diagnose/diagnose.js";
import { type DecideOptions, decide, type PairDecision } from "../direction/decide.js";
import { sharedScores } from "../direction/shared-scores.js";
import { fitVelocity } from "../fit/fit-velocity.js";
import { LOCATION_SCALE } from "../fit/location-scale-velocity.js";
import { DIRECTIONS, type Direction, orient } from "../fit/orient.js";
import type { ComputeOptions } from "../numeric/compute-options.js";
import { columnMemo } from "../numeric/memo.js";
import { seededRng } from "../numeric/rng.js";
import { lsnmVelocity } from "../velocity/lsnm.js";
import { dataSupport } from "./data-support.js";
import { type DirectionFitOptions, fitDirection } from "./direction-fit.js";
import { directionView } from "./direction-view.js";
import type { Explanation } from "./explanation.js";
import type { Figure } from "./figure.js";
import { curvesFigure } from "./figures/curves-figure.js";
import { dataFigure } from "./figures/data-figure.js";
import { evidenceFigure } from "./figures/evidence-figure.js";
import { lossFigure } from "./figures/loss-figure.js";
import { noiseFigure } from "./figures/noise-figure.js";
import { residualFigure } from "./figures/residual-figure.js";
import { velocityFigure } from "./figures/velocity-figure.js";
import { reasonSentences, verdictSentence } from "./verdict-sentence.js";

/** The verdict is that of `decide` with these options; the curves and arrows are those of `fitDirection`. */
export interface ExplainOptions extends DecideOptions {
  readonly curves?: DirectionFitOptions["velocity"];
}

/** Rows behind fits and pictures: more change no picture. */
const MOST_ROWS = 5000;
/** Rows drawn as dots: more hide each other. */
const MOST_DOTS = 1000;

/**
 * A verdict and what is behind it: the sentence, the evidence, both directions' velocities, curves, noise and residuals
 * as figures, and the checks of what it assumes.
 *
 * @paper sec:velocity:discovery, fig:conceptual_fig
 * @cost `decide`, `diagnose` and two fits     @throws InputError as `decide`
 */
export function explain(pair: Pair, options: ExplainOptions = {}): Explanation {
  const { curves, ...decideOptions } = options;
  const { routines, memoryLimit } = options;
  const compute = { routines, memoryLimit, memo: options.memo ?? columnMemo() };
  return explainDecision(pair, decide(pair, { ...decideOptions, ...compute }), { curves, ...compute });
}

/**
 * What is behind a decision that was made before, for callers who show the verdict first: with the decision that
 * `decide` gives, the explanation that `explain` gives.
 *
 * @cost `diagnose` and two fits     @throws InputError as `decide`
 */
export function explainDecision(
  pair: Pair,
  decision: PairDecision,
  options: ComputeOptions & Pick<ExplainOptions, "curves"> = {},
): Explanation {
  const { curves = LOCATION_SCALE, routines, memoryLimit } = options;
  const compute = { routines, memoryLimit, memo: options.memo ?? columnMemo() };
  const { seed } = decision;
  const checked = checkedPair(pair);
  const rng = seededRng(seed).split("explain");
  const drawn = subsample(checked, MOST_ROWS, rng.split("subsample"));
  // The class itself where it is fitted to scores; else the one that location-scale noise has in common with it.
  const velocity = curves === LOCATION_SCALE ? lsnmVelocity() : curves;
  const checks = diagnose(checked, { velocity: curves, seed, ...compute });
  return {
    names: decision.names,
    decision,
    verdict: verdictSentence(decision),
    reasons: reasonSentences(decision),
    figures: figuresOf(),
    checks,
    rows: decision.rows,
    warnings: decision.warnings,
    seed,
  };

  function figuresOf(): Figure[] {
    const fits = DIRECTIONS.map((direction) => fitDirection(drawn, direction, { velocity: curves, seed, ...compute }));
    const [{ pair: standard }] = fits;
    const support = dataSupport(standard, rng.split("support"));
    const shown = drawRows(drawn.x.length, Math.min(MOST_DOTS, drawn.x.length), rng.split("dots"));
    const views = fits.map((fit) => directionView(fit, support, shown));
    const { scores } = sharedScores(standard, "stein", compute);
    const leastLoss = (direction: Direction) =>
      fitVelocity(velocity, orient(standard, scores, direction), { ...compute, seed });
    const evidence = evidenceFigure(decision);
    return [
      dataFigure(views[0]),
      ...(evidence ? [evidence] : []),
      velocityFigure(views),
      curvesFigure(views),
      noiseFigure(views, shown),
      lossFigure(views, checks),
      residualFigure(views, { "x->y": leastLoss("x->y"), "y->x": leastLoss("y->x") }, scores),
    ];
  }
}
