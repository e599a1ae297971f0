import { LEAST_FIT } from "../decide/default-method.js";
import { noiseDependence } from "../decide/flow-independence.js";
import { GATE_LEVEL } from "../decide/gate.js";
import { classFit } from "../decide/weigh-evidence.js";
import { costOf } from "../fit/gof.js";
import { DIRECTIONS, type Direction } from "../fit/orient.js";
import { percent, shown } from "../primitives/errors.js";
import type { Finding } from "../primitives/finding.js";
import { type Judgment, ninetyPercent, type PairEstimates, roleNames } from "./pair-estimates.js";

/** A velocity whose noise depends on the cause, and which leaves more of the loss than this, explains little. */
const HALF_THE_LOSS = 0.5;
/** Above this `classFit` location-scale noise is as independent of the cause as n rows can show: n·HSIC below 0.15. */
const FITS_WELL = 0.9;
/**
 * n·HSIC of cause and location-scale noise beyond which the class hardly fits, the `classFit` of which is 0.1, counted as
 * that of 1,000 rows where there are more: else every spline's small misfit would fail in the end.
 */
const MUCH_DEPENDENCE = 0.84;
const REFERENCE_ROWS = 1000;

type Fits = PairEstimates["fits"];

function relativeLosses(estimates: PairEstimates, of: (fits: Fits) => number) {
  return { value: of(estimates.fits), interval: ninetyPercent(estimates.halves.map(({ fits }) => of(fits))) };
}

/**
 * `fit`: the mean squared residual of the continuity equation as a share of that of v ≡ 0, from 0 (all dependence
 * explained) to 1, and whether the noise that the class's curves leave is independent of the cause.
 *
 * The share alone does not separate fits from misfits: estimated scores leave one of 3 to 55% even of linear-Gaussian
 * pairs, whose velocity is known to fit (docs/decisions/0039-diagnostics.md). The noise decides the severity.
 * @paper eqn:loss_est (18), sec:velocity:discovery (ε̂_y)
 */
export function fitFinding(estimates: PairEstimates, direction: Direction): Finding {
  const share = relativeLosses(estimates, (fits) => costOf(fits[direction], "relative"));
  const { tail, isKnown } = noiseDependence(estimates.curves[direction], estimates.compute);
  const { cause, effect } = roleNames(estimates.pair, direction);
  const isIndependent = isKnown && tail >= GATE_LEVEL;
  const noise = isKnown
    ? `noise that ${isIndependent ? "may be independent of" : "depends on"} ${cause} (p = ${shown(tail)})`
    : "no noise that could be looked at, as they end too soon";
  return {
    code: "fit",
    direction,
    severity: isIndependent ? "pass" : share.value < HALF_THE_LOSS && isKnown ? "warn" : "fail",
    ...share,
    sentence: `From ${cause} to ${effect}, the velocity that fits the scores best leaves ${percent(share.value)} of the loss of unrelated columns; curves of its class leave ${noise}.`,
    advice: isIndependent
      ? ""
      : `Do not read counterfactuals off these curves; another class may fit ${effect} better.`,
  };
}

/**
 * `both-fit`: whether both directions fit, so that the fit cannot choose between them. The value is the larger of the two
 * relative losses, small where both fit.
 *
 * Fails where the default's gate closes, on what may be a bivariate normal; warns where location-scale noise is
 * independent of the cause both ways, and the verdict rests on likelihood and losses alone.
 */
export function bothFitFinding(estimates: PairEstimates): Finding {
  const { pair, measures, normality } = estimates;
  const loss = relativeLosses(estimates, (fits) => Math.max(...DIRECTIONS.map((d) => costOf(fits[d], "relative"))));
  const [x, y] = [`"${pair.names.x}"`, `"${pair.names.y}"`];
  const fits = DIRECTIONS.map((direction) => fitOfDirection(estimates, direction));
  const isNormal = !(normality.tail < GATE_LEVEL);
  const areIndependent = fits.every((fit) => fit > FITS_WELL);
  const worst = Math.max(...DIRECTIONS.map((direction) => measures.directions[direction].dependence));
  const severity: Judgment = isNormal ? "fail" : areIndependent ? "warn" : "pass";
  const consequence = {
    fail: "they may be jointly normal, which fits both directions alike",
    warn: "location-scale noise may be independent of the cause both ways",
    pass: "location-scale noise depends on the cause in one direction at least",
  }[severity];
  return {
    code: "both-fit",
    severity,
    ...loss,
    sentence: `Between ${x} and ${y} the worse direction leaves ${percent(loss.value)} of the loss of unrelated columns and a dependence of ${shown(worst)}: ${consequence}.`,
    advice: {
      fail: "Do not trust any direction here; look for an intervention, or for more rows.",
      warn: "More rows may show which noise is not independent; until then the verdict rests on likelihood.",
      pass: "",
    }[severity],
  };
}

/**
 * `neither-fit`: whether the class fits neither direction. The value is the smaller of the two relative losses, large
 * where neither fits; the severity is by the dependence of cause and location-scale noise, as the default weighs it.
 */
export function neitherFitFinding(estimates: PairEstimates): Finding {
  const { pair, measures, normality } = estimates;
  const loss = relativeLosses(estimates, (fits) => Math.min(...DIRECTIONS.map((d) => costOf(fits[d], "relative"))));
  const [x, y] = [`"${pair.names.x}"`, `"${pair.names.y}"`];
  const fit = classFit(measures);
  const least = Math.min(...DIRECTIONS.map((direction) => measures.directions[direction].dependence));
  const isSmall = least * Math.min(1, REFERENCE_ROWS / measures.rows) <= MUCH_DEPENDENCE;
  // On a line there is no noise that could depend on anything.
  const isLine = Number.isNaN(normality.tail);
  const severity: Judgment = isLine || fit >= LEAST_FIT ? "pass" : isSmall ? "warn" : "fail";
  const outcome = isLine
    ? "on a line there is no noise to look at"
    : severity === "pass"
      ? "location-scale noise may be independent of the cause in one direction at least"
      : "location-scale noise depends on the cause both ways";
  return {
    code: "neither-fit",
    severity,
    ...loss,
    sentence: `Between ${x} and ${y} the better direction leaves ${percent(loss.value)} of the loss of unrelated columns and a dependence of ${shown(least)}: ${outcome}.`,
    advice:
      severity === "pass"
        ? ""
        : "Compare methods with other assumptions, and look for a hidden common cause or a mixture.",
  };
}

/** `classFit` of one direction alone. */
function fitOfDirection({ measures: { rows, directions } }: PairEstimates, direction: Direction): number {
  const only = directions[direction];
  return classFit({ rows, directions: { "x->y": only, "y->x": only } });
}
