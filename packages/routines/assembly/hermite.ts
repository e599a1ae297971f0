import { address, fill, mark, release, takeNumbers } from "./arrays";
import { BUNDLE, exponentiate } from "./elementary";
import { addProducts, CHUNK, mirror } from "./features";

/**
 * Features ψ_0, …, ψ_{count−1} of n scores, row k at out + 8·k·stride, eight scores at a time; the core's
 * compute/hermite-features.ts has the formula. `factors` holds √((1 − ρ²)/(k + 1)) and ρ·√(k/(k + 1)) for every k. Scores
 * and rows of features have room up to a multiple of eight.
 */
function featuresInto(
  n: i32,
  scores: usize,
  root: f64,
  decay: f64,
  factors: usize,
  count: i32,
  stride: i32,
  out: usize,
): void {
  const roots = f64x2.splat(root);
  const minusDecay = f64x2.splat(-decay);
  for (let i = 0; i < n; i += BUNDLE) {
    const u0 = v128.load(address(scores, i));
    const u1 = v128.load(address(scores, i), 16);
    const u2 = v128.load(address(scores, i), 32);
    const u3 = v128.load(address(scores, i), 48);
    let to = address(out, i);
    v128.store(to, f64x2.mul(minusDecay, f64x2.mul(u0, u0)));
    v128.store(to, f64x2.mul(minusDecay, f64x2.mul(u1, u1)), 16);
    v128.store(to, f64x2.mul(minusDecay, f64x2.mul(u2, u2)), 32);
    v128.store(to, f64x2.mul(minusDecay, f64x2.mul(u3, u3)), 48);
    exponentiate(to);
    let a0 = f64x2.mul(roots, v128.load(to));
    let a1 = f64x2.mul(roots, v128.load(to, 16));
    let a2 = f64x2.mul(roots, v128.load(to, 32));
    let a3 = f64x2.mul(roots, v128.load(to, 48));
    let b0 = f64x2.splat(0);
    let b1 = b0;
    let b2 = b0;
    let b3 = b0;
    let factor = factors;
    for (let k = 0; k < count; k++) {
      v128.store(to, a0);
      v128.store(to, a1, 16);
      v128.store(to, a2, 32);
      v128.store(to, a3, 48);
      to += (<usize>stride) << 3;
      const slope = v128.load64_splat(factor);
      const back = v128.load64_splat(factor, 8);
      factor += 16;
      const next0 = f64x2.sub(f64x2.mul(f64x2.mul(slope, u0), a0), f64x2.mul(back, b0));
      const next1 = f64x2.sub(f64x2.mul(f64x2.mul(slope, u1), a1), f64x2.mul(back, b1));
      const next2 = f64x2.sub(f64x2.mul(f64x2.mul(slope, u2), a2), f64x2.mul(back, b2));
      const next3 = f64x2.sub(f64x2.mul(f64x2.mul(slope, u3), a3), f64x2.mul(back, b3));
      b0 = a0;
      b1 = a1;
      b2 = a2;
      b3 = a3;
      a0 = next0;
      a1 = next1;
      a2 = next2;
      a3 = next3;
    }
  }
}

/**
 * out[j][k] = Σ_i f_j(a_i)f_k(b_i) over n scores, f_0 = 1 and f_{k+1} = ψ_k, `count` of them: features are made for a
 * chunk of scores at a time, so that memory does not grow with the scores.
 */
export function hermiteProducts(
  n: i32,
  a: usize,
  b: usize,
  root: f64,
  decay: f64,
  factors: usize,
  count: i32,
  out: usize,
): void {
  const start = mark();
  const size = count + 1;
  const ofA = takeNumbers(size * CHUNK);
  const ofB = a === b ? ofA : takeNumbers(size * CHUNK);
  fill(ofA, CHUNK, 1);
  fill(ofB, CHUNK, 1);
  memory.fill(out, 0, (<usize>(size * size)) << 3);
  for (let from = 0; from < n; from += CHUNK) {
    const rows = min(CHUNK, n - from);
    featuresInto(rows, address(a, from), root, decay, factors, count, CHUNK, address(ofA, CHUNK));
    if (a !== b) featuresInto(rows, address(b, from), root, decay, factors, count, CHUNK, address(ofB, CHUNK));
    addProducts(ofA, size, ofB, size, rows, CHUNK, out);
  }
  if (a === b) mirror(out, size);
  release(start);
}
