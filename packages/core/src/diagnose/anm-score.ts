import { fitLocationScale, splinesOfCause } from "../fit/location-scale.js";
import type { Direction } from "../fit/orient.js";
import type { Column } from "../numeric/column.js";
import { meanAndSd } from "../numeric/mean-and-sd.js";
import type { Check } from "./check.js";
import { judged } from "./judged.js";
import type { PairEstimates } from "./pair-estimates.js";
import { percent, roleNames } from "./wording.js";

/** What errors of the score leave of additive pairs: nine in ten stay below at 1,000 rows. */
const SCORE_ERROR = 0.25;
const MOST_OF_IT = 0.5;

/** Splines for the location of the effect, and for its score as a function of the noise. */
const SPLINES = 12;

/** effect − m(cause) with m a spline regression: the noise, if it is additive. */
export function additiveNoise(cause: Column, effect: Column): Column {
  return fitLocationScale(effect, { location: SPLINES, scale: 0 }, splinesOfCause(cause)).noise;
}

/**
 * Share of the variance of ∂_yπ that no smooth function of the additive noise explains: 0 if the noise is additive,
 * since then s_y(x, y) = s_ε(y − m(x)).
 *
 * @param noise of `additiveNoise`     @param jointEffect ∂_yπ at the same rows
 * @paper sec:appendix:scorebasedanm (s_ε(ε) = s_y(x, y))     @reference Montagna et al. 2023 (NoGAM)
 * @cost O(n)
 */
export function unexplainedScore(noise: Column, jointEffect: Column): number {
  const { noise: left } = fitLocationScale(jointEffect, { location: SPLINES, scale: 0 }, splinesOfCause(noise));
  const share = meanAndSd(left).sd / meanAndSd(jointEffect).sd;
  return share * share;
}

/** `anm-score`: whether the joint score is a function of the additive noise, as it must be if noise is additive. */
export function anmScoreCheck(estimates: PairEstimates, direction: Direction): Check {
  const { cause, effect, jointEffect } = estimates.fits[direction].oriented;
  const value = unexplainedScore(additiveNoise(cause, effect), jointEffect);
  const names = roleNames(estimates.pair, direction);
  const status = judged(value, SCORE_ERROR, MOST_OF_IT);
  return {
    name: "anm-score",
    direction,
    status,
    value,
    sentence: `From ${names.cause} to ${names.effect}, ${percent(value)} of the score's variance along ${names.effect} is not a function of additive noise.`,
    advice:
      status === "pass" ? "" : "Do not rely on methods for additive noise, such as anm-gp, resit, score and nogam.",
  };
}
