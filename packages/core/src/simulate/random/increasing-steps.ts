import { tanh } from "../../numeric/elementary.js";
import type { Rng } from "../../numeric/rng.js";
import { sumOf } from "../function-algebra.js";
import { linearFunction, type SmoothFunction } from "../smooth-function.js";
import { logUniform, oneOf, uniformBetween } from "./chance.js";

const STEP_COUNTS = [1, 2, 3];
const HEIGHTS = [0.3, 1.3] as const;
/** From gentler than the whole range of a standard column to nearly a jump. */
const RATES = [0.5, 4] as const;
const CENTERS = [-1.2, 1.2] as const;
/** Every other function climbs by a straight line besides, of at most this slope. */
const LINEAR_SHARE = 0.5;
const STEEPEST_LINE = 0.3;

/** An increasing function: Σ height·tanh(rate·(t − center)) over one to three steps, with or without a straight line. */
export function increasingSteps(rng: Rng): SmoothFunction {
  const steps = Array.from({ length: oneOf(rng, STEP_COUNTS) }, () => {
    const height = uniformBetween(rng, ...HEIGHTS);
    return tanhStep(height, logUniform(rng, ...RATES), uniformBetween(rng, ...CENTERS));
  });
  const line = linearFunction(rng.uniform() < LINEAR_SHARE ? STEEPEST_LINE * rng.uniform() : 0);
  return steps.reduce(sumOf, line);
}

function tanhStep(height: number, rate: number, center: number): SmoothFunction {
  const level = (t: number) => tanh(rate * (t - center));
  const slopeAt = (share: number) => height * rate * (1 - share * share);
  return {
    value: (t) => height * level(t),
    slope: (t) => slopeAt(level(t)),
    curvature: (t) => -2 * rate * level(t) * slopeAt(level(t)),
  };
}
