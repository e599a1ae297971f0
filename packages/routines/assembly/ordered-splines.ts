import { address, at, fill, laneSum, mark, multiplyAdd, put, release, takeNumbers } from "./arrays";
import { choleskyInPlace } from "./linear-algebra";

// Cubic splines at the rows of a column in ascending order; the mathematics is in the core's
// compute/location-scale-fit.ts. Rows of a piece follow each other, so that its sums are plain sums over vectors. Two
// rows fill a vector; what lies beyond the last row of a piece is masked. Columns have room for eight numbers more.

/** A basis as an array: size, pieces, breaks, first rows of the pieces, sixteen coefficients a piece. */
const HEAD: i32 = 2;
export const POWERS: i32 = 4;
const PRODUCT_POWERS: i32 = 7;
const PER_PIECE: i32 = 16;

export function sizeOf(basis: usize): i32 {
  return <i32>at(basis, 0);
}

export function piecesOf(basis: usize): i32 {
  return <i32>at(basis, 1);
}

export function breakAt(basis: usize, j: i32): f64 {
  return at(basis, HEAD + j);
}

export function startOf(basis: usize, j: i32): i32 {
  return <i32>at(basis, HEAD + piecesOf(basis) + 1 + j);
}

export function cubicsOf(basis: usize, j: i32): usize {
  return address(basis, HEAD + 2 * (piecesOf(basis) + 1) + PER_PIECE * j);
}

/** Rows of two lanes that are before `end`: all bits set where a row counts. */
export function laneMask(i: i32, end: i32): v128 {
  return i + 1 < end ? i64x2.splat(-1) : i64x2(-1, 0);
}

/** The piece's share of every spline's sum, from the sums with powers of t. */
export function addMoments(cubics: usize, sums: usize, moments: usize): void {
  for (let p = 0; p < POWERS; p++) {
    const sum = at(sums, p);
    for (let r = 0; r < POWERS; r++) put(moments, r, at(moments, r) + at(cubics, POWERS * p + r) * sum);
  }
}

/** The piece's share of the lower triangle of the Gram matrix, whose entry of the first two splines is at `gram`. */
export function addProducts(cubics: usize, sums: usize, gram: usize, stride: i32): void {
  for (let r = 0; r < POWERS; r++) {
    for (let s = 0; s <= r; s++) {
      let sum: f64 = 0;
      for (let p = 0; p < POWERS; p++) {
        let row: f64 = 0;
        for (let q = 0; q < POWERS; q++) row += at(cubics, POWERS * q + s) * at(sums, p + q);
        sum += at(cubics, POWERS * p + r) * row;
      }
      put(gram, r * stride + s, at(gram, r * stride + s) + sum);
    }
  }
}

/** Coefficients of the powers of t of a spline on one piece. */
export function cubicInto(cubics: usize, coefficients: usize, out: usize): void {
  for (let p = 0; p < POWERS; p++) {
    let sum: f64 = 0;
    for (let r = 0; r < POWERS; r++) sum += at(cubics, POWERS * p + r) * at(coefficients, r);
    put(out, p, sum);
  }
}

/** Rows in pairs: a Gram matrix's rows begin on whole vectors. */
export function strideOf(size: i32): i32 {
  return (size + 1) & ~1;
}

/** Cholesky's factor of Σ weight·B_k·B_l + ridge; returns whether there is one. */
export function gramInto(basis: usize, cause: usize, weight: usize, ridge: f64, gram: usize): bool {
  const start = mark();
  const size = sizeOf(basis);
  const stride = strideOf(size);
  const sums = takeNumbers(PRODUCT_POWERS);
  fill(gram, size * stride, 0);
  for (let j = 0; j < piecesOf(basis); j++) {
    const end = startOf(basis, j + 1);
    const left = f64x2.splat(breakAt(basis, j));
    const slope = f64x2.splat(1 / (breakAt(basis, j + 1) - breakAt(basis, j)));
    let s0 = f64x2.splat(0);
    let s1 = s0;
    let s2 = s0;
    let s3 = s0;
    let s4 = s0;
    let s5 = s0;
    let s6 = s0;
    for (let i = startOf(basis, j); i < end; i += 2) {
      const mask = laneMask(i, end);
      const t = v128.and(mask, f64x2.mul(f64x2.sub(v128.load(address(cause, i)), left), slope));
      const w = v128.and(mask, v128.load(address(weight, i)));
      const t2 = f64x2.mul(t, t);
      const w1 = f64x2.mul(w, t);
      const w2 = f64x2.mul(w, t2);
      const w3 = f64x2.mul(w1, t2);
      const w4 = f64x2.mul(w2, t2);
      s0 = f64x2.add(s0, w);
      s1 = f64x2.add(s1, w1);
      s2 = f64x2.add(s2, w2);
      s3 = f64x2.add(s3, w3);
      s4 = f64x2.add(s4, w4);
      s5 = multiplyAdd(w3, t2, s5);
      s6 = multiplyAdd(w4, t2, s6);
    }
    put(sums, 0, laneSum(s0));
    put(sums, 1, laneSum(s1));
    put(sums, 2, laneSum(s2));
    put(sums, 3, laneSum(s3));
    put(sums, 4, laneSum(s4));
    put(sums, 5, laneSum(s5));
    put(sums, 6, laneSum(s6));
    addProducts(cubicsOf(basis, j), sums, address(gram, j * stride + j), stride);
  }
  for (let k = 0; k < size; k++) put(gram, k * stride + k, at(gram, k * stride + k) + ridge);
  release(start);
  return choleskyInPlace(gram, size, stride) === 0;
}

/** Σ weight·value·B_k for every spline. */
export function momentsInto(basis: usize, cause: usize, weight: usize, values: usize, moments: usize): void {
  const start = mark();
  const sums = takeNumbers(POWERS);
  fill(moments, sizeOf(basis), 0);
  for (let j = 0; j < piecesOf(basis); j++) {
    const end = startOf(basis, j + 1);
    const left = f64x2.splat(breakAt(basis, j));
    const slope = f64x2.splat(1 / (breakAt(basis, j + 1) - breakAt(basis, j)));
    let s0 = f64x2.splat(0);
    let s1 = s0;
    let s2 = s0;
    let s3 = s0;
    for (let i = startOf(basis, j); i < end; i += 2) {
      const mask = laneMask(i, end);
      const t = v128.and(mask, f64x2.mul(f64x2.sub(v128.load(address(cause, i)), left), slope));
      const v = v128.and(mask, f64x2.mul(v128.load(address(weight, i)), v128.load(address(values, i))));
      const vt = f64x2.mul(v, t);
      const t2 = f64x2.mul(t, t);
      s0 = f64x2.add(s0, v);
      s1 = f64x2.add(s1, vt);
      s2 = multiplyAdd(v, t2, s2);
      s3 = multiplyAdd(vt, t2, s3);
    }
    put(sums, 0, laneSum(s0));
    put(sums, 1, laneSum(s1));
    put(sums, 2, laneSum(s2));
    put(sums, 3, laneSum(s3));
    addMoments(cubicsOf(basis, j), sums, address(moments, j));
  }
  release(start);
}

/** Σ coefficient·B_k at every row. */
export function splineInto(basis: usize, cause: usize, coefficients: usize, out: usize): void {
  const start = mark();
  const cubic = takeNumbers(POWERS);
  for (let j = 0; j < piecesOf(basis); j++) {
    const end = startOf(basis, j + 1);
    const left = f64x2.splat(breakAt(basis, j));
    const slope = f64x2.splat(1 / (breakAt(basis, j + 1) - breakAt(basis, j)));
    cubicInto(cubicsOf(basis, j), address(coefficients, j), cubic);
    const c0 = v128.load64_splat(cubic);
    const c1 = v128.load64_splat(cubic, 8);
    const c2 = v128.load64_splat(cubic, 16);
    const c3 = v128.load64_splat(cubic, 24);
    // A row beyond the piece is written again with the next piece.
    for (let i = startOf(basis, j); i < end; i += 2) {
      const t = f64x2.mul(f64x2.sub(v128.load(address(cause, i)), left), slope);
      v128.store(address(out, i), multiplyAdd(multiplyAdd(multiplyAdd(c3, t, c2), t, c1), t, c0));
    }
  }
  release(start);
}
