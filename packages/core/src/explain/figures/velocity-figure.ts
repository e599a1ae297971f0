import { evenGrid } from "../../numeric/even-grid.js";
import type { DirectionView } from "../direction-view.js";
import type { Arrows, Figure, Panel } from "../figure.js";

const COLUMNS = 15;
const ROWS = 12;
/** An arrow spans this share of the way to its neighbor. */
const LENGTH = 0.7;

/**
 * The fitted velocity of both directions as arrows: where a small change of the cause would take each point.
 *
 * @paper fig:conceptual_fig (its lower part)
 */
export function velocityFigure(views: readonly DirectionView[]): Figure {
  return {
    id: "velocity",
    title: "Causal velocity",
    caption:
      "Arrows show where a small rise of the cause would move the effect, if the title of the panel were the true " +
      `direction. Drawn only where there are data. Class: ${views[0].fit.fitted.model.name}.`,
    panels: views.map(panelOf),
  };
}

function panelOf(view: DirectionView): Panel {
  const { axes, dots, title } = view;
  return { title, x: axes.cause, y: axes.effect, marks: [dots, arrowsOf(view)] };
}

function arrowsOf({ axes, fit, direction, isSupported }: DirectionView): Arrows {
  const [causes, effects] = [evenGrid(...axes.cause.domain, COLUMNS), evenGrid(...axes.effect.domain, ROWS)];
  const [across, up] = [causes[1] - causes[0], effects[1] - effects[0]];
  const arrows = Array.from(causes).flatMap((cause) =>
    Array.from(effects)
      .filter((effect) => isSupported(cause, effect))
      .map((effect) => {
        const slope = fit.velocity({ cause, effect });
        // As long as a cell of the grid is wide; a steep one as long as it is high.
        const dx = (LENGTH * across) / Math.max(1, Math.abs((slope * across) / up));
        return { cause, effect, dx, dy: slope * dx };
      }),
  );
  return {
    kind: "arrows",
    tone: direction,
    x: Float64Array.from(arrows, ({ cause, dx }) => cause - dx / 2),
    y: Float64Array.from(arrows, ({ effect, dy }) => effect - dy / 2),
    dx: Float64Array.from(arrows, ({ dx }) => dx),
    dy: Float64Array.from(arrows, ({ dy }) => dy),
  };
}
