import type { StandardPair } from "../../data/standardize.js";
import { toUserUnits } from "../../data/units.js";
import type { Mark } from "../../explain/figure.js";
import { causalCurve } from "../../flow/causal-curve.js";
import type { Velocity } from "../../flow/velocity.js";
import type { Column } from "../../numeric/column.js";
import { evenGrid } from "../../numeric/even-grid.js";
import { quantileOfSorted, sorted } from "../../numeric/quantile.js";
import type { Mechanism } from "../../simulate/mechanism/mechanism.js";
import { curvesOver } from "./marks.js";

/** Quantiles of the noise whose curves are drawn. */
const NOISE_LEVELS: readonly number[] = [0.05, 0.2, 0.35, 0.5, 0.65, 0.8, 0.95];
/** Quantiles of the cause between which they are drawn: beyond, a fit has nothing to go by. */
const CAUSE_LEVELS: readonly [number, number] = [0.01, 0.99];
const GRID_POINTS = 81;

/** What curves start from: values of the cause to draw at, and points of the true mechanism at its median. */
export interface CurveStarts {
  readonly grid: Column;
  readonly cause: number;
  /** Noise of each curve. */
  readonly noise: readonly number[];
}

/** Where the curves of a dataset start, in its units. */
export function curveStarts(cause: Column, noise: Column): CurveStarts {
  const [causes, noises] = [sorted(cause), sorted(noise)];
  const [low, high] = CAUSE_LEVELS.map((level) => quantileOfSorted(causes, level));
  return {
    grid: evenGrid(low, high, GRID_POINTS),
    cause: quantileOfSorted(causes, 0.5),
    noise: NOISE_LEVELS.map((level) => quantileOfSorted(noises, level)),
  };
}

/** Curves of a fit of x → y, and dashed over them those of the true mechanism from the same starts. Units of the user. */
export function curvesBesideTruth(
  velocity: Velocity,
  mechanism: Mechanism,
  { scale }: Pick<StandardPair, "scale">,
  starts: CurveStarts,
): Mark[] {
  const standard = (value: number, { mean, sd }: { mean: number; sd: number }) => (value - mean) / sd;
  const grid = starts.grid.map((x) => standard(x, scale.x));
  const fitted = starts.noise.map((noise) => {
    const effect = standard(mechanism.effect(starts.cause, noise), scale.y);
    const curve = causalCurve(velocity, { effect, from: standard(starts.cause, scale.x), grid });
    return { x: starts.grid, y: toUserUnits(curve.effect, scale.y) };
  });
  return [
    { kind: "curves", tone: "x->y", curves: fitted, weight: "bold", label: "fitted velocity, integrated" },
    curvesOver(
      starts.grid,
      starts.noise.map((noise) => (x: number) => mechanism.effect(x, noise)),
      { tone: "truth", stroke: "dashed", label: "true mechanism" },
    ),
  ];
}
