import type { Check } from "../../diagnose/check.js";
import type { VelocityFit } from "../../fit/fit-velocity.js";
import type { Direction } from "../../fit/orient.js";
import type { Column } from "../../numeric/column.js";
import type { DirectionView } from "../direction-view.js";
import type { Bars, Figure, NameAxis } from "../figure.js";

/**
 * The loss of each direction, and the same as a share of that of unrelated columns, with where refits on halves put it.
 *
 * @param fits of least loss     @param checks the `fit` of each direction among them
 * @paper eqn:loss_est (18)
 */
export function lossFigure(
  views: readonly DirectionView[],
  fits: Readonly<Record<Direction, VelocityFit>>,
  checks: readonly Check[],
): Figure {
  const names = views.map(({ title }) => title);
  const y: NameAxis = { kind: "names", label: "", names };
  const shareOf = (direction: Direction): Check | undefined =>
    checks.find((check) => check.name === "fit" && check.direction === direction);
  const bars = (of: (direction: Direction) => Partial<Bars> & { value: Column }): Bars[] =>
    views.map(({ direction, title }) => ({ kind: "bars", tone: direction, names: [title], ...of(direction) }));
  const hasWhiskers = views.some(({ direction }) => shareOf(direction)?.interval);
  const [{ model }] = Object.values(fits);
  return {
    id: "loss",
    title: "How well each direction fits",
    caption:
      `Mean squared residual of the continuity equation, for the velocity of ${model.name} that fits the estimated ` +
      "scores best; shorter is better. Left: as it is, which is what methods compare. Right: as a share of that of a " +
      "velocity of 0, which tells how much of the dependence is explained." +
      (hasWhiskers
        ? " Whiskers: where nine in ten refits on random halves of the rows put it; halves have fewer rows and mostly fit worse."
        : ""),
    panels: [
      {
        title: "Loss",
        x: { kind: "number", label: "mean squared residual, per variance of the cause" },
        y,
        marks: bars((direction) => ({ value: Float64Array.of(fits[direction].gof) })),
      },
      {
        title: "Share that is left",
        x: { kind: "number", label: "loss relative to no velocity" },
        y,
        marks: bars((direction) => {
          const { value = Number.NaN, interval = [Number.NaN, Number.NaN] } = shareOf(direction) ?? {};
          const whiskers = { low: Float64Array.of(interval[0]), high: Float64Array.of(interval[1]) };
          return { value: Float64Array.of(value), ...whiskers };
        }),
      },
    ],
  };
}
