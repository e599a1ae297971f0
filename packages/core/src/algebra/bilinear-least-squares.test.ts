import { describe, expect, test } from "vitest";
import { type Rng, seededRng } from "../primitives/random.js";
import { type BilinearProblem, bilinearLeastSquares, bilinearRank, settled } from "./bilinear-least-squares.js";
import { solveLeastSquares } from "./least-squares.js";

const [P, Q, ROWS] = [4, 5, 60];
const normals = (rng: Rng, count: number) => Float64Array.from({ length: count }, () => rng.normal());

function lossOf({ design, target }: BilinearProblem, left: Float64Array, right: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < ROWS; i++) {
    let residual = target[i];
    for (let a = 0; a < P; a++) {
      for (let b = 0; b < Q; b++) residual -= left[a] * right[b] * design.data[i * P * Q + a * Q + b];
    }
    sum += residual * residual;
  }
  return sum;
}

/** A product of `left` and random right, seen through a random design, plus noise. */
function problemOf(left: Float64Array, noise: number, seed: number): BilinearProblem & { right: Float64Array } {
  const rng = seededRng(seed);
  const design = { data: normals(rng, ROWS * P * Q), rows: ROWS, cols: P * Q };
  const right = normals(rng, Q);
  const zero = { design, target: new Float64Array(ROWS), leftSize: P, rightSize: Q };
  const target = new Float64Array(ROWS);
  for (let i = 0; i < ROWS; i++) {
    for (let a = 0; a < P; a++) {
      for (let b = 0; b < Q; b++) target[i] += left[a] * right[b] * design.data[i * P * Q + a * Q + b];
    }
    target[i] += noise * rng.normal();
  }
  return { ...zero, target, right };
}

const ones = new Float64Array(P).fill(1);

describe("bilinearLeastSquares", () => {
  test("recovers left, summing to 1, and right from exact products to 1e-12, coefficients at 0 included", () => {
    for (const left of [Float64Array.of(0.1, 0.2, 0.3, 0.4), Float64Array.of(0, 0.5, 0.5, 0)]) {
      const problem = problemOf(left, 0, 3);
      const found = bilinearLeastSquares(problem, ones);
      for (let a = 0; a < P; a++) expect(Math.abs(found.left[a] - left[a])).toBeLessThan(1e-12);
      for (let b = 0; b < Q; b++) expect(Math.abs(found.right[b] - problem.right[b])).toBeLessThan(1e-12);
      expect(found.losses.length).toBeLessThan(30);
    }
  });

  test("the loss falls with every round, and is the loss of what is returned, to 1e-12", () => {
    for (let seed = 1; seed <= 40; seed++) {
      const problem = problemOf(Float64Array.of(0.4, 0, 0.1, 0.5), 3, seed);
      const { left, right, loss, losses } = bilinearLeastSquares(problem, ones);
      for (let round = 1; round < losses.length; round++) expect(losses[round]).toBeLessThan(losses[round - 1]);
      expect(losses.length).toBeGreaterThan(2);
      expect(loss).toBe(losses[losses.length - 1]);
      expect(Math.abs(lossOf(problem, left, right) / loss - 1)).toBeLessThan(1e-12);
      expect(Math.min(...left)).toBeGreaterThanOrEqual(0);
    }
  });

  test("the first loss is that of the best right for the start", () => {
    const problem = problemOf(Float64Array.of(0.4, 0, 0.1, 0.5), 1, 9);
    const rowInto = (i: number, out: Float64Array) => {
      for (let b = 0; b < Q; b++) {
        out[b] = 0;
        for (let a = 0; a < P; a++) out[b] += problem.design.data[i * P * Q + a * Q + b];
      }
      return problem.target[i];
    };
    const right = solveLeastSquares({ rows: ROWS, cols: Q, rowInto });
    const [first] = bilinearLeastSquares(problem, ones).losses;
    expect(Math.abs(lossOf(problem, ones, right) / first - 1)).toBeLessThan(1e-12);
  });

  test("what is found is a local minimum: no small feasible move in left or right lowers the loss", () => {
    const rng = seededRng(77);
    for (let seed = 1; seed <= 20; seed++) {
      const problem = problemOf(Float64Array.of(0.4, 0, 0.1, 0.5), 2, seed);
      const { left, right, loss } = bilinearLeastSquares(problem, ones);
      for (let move = 0; move < 20; move++) {
        const size = 10 ** -(1 + (move % 4));
        const movedLeft = left.map((value) => Math.max(0, value + size * rng.normal()));
        const movedRight = right.map((value) => value + size * rng.normal());
        expect(lossOf(problem, movedLeft, movedRight)).toBeGreaterThanOrEqual(loss * (1 - 1e-12));
      }
    }
  });

  test("settled: two starts reach the same minimum to 1e-12, where stopping by the loss leaves more than 1e-10", () => {
    const [unsettledGaps, gaps]: [number[], number[]] = [[], []];
    for (let seed = 1; seed <= 20; seed++) {
      const problem = problemOf(Float64Array.of(0.4, 0.2, 0.1, 0.3), 0.5, seed);
      const [one, other] = [ones, Float64Array.of(0.1, 0.5, 0.1, 0.1)].map((start) =>
        bilinearLeastSquares(problem, start),
      );
      if (Math.abs(one.loss / other.loss - 1) > 1e-9) continue;
      const gap = (a: Float64Array, b: Float64Array) => Math.max(...a.map((value, i) => Math.abs(value - b[i])));
      unsettledGaps.push(gap(one.left, other.left));
      const [p, q] = [settled(problem, one), settled(problem, other)];
      gaps.push(gap(p.left, q.left));
      expect(p.loss).toBeLessThanOrEqual(one.loss * (1 + 1e-12));
      expect(Math.abs(lossOf(problem, p.left, p.right) / p.loss - 1)).toBeLessThan(1e-12);
    }
    expect(gaps.length).toBeGreaterThan(10);
    expect(Math.max(...gaps)).toBeLessThan(1e-12);
    expect(Math.max(...unsettledGaps)).toBeGreaterThan(1e-10);
  });

  test("a zero target and a zero design", () => {
    const problem = problemOf(ones, 0, 4);
    expect(bilinearLeastSquares({ ...problem, target: new Float64Array(ROWS) }, ones).loss).toBe(0);
    const empty = { ...problem, design: { ...problem.design, data: new Float64Array(ROWS * P * Q) } };
    const total = problem.target.reduce((sum, value) => sum + value * value, 0);
    expect(bilinearLeastSquares(empty, ones)).toMatchObject({ right: new Float64Array(Q), losses: [total] });
  });

  test("its rank counts free coefficients less the common scale", () => {
    const inside = problemOf(Float64Array.of(0.1, 0.2, 0.3, 0.4), 0.01, 3);
    expect(bilinearRank(inside, bilinearLeastSquares(inside, ones))).toBe(P + Q - 1);
    const right = problemOf(ones, 0, 3).right;
    expect(bilinearRank(inside, { left: Float64Array.of(0, 1, 1, 0), right })).toBe(2 + Q - 1);
  });
});

describe("solveLeastSquares", () => {
  const solve = (columns: readonly Float64Array[], target: Float64Array) =>
    solveLeastSquares({
      rows: target.length,
      cols: columns.length,
      rowInto(i, out) {
        columns.forEach((column, j) => {
          out[j] = column[i];
        });
        return target[i];
      },
    });

  test("solves regular problems and takes the minimum norm of singular ones, to 1e-12", () => {
    const rng = seededRng(5);
    const [a, b] = [normals(rng, 20), normals(rng, 20)];
    const target = a.map((value, i) => 2 * value - 3 * b[i]);
    const [p, q] = solve([a, b], target);
    expect(Math.abs(p - 2) + Math.abs(q + 3)).toBeLessThan(1e-12);
    const [r, s, t] = solve([a, b, a], target);
    expect(Math.abs(r - 1) + Math.abs(s + 3) + Math.abs(t - 1)).toBeLessThan(1e-12);
  });
});
