import { address, at, dot, multiplyAdd, put } from "./arrays";
import { tanhInto } from "./elementary";

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

// What tanh does to jets and their cotangents; the formulas are derived in the core's network-pass.ts. The jet of a unit
// is its value, then `order` derivatives by each of the `directions`, each a column of `rows` numbers, a multiple of 4.

/** The jets after tanh. */
export function activate(before: usize, after: usize, units: i32, rows: i32, directions: i32, order: i32): void {
  const part = (<usize>rows) << 3;
  const jet = (1 + <usize>(order * directions)) * part;
  for (let j = 0; j < units; j++) {
    const z = before + <usize>j * jet;
    const a = after + <usize>j * jet;
    tanhInto(z, a, rows);
    if (order > 0) activateDerivatives(z, a, part, directions, order);
  }
}

/** The derivatives of a unit's jet after tanh, whose values are there already. */
function activateDerivatives(z: usize, a: usize, part: usize, directions: i32, order: i32): void {
  const one = f64x2.splat(1);
  const seconds = <usize>directions * part;
  for (let o: usize = 0; o < part; o += 16) {
    const t = v128.load(a + o);
    const s = f64x2.sub(one, f64x2.mul(t, t));
    let p = o;
    for (let d = 0; d < directions * order; d++) {
      p += part;
      v128.store(a + p, f64x2.mul(s, v128.load(z + p)));
    }
    if (order < 2) continue;
    const bend = f64x2.mul(f64x2.mul(f64x2.splat(-2), t), s);
    p = o;
    for (let d = 0; d < directions; d++) {
      p += part;
      const first = v128.load(z + p);
      const to = a + p + seconds;
      v128.store(to, multiplyAdd(f64x2.mul(bend, first), first, v128.load(to)));
    }
  }
}

/** Turns cotangents of jets after tanh into those of jets before it, in place. */
export function deactivate(
  before: usize,
  after: usize,
  cotangent: usize,
  units: i32,
  rows: i32,
  directions: i32,
  order: i32,
): void {
  const one = f64x2.splat(1);
  const part = (<usize>rows) << 3;
  const jet = (1 + <usize>(order * directions)) * part;
  const seconds = <usize>directions * part;
  for (let j = 0; j < units; j++) {
    const z = before + <usize>j * jet;
    const a = after + <usize>j * jet;
    const c = cotangent + <usize>j * jet;
    for (let o: usize = 0; o < part; o += 16) {
      const t = v128.load(a + o);
      const square = f64x2.mul(t, t);
      const s = f64x2.sub(one, square);
      const bend = f64x2.mul(f64x2.mul(f64x2.splat(-2), t), s);
      let ofValue = f64x2.mul(s, v128.load(c + o));
      let p = o;
      for (let d = 0; d < directions * order; d++) {
        p += part;
        const ofPart = v128.load(c + p);
        ofValue = multiplyAdd(f64x2.mul(bend, v128.load(z + p)), ofPart, ofValue);
        v128.store(c + p, f64x2.mul(s, ofPart));
      }
      if (order === 2) {
        const twice = f64x2.mul(f64x2.splat(-4), t);
        const turn = f64x2.sub(f64x2.mul(f64x2.splat(6), square), f64x2.splat(2));
        p = o;
        for (let d = 0; d < directions; d++) {
          p += part;
          const first = v128.load(z + p);
          // Already multiplied by s.
          const bent = f64x2.mul(first, v128.load(c + p + seconds));
          v128.store(c + p, multiplyAdd(twice, bent, v128.load(c + p)));
          ofValue = multiplyAdd(f64x2.mul(turn, first), bent, ofValue);
        }
      }
      v128.store(c + o, ofValue);
    }
  }
}
