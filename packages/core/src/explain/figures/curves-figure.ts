import { flowResidual } from "../../flow/flow-residual.js";
import type { Column } from "../../numeric/column.js";
import { evenGrid } from "../../numeric/even-grid.js";
import type { DirectionView } from "../direction-view.js";
import type { Curves, Figure, Mark, Panel } from "../figure.js";

const POINTS = 121;
/** Ranks of the noise of the rows whose curves are drawn. */
const LEVELS: readonly number[] = [0.05, 0.15, 0.3, 0.5, 0.7, 0.85, 0.95];

/** Causal curves of both directions through rows of low to high noise. @paper fig:conceptual_fig (its upper part) */
export function curvesFigure(views: readonly DirectionView[]): Figure {
  return {
    id: "curves",
    title: "Causal curves",
    caption:
      "Each curve tells what the effect of the ringed row would have been at other values of the cause, if the title " +
      "of the panel were the true direction; dotted where there are hardly any data. Along the true direction curves " +
      `follow the shape of the cloud. Class of the curves: ${views[0].fit.fitted.model.name}.`,
    panels: views.map(panelOf),
  };
}

function panelOf(view: DirectionView): Panel {
  const { axes, dots, title, direction, cause, effect, fit } = view;
  const rows = rowsByNoise(view);
  const grid = evenGrid(...axes.cause.domain, POINTS);
  const curves = rows.map((row) => fit.curve({ cause: cause[row], effect: effect[row] }, grid).effect);
  const known = curves.map((curve) => curve.map((value, k) => (view.isSupported(grid[k], value) ? value : Number.NaN)));
  const curvesOf = (effects: readonly Column[], stroke: Curves["stroke"], weight: Curves["weight"]): Curves => ({
    kind: "curves",
    tone: direction,
    stroke,
    weight,
    curves: effects.map((y) => ({ x: grid, y })),
  });
  const marks: Mark[] = [
    dots,
    { ...curvesOf(curves, "dotted", "thin"), label: "without data" },
    { ...curvesOf(known, "solid", "normal"), label: "causal curve" },
    {
      kind: "dots",
      tone: "ink",
      shape: "ring",
      size: "large",
      label: "its row",
      x: Float64Array.from(rows, (row) => cause[row]),
      y: Float64Array.from(rows, (row) => effect[row]),
    },
  ];
  return { title, x: axes.cause, y: axes.effect, marks };
}

/** Rows at ranks of the noise; fewer where curves of rows are lost. */
function rowsByNoise({ fit }: DirectionView): number[] {
  const { noise, rows } = flowResidual(fit.fitted);
  const order = Array.from(rows).sort((a, b) => noise[a] - noise[b] || a - b);
  return LEVELS.flatMap((level) => order[Math.min(order.length - 1, Math.floor(level * order.length))] ?? []);
}
