import { expect, test } from "vitest";
import { pairFromColumns } from "../pair/pair.js";
import { standardize } from "../pair/standardize.js";
import { seededRng } from "../primitives/random.js";
import { exactScore, pairScores } from "../score/pair-scores.js";
import { type ScoredHalf, scoreDisagreement } from "./score-quality.js";

const rng = seededRng(0);
const draw = () => Float64Array.from({ length: 60 }, () => rng.normal());
const whole = standardize(pairFromColumns(draw(), draw()));
/** −z, the score of a standard normal, in the units of the whole pair. */
const joint = [whole.x.map((value) => -value), whole.y.map((value) => -value)];

/** A half with a score that is shift − z in the units of the whole, and so sd times that in its own. */
function halfWith(shift: number, spread: { x: number; y: number }): ScoredHalf {
  const pair = standardize({
    ...whole,
    x: whole.x.map((v) => 0.3 + spread.x * v),
    y: whole.y.map((v) => spread.y * v),
  });
  const scales = [pair.scale.x, pair.scale.y];
  const own = exactScore("own", {
    scoreInto: (at, out) => {
      for (let j = 0; j < at.length; j++) out[j] = scales[j].sd * (shift - scales[j].mean - scales[j].sd * at[j]);
    },
    jacobianInto: () => {},
  });
  return { pair, scores: pairScores(pair, own) };
}

test("halves that agree in the units of the whole agree, however wide each of them is: 0 to 1e-12", () => {
  const halves = [halfWith(0, { x: 0.5, y: 2 }), halfWith(0, { x: 3, y: 0.8 })];
  expect(scoreDisagreement(whole, joint, halves)).toBeLessThan(1e-12);
});

test("halves that differ by 0.4 in both scores: half of that relative to the score, in the units of the whole, to 1e-12", () => {
  const halves = [halfWith(0, { x: 0.5, y: 2 }), halfWith(0.4, { x: 3, y: 0.8 })];
  // The columns are standardized: the mean square of −z is 1 in each.
  expect(scoreDisagreement(whole, joint, halves)).toBeCloseTo(0.2, 12);
});
