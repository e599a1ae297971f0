import { takeRows } from "../../data/resample.js";
import { toUserUnits } from "../../data/units.js";
import { orientScale } from "../../fit/orient.js";
import { flowResidual } from "../../flow/flow-residual.js";
import { roundedNear } from "../../numeric/rounded-near.js";
import { axisOf, type DirectionView } from "../direction-view.js";
import type { Figure, Panel } from "../figure.js";

/**
 * The noise that each direction leaves, against its cause: every row's effect, had its cause been the median.
 *
 * @paper sec:velocity:discovery (ε̂_y)
 */
export function noiseFigure(views: readonly DirectionView[], shown: Uint32Array): Figure {
  return {
    id: "noise",
    title: "What is left as noise",
    caption:
      "Every row brought along its curve to the median of the cause. Along the true direction what is left does not " +
      "depend on the cause: the cloud looks the same from left to right. A bend, a funnel or a gap speaks against the " +
      "direction, or against the class of curves.",
    panels: views.map((view) => panelOf(view, shown)),
  };
}

function panelOf({ fit, cause, axes, title, direction }: DirectionView, shown: Uint32Array): Panel {
  const { noise, baseline } = flowResidual(fit.fitted);
  const units = orientScale(fit.pair, direction);
  const effect = toUserUnits(noise, units.effect);
  const at = units.cause.mean + units.cause.sd * baseline;
  const { names } = fit;
  return {
    title,
    x: axes.cause,
    y: axisOf(
      effect.filter((value) => Number.isFinite(value)),
      `${names.effect}, had ${names.cause} been ${roundedNear(at, units.cause.sd)}`,
    ),
    marks: [
      { kind: "rules", tone: "muted", stroke: "dashed", x: [at] },
      { kind: "dots", tone: direction, size: "small", x: takeRows(cause, shown), y: takeRows(effect, shown) },
    ],
  };
}
