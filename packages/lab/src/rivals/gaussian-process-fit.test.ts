import { choleskyInPlace, choleskySolveInPlace } from "@causal-velocity/core/algebra/cholesky.js";
import { type Matrix, matrix } from "@causal-velocity/core/primitives/columns.js";
import { seededRng } from "@causal-velocity/core/primitives/random.js";
import { kernelFactor, ridgeResidual } from "@causal-velocity/core/statistics/kernel-ridge.js";
import { describe, expect, test } from "vitest";
import { fitGaussianProcess, minimizeBetween } from "./gaussian-process-fit.js";

const rng = seededRng(17);
const n = 120;
const input = Float64Array.from({ length: n }, () => rng.normal());
const target = input.map((x) => Math.sin(2 * x) + 0.3 * rng.normal());

function factored(bandwidth: number, signal: number, diagonal: number): Matrix {
  const k = matrix(n, n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      const gap = (input[i] - input[j]) / bandwidth;
      k.data[i * n + j] = signal * Math.exp(-0.5 * gap * gap) + (i === j ? diagonal : 0);
    }
  }
  choleskyInPlace(k);
  return k;
}

/** From the textbook: ½yᵀK⁻¹y + ½ln|K| + n/2 ln 2π. */
function denseNegativeLogLikelihood(logLength: number, logSignal: number, logNoise: number): number {
  const factor = factored(Math.exp(logLength), Math.exp(logSignal), Math.exp(logNoise) + 1e-10);
  const solution = target.slice();
  choleskySolveInPlace(factor, solution);
  let [quadratic, logRoot] = [0, 0];
  for (let i = 0; i < n; i++) {
    quadratic += target[i] * solution[i];
    logRoot += Math.log(factor.data[i * n + i]);
  }
  return 0.5 * quadratic + logRoot + 0.5 * n * Math.log(2 * Math.PI);
}

describe("kernel ridge regression", () => {
  test.each([
    [1, 0.1],
    [0.2, 1e-3],
    [5, 10],
  ])("bandwidth %d, ridge %d: y − K(K + λI)⁻¹y of the dense matrix, to 1e-9", (bandwidth, ridge) => {
    const solution = target.slice();
    choleskySolveInPlace(factored(bandwidth, 1, ridge), solution);
    // y − K(K + λI)⁻¹y = λ(K + λI)⁻¹y.
    ridgeResidual(kernelFactor(input, bandwidth), target, ridge).forEach((residual, i) => {
      expect(Math.abs(residual - ridge * solution[i])).toBeLessThan(1e-9);
    });
  });

  test("too little memory is a typed error", () => {
    const compute = { memoryLimit: 1000 };
    expect(() => kernelFactor(input, 1, compute)).toThrow(expect.objectContaining({ code: "memory-exceeded" }));
  });
});

describe("fitGaussianProcess", () => {
  const fit = fitGaussianProcess(input, target);
  const at = [fit.lengthScale, fit.signal, fit.noise].map(Math.log) as [number, number, number];

  test("its likelihood is the dense one to 1e-7, and stationary in all three parameters", () => {
    const best = denseNegativeLogLikelihood(...at);
    expect(Math.abs(fit.negativeLogLikelihood - best)).toBeLessThan(1e-7);
    for (const k of [0, 1, 2]) {
      for (const step of [-0.02, 0.02]) {
        const moved = at.map((value, j) => (j === k ? value + step : value)) as typeof at;
        expect(denseNegativeLogLikelihood(...moved)).toBeGreaterThan(best);
      }
      const [up, down] = [1e-3, -1e-3].map((step) =>
        denseNegativeLogLikelihood(...(at.map((value, j) => (j === k ? value + step : value)) as typeof at)),
      );
      expect(Math.abs(up - down) / 2e-3).toBeLessThan(1e-3);
    }
  });

  test("it is the best on a grid over the whole range, and recovers the noise of the data", () => {
    for (const length of [0.02, 0.1, 0.5, 2, 10, 80]) {
      for (const signal of [0.01, 0.3, 3, 100]) {
        for (const noise of [1e-4, 0.03, 0.3, 3]) {
          const [a, b, c] = [length, signal, noise].map(Math.log) as [number, number, number];
          expect(denseNegativeLogLikelihood(a, b, c)).toBeGreaterThan(fit.negativeLogLikelihood);
        }
      }
    }
    // The variance of 120 draws has a standard error of 13%.
    expect(Math.abs(fit.noise / 0.09 - 1)).toBeLessThan(0.4);
  });

  test("a target without noise leaves no residual", () => {
    const { residual, noise } = fitGaussianProcess(input, input);
    expect(noise).toBeLessThan(1e-6);
    expect(Math.max(...residual.map(Math.abs))).toBeLessThan(1e-3);
  });
});

describe("minimizeBetween", () => {
  test.each([
    ["a parabola", (t: number) => (t - 0.3) ** 2, 0.3],
    ["a corner", (t: number) => Math.abs(t + 0.7), -0.7],
    ["a flat quartic", (t: number) => (t - 0.5) ** 4, 0.5],
    ["a skewed bowl", (t: number) => Math.exp(t) - 2 * t, Math.log(2)],
    ["a line that falls to the end", (t: number) => -t, 2],
    ["a line that rises from the start", (t: number) => t, -1],
  ])("%s", (_, f, at) => {
    const found = minimizeBetween(f, { low: -1, start: 0.1, high: 2, tolerance: 1e-7 });
    // A quartic changes by less than rounding within 10⁻⁴ of its minimum.
    expect(Math.abs(found.at - at)).toBeLessThan(f(at + 1e-4) - f(at) < 1e-15 ? 1e-3 : 3e-7);
    expect(found.value).toBe(f(found.at));
  });

  test("a smooth function takes about ten evaluations, none outside the interval", () => {
    let count = 0;
    const f = (t: number) => {
      count += 1;
      expect(t >= 0 && t <= 3).toBe(true);
      return Math.cosh(t - 1);
    };
    expect(minimizeBetween(f, { low: 0, start: 2, high: 3, tolerance: 1e-6 }).at).toBeCloseTo(1, 6);
    expect(count).toBeLessThan(20);
  });
});
