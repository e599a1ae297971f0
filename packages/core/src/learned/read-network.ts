import {
  type Convolution,
  type ConvolutionNetwork,
  IMAGE_LIMIT,
  IMAGE_UNIT,
  SUM_LIMIT,
  TURNS,
} from "../compute/convolution-pass.js";
import { InputError } from "../primitives/errors.js";
import { ODD_PLANES, PICTURE_PLANES, PICTURE_SIZE } from "./picture.js";

/** Weights that are small whole numbers times a scale for each output. */
export interface DenseLayer {
  /** Row by row, one row for each output. */
  readonly weights: Int8Array;
  readonly scale: Float64Array;
  readonly bias: Float64Array;
}

/** A network that reads pictures, ready to run. */
export interface LearnedNetwork {
  readonly convolutions: ConvolutionNetwork;
  readonly hidden: DenseLayer;
  readonly output: DenseLayer;
}

/** Features of a field: four characters of its means, four of its maxima. */
export const FIELD_FEATURES = 8;

/** Bytes 0 to 7 of a file, and the length of the whole header. */
const MAGIC = "CVNET1\0\0";
const HEADER_BYTES = 16;
const TAPS = 9;
const SIDE = 3;
/** What the normalization adds to a variance in real units. */
const EPSILON = 1e-5;

/**
 * A network from the bytes of its file, little endian: "CVNET1" and two zeros; a byte each for K, planes, fields of the
 * three blocks c1, c2, c3, hidden units H, and two zeros; six convolutions; two dense layers, to H units and to one.
 *
 * A convolution is base weights in bytes, filled up to a multiple of four, then scale, gamma and beta of each field as
 * 32-bit floats. Its base weights are [field][plane][down][along] in the first, [field][input field][turn][down][along]
 * in the others. A dense layer is [output][input] in bytes, filled up, then scale and bias of each output.
 *
 * @cost O(weights); about a millisecond     @throws InputError `malformed-file`
 */
export function readNetwork(bytes: Uint8Array): LearnedNetwork {
  const header = readHeader(bytes);
  const reader = readerOf(bytes);
  const [c1, c2, c3] = header.fields;
  const read = (inputFields: number, fields: number) => readConvolution(reader, inputFields, fields);
  const blocks = [
    [readFirst(reader, c1), read(c1, c1)],
    [read(c1, c2), read(c2, c2)],
    [read(c2, c3), read(c3, c3)],
  ];
  const hidden = readDense(reader, header.hidden, FIELD_FEATURES * c3);
  const output = readDense(reader, 1, header.hidden);
  return { convolutions: { size: PICTURE_SIZE, planes: PICTURE_PLANES, blocks }, hidden, output };
}

interface Header {
  readonly fields: readonly [number, number, number];
  readonly hidden: number;
}

/** The header, after checking that the file is as long as it says. */
function readHeader(bytes: Uint8Array): Header {
  const magic = String.fromCharCode(...bytes.subarray(0, MAGIC.length));
  if (magic !== MAGIC || bytes.length < HEADER_BYTES) {
    throw malformed(
      `${bytes.length} bytes that do not begin with "CVNET1"`,
      "a network as the training script writes it",
    );
  }
  const [size, planes, c1, c2, c3, hidden, ...rest] = bytes.subarray(MAGIC.length, HEADER_BYTES);
  if (size !== PICTURE_SIZE || planes !== PICTURE_PLANES) {
    throw malformed(
      `a network for ${planes} planes of ${size} × ${size} cells`,
      `${PICTURE_PLANES} planes of ${PICTURE_SIZE} × ${PICTURE_SIZE}`,
    );
  }
  const isWide = [c1, c2, c3, hidden].every((width) => width > 0);
  if (!isWide || rest.some((value) => value !== 0)) {
    throw malformed(
      `${c1}, ${c2}, ${c3} fields, ${hidden} hidden units, then ${rest.join(", ")}`,
      "at least one of each, then 0, 0",
    );
  }
  const convolution = (base: number, fields: number) => padded(base * fields * TAPS) + 3 * 4 * fields;
  const dense = (outputs: number, inputs: number) => padded(outputs * inputs) + 2 * 4 * outputs;
  const expected =
    HEADER_BYTES +
    convolution(PICTURE_PLANES, c1) +
    [
      [c1, c1],
      [c1, c2],
      [c2, c2],
      [c2, c3],
      [c3, c3],
    ].reduce((sum, [p, q]) => sum + convolution(TURNS * p, q), 0) +
    dense(hidden, FIELD_FEATURES * c3) +
    dense(1, hidden);
  if (bytes.length !== expected) {
    throw malformed(`${bytes.length} bytes`, `${expected} for ${c1}, ${c2}, ${c3} fields and ${hidden} hidden units`);
  }
  return { fields: [c1, c2, c3], hidden };
}

/** The length of weights in the file: whole words of four bytes. */
function padded(count: number): number {
  return TURNS * Math.ceil(count / TURNS);
}

/** Takes the parts of a file one after the other. */
interface Reader {
  weights(count: number): Int8Array;
  numbers(count: number, name: string, isFine: (value: number) => boolean, expected: string): Float64Array;
}

function readerOf(bytes: Uint8Array): Reader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = HEADER_BYTES;
  return {
    weights(count) {
      const weights = new Int8Array(bytes.buffer, bytes.byteOffset + at, count);
      at += padded(count);
      return weights;
    },
    numbers(count, name, isFine, expected) {
      const numbers = Float64Array.from({ length: count }, (_, k) => view.getFloat32(at + 4 * k, true));
      const wrong = numbers.findIndex((value) => !(Number.isFinite(value) && isFine(value)));
      if (wrong >= 0) throw malformed(`${name} ${numbers[wrong]} at byte ${at + 4 * wrong}`, expected);
      at += 4 * count;
      return numbers;
    },
  };
}

function readScales(reader: Reader, count: number): Float64Array {
  return reader.numbers(count, "scale", (value) => value > 0, "a finite scale above 0");
}

function readFinite(reader: Reader, count: number, name: string): Float64Array {
  return reader.numbers(count, name, () => true, "a finite number");
}

function readDense(reader: Reader, outputs: number, inputs: number): DenseLayer {
  const weights = reader.weights(outputs * inputs);
  return { weights, scale: readScales(reader, outputs), bias: readFinite(reader, outputs, "bias") };
}

/** The first layer: output (f, g) sees the picture as turned by g, signs of odd planes included. */
function readFirst(reader: Reader, fields: number): Convolution {
  const base = reader.weights(fields * PICTURE_PLANES * TAPS);
  return readNormalization(reader, fields, PICTURE_PLANES, base, (f, g, plane) => {
    const isOpposite = isIn(ODD_PLANES.down, plane) ? (g & 1) !== 0 : isIn(ODD_PLANES.along, plane) && (g & 2) !== 0;
    return { from: (f * PICTURE_PLANES + plane) * TAPS, sign: isOpposite ? -1 : 1 };
  });
}

/** Other layers: between (f, g) and (f′, g′) only what turns g′ into g matters. */
function readConvolution(reader: Reader, inputFields: number, fields: number): Convolution {
  const inputs = TURNS * inputFields;
  const base = reader.weights(fields * inputs * TAPS);
  return readNormalization(reader, fields, inputs, base, (f, g, input) => {
    const turn = g ^ (input % TURNS);
    return { from: (f * inputs + input - (input % TURNS) + turn) * TAPS, sign: 1 };
  });
}

/** A convolution whose weights from `input` to (f, g) are those of the file from `from` on, turned by g. */
function readNormalization(
  reader: Reader,
  fields: number,
  inputs: number,
  base: Int8Array,
  source: (f: number, g: number, input: number) => { readonly from: number; readonly sign: number },
): Convolution {
  requireSmall(base, fields);
  const weights = new Int16Array(TURNS * fields * inputs * TAPS);
  const turned = Array.from({ length: TURNS }, (_, g) => Array.from({ length: TAPS }, (_, tap) => turnedTap(tap, g)));
  let k = 0;
  for (let output = 0; output < TURNS * fields; output++) {
    const g = output % TURNS;
    const taps = turned[g];
    for (let input = 0; input < inputs; input++) {
      const { from, sign } = source((output - g) / TURNS, g, input);
      for (let tap = 0; tap < TAPS; tap++) weights[k++] = sign * base[from + taps[tap]];
    }
  }
  const scale = readScales(reader, fields);
  return {
    ...{ inputs, fields, weights },
    epsilon: scale.map((value) => EPSILON / ((value / IMAGE_UNIT) * (value / IMAGE_UNIT))),
    gamma: readFinite(reader, fields, "gamma"),
    beta: readFinite(reader, fields, "beta"),
  };
}

/** The place of a 3 × 3 square that comes to `tap` when the square is turned by g. */
function turnedTap(tap: number, g: number): number {
  const [down, along] = [Math.floor(tap / SIDE), tap % SIDE];
  return SIDE * (g & 1 ? SIDE - 1 - down : down) + (g & 2 ? SIDE - 1 - along : along);
}

function isIn(planes: readonly number[], plane: number): boolean {
  return planes.includes(plane);
}

/** Sums of a convolution have to stay exact whatever the picture. */
function requireSmall(base: Int8Array, fields: number): void {
  const each = base.length / fields;
  for (let f = 0; f < fields; f++) {
    let size = 0;
    for (let k = f * each; k < (f + 1) * each; k++) size += Math.abs(base[k]);
    if (size * IMAGE_LIMIT >= SUM_LIMIT) {
      throw malformed(
        `weights of size ${size} in all in field ${f}`,
        `less than ${Math.floor(SUM_LIMIT / IMAGE_LIMIT)}`,
      );
    }
  }
}

function malformed(value: string, expected: string): InputError {
  return new InputError({
    code: "malformed-file",
    place: "the weights of the learned evidence",
    value,
    expected,
    remedy: "Take the file that comes with the package, or write it again by the training script.",
  });
}
