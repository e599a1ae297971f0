import { type ComputeOptions, computeOptions } from "../compute/routines.js";
import type { Column } from "../primitives/columns.js";
import { exp } from "../primitives/elementary.js";
import { centeredFeatures, type HsicFeatures, hsicFeatures, traceLeftOut } from "./hsic.js";
import { normalScores } from "./ranks.js";

/** Width of the kernel on normal scores: their standard deviation. */
const BANDWIDTH = 1;
/** Ratio of neighboring eigenvalues of that kernel under a normal distribution, (3 − √5)/2. */
const RATIO = 0.38196601125010515;
/** The squared features of a row sum to 1, and those of a million rows do so to 10⁻¹⁵ with 45. */
const MOST_FEATURES = 60;

/**
 * Features for `hsic` of the normal scores of a column, with the kernel exp(−d²/2).
 *
 * They are known in closed form: the kernel is Σ_k ψ_k(u)ψ_k(v) with ψ_k(u) = (1 − ρ²)^¼ ρ^{k/2} h_k(su) e^{−(1 − ρ)u²/2},
 * s² = (1 − ρ²)/2ρ and h_k the Hermite polynomial divided by √(2ᵏk!) (Mehler's formula), for every ρ below 1. With
 * this ρ they are the eigenfunctions under a normal distribution, and so the fewest. Features are added until the trace
 * that is left out, which is known, is as small as that of `hsicFeatures`.
 * @cost O(n·rank), rank about 30, and sorting; 8·n·rank bytes     @throws InputError `memory-exceeded`
 */
export function normalScoreFeatures(column: Column, compute: ComputeOptions = {}): HsicFeatures {
  const { routines, memoryLimit } = computeOptions(compute);
  const scores = normalScores(column, routines);
  const affordable = Math.min(MOST_FEATURES, Math.floor(memoryLimit / (8 * column.length)));
  const rows = hermiteFeatures(scores, traceLeftOut(column.length), affordable);
  return rows ? centeredFeatures(rows, routines) : hsicFeatures(scores, BANDWIDTH, compute);
}

/** ψ_0, ψ_1, … until the trace left out is at most `tolerance`; nothing if that takes more than `most` of them. */
function hermiteFeatures(scores: Column, tolerance: number, most: number): Column[] | undefined {
  const n = scores.length;
  const root = Math.sqrt(Math.sqrt(1 - RATIO * RATIO));
  const first = new Float64Array(n);
  /** 1 − Σ_k ψ_k². */
  const left = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    first[i] = root * exp(-0.5 * (1 - RATIO) * scores[i] * scores[i]);
    left[i] = 1 - first[i] * first[i];
  }
  const rows = [first];
  for (let k = 0; k < most; k++) {
    const following = new Float64Array(n);
    const trace = nextFeatureInto(k, scores, rows[k], rows[k - 1] ?? first, left, following);
    rows.push(following);
    if (trace <= tolerance) return rows;
  }
  return undefined;
}

/**
 * Writes ψ_{k+1} from ψ_k and ψ_{k−1}, takes its squares off what is left of the diagonal, and returns the sum of that.
 *
 * h_{k+1}(z) = z·√(2/(k + 1))·h_k(z) − √(k/(k + 1))·h_{k−1}(z), and 2ρs² = 1 − ρ².
 */
function nextFeatureInto(k: number, scores: Column, last: Column, before: Column, left: Column, out: Column): number {
  const slope = Math.sqrt((1 - RATIO * RATIO) / (k + 1));
  const back = RATIO * Math.sqrt(k / (k + 1));
  let trace = 0;
  for (let i = 0; i < out.length; i++) {
    const value = slope * scores[i] * last[i] - back * before[i];
    const rest = left[i] - value * value;
    out[i] = value;
    left[i] = rest;
    trace += rest;
  }
  return trace;
}
