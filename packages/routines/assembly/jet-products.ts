import { address, at, dot, multiplyAdd, put } from "./array";

// Products of matrices whose rows are the jets of a layer's units; a jet is `length` numbers, a multiple of 4.

/**
 * y[m] = Σ_k w(m, k)·x[k] for jets of `length` numbers, where w(m, k) = weights[m·rowStep + k·columnStep]: four units by
 * four numbers at a time.
 */
export function multiply(
  weights: usize,
  rowStep: i32,
  columnStep: i32,
  units: i32,
  inputs: i32,
  x: usize,
  y: usize,
  length: i32,
): void {
  const step = (<usize>rowStep) << 3;
  const next = (<usize>columnStep) << 3;
  const row = (<usize>length) << 3;
  let m = 0;
  for (; m + 4 <= units; m += 4) {
    for (let n = 0; n < length; n += 4) {
      let y00 = f64x2.splat(0);
      let y01 = y00;
      let y10 = y00;
      let y11 = y00;
      let y20 = y00;
      let y21 = y00;
      let y30 = y00;
      let y31 = y00;
      let w = address(weights, m * rowStep);
      let from = address(x, n);
      for (let k = 0; k < inputs; k++) {
        const x0 = v128.load(from);
        const x1 = v128.load(from, 16);
        let u = v128.load64_splat(w);
        y00 = multiplyAdd(u, x0, y00);
        y01 = multiplyAdd(u, x1, y01);
        u = v128.load64_splat(w + step);
        y10 = multiplyAdd(u, x0, y10);
        y11 = multiplyAdd(u, x1, y11);
        u = v128.load64_splat(w + 2 * step);
        y20 = multiplyAdd(u, x0, y20);
        y21 = multiplyAdd(u, x1, y21);
        u = v128.load64_splat(w + 3 * step);
        y30 = multiplyAdd(u, x0, y30);
        y31 = multiplyAdd(u, x1, y31);
        w += next;
        from += row;
      }
      const to = address(y, m * length + n);
      v128.store(to, y00);
      v128.store(to, y01, 16);
      v128.store(to + row, y10);
      v128.store(to + row, y11, 16);
      v128.store(to + 2 * row, y20);
      v128.store(to + 2 * row, y21, 16);
      v128.store(to + 3 * row, y30);
      v128.store(to + 3 * row, y31, 16);
    }
  }
  for (; m < units; m++) {
    for (let n = 0; n < length; n += 4) {
      let y0 = f64x2.splat(0);
      let y1 = y0;
      let w = address(weights, m * rowStep);
      let from = address(x, n);
      for (let k = 0; k < inputs; k++) {
        const u = v128.load64_splat(w);
        y0 = multiplyAdd(u, v128.load(from), y0);
        y1 = multiplyAdd(u, v128.load(from, 16), y1);
        w += next;
        from += row;
      }
      const to = address(y, m * length + n);
      v128.store(to, y0);
      v128.store(to, y1, 16);
    }
  }
}

/** out[i·unitsB + j] += Σ_n a[i][n]·b[j][n]: four units by two at a time. */
export function addProducts(a: usize, unitsA: i32, b: usize, unitsB: i32, out: usize, length: i32): void {
  const row = (<usize>length) << 3;
  let i = 0;
  for (; i + 4 <= unitsA; i += 4) {
    let j = 0;
    for (; j + 2 <= unitsB; j += 2) {
      let s00 = f64x2.splat(0);
      let s01 = s00;
      let s10 = s00;
      let s11 = s00;
      let s20 = s00;
      let s21 = s00;
      let s30 = s00;
      let s31 = s00;
      let p = address(a, i * length);
      let q = address(b, j * length);
      const end = p + row;
      while (p < end) {
        const v0 = v128.load(q);
        const v1 = v128.load(q + row);
        let u = v128.load(p);
        s00 = multiplyAdd(u, v0, s00);
        s01 = multiplyAdd(u, v1, s01);
        u = v128.load(p + row);
        s10 = multiplyAdd(u, v0, s10);
        s11 = multiplyAdd(u, v1, s11);
        u = v128.load(p + 2 * row);
        s20 = multiplyAdd(u, v0, s20);
        s21 = multiplyAdd(u, v1, s21);
        u = v128.load(p + 3 * row);
        s30 = multiplyAdd(u, v0, s30);
        s31 = multiplyAdd(u, v1, s31);
        p += 16;
        q += 16;
      }
      addTo(out, i * unitsB + j, s00, s01);
      addTo(out, (i + 1) * unitsB + j, s10, s11);
      addTo(out, (i + 2) * unitsB + j, s20, s21);
      addTo(out, (i + 3) * unitsB + j, s30, s31);
    }
    for (; j < unitsB; j++) {
      for (let o = 0; o < 4; o++)
        addProduct(address(a, (i + o) * length), address(b, j * length), length, out, (i + o) * unitsB + j);
    }
  }
  for (; i < unitsA; i++) {
    for (let j = 0; j < unitsB; j++)
      addProduct(address(a, i * length), address(b, j * length), length, out, i * unitsB + j);
  }
}

/** out[k], out[k + 1] += the sums of both lanes of each. */
function addTo(out: usize, k: i32, first: v128, second: v128): void {
  const to = address(out, k);
  const both = f64x2.add(v128.shuffle<f64>(first, second, 0, 2), v128.shuffle<f64>(first, second, 1, 3));
  v128.store(to, f64x2.add(v128.load(to), both));
}

function addProduct(a: usize, b: usize, length: i32, out: usize, k: i32): void {
  put(out, k, at(out, k) + dot(a, b, length));
}
