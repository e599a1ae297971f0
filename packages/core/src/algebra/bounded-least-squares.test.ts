import { describe, expect, test } from "vitest";
import { type Rng, seededRng } from "../primitives/random.js";
import { type BoundedLeastSquares, boundedLeastSquares } from "./bounded-least-squares.js";
import { leastSquares } from "./least-squares.js";

const normals = (rng: Rng, count: number) => Float64Array.from({ length: count }, () => rng.normal());

function randomProblem(seed: number, rows: number, cols: number): BoundedLeastSquares {
  const rng = seededRng(seed);
  const design = { data: normals(rng, rows * cols), rows, cols };
  const bounds = seed % 2 === 0 ? { lower: normals(rng, cols).map((value) => 0.3 * value) } : {};
  return { design, target: normals(rng, rows), ...bounds, ridge: seed % 3 === 0 ? 0.5 : 0 };
}

function lossOf({ design: { data, rows, cols }, target, ridge = 0 }: BoundedLeastSquares, a: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < rows; i++) {
    let residual = target[i];
    for (let j = 0; j < cols; j++) residual -= data[i * cols + j] * a[j];
    sum += residual * residual;
  }
  return sum + ridge * a.reduce((total, value) => total + value * value, 0);
}

/** Half the slope of the loss in each coefficient. */
function slopesOf({ design: { data, rows, cols }, target, ridge = 0 }: BoundedLeastSquares, a: Float64Array) {
  const slopes = a.map((value) => ridge * value);
  for (let i = 0; i < rows; i++) {
    let residual = target[i];
    for (let j = 0; j < cols; j++) residual -= data[i * cols + j] * a[j];
    for (let j = 0; j < cols; j++) slopes[j] -= data[i * cols + j] * residual;
  }
  return slopes;
}

/** The best of all choices of coefficients at their bounds whose minimum over the others is feasible. */
function byBruteForce(problem: BoundedLeastSquares): number {
  const { design, target, ridge = 0 } = problem;
  const { data, rows, cols } = design;
  const lower = problem.lower ?? new Float64Array(cols);
  let best = Infinity;
  for (let set = 0; set < 1 << cols; set++) {
    const free = Array.from(lower, (_, j) => j).filter((j) => set & (1 << j));
    const { coefficients } = leastSquares({
      rows: rows + cols,
      cols: free.length,
      rowInto(i, out) {
        let value = i < rows ? target[i] : 0;
        for (let j = 0; j < cols; j++) {
          const entry = i < rows ? data[i * cols + j] : i - rows === j ? Math.sqrt(ridge) : 0;
          const place = free.indexOf(j);
          if (place < 0) value -= entry * lower[j];
          else out[place] = entry;
        }
        return value;
      },
    });
    const a = lower.slice();
    for (const [place, j] of free.entries()) a[j] = coefficients[place];
    if (a.every((value, j) => value >= lower[j] - 1e-12)) best = Math.min(best, lossOf(problem, a));
  }
  return best;
}

describe("boundedLeastSquares", () => {
  const seeds = Array.from({ length: 60 }, (_, i) => i + 1);

  test("finds the best of all active sets, to 1e-12: 60 problems of 1 to 7 coefficients, with bounds and ridge", () => {
    for (const seed of seeds) {
      const problem = randomProblem(seed, 5 + (seed % 9), 1 + (seed % 7));
      const loss = lossOf(problem, boundedLeastSquares(problem));
      expect(Math.abs(loss - byBruteForce(problem)), `seed ${seed}`).toBeLessThan(1e-12 * (1 + loss));
    }
  });

  test("Karush-Kuhn-Tucker with 20 coefficients: feasible, free slopes 0, the others into the bounds, to 1e-11", () => {
    let [free, bound] = [0, 0];
    for (const seed of seeds) {
      const problem = randomProblem(seed, 40, 20);
      const a = boundedLeastSquares(problem);
      slopesOf(problem, a).forEach((slope, j) => {
        const above = a[j] - (problem.lower?.[j] ?? 0);
        expect(above).toBeGreaterThanOrEqual(0);
        if (above > 0) {
          expect(Math.abs(slope)).toBeLessThan(1e-11);
          free += 1;
        } else {
          expect(slope).toBeGreaterThan(-1e-11);
          bound += 1;
        }
      });
    }
    expect(Math.min(free, bound)).toBeGreaterThan(200);
  });

  test("without a bound that binds it is least squares, to 1e-12", () => {
    const { design, target } = randomProblem(1, 30, 5);
    const rowInto = (i: number, out: Float64Array) => {
      out.set(design.data.subarray(5 * i, 5 * i + 5));
      return target[i];
    };
    const { coefficients } = leastSquares({ rows: 30, cols: 5, rowInto });
    const a = boundedLeastSquares({ design, target, lower: new Float64Array(5).fill(-10) });
    for (let j = 0; j < 5; j++) expect(Math.abs(a[j] - coefficients[j])).toBeLessThan(1e-12);
  });

  test("the start, feasible or not, does not move the answer", () => {
    for (const seed of seeds.slice(0, 12)) {
      const problem = randomProblem(seed, 12, 6);
      const cold = boundedLeastSquares(problem);
      for (const start of [cold, normals(seededRng(seed), 6), new Float64Array(6).fill(5)]) {
        const warm = boundedLeastSquares({ ...problem, start });
        for (let j = 0; j < 6; j++) expect(Math.abs(warm[j] - cold[j])).toBeLessThan(1e-11);
      }
    }
  });

  test("repeated and zero columns leave the loss at its minimum, to 1e-12", () => {
    const { design, target } = randomProblem(5, 20, 4);
    const doubled = {
      data: Float64Array.from({ length: 20 * 9 }, (_, at) => {
        const [i, j] = [Math.floor(at / 9), at % 9];
        return j === 8 ? 0 : design.data[4 * i + (j % 4)];
      }),
      rows: 20,
      cols: 9,
    };
    const loss = lossOf({ design, target }, boundedLeastSquares({ design, target }));
    const again = { design: doubled, target };
    for (const start of [undefined, new Float64Array(9).fill(1)]) {
      const found = lossOf(again, boundedLeastSquares({ ...again, ...(start ? { start } : {}) }));
      expect(Math.abs(found - loss)).toBeLessThan(1e-12);
    }
  });
});
