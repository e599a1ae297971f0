import { plainRoutines } from "@causal-velocity/core/compute/plain-routines.js";
import type { NetworkProblem, Routines } from "@causal-velocity/core/compute/routines.js";
import type { Column } from "@causal-velocity/core/primitives/columns.js";
import { seededRng } from "@causal-velocity/core/primitives/random.js";
import { wasmRoutines } from "@causal-velocity/routines/wasm-routines.js";
import { describe, expect, test } from "vitest";
import { worstGap } from "../support/all-close.js";

const wasm = wasmRoutines();
if (!wasm) throw new Error("this runtime has no WebAssembly with SIMD: the routines cannot be tested");
const implementations: readonly Routines[] = [plainRoutines, wasm];

const rng = seededRng(23);
const draw = (count: number) => Float64Array.from({ length: count }, () => rng.normal());

type Case = Pick<NetworkProblem, "widths" | "networks" | "order" | "theta" | "inputs"> & { readonly name: string };

/** A random network at random rows. */
function randomCase(widths: readonly number[], networks: number, order: 0 | 1 | 2, rows: number): Case {
  const parameters = widths.slice(1).reduce((sum, width, l) => sum + (widths[l] + 1) * width, 0);
  return {
    name: `${widths.join("-")}, ${networks} of them, order ${order}, ${rows} rows`,
    ...{ widths, networks, order },
    theta: draw(networks * parameters),
    inputs: widths.slice(0, 1).flatMap((count) => Array.from({ length: count }, () => draw(rows))),
  };
}

// Widths that fill no vector, one that needs more than one block of rows, last blocks of every length.
const cases: readonly Case[] = [
  randomCase([2, 32, 1], 1, 1, 301),
  randomCase([1, 5, 3], 2, 2, 66),
  randomCase([1, 7], 1, 2, 5),
  randomCase([3, 6, 5, 2], 2, 2, 7),
  randomCase([2, 9, 4, 1], 1, 0, 1000),
  randomCase([1, 3, 3, 3, 3, 1], 1, 1, 1),
  randomCase([1, 64, 64, 1], 1, 2, 258),
];

/** Jets at all rows and a loss of all their parts, Σ weight·(jet + jet²/2), with its gradient. */
function pass(routines: Routines, problem: Case, theta = problem.theta) {
  const outputs = problem.widths[problem.widths.length - 1];
  const parts = problem.networks * outputs * (1 + problem.order * problem.inputs.length);
  const rows = problem.inputs[0].length;
  const jets = Array.from({ length: parts }, () => new Float64Array(rows));
  const gradient = new Float64Array(theta.length);
  let loss = 0;
  let seen = 0;
  const { name, ...rest } = problem;
  routines.networkPass({
    ...{ ...rest, theta, gradient },
    atRows(from, block, cotangents) {
      expect([from, block.length, cotangents.length]).toEqual([seen, parts, parts]);
      seen += block[0].length;
      block.forEach((column, p) => {
        jets[p].set(column, from);
        const weight = Math.cos(1 + p);
        column.forEach((jet, i) => {
          loss += weight * (jet + 0.5 * jet * jet);
          cotangents[p][i] = weight * (1 + jet);
        });
      });
    },
  });
  expect(seen).toBe(rows);
  return { jets, loss, gradient };
}

const largest = (numbers: Column) => numbers.reduce((most, value) => Math.max(most, Math.abs(value)), 0);

describe.each(implementations)("networkPass of the $name routines", (routines) => {
  test.each(cases)("jets equal central differences along the inputs to 1e-6: $name", (problem) => {
    const { widths, networks, order, inputs } = problem;
    const step = 1e-5;
    const { jets } = pass(routines, problem);
    const moved = (d: number, by: number) =>
      pass(routines, { ...problem, inputs: inputs.map((column, j) => (j === d ? column.map((v) => v + by) : column)) });
    const parts = 1 + order * inputs.length;
    for (let d = 0; d < inputs.length && order > 0; d++) {
      const [up, down] = [moved(d, step).jets, moved(d, -step).jets];
      for (let output = 0; output < networks * widths[widths.length - 1]; output++) {
        for (let k = 1; k <= order; k++) {
          const lower = output * parts + (k === 1 ? 0 : 1 + d);
          const difference = up[lower].map((value, i) => (value - down[lower][i]) / (2 * step));
          const derivative = jets[output * parts + 1 + (k - 1) * inputs.length + d];
          expect(worstGap(difference, derivative, largest(derivative)).gap).toBeLessThan(1e-6);
        }
      }
    }
  });

  test.each(cases)("the gradient equals central differences along theta to 1e-6: $name", (problem) => {
    const { gradient } = pass(routines, problem);
    const size = largest(gradient);
    // Some of thousands of parameters, from every layer.
    const stride = Math.ceil(gradient.length / 40);
    for (let k = 0; k < gradient.length; k += stride) {
      const lossAt = (by: number) =>
        pass(
          routines,
          problem,
          problem.theta.map((v, j) => (j === k ? v + by : v)),
        ).loss;
      const difference = (lossAt(1e-5) - lossAt(-1e-5)) / 2e-5;
      expect(Math.abs(difference - gradient[k]) / size).toBeLessThan(1e-6);
    }
  });

  test("adds to the given gradient, and changes nothing else", () => {
    const problem = cases[1];
    const { gradient } = pass(routines, problem);
    const before = [problem.theta.slice(), ...problem.inputs.map((column) => column.slice())];
    const { name, ...rest } = problem;
    const sum = new Float64Array(gradient.length).fill(1000);
    routines.networkPass({
      ...{ ...rest, gradient: sum },
      atRows: (_, jets, cotangents) =>
        jets.forEach((column, p) => {
          cotangents[p].set(column.map((jet) => Math.cos(1 + p) * (1 + jet)));
        }),
    });
    expect(
      worstGap(
        sum.map((v) => v - 1000),
        gradient,
        largest(gradient),
      ).gap,
    ).toBeLessThan(1e-10);
    expect([problem.theta, ...problem.inputs]).toEqual(before);
  });

  test("without a gradient there are jets, the same ones, and no cotangents", () => {
    const problem = cases[0];
    const { jets } = pass(routines, problem);
    const { name, ...rest } = problem;
    routines.networkPass({
      ...rest,
      atRows(from, block, cotangents) {
        expect(cotangents).toEqual([]);
        const here = jets.map((column) => column.subarray(from, from + block[0].length));
        expect(block).toEqual(here);
      },
    });
  });

  test("one linear unit of one input is offset + weight·x, with its derivatives", () => {
    const inputs = [Float64Array.of(-2, 0.5, 3)];
    const seen: number[][] = [];
    routines.networkPass({
      ...{ widths: [1, 1], networks: 1, order: 2, theta: Float64Array.of(4, -1), inputs },
      atRows: (_, jets) => {
        seen.push(...jets.map((column) => [...column]));
      },
    });
    expect(seen).toEqual([
      [-9, 1, 11],
      [4, 4, 4],
      [0, 0, 0],
    ]);
  });
});

test.each(cases)("both routines agree to 1e-13: $name", (problem) => {
  const [plain, fast] = implementations.map((routines) => pass(routines, problem));
  plain.jets.forEach((column, p) => {
    expect(worstGap(fast.jets[p], column, largest(column)).gap).toBeLessThan(1e-13);
  });
  expect(worstGap(fast.gradient, plain.gradient, largest(plain.gradient)).gap).toBeLessThan(1e-13);
});

test("tanh is the same bits in both: tiny, moderate and saturated numbers, zeros of both signs, infinities, NaN", () => {
  const spread = Float64Array.from({ length: 4000 }, (_, i) => 10 ** ((i % 40) / 4 - 8) * rng.normal());
  const x = Float64Array.of(0, -0, Infinity, -Infinity, Number.NaN, 19.9, 20, -20.1, 5e-324, 0.1733, ...spread);
  const [plain, fast] = implementations.map((routines) => {
    const out = new Float64Array(x.length);
    routines.networkPass({
      ...{ widths: [1, 1, 1], networks: 1, order: 0, theta: Float64Array.of(1, 0, 1, 0), inputs: [x] },
      atRows: (from, [values]) => out.set(values, from),
    });
    return out;
  });
  expect(fast).toEqual(plain);
  expect(plain[5 + 1]).toBe(1);
  expect(worstGap(plain, x.map(Math.tanh)).gap).toBeNaN();
  expect(worstGap(plain.subarray(5), x.subarray(5).map(Math.tanh)).gap).toBeLessThan(1e-15);
});

test("memory does not grow with the rows: 500,000 rows pass through 3 MB", () => {
  const small = wasmRoutines({ mostBytes: 3e6 });
  const inputs = [new Float64Array(500_000).fill(0.5), new Float64Array(500_000).fill(-1)];
  let sum = 0;
  const gradient = new Float64Array(7);
  small?.networkPass({
    ...{ widths: [2, 1, 1], networks: 1, order: 0, theta: Float64Array.of(2, 1, 0, 0, 3, 0, 0), inputs, gradient },
    atRows(_, [values], [ofValues]) {
      sum += values.length;
      ofValues.fill(1);
    },
  });
  expect(sum).toBe(500_000);
});
