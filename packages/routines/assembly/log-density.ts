import { address, at, fill, laneSum, mark, multiplyAdd, put, release, takeNumbers } from "./arrays";
import { logarithm } from "./elementary";

// Mean log density of a sorted column by Gaussian kernels, each row left out of its own density. The axis is cut into
// tiles of one bandwidth. On a tile a kernel is a polynomial in the place of the row and in that of the source, so that
// the rows of a tile act through the sums of their powers.

/** Powers of a place within a tile: the kernel is then good to 10⁻¹⁰ of its height. */
export const POWERS: i32 = 10;
/** Tiles farther apart do not affect each other: e^(−7²/2) is 2·10⁻¹¹. */
export const REACH: i32 = 7;
const SQUARE: i32 = POWERS * POWERS;
/** Factors multiplied before the exponent is split off: densities lie between 10⁻³ and 10⁹. */
const FACTORS: i32 = 32;

/**
 * Mean over the rows of ln max(Σ of the other rows' kernels, lonely), for n ascending places in bandwidths.
 *
 * `transfers` holds for each distance from −REACH to REACH, in tiles, the matrix [target's power][source's power].
 */
export function meanLogDensity(n: i32, u: usize, transfers: usize, lonely: f64): f64 {
  const start = mark();
  const tiles = tileCount(n, u);
  const places = takeNumbers(tiles);
  const starts = takeNumbers(tiles + 1);
  const moments = takeNumbers(tiles * POWERS);
  let tile = -1;
  for (let i = 0; i < n; i++) {
    const place = Math.floor(at(u, i));
    if (i > 0 && place === at(places, tile)) continue;
    tile += 1;
    put(places, tile, place);
    put(starts, tile, <f64>i);
  }
  put(starts, tiles, <f64>n);
  for (let k = 0; k < tiles; k++) {
    momentsInto(u, <i32>at(starts, k), <i32>at(starts, k + 1), at(places, k), address(moments, k * POWERS));
  }
  const series = takeNumbers(POWERS);
  let first = 0;
  let exponents: i64 = 0;
  let mantissas: f64 = 1;
  for (let k = 0; k < tiles; k++) {
    const place = at(places, k);
    while (place - at(places, first) > <f64>REACH) first += 1;
    fill(series, POWERS, 0);
    for (let other = first; other < tiles && at(places, other) - place <= <f64>REACH; other++) {
      const distance = <i32>(place - at(places, other)) + REACH;
      addProduct(address(transfers, distance * SQUARE), address(moments, other * POWERS), series);
    }
    const end = <i32>at(starts, k + 1);
    let product = f64x2.splat(1);
    let count = 0;
    for (let i = <i32>at(starts, k); i < end; i += 2) {
      const density = f64x2.max(f64x2.sub(valueAt(series, placeOf(u, i, place)), f64x2.splat(1)), f64x2.splat(lonely));
      product = f64x2.mul(product, i + 1 < end ? density : f64x2.replace_lane(density, 1, 1));
      count += 1;
      if (count < FACTORS && i + 2 < end) continue;
      count = 0;
      for (let lane = 0; lane < 2; lane++) {
        mantissas *= lane === 0 ? f64x2.extract_lane(product, 0) : f64x2.extract_lane(product, 1);
        const bits = reinterpret<u64>(mantissas);
        exponents += <i64>(bits >> 52) - 1023;
        mantissas = reinterpret<f64>((bits & 0xfffffffffffff) | 0x3ff0000000000000);
      }
      product = f64x2.splat(1);
    }
  }
  release(start);
  return (<f64>exponents * Math.LN2 + logarithm(mantissas)) / <f64>n;
}

function tileCount(n: i32, u: usize): i32 {
  let count = 1;
  let place = Math.floor(at(u, 0));
  for (let i = 1; i < n; i++) {
    const next = Math.floor(at(u, i));
    if (next === place) continue;
    count += 1;
    place = next;
  }
  return count;
}

/** Places of two rows within a tile, from −1 to 1. */
function placeOf(u: usize, i: i32, tile: f64): v128 {
  const middle = f64x2.sub(v128.load(address(u, i)), f64x2.splat(tile + 0.5));
  return f64x2.add(middle, middle);
}

/** Σ zᵖ over the rows of a tile, p below POWERS. */
function momentsInto(u: usize, from: i32, end: i32, tile: f64, out: usize): void {
  let s0 = f64x2.splat(0);
  let s1 = s0;
  let s2 = s0;
  let s3 = s0;
  let s4 = s0;
  let s5 = s0;
  let s6 = s0;
  let s7 = s0;
  let s8 = s0;
  let s9 = s0;
  for (let i = from; i < end; i += 2) {
    let one = f64x2.splat(1);
    let z = placeOf(u, i, tile);
    if (i + 1 === end) {
      one = f64x2.replace_lane(one, 1, 0);
      z = f64x2.replace_lane(z, 1, 0);
    }
    const z2 = f64x2.mul(z, z);
    const z3 = f64x2.mul(z, z2);
    const z4 = f64x2.mul(z2, z2);
    s0 = f64x2.add(s0, one);
    s1 = f64x2.add(s1, z);
    s2 = f64x2.add(s2, z2);
    s3 = f64x2.add(s3, z3);
    s4 = f64x2.add(s4, z4);
    s5 = multiplyAdd(z, z4, s5);
    s6 = multiplyAdd(z2, z4, s6);
    s7 = multiplyAdd(z3, z4, s7);
    const z8 = f64x2.mul(z4, z4);
    s8 = f64x2.add(s8, z8);
    s9 = multiplyAdd(z, z8, s9);
  }
  put(out, 0, laneSum(s0));
  put(out, 1, laneSum(s1));
  put(out, 2, laneSum(s2));
  put(out, 3, laneSum(s3));
  put(out, 4, laneSum(s4));
  put(out, 5, laneSum(s5));
  put(out, 6, laneSum(s6));
  put(out, 7, laneSum(s7));
  put(out, 8, laneSum(s8));
  put(out, 9, laneSum(s9));
}

/** out += matrix·vector; the matrix is stored by columns, so that a vector holds neighboring rows. */
function addProduct(matrix: usize, vector: usize, out: usize): void {
  let o0 = v128.load(out);
  let o1 = v128.load(out, 16);
  let o2 = v128.load(out, 32);
  let o3 = v128.load(out, 48);
  let o4 = v128.load(out, 64);
  for (let k = 0; k < POWERS; k++) {
    const column = address(matrix, k * POWERS);
    const factor = v128.load64_splat(address(vector, k));
    o0 = multiplyAdd(v128.load(column), factor, o0);
    o1 = multiplyAdd(v128.load(column, 16), factor, o1);
    o2 = multiplyAdd(v128.load(column, 32), factor, o2);
    o3 = multiplyAdd(v128.load(column, 48), factor, o3);
    o4 = multiplyAdd(v128.load(column, 64), factor, o4);
  }
  v128.store(out, o0);
  v128.store(out, o1, 16);
  v128.store(out, o2, 32);
  v128.store(out, o3, 48);
  v128.store(out, o4, 64);
}

/** A polynomial at two places, even and odd powers side by side. */
function valueAt(series: usize, z: v128): v128 {
  const z2 = f64x2.mul(z, z);
  let even = v128.load64_splat(series, 64);
  let odd = v128.load64_splat(series, 72);
  even = multiplyAdd(even, z2, v128.load64_splat(series, 48));
  odd = multiplyAdd(odd, z2, v128.load64_splat(series, 56));
  even = multiplyAdd(even, z2, v128.load64_splat(series, 32));
  odd = multiplyAdd(odd, z2, v128.load64_splat(series, 40));
  even = multiplyAdd(even, z2, v128.load64_splat(series, 16));
  odd = multiplyAdd(odd, z2, v128.load64_splat(series, 24));
  even = multiplyAdd(even, z2, v128.load64_splat(series));
  odd = multiplyAdd(odd, z2, v128.load64_splat(series, 8));
  return multiplyAdd(odd, z, even);
}
