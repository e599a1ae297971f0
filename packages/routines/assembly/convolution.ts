import { at } from "./arrays";

// Convolutions of small whole numbers: the mathematics is written out in the core's convolution-pass.ts. Here the
// channels of a cell follow each other, 16 bits each, and cells row after row, a frame of zeros around them. So the
// three cells that a row of weights meets are one run of numbers, which is read in pairs. A vector of sums holds the
// four channels of a field at one cell, and a vector of weights what a pair of inputs adds to each of the four.

/** Bits that are left out of sums before squaring. */
const SQUARE_BITS: i32 = 10;
const SQUARE_UNIT: f64 = 1048576;
const IMAGE_UNIT: f64 = 1024;
const IMAGE_LIMIT: f64 = 16383;
/** Cells of a row that are handled together. */
const BUNDLE: i32 = 4;

/**
 * One layer: convolves an image, normalizes each field and writes it to `out`, whose frame is there already.
 *
 * Weights are in groups of two fields, if their number is odd one of one at the end: for each row of weights, then each
 * pair of numbers in the run, one vector for each field of the group. `normalization` holds epsilon, gamma and beta of
 * all fields. `sums` has room for two fields.
 */
export function convolve(
  image: usize,
  size: i32,
  inputs: i32,
  weights: usize,
  fields: i32,
  normalization: usize,
  sums: usize,
  out: usize,
): void {
  const ofField = (<usize>(size * size)) << 4;
  const weightsOfField = <usize>inputs * 72;
  for (let f = 0; f < fields; f += 2) {
    const isPair = f + 1 < fields;
    const own = weights + <usize>f * weightsOfField;
    for (let i = 0; i < size; i++) {
      for (let j = 0; j < size; j += BUNDLE) {
        const from = image + ((<usize>((i * (size + 2) + j) * inputs)) << 1);
        const to = sums + ((<usize>(i * size + j)) << 4);
        if (isPair) sumTwoFields(from, size, inputs, own, to, to + ofField);
        else sumOneField(from, size, inputs, own, to);
      }
    }
    normalize(sums, size, f, fields, normalization, out);
    if (isPair) normalize(sums + ofField, size, f + 1, fields, normalization, out);
  }
}

/** Writes the weights [output][input][9 taps] of a layer in the order in which `convolve` reads them. */
export function orderWeights(weights: usize, inputs: i32, fields: i32, out: usize): void {
  let to = out;
  for (let f = 0; f < fields; f += 2) {
    const end = 4 * min(f + 2, fields);
    for (let tap = 0; tap < 9; tap++) {
      for (let input = 0; input < inputs; input += 2) {
        for (let output = 4 * f; output < end; output++, to += 4) {
          const from = weights + ((<usize>((output * inputs + input) * 9 + tap)) << 1);
          store<i16>(to, load<i16>(from));
          store<i16>(to, load<i16>(from, 18), 2);
        }
      }
    }
  }
}

/** Sums of two fields at four cells; `from` is the cell above and left of the first. */
function sumTwoFields(from: usize, size: i32, inputs: i32, weights: usize, to: usize, toSecond: usize): void {
  const step = (<usize>inputs) << 1;
  const row = <usize>(size + 2) * step;
  let a0 = i32x4.splat(0);
  let a1 = a0;
  let a2 = a0;
  let a3 = a0;
  let b0 = a0;
  let b1 = a0;
  let b2 = a0;
  let b3 = a0;
  let w = weights;
  for (let down = 0; down < 3; down++) {
    const start = from + <usize>down * row;
    const end = start + 3 * step;
    for (let p = start; p < end; p += 4) {
      const u = v128.load(w);
      const v = v128.load(w, 16);
      w += 32;
      const p2 = p + 2 * step;
      let x = v128.load32_splat(p);
      a0 = i32x4.add(a0, i32x4.dot_i16x8_s(x, u));
      b0 = i32x4.add(b0, i32x4.dot_i16x8_s(x, v));
      x = v128.load32_splat(p + step);
      a1 = i32x4.add(a1, i32x4.dot_i16x8_s(x, u));
      b1 = i32x4.add(b1, i32x4.dot_i16x8_s(x, v));
      x = v128.load32_splat(p2);
      a2 = i32x4.add(a2, i32x4.dot_i16x8_s(x, u));
      b2 = i32x4.add(b2, i32x4.dot_i16x8_s(x, v));
      x = v128.load32_splat(p2 + step);
      a3 = i32x4.add(a3, i32x4.dot_i16x8_s(x, u));
      b3 = i32x4.add(b3, i32x4.dot_i16x8_s(x, v));
    }
  }
  v128.store(to, a0);
  v128.store(to, a1, 16);
  v128.store(to, a2, 32);
  v128.store(to, a3, 48);
  v128.store(toSecond, b0);
  v128.store(toSecond, b1, 16);
  v128.store(toSecond, b2, 32);
  v128.store(toSecond, b3, 48);
}

/** The same for one field. */
function sumOneField(from: usize, size: i32, inputs: i32, weights: usize, to: usize): void {
  const step = (<usize>inputs) << 1;
  const row = <usize>(size + 2) * step;
  let a0 = i32x4.splat(0);
  let a1 = a0;
  let a2 = a0;
  let a3 = a0;
  let w = weights;
  for (let down = 0; down < 3; down++) {
    const start = from + <usize>down * row;
    const end = start + 3 * step;
    for (let p = start; p < end; p += 4) {
      const u = v128.load(w);
      w += 16;
      a0 = i32x4.add(a0, i32x4.dot_i16x8_s(v128.load32_splat(p), u));
      a1 = i32x4.add(a1, i32x4.dot_i16x8_s(v128.load32_splat(p + step), u));
      a2 = i32x4.add(a2, i32x4.dot_i16x8_s(v128.load32_splat(p + 2 * step), u));
      a3 = i32x4.add(a3, i32x4.dot_i16x8_s(v128.load32_splat(p + 3 * step), u));
    }
  }
  v128.store(to, a0);
  v128.store(to, a1, 16);
  v128.store(to, a2, 32);
  v128.store(to, a3, 48);
}

/** Writes a field, normalized over its four channels and without its negative part, to the image that comes out. */
function normalize(sums: usize, size: i32, field: i32, fields: i32, normalization: usize, out: usize): void {
  const end = sums + ((<usize>(size * size)) << 4);
  const lowBits = i32x4.splat((1 << SQUARE_BITS) - 1);
  let coarse = i32x4.splat(0);
  let low = coarse;
  let squares = coarse;
  for (let p = sums; p < end; p += 16) {
    const sum = v128.load(p);
    const part = i32x4.shr_s(sum, SQUARE_BITS);
    coarse = i32x4.add(coarse, part);
    low = i32x4.add(low, v128.and(sum, lowBits));
    squares = i64x2.add(squares, i64x2.extmul_low_i32x4_s(part, part));
    squares = i64x2.add(squares, i64x2.extmul_high_i32x4_s(part, part));
  }
  const count = <f64>(4 * size * size);
  const coarseSum = laneSum(coarse);
  const mean = <f64>((coarseSum << SQUARE_BITS) + laneSum(low)) / count;
  const coarseMean = <f64>coarseSum / count;
  const squareSum = <f64>(i64x2.extract_lane(squares, 0) + i64x2.extract_lane(squares, 1));
  const variance = max<f64>(0, squareSum / count - coarseMean * coarseMean) * SQUARE_UNIT;
  const slope = at(normalization, fields + field) / sqrt(variance + at(normalization, field));
  const offset = at(normalization, 2 * fields + field) - mean * slope;
  const slopes = f64x2.splat(slope);
  const offsets = f64x2.splat(offset);
  const step = (<usize>fields) << 3;
  let p = sums;
  let q = out + <usize>(size + 3) * step + ((<usize>field) << 3);
  for (let i = 0; i < size; i++) {
    for (let j = 0; j < size; j++) {
      const sum = v128.load(p);
      const first = inImage(f64x2.convert_low_i32x4_s(sum), slopes, offsets);
      const upper = i8x16.shuffle(sum, sum, 8, 9, 10, 11, 12, 13, 14, 15, 8, 9, 10, 11, 12, 13, 14, 15);
      const second = inImage(f64x2.convert_low_i32x4_s(upper), slopes, offsets);
      const four = i8x16.shuffle(first, second, 0, 1, 4, 5, 16, 17, 20, 21, 0, 1, 4, 5, 16, 17, 20, 21);
      v128.store64_lane(q, four, 0);
      p += 16;
      q += step;
    }
    q += 2 * step;
  }
}

/** Two sums, normalized, as 32-bit integers in the units of images. */
function inImage(sums: v128, slopes: v128, offsets: v128): v128 {
  const value = f64x2.max(f64x2.add(f64x2.mul(sums, slopes), offsets), f64x2.splat(0));
  const scaled = f64x2.add(f64x2.mul(value, f64x2.splat(IMAGE_UNIT)), f64x2.splat(0.5));
  // Not negative, so cutting off the fraction rounds down.
  return i32x4.trunc_sat_f64x2_s_zero(f64x2.min(scaled, f64x2.splat(IMAGE_LIMIT)));
}

function laneSum(v: v128): i64 {
  const upper = <i64>i32x4.extract_lane(v, 2) + <i64>i32x4.extract_lane(v, 3);
  return <i64>i32x4.extract_lane(v, 0) + <i64>i32x4.extract_lane(v, 1) + upper;
}

/** The mean of every 2 × 2 cells of an image of fields, which has no negative numbers. The frame of `out` is there. */
export function averageCells(image: usize, size: i32, fields: i32, out: usize): void {
  const step = (<usize>fields) << 3;
  const row = <usize>(size + 2) * step;
  const half = size >> 1;
  const two = i16x8.splat(2);
  for (let i = 0; i < half; i++) {
    for (let j = 0; j < half; j++) {
      const from = image + <usize>(2 * i + 1) * row + <usize>(2 * j + 1) * step;
      const to = out + <usize>((i + 1) * (half + 2) + j + 1) * step;
      for (let c: usize = 0; c < step; c += 8) {
        const p = from + c;
        // Four numbers of 14 bits fit 16 bits without a sign.
        const above = i16x8.add(v128.load64_zero(p), v128.load64_zero(p + step));
        const below = i16x8.add(v128.load64_zero(p + row), v128.load64_zero(p + row + step));
        v128.store64_lane(to + c, i16x8.shr_u(i16x8.add(i16x8.add(above, below), two), 2), 0);
      }
    }
  }
}

/** Sum and maximum of each channel of an image of fields without negative numbers, as 32-bit integers. */
export function summarizeCells(image: usize, size: i32, fields: i32, sums: usize, maxima: usize): void {
  const step = (<usize>fields) << 3;
  for (let f = 0; f < fields; f++) {
    let sum = i32x4.splat(0);
    let largest = sum;
    for (let i = 1; i <= size; i++) {
      let p = image + <usize>(i * (size + 2) + 1) * step + ((<usize>f) << 3);
      for (let j = 0; j < size; j++) {
        const four = v128.load16x4_s(p);
        sum = i32x4.add(sum, four);
        largest = i32x4.max_s(largest, four);
        p += step;
      }
    }
    v128.store(sums + ((<usize>f) << 4), sum);
    v128.store(maxima + ((<usize>f) << 4), largest);
  }
}
