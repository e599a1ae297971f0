import { address, at, laneSum, multiplyAdd, put, take } from "./arrays";
import { degree, MOST } from "./chebyshev";

// Tables of the polynomials T_k at a batch of points, as many as there are roots in use: sums over points and values at
// them are products with such tables.

/** Points handled together. Tables of polynomials have one row of this many numbers for each degree. */
export const BATCH: i32 = 64;
const ROW: usize = (<usize>BATCH) << 3;

/** Room for T_0 … T_15 at a batch of points. */
export function takeTable(): usize {
  return take(<usize>MOST * ROW);
}

/**
 * table[k][i] = T_k((x_i − from)·scale + shift) for `count` points; lanes up to the next multiple of four are 0, so that
 * sums may run over them. Give a box by its center and shift 0, or by its lower corner and shift −1 where only that is
 * an exact double.
 */
export function tabulate(x: usize, count: i32, from: f64, scale: f64, shift: f64, table: usize): void {
  const q = degree;
  const origin = f64x2.splat(from);
  const factor = f64x2.splat(scale);
  const added = f64x2.splat(shift);
  const padded = (count + 3) & ~3;
  for (let i = 0; i < padded; i += 2) {
    let z = multiplyAdd(f64x2.sub(v128.load(address(x, i)), origin), factor, added);
    let one = f64x2.splat(1);
    if (i + 1 >= count) {
      const keep: f64 = i < count ? 1 : 0;
      one = f64x2.replace_lane(f64x2.splat(keep), 1, 0);
      z = f64x2.replace_lane(f64x2.splat(i < count ? f64x2.extract_lane(z, 0) : 0), 1, 0);
    }
    const twice = f64x2.add(z, z);
    let previous = one;
    let current = z;
    let to = address(table, i);
    v128.store(to, one);
    v128.store(to, z, ROW);
    to += 2 * ROW;
    for (let k = 2; k < q; k++) {
      const next = f64x2.sub(f64x2.mul(twice, current), previous);
      v128.store(to, next);
      previous = current;
      current = next;
      to += ROW;
    }
  }
}

/** moments[k][0] += Σ_i a[k][i]: the case of one direction. */
export function addSums(a: usize, count: i32, moments: usize): void {
  const bytes = (<usize>((count + 3) & ~3)) << 3;
  for (let k = 0; k < degree; k++) {
    const row = a + <usize>k * ROW;
    let s0 = f64x2.splat(0);
    let s1 = s0;
    for (let o: usize = 0; o < bytes; o += 32) {
      s0 = f64x2.add(s0, v128.load(row + o));
      s1 = f64x2.add(s1, v128.load(row + o, 16));
    }
    put(moments, k * MOST, at(moments, k * MOST) + laneSum(f64x2.add(s0, s1)));
  }
}

/** moments[k][l] += Σ_i a[k][i]·b[l][i]. */
export function addMoments(a: usize, b: usize, count: i32, moments: usize): void {
  const bytes = (<usize>((count + 3) & ~3)) << 3;
  for (let k = 0; k < degree; k += 4) {
    for (let l = 0; l < degree; l += 2) {
      let p = a + <usize>k * ROW;
      let q = b + <usize>l * ROW;
      const end = p + bytes;
      let c00 = f64x2.splat(0);
      let c01 = c00;
      let c10 = c00;
      let c11 = c00;
      let c20 = c00;
      let c21 = c00;
      let c30 = c00;
      let c31 = c00;
      while (p < end) {
        const v0 = v128.load(q);
        const v1 = v128.load(q, ROW);
        let u = v128.load(p);
        c00 = multiplyAdd(u, v0, c00);
        c01 = multiplyAdd(u, v1, c01);
        u = v128.load(p, ROW);
        c10 = multiplyAdd(u, v0, c10);
        c11 = multiplyAdd(u, v1, c11);
        u = v128.load(p, 2 * ROW);
        c20 = multiplyAdd(u, v0, c20);
        c21 = multiplyAdd(u, v1, c21);
        u = v128.load(p, 3 * ROW);
        c30 = multiplyAdd(u, v0, c30);
        c31 = multiplyAdd(u, v1, c31);
        p += 16;
        q += 16;
      }
      addPair(address(moments, k * MOST + l), c00, c01);
      addPair(address(moments, (k + 1) * MOST + l), c10, c11);
      addPair(address(moments, (k + 2) * MOST + l), c20, c21);
      addPair(address(moments, (k + 3) * MOST + l), c30, c31);
    }
  }
}

function addPair(to: usize, s0: v128, s1: v128): void {
  put(to, 0, at(to, 0) + laneSum(s0));
  put(to, 1, at(to, 1) + laneSum(s1));
}

/**
 * f_i = Σ_kl coefficients[k][l]·a[k][i]·b[l][i] for two functions at once, written to out0[order[i]] and
 * out1[order[i]].
 */
export function evaluateInto(
  a: usize,
  b: usize,
  count: i32,
  coefficients0: usize,
  coefficients1: usize,
  order: usize,
  out0: usize,
  out1: usize,
): void {
  const q = degree;
  for (let i = 0; i < count; i += 4) {
    let f00 = f64x2.splat(0);
    let f01 = f00;
    let f10 = f00;
    let f11 = f00;
    let left = address(a, i);
    for (let k = 0; k < q; k++) {
      let c0 = address(coefficients0, k * MOST);
      let c1 = address(coefficients1, k * MOST);
      let right = address(b, i);
      let s00 = f64x2.splat(0);
      let s01 = s00;
      let s10 = s00;
      let s11 = s00;
      for (let l = 0; l < q; l++) {
        const v0 = v128.load(right);
        const v1 = v128.load(right, 16);
        let c = v128.load64_splat(c0);
        s00 = multiplyAdd(v0, c, s00);
        s01 = multiplyAdd(v1, c, s01);
        c = v128.load64_splat(c1);
        s10 = multiplyAdd(v0, c, s10);
        s11 = multiplyAdd(v1, c, s11);
        c0 += 8;
        c1 += 8;
        right += ROW;
      }
      const u0 = v128.load(left);
      const u1 = v128.load(left, 16);
      f00 = multiplyAdd(u0, s00, f00);
      f01 = multiplyAdd(u1, s01, f01);
      f10 = multiplyAdd(u0, s10, f10);
      f11 = multiplyAdd(u1, s11, f11);
      left += ROW;
    }
    scatter(order, i, count, out0, f00, f01);
    scatter(order, i, count, out1, f10, f11);
  }
}

/** f_i = Σ_k coefficients[k][0]·a[k][i], written to out[order[i]]: the case of one direction. */
export function evaluateLineInto(a: usize, count: i32, coefficients: usize, order: usize, out: usize): void {
  const q = degree;
  for (let i = 0; i < count; i += 4) {
    let f0 = f64x2.splat(0);
    let f1 = f0;
    let left = address(a, i);
    for (let k = 0; k < q; k++) {
      const c = v128.load64_splat(address(coefficients, k * MOST));
      f0 = multiplyAdd(v128.load(left), c, f0);
      f1 = multiplyAdd(v128.load(left, 16), c, f1);
      left += ROW;
    }
    scatter(order, i, count, out, f0, f1);
  }
}

function scatter(order: usize, i: i32, count: i32, out: usize, v0: v128, v1: v128): void {
  put(out, load<i32>(order + ((<usize>i) << 2)), f64x2.extract_lane(v0, 0));
  if (i + 1 < count) put(out, load<i32>(order + ((<usize>(i + 1)) << 2)), f64x2.extract_lane(v0, 1));
  if (i + 2 < count) put(out, load<i32>(order + ((<usize>(i + 2)) << 2)), f64x2.extract_lane(v1, 0));
  if (i + 3 < count) put(out, load<i32>(order + ((<usize>(i + 3)) << 2)), f64x2.extract_lane(v1, 1));
}
