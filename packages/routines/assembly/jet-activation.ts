import { multiplyAdd } from "./array";
import { tanhInto } from "./tanh";

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
