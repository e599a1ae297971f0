import { columnMemo } from "../compute/memo.js";
import type { ComputeOptions } from "../compute/routines.js";
import { type DecideOptions, decide, methodEntry, type PairDecision } from "../decide/decide.js";
import { reasonSentences, requireDecision, verdictSentence } from "../decide/verdict-sentence.js";
import { diagnose } from "../diagnose/diagnose.js";
import { fitBoth } from "../fit/fit-velocity.js";
import { LOCATION_SCALE } from "../fit/location-scale-velocity.js";
import { DIRECTIONS, type Direction } from "../fit/orient.js";
import type { RowCount } from "../pair/complete-rows.js";
import { dataSupport } from "../pair/data-support.js";
import { withDisplayNames } from "../pair/display-names.js";
import { checkedPair, type Pair } from "../pair/pair.js";
import { drawRows, subsample } from "../pair/resample.js";
import { standardize } from "../pair/standardize.js";
import { distinctFindings, type Finding } from "../primitives/finding.js";
import { seededRng } from "../primitives/random.js";
import { type ScoreChoice, sharedScores } from "../score/pair-scores.js";
import { lsnmVelocity } from "../velocity/spline-velocities.js";
import {
  AUTO,
  type ChoiceOptions,
  candidateClass,
  type VelocityCandidate,
  velocityCandidates,
} from "./choose-velocity.js";
import { type DirectionFitOptions, fitDirection } from "./direction-fit.js";
import { directionView, MOST_DOTS } from "./direction-view.js";
import type { Figure } from "./figure.js";
import { dataFigure, evidenceFigure, lossFigure } from "./figures/data-figures.js";
import { curvesFigure, noiseFigure, residualFigure, velocityFigure } from "./figures/direction-figures.js";

/** The verdict is that of `decide` with these options. */
export interface ExplainOptions extends DecideOptions {
  /**
   * Class of curves and arrows; by default the method's own, for methods without one "location-scale". "auto": the class
   * that describes the direction of the margin in the fewest nats, for both directions.
   */
  readonly curves?: DirectionFitOptions["velocity"];
}

/** Rows behind fits and pictures: more change no picture. */
const MOST_ROWS = 5000;

/** Names of the figures, in reading order; `evidence` only of methods that weigh some. */
export const EXPLANATION_FIGURES = ["data", "evidence", "velocity", "curves", "noise", "loss", "residual"] as const;

/**
 * A verdict and what is behind it: the sentence, the evidence, both directions' velocities, curves, noise and residuals
 * as figures, and the findings about data, fits and assumptions.
 *
 * @paper sec:velocity:discovery, fig:conceptual_fig
 * @cost `decide`, `diagnose` and two fits     @throws InputError as `decide`
 */
export function explain(pair: Pair, options: ExplainOptions = {}): Explanation {
  const { curves, ...decideOptions } = options;
  const { routines, memoryLimit, method, methods } = options;
  const compute = { routines, memoryLimit, memo: options.memo ?? columnMemo() };
  return explainDecision(pair, decide(pair, { ...decideOptions, ...compute }), { curves, method, methods, ...compute });
}

/**
 * What is behind a decision that was made before, for callers who show the verdict first: with the decision that
 * `decide` gives, the explanation that `explain` gives.
 *
 * @param options `method` is needed only where it was one of the caller's own
 * @cost `diagnose` and two fits     @throws InputError as `decide`
 */
export function explainDecision(
  given: Pair,
  decision: PairDecision,
  options: ComputeOptions & Pick<ExplainOptions, "curves" | "method" | "methods"> = {},
): Explanation {
  requireDecision(decision);
  const { routines, memoryLimit, method = decision.method } = options;
  const compute = { routines, memoryLimit, memo: options.memo ?? columnMemo() };
  const pair = withDisplayNames(checkedPair(given));
  const { names } = pair;
  const { seed, options: settings } = decision;
  const entry = decision.given ? undefined : methodEntry(method, options.methods);
  const own = entry?.velocity?.(settings);
  const score = entry?.score?.(settings) ?? settings.score ?? "stein";
  const asked = options.curves ?? own ?? LOCATION_SCALE;
  const choice = asked === AUTO ? chooseCurves(pair, decision, { score, ...compute }) : undefined;
  const curves = asked === AUTO ? candidateClass(choice?.curves ?? LOCATION_SCALE) : asked;
  const measured = diagnose(pair, { velocity: curves, score, seed, ...compute });
  const named = { ...decision, names };
  return {
    names,
    decision,
    ...(decision.given && { alone: decideAlone(pair, decision, compute) }),
    ...(choice && { choice }),
    verdict: verdictSentence(named),
    reasons: reasonSentences(named),
    figures: figuresOf(pair, named, measured, { curves, score, compute }),
    findings: distinctFindings([...decision.findings, ...measured]),
    rows: decision.rows,
    seed,
  };
}

/** What the pair is without the given columns, on the same rows and with the same settings. */
function decideAlone(pair: Pair, { seed, options, names }: PairDecision, compute: ComputeOptions): PairDecision {
  const { abstain, unordered, maxRows } = options;
  return decide({ ...pair, names }, { abstain, unordered, maxRows, seed, ...compute });
}

/** What conditioning changed, in two sentences: the verdict alone, and given the other columns. */
export function conditioningSentences({ alone, verdict, names }: Explanation): string[] {
  if (!alone) return [];
  return [`Alone: ${verdictSentence({ ...alone, names })}`, `Given: ${verdict}`];
}

/** The candidates of both directions; curves of one class are compared, so that of the direction of the margin is taken. */
function chooseCurves(pair: Pair, { margin }: PairDecision, options: ChoiceOptions): CurvesChoice {
  const standard = standardize(pair);
  const candidates = {
    "x->y": velocityCandidates(standard, "x->y", options),
    "y->x": velocityCandidates(standard, "y->x", options),
  };
  return { curves: candidates[margin < 0 ? "y->x" : "x->y"][0].velocity, candidates };
}

function figuresOf(
  pair: Pair,
  decision: PairDecision,
  findings: readonly Finding[],
  {
    curves,
    score,
    compute,
  }: { curves: ReturnType<typeof candidateClass>; score: ScoreChoice; compute: ComputeOptions },
): Figure[] {
  const { seed } = decision;
  const rng = seededRng(seed).split("explain");
  const drawn = subsample(pair, MOST_ROWS, rng.split("subsample"));
  const fits = DIRECTIONS.map((direction) =>
    fitDirection(drawn, direction, { velocity: curves, score, seed, ...compute }),
  );
  const [{ pair: standard }] = fits;
  const support = dataSupport([standard.x, standard.y], rng.split("support"));
  const shown = drawRows(drawn.x.length, Math.min(MOST_DOTS, drawn.x.length), rng.split("dots"));
  const views = fits.map((fit) => directionView(fit, support, shown));
  const { scores } = sharedScores(standard, score, compute);
  // The class itself where it is fitted to scores; else the one that location-scale noise has in common with it.
  const velocity = curves === LOCATION_SCALE ? lsnmVelocity() : curves;
  const leastLoss = fitBoth(velocity, standard, scores, { ...compute, seed });
  const evidence = decision.given ? undefined : evidenceFigure(decision);
  return [
    dataFigure(views[0], decision.rows.used),
    ...(evidence ? [evidence] : []),
    velocityFigure(views),
    curvesFigure(views),
    noiseFigure(views, shown),
    lossFigure(views, leastLoss, findings, decision.verdict),
    residualFigure(views, leastLoss),
  ];
}

/** Which class of velocities describes each direction how well, the best first, and the one whose curves are shown. */
export interface CurvesChoice {
  readonly curves: string;
  readonly candidates: Readonly<Record<Direction, readonly VelocityCandidate[]>>;
}

/** A verdict and what is behind it, as plain data: a report without its looks. */
export interface Explanation {
  /** Names of the columns for sentences; the decision has them as they are. */
  readonly names: { readonly x: string; readonly y: string };
  readonly decision: PairDecision;
  /** Of a decision given other columns: the decision about the pair alone, on the same rows. Figures are about the pair. */
  readonly alone?: PairDecision;
  /** Of curves "auto". */
  readonly choice?: CurvesChoice;
  /** The verdict in words: "dose drives response, 97% sure." */
  readonly verdict: string;
  /** Why, one sentence each. */
  readonly reasons: readonly string[];
  /** In reading order. */
  readonly figures: readonly Figure[];
  /** Those of the decision and those of `diagnose`, one for each doubt, direction and column; passed ones included. */
  readonly findings: readonly Finding[];
  readonly rows: RowCount;
  readonly seed: number;
}
