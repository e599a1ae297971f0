import { seededRng } from "@causal-velocity/core/primitives/random.js";

/** Fields of the three blocks and hidden units. */
export type NetworkWidths = readonly [number, number, number, number];

/** The file of a network with random weights, in the format that `readNetwork` reads. */
export function randomNetworkBytes(seed: number, widths: NetworkWidths): Uint8Array {
  const [c1, c2, c3, hidden] = widths;
  const rng = seededRng(seed);
  const bytes: number[] = [...new TextEncoder().encode("CVNET1\0\0"), 32, 12, c1, c2, c3, hidden, 0, 0];
  const addWeights = (count: number) => {
    for (let k = 0; k < count; k++) bytes.push(Math.max(-127, Math.min(127, Math.round(45 * rng.normal()))) & 0xff);
    while (bytes.length % 4 !== 0) bytes.push(0);
  };
  const addNumbers = (count: number, draw: () => number) => {
    bytes.push(...new Uint8Array(Float32Array.from({ length: count }, draw).buffer));
  };
  const shapes = [
    [12, c1],
    [4 * c1, c1],
    [4 * c1, c2],
    [4 * c2, c2],
    [4 * c2, c3],
    [4 * c3, c3],
  ];
  for (const [inputs, fields] of shapes) {
    addWeights(9 * inputs * fields);
    addNumbers(fields, () => 0.002 * (1 + rng.uniform()));
    addNumbers(fields, () => 1 + 0.3 * rng.normal());
    addNumbers(fields, () => 0.3 * rng.normal());
  }
  for (const [inputs, outputs] of [
    [8 * c3, hidden],
    [hidden, 1],
  ]) {
    addWeights(inputs * outputs);
    addNumbers(outputs, () => 0.005 * (1 + rng.uniform()));
    addNumbers(outputs, () => 0.1 * rng.normal());
  }
  return Uint8Array.from(bytes);
}
