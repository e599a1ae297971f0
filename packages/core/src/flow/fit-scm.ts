import { requireFinite } from "../pair/pair.js";
import { takeRows } from "../pair/resample.js";
import type { Column } from "../primitives/columns.js";
import { exp, log } from "../primitives/elementary.js";
import { InputError, wrongOption } from "../primitives/errors.js";
import { meanAndSd, quantileOfSorted, sorted } from "../primitives/quantiles.js";
import type { Rng } from "../primitives/random.js";
import { HALF_LOG_TWO_PI } from "../primitives/special.js";
import { silvermanBandwidths } from "../score/kernel.js";
import { causalCurve } from "./causal-curve.js";
import { type FlowResult, flow, type LostCurve } from "./flow.js";
import { type FittedVelocity, type FlowResidual, flowResidual, type ResidualOptions } from "./flow-residual.js";

/** Points drawn from a structural model. Rows whose curve is lost hold NaN as their effect. */
export interface ScmSample {
  readonly cause: Column;
  readonly noise: Column;
  readonly effect: Column;
  readonly lost: readonly LostCurve[];
}

/** Numbers for each value of a grid, NaN where curves are lost. */
export interface InterventionMean {
  readonly cause: Column;
  /** E[effect | do(cause)]. */
  readonly effect: Column;
  /** Standard deviation of the effect if the cause were set to each grid value. */
  readonly sd: Column;
  /** Share of the noise whose curves do not reach this cause: 0 where `effect` is a number. */
  readonly lostShare: Column;
}

/** Quantiles of the effect for each value of a grid. */
export interface InterventionQuantiles {
  readonly cause: Column;
  readonly levels: readonly number[];
  /**
   * One column per level: quantile of the effect if the cause were set to each grid value; NaN where curves are lost.
   */
  readonly effect: readonly Column[];
}

/**
 * The structural causal model effect = f(cause, noise), noise independent of cause, that a velocity fit describes. All
 * columns are standardized; `toUserUnits` and `toStandardUnits` convert, with the scales of `orientScale`.
 */
export interface FittedScm {
  /** The cause at which noise and effect are equal: f(baseline, noise) = noise. */
  readonly baseline: number;
  /** The noise of the rows that the fit saw. */
  readonly residual: FlowResidual;
  /** f(cause, noise) = φ_{baseline→cause}(noise). */
  mechanism(cause: Column | number, noise: Column): FlowResult;
  /** The noise behind an effect: φ_{cause→baseline}(effect), the inverse of the mechanism. */
  noiseOf(cause: Column | number, effect: Column): FlowResult;
  /** log p(effect | cause), per standard deviation of the effect; −∞ where the curve does not reach the baseline. */
  logConditional(cause: Column | number, effect: Column): Column;
  /** Rows of cause and of noise drawn independently with replacement, and the effects that the mechanism gives. */
  sample(rows: number, rng: Rng): ScmSample;
  /** Mean and standard deviation of the effect if the cause were set to each grid value. */
  interventionMean(grid: Column): InterventionMean;
  /** Quantiles of the effect if the cause were set to each grid value. */
  interventionQuantiles(grid: Column, levels: readonly number[]): InterventionQuantiles;
}

/** Number of curves for a mean if the flow has no closed form: groups of neighboring noise values share one. */
const MOST_MEAN_CURVES = 1000;

/**
 * Completes a velocity fit to a structural causal model. The mechanism is the flow from a baseline, the noise of a row
 * its effect moved back to the baseline. The density of the noise is a Gaussian kernel estimate, the distribution of
 * the cause that of the rows.
 *
 * @paper thm:scm:velocity, eq:flow:from:v
 * @cost one `flowResidual`; each method states what it adds
 * @throws InputError `too-few-rows` if hardly any curve reaches the baseline
 * @deviates docs/decisions/0014-fitted-scm.md: assumption 2(d), noise density, curves behind means
 */
export function fitScm(fit: FittedVelocity, options: ResidualOptions = {}): FittedScm {
  const residual = flowResidual(fit, options);
  const { baseline } = residual;
  const noise = takeRows(residual.noise, residual.rows);
  const logNoise = noiseLogDensity(noise);
  const ascending = sorted(noise);

  const mechanism = (cause: Column | number, at: Column) =>
    flow(fit, { effect: at, from: baseline, to: cause }, options);
  const noiseOf = (cause: Column | number, effect: Column) => flow(fit, { effect, from: cause, to: baseline }, options);

  return {
    baseline,
    residual,
    mechanism,
    noiseOf,
    /** Costs one flow, and a kernel sum per row. */
    logConditional(cause, effect) {
      const moved = noiseOf(cause, effect);
      return moved.effect.map((at, i) => (Number.isNaN(at) ? -Infinity : logNoise(at) + moved.logJacobian[i]));
    },
    sample(rows, rng) {
      if (!(Number.isInteger(rows) && rows >= 0)) throw wrongOption("rows", rows, "a whole number from 0");
      const drawn = (column: Column, stream: Rng) =>
        Float64Array.from({ length: rows }, () => column[Math.floor(stream.uniform() * column.length)]);
      const cause = drawn(fit.oriented.cause, rng.split("cause"));
      const at = drawn(noise, rng.split("noise"));
      const { effect, lost } = mechanism(cause, at);
      return { cause, noise: at, effect, lost };
    },
    /** Costs one curve for closed forms, otherwise one curve per row of noise, 1,000 at most. */
    interventionMean(grid) {
      requireFinite(grid, "grid");
      const groups = fit.model.affine ? 1 : Math.min(MOST_MEAN_CURVES, ascending.length);
      const effect = new Float64Array(grid.length);
      const [square, within] = [new Float64Array(grid.length), new Float64Array(grid.length)];
      const lostShare = new Float64Array(grid.length);
      for (let g = 0; g < groups; g++) {
        const group = ascending.subarray(
          Math.floor((g * ascending.length) / groups),
          Math.floor(((g + 1) * ascending.length) / groups),
        );
        const weight = group.length / ascending.length;
        const { mean, sd } = meanAndSd(group);
        const curve = causalCurve(fit, { effect: mean, from: baseline, grid }, options);
        for (let i = 0; i < grid.length; i++) {
          const at = curve.effect[i];
          const spread = sd * exp(curve.logJacobian[i]);
          effect[i] += weight * at;
          square[i] += weight * at * at;
          within[i] += weight * spread * spread;
          if (Number.isNaN(at)) lostShare[i] += weight;
        }
      }
      const sd = square.map((sum, i) => Math.sqrt(Math.max(0, sum - effect[i] * effect[i]) + within[i]));
      return { cause: grid, effect, sd, lostShare };
    },
    /** Costs one curve per level: flows are increasing, so they map quantiles to quantiles. */
    interventionQuantiles(grid, levels) {
      const effect = levels.map((level) => {
        const isShare = level >= 0 && level <= 1;
        if (!isShare) throw wrongOption("levels", level, "shares from 0 to 1, such as 0.05, 0.5 and 0.95");
        return causalCurve(fit, { effect: quantileOfSorted(ascending, level), from: baseline, grid }, options).effect;
      });
      return { cause: grid, levels, effect };
    },
  };
}

/** Kernels e⁻³⁶ = 2·10⁻¹⁶ of the largest one or less are left out: they change no sum. */
const NEGLIGIBLE_EXPONENT = 36;

/**
 * Log density of a Gaussian kernel estimate from one column, with Silverman's bandwidth; finite everywhere.
 *
 * @cost O(n log n) once; a point takes O(log n) and one exponential for each value within about 8 bandwidths
 * @throws InputError `constant-column`, `extreme-range`, `too-few-rows`
 */
export function noiseLogDensity(noise: Column): (at: number) => number {
  if (noise.length < 2) {
    throw new InputError({
      code: "too-few-rows",
      place: "noise density",
      value: `${noise.length} rows whose curve reaches the baseline`,
      expected: "at least 2",
      remedy: "Choose a baseline within the data, or a velocity class whose flow is global.",
    });
  }
  const ascending = sorted(noise);
  const [bandwidth] = silvermanBandwidths([noise]);
  const logNorm = log(noise.length * bandwidth) + HALF_LOG_TWO_PI;
  return (at) => {
    const right = firstAtLeast(ascending, at);
    const nearest = Math.min(
      right < ascending.length ? ascending[right] - at : Infinity,
      right > 0 ? at - ascending[right - 1] : Infinity,
    );
    const half = 0.5 / (bandwidth * bandwidth);
    const leading = half * nearest * nearest;
    const reach = Math.sqrt((leading + NEGLIGIBLE_EXPONENT) / half);
    let sum = 0;
    for (let i = firstAtLeast(ascending, at - reach); i < ascending.length && ascending[i] <= at + reach; i++) {
      const distance = ascending[i] - at;
      sum += exp(leading - half * distance * distance);
    }
    return log(sum) - leading - logNorm;
  };
}

/** Index of the first value not below t. */
function firstAtLeast(ascending: Column, t: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ascending[middle] < t) low = middle + 1;
    else high = middle;
  }
  return low;
}
