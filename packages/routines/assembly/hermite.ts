import { address, laneSum } from "./arrays";
import { BUNDLE, exponentiate } from "./elementary";

/**
 * Features ψ_0, …, ψ_{count−1} of n scores, row k at out + 8·k·stride, eight scores at a time; the core's
 * compute/hermite-features.ts has the formula. `factors` holds √((1 − ρ²)/(k + 1)) and ρ·√(k/(k + 1)) for every k. Scores
 * and rows of features have room up to a multiple of eight. Returns Σ (1 − Σ_k ψ_k²) over the n scores.
 */
export function hermiteFeatures(
  n: i32,
  scores: usize,
  root: f64,
  decay: f64,
  factors: usize,
  count: i32,
  stride: i32,
  out: usize,
): f64 {
  const one = f64x2.splat(1);
  const roots = f64x2.splat(root);
  const minusDecay = f64x2.splat(-decay);
  let trace: f64 = 0;
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
    let left0 = one;
    let left1 = one;
    let left2 = one;
    let left3 = one;
    let factor = factors;
    for (let k = 0; k < count; k++) {
      v128.store(to, a0);
      v128.store(to, a1, 16);
      v128.store(to, a2, 32);
      v128.store(to, a3, 48);
      to += (<usize>stride) << 3;
      left0 = f64x2.sub(left0, f64x2.mul(a0, a0));
      left1 = f64x2.sub(left1, f64x2.mul(a1, a1));
      left2 = f64x2.sub(left2, f64x2.mul(a2, a2));
      left3 = f64x2.sub(left3, f64x2.mul(a3, a3));
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
    if (i + BUNDLE <= n) {
      trace += laneSum(f64x2.add(f64x2.add(left0, left1), f64x2.add(left2, left3)));
    } else {
      // Numbers beyond the last score do not count.
      const rest = n - i;
      trace += f64x2.extract_lane(left0, 0);
      if (rest > 1) trace += f64x2.extract_lane(left0, 1);
      if (rest > 2) trace += f64x2.extract_lane(left1, 0);
      if (rest > 3) trace += f64x2.extract_lane(left1, 1);
      if (rest > 4) trace += f64x2.extract_lane(left2, 0);
      if (rest > 5) trace += f64x2.extract_lane(left2, 1);
      if (rest > 6) trace += f64x2.extract_lane(left3, 0);
    }
  }
  return trace;
}
