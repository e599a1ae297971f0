import type { Column } from "../../numeric/column.js";
import { leastSquares } from "../../numeric/least-squares.js";
import { meanAndSd } from "../../numeric/mean-and-sd.js";
import type { DirectionCost } from "../cost-method.js";
import { unitRange } from "./unit-range.js";

/**
 * Mean squared error of the best c₀ + c₃·cause³, both columns on [0, 1]: RECI as its published code has it, which
 * overwrites the linear and the quadratic column with zeros.
 *
 * @reference Blöbaum et al. 2018     @cost O(n)
 */
export function reciMonomialCost(cause: Column, effect: Column): DirectionCost {
  const cube = unitRange(cause).map((u) => u * u * u);
  const target = unitRange(effect);
  const { mean: cubeMean } = meanAndSd(cube);
  const { mean: targetMean, sd } = meanAndSd(target);
  let [square, product] = [0, 0];
  for (let i = 0; i < cube.length; i++) {
    square += (cube[i] - cubeMean) * (cube[i] - cubeMean);
    product += (cube[i] - cubeMean) * (target[i] - targetMean);
  }
  const fitted = (i: number): number => targetMean + (product / square) * (cube[i] - cubeMean);
  return { cost: meanSquaredResidual(target, fitted), scale: sd * sd };
}

/** Mean squared error of the best cubic polynomial, both columns on [0, 1]: RECI as its paper has it. @cost O(n) */
export function reciCubicCost(cause: Column, effect: Column): DirectionCost {
  // Centered powers keep the four columns apart; they span the same cubics.
  const input = unitRange(cause).map((u) => 2 * u - 1);
  const target = unitRange(effect);
  const { sd } = meanAndSd(target);
  const rowInto = (i: number, out: Float64Array): number => {
    out[0] = 1;
    for (let j = 1; j < 4; j++) out[j] = out[j - 1] * input[i];
    return target[i];
  };
  const { coefficients } = leastSquares({ rows: target.length, cols: 4, rowInto });
  const [c0, c1, c2, c3] = coefficients;
  const fitted = (i: number): number => c0 + input[i] * (c1 + input[i] * (c2 + input[i] * c3));
  return {
    cost: meanSquaredResidual(target, fitted),
    scale: sd * sd,
  };
}

function meanSquaredResidual(target: Column, fitted: (i: number) => number): number {
  let sum = 0;
  for (let i = 0; i < target.length; i++) {
    const r = target[i] - fitted(i);
    sum += r * r;
  }
  return sum / target.length;
}
