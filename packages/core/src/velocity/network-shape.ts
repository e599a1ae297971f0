import { wrongOption } from "../errors/wrong-option.js";
import { threefryNormals } from "../numeric/threefry-normals.js";
import type { WeightTensor } from "./velocity-model.js";

export interface NetworkVelocityOptions {
  /**
   * "LxH": L layers of weights, so L − 1 hidden layers of H tanh units, and a linear output. The published code has
   * "2x32", the paper's text "3x64".
   */
  readonly size?: string | undefined;
}

/** As in the published code (docs/decisions/0020-network-velocities.md). */
export const DEFAULT_NETWORK_SIZE = "2x32";
const MOST_LAYERS = 6;
const MOST_UNITS = 512;

/** A fully connected network with one output: how its parameters lie in a row, and where training starts. */
export interface NetworkShape {
  /** Numbers that go in, that each hidden layer has, that come out. */
  readonly widths: readonly number[];
  readonly parameterCount: number;
  readonly weights: readonly WeightTensor[];
  start(seed: number): Float64Array;
}

/** Standard deviation of the weights at the start; those between hidden layers are divided by √H. */
const START_SCALE = 0.5;

/** @throws InputError `wrong-option` for a size that cannot be read */
export function networkShape(inputs: number, size: string = DEFAULT_NETWORK_SIZE): NetworkShape {
  const { layers, units } = parsedSize(size);
  const widths = [inputs, ...new Array<number>(layers - 1).fill(units), 1];
  let end = 0;
  const weights = widths.slice(1).map((outputs, l) => {
    const tensor = { from: end, to: end + widths[l] * outputs };
    end = tensor.to + outputs;
    return tensor;
  });
  const parameterCount = end;
  return {
    widths,
    parameterCount,
    weights,
    // Each layer's weights come from a seed of their own, the next whole number; offsets start at 0.
    start(seed) {
      const theta = new Float64Array(parameterCount);
      weights.forEach(({ from, to }, l) => {
        const isBetween = l > 0 && l < weights.length - 1;
        const scale = isBetween ? START_SCALE / Math.sqrt(units) : START_SCALE;
        theta.set(
          threefryNormals(seed + l, to - from).map((normal) => scale * normal),
          from,
        );
      });
      return theta;
    },
  };
}

function parsedSize(size: string): { layers: number; units: number } {
  const [, layers, units] = /^(\d)x(\d{1,3})$/.exec(String(size)) ?? [];
  const parsed = { layers: Number(layers), units: Number(units) };
  const isSize = parsed.layers >= 1 && parsed.layers <= MOST_LAYERS && parsed.units >= 1 && parsed.units <= MOST_UNITS;
  if (isSize) return parsed;
  const expected = `LxH such as 2x32, with 1 to ${MOST_LAYERS} layers of weights and 1 to ${MOST_UNITS} hidden units`;
  throw wrongOption("size", size, expected);
}
