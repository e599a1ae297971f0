import { leastSquares } from "@causal-velocity/core/algebra/least-squares.js";
import type { DirectionCost } from "@causal-velocity/core/decide/decision.js";
import type { Column } from "@causal-velocity/core/primitives/columns.js";
import { log } from "@causal-velocity/core/primitives/elementary.js";
import { meanAndSd, sorted } from "@causal-velocity/core/primitives/quantiles.js";
import { digamma, NORMAL_ENTROPY } from "@causal-velocity/core/primitives/special.js";

/** The distribution of a cause without structure: uniform on its range, or normal. */
export type ReferenceMeasure = "uniform" | "gaussian";

/**
 * Information distance of the cause's distribution from the reference measure: IGCI by entropies.
 *
 * A mechanism that is unrelated to the cause moves a distribution away from the reference; so the closer one is the
 * cause. Entropy by spacings, ψ(n) − ψ(1) + Σ ln(gap)/(n − 1) over the gaps that are not 0. As in all published code,
 * gaps of 0 are skipped but counted in the divisor, which overestimates the entropy of columns with ties: a column with
 * few values is nearly always called the cause.
 * @reference Daniusis et al. 2010     @cost O(n log n)
 */
export function igciEntropyCost(cause: Column, measure: ReferenceMeasure): DirectionCost {
  const n = cause.length;
  const ascending = sorted(measure === "uniform" ? unitRange(cause) : cause);
  let sum = 0;
  for (let i = 1; i < n; i++) if (ascending[i] !== ascending[i - 1]) sum += log(ascending[i] - ascending[i - 1]);
  const entropy = sum / (n - 1) + digamma(n) - digamma(1);
  return { cost: (measure === "uniform" ? 0 : NORMAL_ENTROPY) - entropy, scale: 1 };
}

/** Means of tied rows closer than this, in standard deviations or ranges, are equal up to rounding. */
const EQUAL_MEANS = 1e-12;

/** Points of a graph in the order of the cause. */
interface Graph {
  readonly cause: readonly number[];
  readonly effect: readonly number[];
  /** Steps of the effect up to this count as 0. */
  readonly smallestRise: number;
}

/**
 * Mean logarithm of the slope of effect over cause from point to point: IGCI by slopes.
 *
 * For a deterministic mechanism its expectation is the entropy of the effect minus that of the cause, so lower is
 * better. Steps of 0 on either side are left out. Rows that tie in the cause are one point at their mean effect.
 * Published code has the wrong sign, so that it prefers the wrong direction, and takes ties in the order of the file.
 * @reference Daniusis et al. 2010, section 3.3     @cost O(n log n)
 */
export function igciSlopeCost(
  cause: Column,
  effect: Column,
  measure: ReferenceMeasure,
  asPublished: boolean,
): DirectionCost {
  const [from, to] = measure === "uniform" ? [unitRange(cause), unitRange(effect)] : [cause, effect];
  const graph = asPublished ? everyRow(from, to) : tiesMerged(from, to);
  let [sum, size] = [0, 0];
  for (let i = 1; i < graph.cause.length; i++) {
    const run = graph.cause[i] - graph.cause[i - 1];
    const rise = Math.abs(graph.effect[i] - graph.effect[i - 1]);
    if (run === 0 || rise <= graph.smallestRise) continue;
    const term = log(rise) - log(run);
    sum += term;
    size += Math.abs(term);
  }
  const n = cause.length;
  return { cost: (asPublished ? -sum : sum) / n, scale: size / n };
}

/** Ties in the order of the rows. */
function everyRow(cause: Column, effect: Column): Graph {
  const order = Array.from(cause, (_, i) => i).sort((a, b) => cause[a] - cause[b]);
  return { cause: order.map((i) => cause[i]), effect: order.map((i) => effect[i]), smallestRise: 0 };
}

/** Rows of equal cause as one point, summed in an order that does not depend on the order of the rows. */
function tiesMerged(cause: Column, effect: Column): Graph {
  const order = Array.from(cause, (_, i) => i).sort((a, b) => cause[a] - cause[b] || effect[a] - effect[b]);
  const graph = { cause: [] as number[], effect: [] as number[] };
  for (let start = 0; start < order.length; ) {
    const at = cause[order[start]];
    let [end, total] = [start, 0];
    for (; end < order.length && cause[order[end]] === at; end++) total += effect[order[end]];
    graph.cause.push(at);
    graph.effect.push(total / (end - start));
    start = end;
  }
  return { ...graph, smallestRise: graph.cause.length < order.length ? EQUAL_MEANS : 0 };
}

/**
 * Mean squared error of the best c₀ + c₃·cause³, both columns on [0, 1]: RECI as in its published code, which
 * overwrites the linear and the quadratic column with zeros.
 *
 * @reference Blöbaum et al. 2018     @cost O(n)
 */
export function reciMonomialCost(cause: Column, effect: Column): DirectionCost {
  const cube = unitRange(cause).map((u) => u * u * u);
  const target = unitRange(effect);
  const { mean: cubeMean } = meanAndSd(cube);
  const { mean: targetMean, sd } = meanAndSd(target);
  let [square, product] = [0, 0];
  for (let i = 0; i < cube.length; i++) {
    square += (cube[i] - cubeMean) * (cube[i] - cubeMean);
    product += (cube[i] - cubeMean) * (target[i] - targetMean);
  }
  const fitted = (i: number): number => targetMean + (product / square) * (cube[i] - cubeMean);
  return { cost: meanSquaredResidual(target, fitted), scale: sd * sd };
}

/** Mean squared error of the best cubic polynomial, both columns on [0, 1]: RECI as in its paper. @cost O(n) */
export function reciCubicCost(cause: Column, effect: Column): DirectionCost {
  // Centered powers are better conditioned and span the same cubics.
  const input = unitRange(cause).map((u) => 2 * u - 1);
  const target = unitRange(effect);
  const { sd } = meanAndSd(target);
  const rowInto = (i: number, out: Float64Array): number => {
    out[0] = 1;
    for (let j = 1; j < 4; j++) out[j] = out[j - 1] * input[i];
    return target[i];
  };
  const { coefficients } = leastSquares({ rows: target.length, cols: 4, rowInto });
  const [c0, c1, c2, c3] = coefficients;
  const fitted = (i: number): number => c0 + input[i] * (c1 + input[i] * (c2 + input[i] * c3));
  return {
    cost: meanSquaredResidual(target, fitted),
    scale: sd * sd,
  };
}

function meanSquaredResidual(target: Column, fitted: (i: number) => number): number {
  let sum = 0;
  for (let i = 0; i < target.length; i++) {
    const r = target[i] - fitted(i);
    sum += r * r;
  }
  return sum / target.length;
}

/** A column moved and scaled to [0, 1]. */
export function unitRange(column: Column): Column {
  let [low, high] = [Infinity, -Infinity];
  for (const value of column) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return column.map((value) => (value - low) / (high - low));
}
