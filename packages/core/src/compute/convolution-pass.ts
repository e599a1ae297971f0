/**
 * A convolution of 3 × 3 weights with zeros around the image, then a normalization of each field, then max(0, ·).
 *
 * A field is a group of four channels: channel 4f + g is field f, turned by the flips of g. Images hold whole
 * multiples of 1/1024 up to ±16383, weights are whole numbers from −128 to 127, and both units cancel in the
 * normalization. All sums are of whole numbers and exact, so that no order of adding changes a bit.
 */
export interface Convolution {
  /** Channels that go in, an even number. */
  readonly inputs: number;
  /** Fields that come out. */
  readonly fields: number;
  /** weights[(output·inputs + input)·9 + 3·down + along]; for each output 16383·Σ|weight| is below `SUM_LIMIT`. */
  readonly weights: Int16Array;
  /** Of each field: what is added to the variance, in squared units of the sums. */
  readonly epsilon: Float64Array;
  /** Of each field: the standard deviation after the normalization, and the mean. */
  readonly gamma: Float64Array;
  readonly beta: Float64Array;
}

/** Blocks of convolutions; between two blocks every 2 × 2 cells are averaged. */
export interface ConvolutionNetwork {
  /** Cells along each side of the first image, a multiple of 4·2^(blocks − 1). */
  readonly size: number;
  readonly planes: number;
  readonly blocks: readonly (readonly Convolution[])[];
}

/** Sum and maximum of each channel of the last image over its cells, in units of 1/1024. */
export interface ChannelSummary {
  readonly sums: Int32Array;
  readonly maxima: Int32Array;
}

/** Units of 1 in images. */
export const IMAGE_UNIT = 1024;
/** Largest size of a number in an image. */
export const IMAGE_LIMIT = 16_383;
/** Below this every sum of a convolution has to lie: 2³⁰, so that sums of its squares are exact. */
export const SUM_LIMIT = 1_073_741_824;
/** Channels of a field. */
export const TURNS = 4;
/** Bits of a sum that are left out before squaring, so that sums of squares are exact in a double. */
const SQUARE_BITS = 10;
const SQUARE_UNIT = 1_048_576;

/** Planes of `size` × `size` numbers inside a frame of zeros. */
interface Image {
  readonly size: number;
  readonly channels: number;
  readonly data: Int16Array;
}

/** Runs a network over one image, `planes` planes of size × size numbers, row by row. */
export function convolutionPass({ size, planes, blocks }: ConvolutionNetwork, picture: Int16Array): ChannelSummary {
  let image = framed(size, planes);
  for (let c = 0; c < planes; c++) {
    for (let i = 0; i < size; i++) {
      const from = (c * size + i) * size;
      image.data.set(picture.subarray(from, from + size), placeOf(image, c, i));
    }
  }
  blocks.forEach((block, b) => {
    if (b > 0) image = averaged(image);
    for (const layer of block) image = convolved(image, layer);
  });
  return summaryOf(image);
}

function framed(size: number, channels: number): Image {
  return { size, channels, data: new Int16Array(channels * (size + 2) * (size + 2)) };
}

/** Where a row of a channel begins. */
function placeOf({ size }: Image, channel: number, row: number): number {
  return (channel * (size + 2) + row + 1) * (size + 2) + 1;
}

function convolved(image: Image, layer: Convolution): Image {
  const out = framed(image.size, TURNS * layer.fields);
  const cells = image.size * image.size;
  const sums = new Int32Array(TURNS * cells);
  for (let f = 0; f < layer.fields; f++) {
    sums.fill(0);
    for (let g = 0; g < TURNS; g++) addProducts(image, layer, TURNS * f + g, sums.subarray(g * cells, (g + 1) * cells));
    normalizeInto(sums, layer, f, out);
  }
  return out;
}

/** Adds one output of a convolution to `sums`. */
function addProducts(image: Image, { inputs, weights }: Convolution, output: number, sums: Int32Array): void {
  const { size, data } = image;
  const stride = size + 2;
  for (let c = 0; c < inputs; c++) {
    const at = (output * inputs + c) * 9;
    const [w0, w1, w2] = [weights[at], weights[at + 1], weights[at + 2]];
    const [w3, w4, w5] = [weights[at + 3], weights[at + 4], weights[at + 5]];
    const [w6, w7, w8] = [weights[at + 6], weights[at + 7], weights[at + 8]];
    for (let i = 0; i < size; i++) {
      let p = placeOf(image, c, i);
      let [a0, a1] = [data[p - stride - 1], data[p - stride]];
      let [b0, b1] = [data[p - 1], data[p]];
      let [c0, c1] = [data[p + stride - 1], data[p + stride]];
      for (let k = i * size; k < (i + 1) * size; k++, p++) {
        const a2 = data[p - stride + 1];
        const b2 = data[p + 1];
        const c2 = data[p + stride + 1];
        const above = (Math.imul(w0, a0) + Math.imul(w1, a1) + Math.imul(w2, a2)) | 0;
        const beside = (Math.imul(w3, b0) + Math.imul(w4, b1) + Math.imul(w5, b2)) | 0;
        const below = (Math.imul(w6, c0) + Math.imul(w7, c1) + Math.imul(w8, c2)) | 0;
        sums[k] = (sums[k] + above + beside + below) | 0;
        a0 = a1;
        a1 = a2;
        b0 = b1;
        b1 = b2;
        c0 = c1;
        c1 = c2;
      }
    }
  }
}

/** Writes a field, normalized over its four channels and without its negative part, to the image that comes out. */
function normalizeInto(sums: Int32Array, { epsilon, gamma, beta }: Convolution, field: number, out: Image): void {
  const { size, data } = out;
  const count = sums.length;
  let total = 0;
  let coarse = 0;
  let squares = 0;
  for (let k = 0; k < count; k++) {
    const part = sums[k] >> SQUARE_BITS;
    total += sums[k];
    coarse += part;
    squares += part * part;
  }
  const mean = total / count;
  const coarseMean = coarse / count;
  const variance = Math.max(0, squares / count - coarseMean * coarseMean) * SQUARE_UNIT;
  const slope = gamma[field] / Math.sqrt(variance + epsilon[field]);
  const offset = beta[field] - mean * slope;
  for (let g = 0; g < TURNS; g++) {
    for (let i = 0; i < size; i++) {
      const from = (g * size + i) * size;
      const to = placeOf(out, TURNS * field + g, i);
      for (let j = 0; j < size; j++) {
        const value = Math.floor(Math.max(sums[from + j] * slope + offset, 0) * IMAGE_UNIT + 0.5);
        data[to + j] = Math.min(value, IMAGE_LIMIT);
      }
    }
  }
}

/** The mean of every 2 × 2 cells. */
function averaged(image: Image): Image {
  const { data } = image;
  const stride = image.size + 2;
  const out = framed(image.size / 2, image.channels);
  for (let c = 0; c < image.channels; c++) {
    for (let i = 0; i < out.size; i++) {
      const from = placeOf(image, c, 2 * i);
      const to = placeOf(out, c, i);
      for (let j = 0; j < out.size; j++) {
        const p = from + 2 * j;
        out.data[to + j] = (data[p] + data[p + 1] + data[p + stride] + data[p + stride + 1] + 2) >> 2;
      }
    }
  }
  return out;
}

function summaryOf(image: Image): ChannelSummary {
  const { size, channels, data } = image;
  const sums = new Int32Array(channels);
  const maxima = new Int32Array(channels);
  for (let c = 0; c < channels; c++) {
    for (let i = 0; i < size; i++) {
      const from = placeOf(image, c, i);
      for (let j = 0; j < size; j++) {
        sums[c] += data[from + j];
        maxima[c] = Math.max(maxima[c], data[from + j]);
      }
    }
  }
  return { sums, maxima };
}
