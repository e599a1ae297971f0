import type { Check } from "../../diagnose/check.js";
import type { DirectionView } from "../direction-view.js";
import type { Bars, Figure } from "../figure.js";

/**
 * The loss of each direction as a share of that of unrelated columns, with where refits on halves put it.
 *
 * @param checks the `fit` of each direction among them
 * @paper eqn:loss_est (18)
 */
export function lossFigure(views: readonly DirectionView[], checks: readonly Check[]): Figure {
  const names = views.map(({ title }) => title);
  const marks = views.flatMap(({ direction, title }): Bars[] => {
    const check = checks.find((candidate) => candidate.name === "fit" && candidate.direction === direction);
    if (!check) return [];
    const [low, high] = check.interval ?? [Number.NaN, Number.NaN];
    return [
      {
        kind: "bars",
        tone: direction,
        names: [title],
        value: Float64Array.of(check.value),
        low: Float64Array.of(low),
        high: Float64Array.of(high),
      },
    ];
  });
  return {
    id: "loss",
    title: "How well each direction fits",
    caption:
      "Mean squared residual of the continuity equation, as a share of that of a velocity of 0; shorter is better. " +
      "Whiskers: where nine in ten refits on random halves of the rows put it.",
    panels: [
      {
        title: "",
        x: { kind: "number", label: "loss relative to no velocity" },
        y: { kind: "names", label: "", names },
        marks,
      },
    ],
  };
}
