import type { ComputeOptions } from "../compute/routines.js";
import { fitBoth } from "../fit/fit-velocity.js";
import { byRole, DIRECTIONS, type Direction } from "../fit/orient.js";
import { type FittedVelocity, flowResidual } from "../flow/flow-residual.js";
import { takeRows } from "../pair/resample.js";
import { MINIMUM_ROWS, type StandardPair } from "../pair/standardize.js";
import type { Finding } from "../primitives/finding.js";
import { meanAndSd } from "../primitives/quantiles.js";
import { pairScores, type ScoreChoice, scoreEstimator } from "../score/pair-scores.js";
import { hsic, hsicFeatures, hsicGammaTail } from "../statistics/hsic.js";
import { unitRanks } from "../statistics/ranks.js";
import type { VelocityClass } from "../velocity/velocity-model.js";
import { compareCosts, type DirectionMethod } from "./decision.js";

/** Width of the kernel on ranks between 0 and 1. */
const RANK_BANDWIDTH = 0.2;
/** Noise of a smaller spread, in standard deviations of the effect, is what a ridge and rounding leave of a line. */
const NOISELESS_SPREAD = 1e-3;

/** What a direction's curves say. */
export interface NoiseDependence {
  /** HSIC of the ranks of cause and noise; 0 where too few curves are known. */
  readonly cost: number;
  /** Probability of at least as much if cause and noise are independent; NaN where too few curves are known. */
  readonly tail: number;
  readonly isKnown: boolean;
  /** Curves that blew up before the baseline. */
  readonly blownUp: number;
  /** Curves that the solver gave up. */
  readonly unknown: number;
}

/**
 * Independence of cause and noise, ε̂ = φ_{cause→baseline}(effect), for the velocity that fits best: the HSIC of their
 * ranks.
 *
 * Ranks do not depend on the baseline or on units, and under independence neither does the distribution of their HSIC.
 * A curve that blows up before the baseline has noise beyond all others, on the side to which it left; one that the
 * solver gave up is left out. Both are counted in the decision.
 * @paper sec:velocity:discovery (ε̂_y independent of x)     @cost scores, two fits and n curves each way
 * @throws InputError `wrong-option`
 */
export function flowIndependenceMethod(
  name: string,
  velocity: VelocityClass,
  score: ScoreChoice,
  compute: ComputeOptions,
): DirectionMethod {
  const estimator = scoreEstimator(score, compute);
  return {
    name,
    comfortableRows: estimator.comfortableRows,
    decide(pair) {
      const fits = fitBoth(velocity, pair, pairScores(pair, estimator), compute);
      const [forward, backward] = DIRECTIONS.map((direction) => noiseDependence(fits[direction], compute));
      const lostCurves = {
        "x->y": forward.blownUp + forward.unknown,
        "y->x": backward.blownUp + backward.unknown,
      };
      return {
        ...compareCosts({ "x->y": forward.cost, "y->x": backward.cost }),
        // Nothing to measure costs nothing, and would win.
        ...(forward.isKnown && backward.isKnown ? {} : { verdict: "cannot-tell" }),
        diagnostics: { lostCurves },
        rows: pair.rows,
        findings: [
          ...lostCurvesFinding(lostCurves, pair),
          ...(forward.isKnown ? [] : [tooFewCurves("x->y", pair)]),
          ...(backward.isKnown ? [] : [tooFewCurves("y->x", pair)]),
        ],
      };
    },
  };
}

/** Dependence of the cause and the noise to which the flow of a fit brings every row. */
export function noiseDependence(fit: FittedVelocity, compute: ComputeOptions): NoiseDependence {
  const { noise, lost } = flowResidual(fit);
  const extended = noise.slice();
  for (const { row, reason, effect } of lost)
    if (reason === "blow-up") extended[row] = effect > 0 ? Infinity : -Infinity;
  const known = Uint32Array.from(extended, (_, row) => row).filter((row) => !Number.isNaN(extended[row]));
  const blownUp = lost.filter(({ reason }) => reason === "blow-up").length;
  const unknown = lost.length - blownUp;
  if (known.length < MINIMUM_ROWS) return { cost: 0, tail: Number.NaN, isKnown: false, blownUp, unknown };
  const [cause, ranked] = [fit.oriented.cause, extended].map((column) =>
    hsicFeatures(unitRanks(takeRows(column, known)), RANK_BANDWIDTH, compute),
  );
  const cost = hsic(cause, ranked);
  // The order of rounding residue means nothing.
  const isNoiseless = meanAndSd(takeRows(extended, known)).sd < NOISELESS_SPREAD;
  return { cost, tail: isNoiseless ? 1 : hsicGammaTail(cost, cause, ranked), isKnown: true, blownUp, unknown };
}

function lostCurvesFinding(lost: Readonly<Record<Direction, number>>, { names, x }: StandardPair): Finding[] {
  const count = lost["x->y"] + lost["y->x"];
  if (count === 0) return [];
  return [
    {
      code: "lost-curves",
      severity: "warn",
      value: count,
      sentence:
        `Of ${x.length} causal curves, ${lost["x->y"]} from "${names.x}" to "${names.y}" and ${lost["y->x"]} from ` +
        `"${names.y}" to "${names.x}" end before the baseline: the velocity grows too fast there.`,
      advice: "",
    },
  ];
}

function tooFewCurves(direction: Direction, { names }: StandardPair): Finding {
  const { cause, effect } = byRole(names, direction);
  return {
    code: "too-few-curves",
    severity: "fail",
    direction,
    sentence: `Fewer than ${MINIMUM_ROWS} causal curves from "${cause}" to "${effect}" could be followed: there is no noise to compare.`,
    advice: "",
  };
}
