import type { Direction } from "../fit/orient.js";
import { flow, type Velocity } from "../flow/flow.js";
import type { FittedVelocity } from "../flow/flow-residual.js";
import { takeRows } from "../pair/resample.js";
import type { Column } from "../primitives/columns.js";
import { log } from "../primitives/elementary.js";
import { percent, shown } from "../primitives/errors.js";
import type { Finding } from "../primitives/finding.js";
import { velocityField } from "../velocity/velocity-model.js";
import { type Judgment, type PairEstimates, roleNames, spacedRows } from "./pair-estimates.js";

/** How a velocity grows with the effect. */
export interface VelocityGrowth {
  /** The largest |v|/(1 + |effect|) at the points: a bound of a and b in |v| ≤ a|effect| + b. */
  readonly rate: number;
  /** k where v grows like |effect|^k beyond the points; 0 where it does not grow. */
  readonly exponent: number;
}

/** The exponent is read off between these multiples of the largest effect: far out, where the leading term rules. */
const NEAR = 10;
const FAR = 100;
/** Causes at which a velocity is looked at. */
const MOST_CAUSES = 50;
/** Curves without a closed form take some 40 µs each, to either end. */
const MOST_CURVES = 200;
/** Of a measured exponent: linear growth has 1 in the limit, and 1.01 where offsets still count. */
const LINEAR = 1.05;
const FEW_LOST = 0.01;

/**
 * Whether a velocity grows at most linearly in the effect, |v(y, x)| ≤ a(x)|y| + b(x), which makes every causal curve
 * last for all values of the cause.
 *
 * @paper sec:appendix:regularity, assumption 3(b)
 * @cost O(n), and 200 points beyond the data
 */
export function velocityGrowth({ model, theta }: Velocity, cause: Column, effect: Column): VelocityGrowth {
  const valueAt = (causes: Column, effects: Column): Column => {
    const field = velocityField(causes.length);
    model.evaluateInto(theta, causes, effects, field);
    return field.v;
  };
  const rate = largest(valueAt(cause, effect).map((v, i) => v / (1 + Math.abs(effect[i]))));
  const causes = takeRows(cause, spacedRows(Uint32Array.from(cause.keys()), MOST_CAUSES));
  const reach = largest(effect);
  const sizeAt = (distance: number): number =>
    largest(
      Float64Array.from(
        [-distance, distance].flatMap((to) =>
          Array.from(
            valueAt(
              causes,
              causes.map(() => to),
            ),
          ),
        ),
      ),
    );
  const [near, far] = [sizeAt(NEAR * reach), sizeAt(FAR * reach)];
  return { rate, exponent: near > 0 && far > near ? (log(far) - log(near)) / log(FAR / NEAR) : 0 };
}

/** Share of the rows whose causal curve ends before it has crossed the range of the cause. @cost at most 400 curves */
export function lostShare(fit: FittedVelocity): number {
  const { cause, effect } = fit.oriented;
  const rows = spacedRows(Uint32Array.from(cause.keys()), MOST_CURVES);
  const [from, at] = [takeRows(cause, rows), takeRows(effect, rows)];
  const ends = [cause.reduce((a, b) => Math.min(a, b)), cause.reduce((a, b) => Math.max(a, b))];
  const lost = new Set(ends.flatMap((to) => flow(fit, { effect: at, from, to }).lost.map(({ row }) => row)));
  return lost.size / rows.length;
}

function largest(column: Column): number {
  return column.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
}

/** `linear-growth`: whether the curves of the fitted velocity last over the whole range of the cause, and beyond. */
export function linearGrowthFinding({ pair, curves }: PairEstimates, direction: Direction): Finding {
  const fit = curves[direction];
  const { cause, effect } = roleNames(pair, direction);
  const { rate, exponent } = velocityGrowth(fit, fit.oriented.cause, fit.oriented.effect);
  const lost = lostShare(fit);
  const isGlobal = fit.model.flow === "global" || exponent <= LINEAR;
  const severity: Judgment = lost > FEW_LOST ? "fail" : isGlobal && lost === 0 ? "pass" : "warn";
  const extent = !isGlobal
    ? "its curves may end"
    : lost > 0
      ? "its curves are too steep to be followed everywhere"
      : "its curves exist for every cause";
  return {
    code: "linear-growth",
    direction,
    severity,
    value: exponent,
    sentence: `The velocity from ${cause} to ${effect} grows like the power ${shown(exponent)} of ${effect} and, in standard deviations, is at most ${shown(rate)} times 1 + |${effect}| at the rows: ${extent}, and ${lost === 0 ? "none of" : `${percent(lost)} of`} the rows' curves end within the range of ${cause}.`,
    advice:
      severity === "pass"
        ? ""
        : isGlobal
          ? "Look for extreme rows: where a velocity is this steep, noise and counterfactuals mean little."
          : "Choose a class at most linear in the effect, such as location-scale, for noise and counterfactuals.",
  };
}
