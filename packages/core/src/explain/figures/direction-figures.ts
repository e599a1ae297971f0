import type { VelocityFit } from "../../fit/fit-velocity.js";
import { orientScale } from "../../fit/orient.js";
import { flowResidual } from "../../flow/flow-residual.js";
import { takeRows } from "../../pair/resample.js";
import { toUserUnits } from "../../pair/standardize.js";
import { type Column, evenGrid } from "../../primitives/columns.js";
import { quantileOfSorted, roundedNear, sorted } from "../../primitives/quantiles.js";
import type { DirectionFit } from "../direction-fit.js";
import { axisOf, type BoundedAxis, type DirectionView } from "../direction-view.js";
import type { Arrows, Curves, Figure, Mark, Panel, SignedSquares } from "../figure.js";

const ARROW_COLUMNS = 15;
const ARROW_ROWS = 12;
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
    panels: views.map(velocityPanel),
  };
}

function velocityPanel(view: DirectionView): Panel {
  const { axes, dots, title } = view;
  return { title, x: axes.cause, y: axes.effect, marks: [dots, arrowsOf(view)] };
}

function arrowsOf({ axes, fit, direction, isSupported }: DirectionView): Arrows {
  const [causes, effects] = [
    evenGrid(...axes.cause.domain, ARROW_COLUMNS),
    evenGrid(...axes.effect.domain, ARROW_ROWS),
  ];
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

const POINTS = 121;
/** Ranks of the noise of the rows whose curves are drawn. */
const LEVELS: readonly number[] = [0.05, 0.15, 0.3, 0.5, 0.7, 0.85, 0.95];

/** Causal curves of both directions through rows of low to high noise. @paper fig:conceptual_fig (its upper part) */
export function curvesFigure(views: readonly DirectionView[]): Figure {
  return {
    id: "curves",
    title: "Causal curves",
    caption:
      "Each curve shows what the effect of the ringed row would have been at other values of the cause, if the title " +
      "of the panel were the true direction; dotted where there are hardly any data. Along the true direction curves " +
      `follow the shape of the cloud. Class of the curves: ${views[0].fit.fitted.model.name}.`,
    panels: views.map(curvesPanel),
  };
}

function curvesPanel(view: DirectionView): Panel {
  const { axes, dots, title, direction, cause, effect, fit } = view;
  const rows = rowsByNoise(fit);
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

/** Rows of low to high noise, whose curves show the shape of all; fewer where curves of rows are lost. */
export function rowsByNoise({ fitted }: Pick<DirectionFit, "fitted">): number[] {
  const { noise, rows } = flowResidual(fitted);
  const order = Array.from(rows).sort((a, b) => noise[a] - noise[b] || a - b);
  return LEVELS.flatMap((level) => order[Math.min(order.length - 1, Math.floor(level * order.length))] ?? []);
}

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
      "depend on the cause: the cloud looks the same from left to right. A bend, a funnel or a gap counts against the " +
      "direction, or against the class of curves.",
    panels: views.map((view) => noisePanel(view, shown)),
  };
}

function noisePanel({ fit, cause, axes, title, direction }: DirectionView, shown: Uint32Array): Panel {
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

const SQUARE_COLUMNS = 24;
const SQUARE_ROWS = 20;
/** Shares above this quantile of all fill their cells: one extreme would leave the others invisible. */
const FULL = 0.98;

/**
 * Where each direction violates the continuity equation, s_cause − ∂v/∂effect − s_v: for each cell of a grid the sum of
 * the squared residuals of its rows over all rows, with the sign of the sum of the residuals. The squares of a panel add
 * up to the loss of the rows in it, so a place counts as much as it has rows.
 *
 * @param fits of least loss: what no velocity of the class explains
 * @paper eqn:gof_raw (23), eqn:loss_est (18)
 */
export function residualFigure(
  views: readonly DirectionView[],
  fits: Readonly<Record<DirectionView["direction"], VelocityFit>>,
): Figure {
  const maps = views.map((view) => ({ view, map: residualMap(view, fits[view.direction]) }));
  const sizes = sorted(Float64Array.from(maps.flatMap(({ map }) => Array.from(map.value, Math.abs))));
  const full = sizes.length > 0 ? quantileOfSorted(sizes, FULL) : 1;
  const [{ model }] = Object.values(fits);
  return {
    id: "residual",
    title: "Where the equation fails",
    caption:
      `What the rows in each cell add to the loss, for the velocity of ${model.name} that fits the estimated scores best: ` +
      "their squared residuals of the continuity equation, over the number of all rows. The squares of a panel add up to " +
      "its loss; along the true direction they should be smaller. Filled: the residuals are positive on the whole, " +
      "hollow: negative.",
    panels: maps.map(({ view, map }): Panel => {
      const { axes, title, direction, dots } = view;
      const squares: SignedSquares = {
        kind: "signed-squares",
        tone: direction,
        label: "share of the loss",
        full,
        ...map,
      };
      return { title, x: axes.cause, y: axes.effect, marks: [{ ...dots, tone: "muted" }, squares] };
    }),
  };
}

/** Cells with rows: their middles, and what they add to the loss. */
function residualMap(
  { axes, cause, effect }: DirectionView,
  { residual }: VelocityFit,
): Pick<SignedSquares, "x" | "y" | "value" | "step"> {
  const [across, up] = [cellsOf(axes.cause, SQUARE_COLUMNS), cellsOf(axes.effect, SQUARE_ROWS)];
  const sums = new Float64Array(SQUARE_COLUMNS * SQUARE_ROWS);
  const squares = new Float64Array(sums.length);
  for (let i = 0; i < residual.length; i++) {
    const [column, row] = [across.at(cause[i]), up.at(effect[i])];
    if (column < 0 || column >= SQUARE_COLUMNS || row < 0 || row >= SQUARE_ROWS) continue;
    const cell = column * SQUARE_ROWS + row;
    sums[cell] += residual[i];
    squares[cell] += residual[i] * residual[i];
  }
  const cells = Array.from(squares.keys()).filter((cell) => squares[cell] > 0);
  return {
    x: Float64Array.from(cells, (cell) => across.middle(Math.floor(cell / SQUARE_ROWS))),
    y: Float64Array.from(cells, (cell) => up.middle(cell % SQUARE_ROWS)),
    value: Float64Array.from(cells, (cell) => ((sums[cell] < 0 ? -1 : 1) * squares[cell]) / residual.length),
    step: { x: across.step, y: up.step },
  };
}

/** Cells of equal width along an axis. */
function cellsOf({ domain: [low, high] }: BoundedAxis, count: number) {
  const step = (high - low) / count;
  return {
    step,
    at: (value: number): number => Math.floor((value - low) / step),
    middle: (cell: number): number => low + (cell + 0.5) * step,
  };
}
