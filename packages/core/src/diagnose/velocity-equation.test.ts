import { expect, test } from "vitest";
import { expectAllClose } from "../../../../tests/support/all-close.js";
import { byRole, DIRECTIONS } from "../fit/orient.js";
import { pairFromColumns } from "../pair/pair.js";
import { standardize } from "../pair/standardize.js";
import { seededRng } from "../primitives/random.js";
import { pairScores } from "../score/pair-scores.js";
import { stein } from "../score/stein.js";
import { innerCurvature } from "./velocity-equation.js";

/** Of the difference quotient: truncation and rounding are then both far below the tolerance. */
const STEP = 1e-4;
const TOLERANCE = 1e-6;

const rng = seededRng(4);
const x = Float64Array.from({ length: 200 }, () => rng.normal());
const y = x.map((value) => value * value + 0.3 * rng.normal());
const pair = standardize(pairFromColumns(x, y));
const scores = pairScores(pair, stein());
const rows = Uint32Array.from({ length: 40 }, (_, k) => 5 * k);
const at = { x: pair.x.filter((_, i) => i % 5 === 0), y: pair.y.filter((_, i) => i % 5 === 0) };
const { joint } = scores.estimates;
const inner = { rows, jacobian: joint.jacobianAt([at.x, at.y]) };

test("Stein's two mixed derivatives differ: its estimates are no gradients", () => {
  const [, first, second] = inner.jacobian;
  expect(Math.max(...first.map((value, i) => Math.abs(value - second[i])))).toBeGreaterThan(0.1);
});

// With r = s_cause − ∂_effect v − s_v the sum of the equation's terms is −∂_effect r, for Stein's scores with one of them.
test.each(DIRECTIONS)(
  "eq:id:forward, eq:id:backward: in %s the terms add up to the residual's derivative along the effect, to 1e-6",
  (direction) => {
    const { cause, effect } = byRole(at, direction);
    const velocity = (value: number) => 0.7 + 0.4 * value;
    const slope = 0.4;
    /** What of the residual varies with the effect. */
    const residual = (shift: number) => {
      const moved = effect.map((value) => value + shift);
      const [jointX, jointY] = joint.at(direction === "x->y" ? [cause, moved] : [moved, cause]);
      const { cause: jointCause, effect: jointEffect } = byRole({ x: jointX, y: jointY }, direction);
      return moved.map((value, i) => -jointCause[i] - velocity(value) * jointEffect[i]);
    };
    const [above, below] = [residual(STEP), residual(-STEP)];
    const { jointEffect, dEffectEffect, dCauseEffect } = innerCurvature({ scores, inner }, direction);
    const sum = effect.map((value, i) => slope * jointEffect[i] + velocity(value) * dEffectEffect[i] + dCauseEffect[i]);
    expectAllClose(
      sum,
      above.map((value, i) => -(value - below[i]) / (2 * STEP)),
      { rtol: TOLERANCE, scale: 1 },
    );
  },
);
