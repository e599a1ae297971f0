import { cutOff, type DirectionView } from "../direction-view.js";
import type { Figure } from "../figure.js";

/** The rows as they are: the first column across, the second up. */
export function dataFigure(view: DirectionView): Figure {
  const { axes, dots, cause } = view;
  const outside = cutOff(view);
  const shown =
    dots.x.length < cause.length ? `${dots.x.length} of ${cause.length} rows, drawn at random` : `${cause.length} rows`;
  const beyond =
    outside > 0 ? ` ${outside} extreme ${outside === 1 ? "row lies" : "rows lie"} outside the picture.` : "";
  return {
    id: "data",
    title: "The data",
    caption: `${shown}.${beyond}`,
    panels: [{ title: "", x: axes.cause, y: axes.effect, marks: [{ ...dots, tone: "ink" }] }],
  };
}
