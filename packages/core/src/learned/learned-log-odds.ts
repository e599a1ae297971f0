import { type ChannelSummary, IMAGE_UNIT, TURNS } from "../compute/convolution-pass.js";
import { kept } from "../compute/memo.js";
import { type ComputeOptions, computeOptions } from "../compute/routines.js";
import { decodeBase64 } from "../primitives/base64.js";
import type { Column } from "../primitives/columns.js";
import { marginOf, PICTURE_SIZE, picturesOf } from "./picture.js";
import { type DenseLayer, FIELD_FEATURES, type LearnedNetwork, readNetwork } from "./read-network.js";
import { weightsText } from "./weights-text.js";

let shipped: LearnedNetwork | undefined;

/** The network that comes with the package; read on first use. */
export function learnedNetwork(): LearnedNetwork {
  shipped ??= readNetwork(decodeBase64(weightsText));
  return shipped;
}

/**
 * Log odds of x->y by the network that comes with the package.
 *
 * Columns have at least 20 rows and values that vary. Swapping them negates the answer; the order of the rows, the sign
 * of a column and its multiplication by a power of two change no bit; any other shift or scale changes it only where
 * rounding does.
 * @cost O(n log n), about 3 ms at 1,000 rows with the compiled routines
 */
export function learnedLogOdds(pair: { readonly x: Column; readonly y: Column }, compute: ComputeOptions = {}): number {
  return learnedLogOddsWith(learnedNetwork(), pair.x, pair.y, compute);
}

/** The same by any network. */
export function learnedLogOddsWith(
  network: LearnedNetwork,
  x: Column,
  y: Column,
  compute: ComputeOptions = {},
): number {
  const { routines } = computeOptions(compute);
  const margin = (column: Column) => kept(compute, "learned margin", [column], () => marginOf(column, compute));
  const { forward, backward } = picturesOf(margin(x), margin(y));
  const judge = (picture: Int16Array) =>
    judged(network, featuresOf(routines.convolutionPass(network.convolutions, picture)));
  return judge(forward) - judge(backward);
}

/** Cells of the last image: the picture was averaged twice. */
const LAST_CELLS = (PICTURE_SIZE / 4) * (PICTURE_SIZE / 4);

/**
 * What no flip changes: of the means of a field's four channels, and of their maxima, the mean and the sizes of the
 * three contrasts between them. All are sums of whole multiples of a power of two, so exact.
 */
export function featuresOf({ sums, maxima }: ChannelSummary): Float64Array {
  const features = new Float64Array((FIELD_FEATURES * sums.length) / TURNS);
  for (let f = 0; f < sums.length / TURNS; f++) {
    const means = sums.subarray(TURNS * f, TURNS * (f + 1));
    const largest = maxima.subarray(TURNS * f, TURNS * (f + 1));
    features.set(charactersOf(means, LAST_CELLS * IMAGE_UNIT), FIELD_FEATURES * f);
    features.set(charactersOf(largest, IMAGE_UNIT), FIELD_FEATURES * f + TURNS);
  }
  return features;
}

function charactersOf([a, b, c, d]: Int32Array, unit: number): number[] {
  const contrasts = [a + b + c + d, Math.abs(a - b + c - d), Math.abs(a + b - c - d), Math.abs(a - b - c + d)];
  return contrasts.map((value) => value / unit / TURNS);
}

/** How much the network is for the column that lies down as the cause, in log odds up to a common term. */
function judged({ hidden, output }: LearnedNetwork, features: Float64Array): number {
  const active = applied(hidden, features).map((value) => Math.max(0, value));
  return applied(output, active)[0];
}

function applied({ weights, scale, bias }: DenseLayer, inputs: Float64Array): Float64Array {
  return scale.map((unit, k) => {
    let sum = 0;
    for (let j = 0; j < inputs.length; j++) sum += weights[k * inputs.length + j] * inputs[j];
    return unit * sum + bias[k];
  });
}
