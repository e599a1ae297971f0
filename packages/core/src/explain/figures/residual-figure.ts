import { toStandardUnits } from "../../data/units.js";
import type { VelocityFit } from "../../fit/fit-velocity.js";
import { gofResidualInto } from "../../fit/gof.js";
import { orientScale } from "../../fit/orient.js";
import type { Column } from "../../numeric/column.js";
import { evenGrid } from "../../numeric/even-grid.js";
import { quantileOfSorted, sorted } from "../../numeric/quantile.js";
import type { PairScores } from "../../score/pair-scores.js";
import { velocityField } from "../../velocity/velocity-model.js";
import type { DirectionView } from "../direction-view.js";
import type { Figure, Panel, SignedSquares } from "../figure.js";

const COLUMNS = 24;
const ROWS = 20;
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
  const [causes, effects] = [evenGrid(...axes.cause.domain, COLUMNS), evenGrid(...axes.effect.domain, ROWS)];
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
