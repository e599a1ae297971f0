import type {
  ChannelSummary,
  Convolution,
  ConvolutionNetwork,
} from "@causal-velocity/core/compute/convolution-pass.js";
import type { Wasm } from "./wasm-instance.js";

/** Bytes of a number of an image, and of a double, in whose number rooms are measured. */
const SMALL = 2;
const DOUBLE = 8;
const CHANNELS = 4;
/** Fields whose sums are computed together. */
const GROUP = 2;

/** A convolutional network on one image; see assembly/convolution.ts. */
export function convolutionPass(wasm: Wasm, network: ConvolutionNetwork, picture: Int16Array): ChannelSummary {
  const { size: first, planes, blocks } = network;
  const layers = blocks.flat();
  const widest = Math.max(planes, ...layers.map(({ fields }) => CHANNELS * fields));
  const imageLength = (size: number, channels: number) => (size + 2) * (size + 2) * channels;
  const room = () => wasm.room(Math.ceil((SMALL * imageLength(first, widest)) / DOUBLE));
  let [image, other] = [room(), room()];
  const sums = wasm.room(GROUP * 2 * first * first);
  const placed = layers.map((layer) => {
    const { weights, normalization } = preparedOf(wasm, layer);
    const weightsAt = wasm.room(Math.ceil((SMALL * weights.length) / DOUBLE));
    wasm.integers(weightsAt, weights.length).set(weights);
    return { layer, weightsAt, normalizationAt: wasm.place(normalization) };
  });
  const last = layers[layers.length - 1].fields;
  const summary = wasm.room(CHANNELS * last);
  // From here on nothing is placed, so views stay good.
  const frame = (at: number, size: number, channels: number) => wasm.integers(at, imageLength(size, channels)).fill(0);
  fillCells(frame(image, first, planes), picture, first, planes);
  let size = first;
  let next = 0;
  for (const [b, block] of blocks.entries()) {
    if (b > 0) {
      const { fields } = placed[next - 1].layer;
      frame(other, size / 2, CHANNELS * fields);
      wasm.averageCells(image, size, fields, other);
      [image, other] = [other, image];
      size /= 2;
    }
    for (let l = 0; l < block.length; l++, next++) {
      const { layer, weightsAt, normalizationAt } = placed[next];
      frame(other, size, CHANNELS * layer.fields);
      wasm.convolve(image, size, layer.inputs, weightsAt, layer.fields, normalizationAt, sums, other);
      [image, other] = [other, image];
    }
  }
  const maxima = summary + 4 * CHANNELS * last;
  wasm.summarizeCells(image, size, last, summary, maxima);
  const copy = (at: number) => new Int32Array(wasm.view(at, 1).buffer, at, CHANNELS * last).slice();
  return { sums: copy(summary), maxima: copy(maxima) };
}

/** Writes planes into a framed image in which the channels of a cell follow each other. */
function fillCells(image: Int16Array, picture: Int16Array, size: number, planes: number): void {
  for (let p = 0; p < planes; p++) {
    for (let i = 0; i < size; i++) {
      const from = (p * size + i) * size;
      const to = ((i + 1) * (size + 2) + 1) * planes + p;
      for (let j = 0; j < size; j++) image[to + j * planes] = picture[from + j];
    }
  }
}

interface PreparedLayer {
  readonly weights: Int16Array;
  readonly normalization: Float64Array;
}

/** Layers in the order in which they are read; a network runs on many pictures. */
const prepared = new WeakMap<Convolution, PreparedLayer>();

function preparedOf(wasm: Wasm, layer: Convolution): PreparedLayer {
  const known = prepared.get(layer);
  if (known) return known;
  const made = prepare(wasm, layer);
  prepared.set(layer, made);
  return made;
}

function prepare(wasm: Wasm, { inputs, fields, weights, epsilon, gamma, beta }: Convolution): PreparedLayer {
  const room = () => wasm.room(Math.ceil((SMALL * weights.length) / DOUBLE));
  const [from, to] = [room(), room()];
  wasm.integers(from, weights.length).set(weights);
  wasm.orderWeights(from, inputs, fields, to);
  const ordered = wasm.integers(to, weights.length).slice();
  const normalization = new Float64Array(3 * fields);
  [epsilon, gamma, beta].forEach((column, c) => {
    normalization.set(column, c * fields);
  });
  return { weights: ordered, normalization };
}
