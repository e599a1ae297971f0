import { describe, expect, test } from "vitest";
import { adam } from "./train-velocity.js";

/** Σ curvature_k (theta_k − goal_k)²/2. */
const bowl = (goal: readonly number[], curvature: readonly number[]) => (theta: Float64Array, gradient: Float64Array) =>
  theta.reduce((sum, value, k) => {
    gradient[k] = curvature[k] * (value - goal[k]);
    return sum + 0.5 * curvature[k] * (value - goal[k]) ** 2;
  }, 0);

const FOREVER = { steps: 20_000, tolerance: 0 };

describe("adam", () => {
  test("the first step is rate × sign of the gradient, whatever its size", () => {
    const loss = bowl([1, -1, 0], [1e-3, 1e5, 1]);
    const { theta, steps } = adam(loss, new Float64Array(3), { rate: 0.25, steps: 1, tolerance: 0 });
    // ε = 1e-8, compared with a gradient of 1e-3, shortens the step by 1e-5 of it.
    expect(theta[0]).toBeCloseTo(0.25 / (1 + 1e-5), 12);
    expect(theta[1]).toBeCloseTo(-0.25, 12);
    expect(theta[2]).toBe(0);
    expect(steps).toBe(1);
  });

  test("the second step divides bias-corrected means: worked out by hand for gradients 2 and −1", () => {
    const gradients = [2, -1, 0];
    let call = 0;
    const loss = (_: Float64Array, gradient: Float64Array) => {
      gradient[0] = gradients[call];
      call += 1;
      return -call;
    };
    const { theta } = adam(loss, Float64Array.of(0), { rate: 1, steps: 2, tolerance: 0 });
    const mean = (0.9 * 0.2 + 0.1 * -1) / (1 - 0.81);
    const square = (0.999 * 0.004 + 0.001) / (1 - 0.998001);
    // ε = 1e-8 added to the size of the gradient, 2 and √square.
    expect(theta[0]).toBeCloseTo(-1 / (1 + 5e-9) - mean / (Math.sqrt(square) + 1e-8), 12);
  });

  test("a quadratic with curvatures a thousandfold apart is minimized to 1e-9", () => {
    const goal = [3, -2, 0.5];
    const { theta, loss } = adam(bowl(goal, [1, 30, 1000]), new Float64Array(3), { rate: 0.01, ...FOREVER });
    expect(Math.max(...theta.map((value, k) => Math.abs(value - goal[k])))).toBeLessThan(1e-4);
    expect(loss).toBeLessThan(1e-9);
  });

  test("keeps the best point it stepped to, not the last, and never the start", () => {
    // From the minimum every step raises the loss; the first is the shortest.
    const bounce = (theta: Float64Array, gradient: Float64Array) => {
      gradient[0] = -1;
      return theta[0];
    };
    const { theta, loss, steps } = adam(bounce, Float64Array.of(0), { rate: 0.5, steps: 7, tolerance: 0 });
    expect([steps, loss, theta[0]]).toEqual([7, loss, loss]);
    expect(theta[0]).toBeCloseTo(0.5, 6);
  });

  test("stops when a step changes the loss by less than the tolerance, and reports it", () => {
    const flat = (theta: Float64Array, gradient: Float64Array) => {
      gradient[0] = 1;
      return 1 / (1 - theta[0]);
    };
    const loose = adam(flat, Float64Array.of(0), { rate: 1, steps: 50, tolerance: 0.1 });
    // 1, 1/2, 1/3, 1/4: the fourth differs from the third by 1/12.
    expect(loose).toMatchObject({ steps: 3, converged: true });
    const strict = adam(flat, Float64Array.of(0), { rate: 1, steps: 3, tolerance: 0.01 });
    expect(strict).toMatchObject({ steps: 3, converged: false });
  });

  test("leaves the start untouched", () => {
    const start = Float64Array.of(1, 2);
    adam(bowl([0, 0], [1, 1]), start, { rate: 0.1, steps: 5, tolerance: 0 });
    expect([...start]).toEqual([1, 2]);
  });
});
