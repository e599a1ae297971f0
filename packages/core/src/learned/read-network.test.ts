import { describe, expect, test } from "vitest";
import { randomNetworkBytes } from "../../../../tests/support/random-network.js";
import { learnedNetwork } from "./learned-log-odds.js";
import { readNetwork } from "./read-network.js";

const bytes = randomNetworkBytes(3, [1, 2, 3, 5]);
/** The file with some bytes changed. */
const changed = (at: number, ...values: number[]) => {
  const copy = bytes.slice();
  copy.set(values, at);
  return copy;
};

describe("readNetwork", () => {
  test("expands the first layer by flips, with signs of the odd planes", () => {
    const { weights, inputs, fields } = readNetwork(bytes).convolutions.blocks[0][0];
    expect([inputs, fields]).toEqual([12, 1]);
    const base = new Int8Array(bytes.buffer, 16, 12 * 9);
    for (let g = 0; g < 4; g++) {
      for (let p = 0; p < 12; p++) {
        const sign = (g & 1 && [4, 6].includes(p) ? -1 : 1) * (g & 2 && [5, 7].includes(p) ? -1 : 1);
        for (let down = 0; down < 3; down++) {
          for (let along = 0; along < 3; along++) {
            const source = base[p * 9 + 3 * (g & 1 ? 2 - down : down) + (g & 2 ? 2 - along : along)];
            expect(weights[(g * 12 + p) * 9 + 3 * down + along]).toBe(source === 0 ? 0 : sign * source);
          }
        }
      }
    }
  });

  test("expands other layers by the turn between input and output", () => {
    const { blocks } = readNetwork(bytes).convolutions;
    const { weights, inputs, fields } = blocks[2][0];
    expect([inputs, fields]).toEqual([8, 3]);
    const at = (output: number, input: number, tap: number) => weights[(output * inputs + input) * 9 + tap];
    // Output (2, 0) holds the base weights; (2, 3) those of the opposite turn, each square upside down and reversed.
    for (let input = 0; input < 8; input++) {
      for (let tap = 0; tap < 9; tap++) expect(at(11, input, tap)).toBe(at(8, input ^ 3, 8 - tap));
    }
    expect(blocks.map((block) => block.map((layer) => [layer.inputs, layer.fields]))).toEqual([
      [
        [12, 1],
        [4, 1],
      ],
      [
        [4, 2],
        [8, 2],
      ],
      [
        [8, 3],
        [12, 3],
      ],
    ]);
  });

  test("scales become the epsilon of the sums' own units", () => {
    const { epsilon } = readNetwork(bytes).convolutions.blocks[0][0];
    const scale = new DataView(bytes.buffer).getFloat32(16 + 108, true);
    expect(epsilon[0]).toBeCloseTo((1e-5 * 1024 * 1024) / scale / scale, 6);
  });

  test("reads bytes in the middle of a buffer", () => {
    const wide = new Uint8Array(bytes.length + 8);
    wide.set(bytes, 3);
    expect(readNetwork(wide.subarray(3, 3 + bytes.length))).toEqual(readNetwork(bytes));
  });

  test("the file in the package can be read", () => {
    const { convolutions, hidden, output } = learnedNetwork();
    expect(convolutions.blocks.length).toBe(3);
    expect(hidden.weights.length).toBe(hidden.scale.length * 8 * convolutions.blocks[2][1].fields);
    expect(output.weights.length).toBe(hidden.scale.length);
  });

  const faults: readonly (readonly [string, Uint8Array, RegExp])[] = [
    ["an empty file", new Uint8Array(0), /0 bytes that do not begin with "CVNET1"/],
    ["another file", changed(5, 0x32), /do not begin with "CVNET1"/],
    ["a header that ends early", bytes.subarray(0, 12), /12 bytes that do not begin/],
    ["another size", changed(8, 24), /12 planes of 24 × 24 cells; expected 12 planes of 32 × 32/],
    ["other planes", changed(9, 11), /11 planes/],
    ["no fields", changed(11, 0), /1, 0, 3 fields/],
    ["a later version", changed(15, 1), /then 0, 1/],
    ["a short file", bytes.subarray(0, bytes.length - 1), /\d+ bytes; expected \d+ for 1, 2, 3 fields and 5 hidden/],
    ["other widths", changed(12, 4), /\d+ bytes; expected \d+ for 1, 2, 4/],
    ["a scale of 0", changed(16 + 108, 0, 0, 0, 0), /scale 0 at byte 124; expected a finite scale above 0/],
    ["a gamma that is no number", changed(16 + 112, 0, 0, 0xc0, 0x7f), /gamma NaN at byte 128/],
  ];
  test.each(faults)("%s is an error that says what was found and expected", (_, file, message) => {
    expect(() => readNetwork(file)).toThrow(message);
    expect(() => readNetwork(file)).toThrow(expect.objectContaining({ code: "malformed-file" }));
  });

  test("weights whose sums could overflow are refused", () => {
    const wide = randomNetworkBytes(3, [1, 1, 60, 1]);
    // From the last convolution on: 60 fields of 240 inputs, all weights 127.
    const start = wide.length - (60 * 8 + 8) - 12 - 4 - 60 * 12 - 60 * 240 * 9;
    wide.fill(127, start, start + 60 * 240 * 9);
    expect(() => readNetwork(wide)).toThrow(/weights of size \d+ in all in field \d+; expected less than 65540/);
  });
});
