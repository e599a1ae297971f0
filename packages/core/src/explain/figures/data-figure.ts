import { cutOff, type DirectionView } from "../direction-view.js";
import type { Figure } from "../figure.js";

/**
 * The rows as they are: the first column across, the second up.
 *
 * @param used how many rows the verdict rests on
 */
export function dataFigure(view: DirectionView, used: number): Figure {
  const { axes, dots } = view;
  const outside = cutOff(dots, axes);
  const shown = dots.x.length < used ? `${dots.x.length} of ${used} rows, drawn at random` : `${used} rows`;
  const beyond =
    outside > 0
      ? ` ${outside} extreme ${outside === 1 ? "row of these lies" : "rows of these lie"} outside the picture.`
      : "";
  return {
    id: "data",
    title: "The data",
    caption: `${shown}.${beyond}`,
    panels: [{ title: "", x: axes.cause, y: axes.effect, marks: [{ ...dots, tone: "ink" }] }],
  };
}
