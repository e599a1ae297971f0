import type { Convolution } from "@causal-velocity/core/compute/convolution-pass.js";
import { plainRoutines } from "@causal-velocity/core/compute/plain-routines.js";
import { readNetwork } from "@causal-velocity/core/learned/read-network.js";
import { seededRng } from "@causal-velocity/core/primitives/random.js";
import { describe, expect, test } from "vitest";
import { compiledRoutines } from "../support/compiled-routines.js";
import { type NetworkWidths, randomNetworkBytes } from "../support/random-network.js";

const K = 32;
const rng = seededRng(77);

/** Pictures of every kind of number: smooth ones, noise, extremes of both signs, nothing. */
const pictures: Readonly<Record<string, Int16Array>> = {
  smooth: picture((p, i, j) => 900 * Math.sin((p + 1) * i * 0.11 + j * 0.2) + 40 * p),
  noise: picture(() => 700 * rng.normal()),
  extremes: picture(() => (rng.uniform() < 0.5 ? -16383 : 16383)),
  zeros: picture(() => 0),
  "one cell": picture((p, i, j) => (p === 3 && i === 0 && j === 31 ? 16383 : 0)),
};

function picture(f: (p: number, i: number, j: number) => number): Int16Array {
  return Int16Array.from({ length: 12 * K * K }, (_, k) => {
    const [p, i, j] = [Math.floor(k / (K * K)), Math.floor(k / K) % K, k % K];
    return Math.max(-16383, Math.min(16383, Math.round(f(p, i, j))));
  });
}

const widths: readonly NetworkWidths[] = [
  [4, 8, 12, 8],
  [6, 12, 16, 8],
  [1, 1, 1, 1],
  [3, 5, 7, 4],
  [2, 3, 2, 4],
];

/** The network by its definition, in floating point and without rounding: images[channel][row][column]. */
function byDefinition(blocks: readonly (readonly Convolution[])[], start: Int16Array) {
  let image = Array.from({ length: 12 }, (_, p) => square(K, (i, j) => start[(p * K + i) * K + j] / 1024));
  blocks.forEach((block, b) => {
    if (b > 0) {
      image = image.map((plane) =>
        square(plane.length / 2, (i, j) => {
          const cells = [
            plane[2 * i][2 * j],
            plane[2 * i][2 * j + 1],
            plane[2 * i + 1][2 * j],
            plane[2 * i + 1][2 * j + 1],
          ];
          return cells.reduce((a, c) => a + c) / 4;
        }),
      );
    }
    for (const layer of block) image = layerByDefinition(layer, image);
  });
  return image.map((plane) => ({ mean: mean(plane.flat()), max: Math.max(...plane.flat()) }));
}

function layerByDefinition({ inputs, fields, weights, epsilon, gamma, beta }: Convolution, image: number[][][]) {
  const size = image[0].length;
  const outputs = Array.from({ length: 4 * fields }, (_, output) =>
    square(size, (i, j) => {
      let sum = 0;
      for (let c = 0; c < inputs; c++) {
        for (let down = 0; down < 3; down++) {
          for (let along = 0; along < 3; along++) {
            const value = image[c][i + down - 1]?.[j + along - 1] ?? 0;
            sum += weights[(output * inputs + c) * 9 + 3 * down + along] * value;
          }
        }
      }
      return sum;
    }),
  );
  return outputs.map((plane, output) => {
    const f = Math.floor(output / 4);
    const all = outputs.slice(4 * f, 4 * f + 4).flat(2);
    const center = mean(all);
    const variance = mean(all.map((value) => (value - center) ** 2));
    // Epsilon is in units of sums over images in 1/1024.
    const slope = gamma[f] / Math.sqrt(variance + epsilon[f] / 1024 ** 2);
    return plane.map((row) => row.map((value) => Math.max(0, (value - center) * slope + beta[f])));
  });
}

function square(size: number, f: (i: number, j: number) => number): number[][] {
  return Array.from({ length: size }, (_, i) => Array.from({ length: size }, (_, j) => f(i, j)));
}

function mean(values: readonly number[]): number {
  return values.reduce((a, b) => a + b, 0) / values.length;
}

const wasm = compiledRoutines();

describe.each(widths)("networks of %i, %i and %i fields", (...shape) => {
  const { convolutions } = readNetwork(randomNetworkBytes(100 + shape[0], shape));

  test.each(Object.entries(pictures))("%s: the same bits from both routines", (_, image) => {
    const plain = plainRoutines.convolutionPass(convolutions, image);
    expect(plain.sums.length).toBe(4 * shape[2]);
    expect(wasm.convolutionPass(convolutions, image)).toEqual(plain);
  });
});

test("both agree with the definition in floating point up to the rounding of images", () => {
  for (const shape of [widths[0], widths[4]]) {
    const { convolutions } = readNetwork(randomNetworkBytes(200 + shape[0], shape));
    for (const name of ["smooth", "noise"]) {
      const expected = byDefinition(convolutions.blocks, pictures[name]);
      for (const routines of [plainRoutines, wasm]) {
        const { sums, maxima } = routines.convolutionPass(convolutions, pictures[name]);
        expected.forEach((channel, c) => {
          expect(Math.abs(sums[c] / 64 / 1024 - channel.mean)).toBeLessThan(0.005);
          expect(Math.abs(maxima[c] / 1024 - channel.max)).toBeLessThan(0.02);
        });
      }
    }
  }
});

test("the same bits after other computations of the compiled routines, and nothing is changed", () => {
  const { convolutions } = readNetwork(randomNetworkBytes(5, [2, 3, 4, 2]));
  const copy = pictures.noise.slice();
  const first = wasm.convolutionPass(convolutions, pictures.noise);
  wasm.medianOfDistances(Float64Array.from({ length: 3000 }, () => rng.normal()));
  wasm.convolutionPass(convolutions, pictures.extremes);
  expect(wasm.convolutionPass(convolutions, pictures.noise)).toEqual(first);
  expect(pictures.noise).toEqual(copy);
});
