import type { VelocityFit } from "../../fit/fit-velocity.js";
import { gofResidualInto } from "../../fit/gof.js";
import { orientScale } from "../../fit/orient.js";
import { flowResidual } from "../../flow/flow-residual.js";
import { takeRows } from "../../pair/resample.js";
import { toStandardUnits, toUserUnits } from "../../pair/standardize.js";
import { type Column, evenGrid } from "../../primitives/columns.js";
import { quantileOfSorted, roundedNear, sorted } from "../../primitives/quantiles.js";
import type { PairScores } from "../../score/pair-scores.js";
import { velocityField } from "../../velocity/velocity-model.js";
import type { DirectionFit } from "../direction-fit.js";
import { axisOf, type DirectionView } from "../direction-view.js";
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
/** Residuals above this quantile of all fill their cells: one extreme would leave the others invisible. */
const FULL = 0.95;

/**
 * Where each direction violates the continuity equation: s_cause − ∂v/∂effect − s_v on a grid, in 1/sd of the cause.
 *
 * @param fits of least loss: what no velocity of the class explains
 * @paper eqn:gof_raw (23)
 */
export function residualFigure(
  views: readonly DirectionView[],
  fits: Readonly<Record<DirectionView["direction"], VelocityFit>>,
  scores: PairScores,
): Figure {
  const maps = views.map((view) => ({ view, map: residualMap(view, fits[view.direction], scores) }));
  const sizes = sorted(Float64Array.from(maps.flatMap(({ map }) => Array.from(map.value, Math.abs))));
  const full = sizes.length > 0 ? quantileOfSorted(sizes, FULL) : 1;
  const [{ model }] = Object.values(fits);
  return {
    id: "residual",
    title: "Where the equation fails",
    caption:
      `Residual of the continuity equation for the velocity of ${model.name} that fits the estimated scores best, per ` +
      "standard deviation of the cause. Filled squares: positive, hollow ones: negative; the larger, the worse. The " +
      "true direction should leave less; the edges, where scores are hard to estimate, say little.",
    panels: maps.map(({ view, map }): Panel => {
      const { axes, title, direction, dots } = view;
      const squares: SignedSquares = { kind: "signed-squares", tone: direction, label: "residual", full, ...map };
      return { title, x: axes.cause, y: axes.effect, marks: [{ ...dots, tone: "muted" }, squares] };
    }),
  };
}

/** The residual at points of a grid around which there are data. */
function residualMap(
  { axes, fit, direction, isSupported }: DirectionView,
  velocityFit: VelocityFit,
  { estimates }: PairScores,
): Pick<SignedSquares, "x" | "y" | "value" | "step"> {
  const [causes, effects] = [
    evenGrid(...axes.cause.domain, SQUARE_COLUMNS),
    evenGrid(...axes.effect.domain, SQUARE_ROWS),
  ];
  const points = Array.from(causes).flatMap((cause) =>
    Array.from(effects)
      .filter((effect) => isSupported(cause, effect))
      .map((effect) => ({ cause, effect })),
  );
  const x = Float64Array.from(points, ({ cause }) => cause);
  const y = Float64Array.from(points, ({ effect }) => effect);
  const units = orientScale(fit.pair, direction);
  const at = { cause: toStandardUnits(x, units.cause), effect: toStandardUnits(y, units.effect) };
  const isForward = direction === "x->y";
  const joint = estimates.joint.at(isForward ? [at.cause, at.effect] : [at.effect, at.cause]);
  const [jointCause, jointEffect] = isForward ? joint : [joint[1], joint[0]];
  const [scoreCause] = (isForward ? estimates.x : estimates.y).at([at.cause]);
  const field = velocityField(points.length);
  velocityFit.model.evaluateInto(velocityFit.theta, at.cause, at.effect, field);
  const value: Column = new Float64Array(points.length);
  gofResidualInto({ direction, ...at, scoreCause, jointCause, jointEffect }, field, value);
  return { x, y, value, step: { x: causes[1] - causes[0], y: effects[1] - effects[0] } };
}
