import type { ComputeOptions } from "@causal-velocity/core/compute/routines.js";
import type { DirectionCost } from "@causal-velocity/core/decide/decision.js";
import type { Column } from "@causal-velocity/core/primitives/columns.js";
import { exp, log, power } from "@causal-velocity/core/primitives/elementary.js";
import { quantileOfSorted, sorted } from "@causal-velocity/core/primitives/quantiles.js";
import { gaussLegendre } from "@causal-velocity/core/primitives/special.js";
import { normalQuantile, unitRanks } from "@causal-velocity/core/statistics/ranks.js";
import { unitRange } from "./igci-and-reci.js";

// Rivals that compare how many bits, or how much loss, it takes to describe one column by the other.

/** Cells of equal width that the cause is first cut into, and distinct values below which cells are joined. */
const CELLS = 20;
const SMALLEST_CELL = 10;
const HIGHEST_DEGREE = 3;
/** Added to a sum of squares, on [0, 1], so that a perfect fit has a finite code. */
const SQUARES_FLOOR = 1e-4;

/**
 * Bits that describe the effect by polynomials of the cause, in pieces with noise of their own: HECI.
 *
 * The cause is cut into up to 20 cells of at least ten distinct values each; neighbors are then joined so that the sum
 * of the codes is least. The code of a piece is m·log₂(squares/m) + (degree + 2)·log₂ n for the best degree from 1 to 3.
 * Cells are joined from the lowest value up, as in published code, so that a mirrored cause has other cells.
 * @reference Xu et al. 2022     @cost O(n log n), and 630 polynomials over about a third of the rows
 */
export function heciCost(cause: Column, effect: Column): DirectionCost {
  const order = Array.from(cause, (_, i) => i).sort((a, b) => cause[a] - cause[b] || effect[a] - effect[b]);
  const [x, y] = [cause, effect].map((column) => unitRange(Float64Array.from(order, (i) => column[i])));
  const edges = [...cellStarts(x), x.length];
  const shortest = [0];
  for (let end = 1; end < edges.length; end++) {
    let best = Infinity;
    for (let start = 0; start < end; start++) {
      const piece = pieceCode(x.subarray(edges[start], edges[end]), y.subarray(edges[start], edges[end]), x.length);
      best = Math.min(best, shortest[start] + piece);
    }
    shortest.push(best);
  }
  return { cost: shortest[edges.length - 1], scale: x.length };
}

/** Where cells start: the first row beyond a limit, if the cell before it has enough distinct values. */
function cellStarts(ascending: Column): number[] {
  const starts = [0];
  let limit = 1 / CELLS;
  let [passed, distinct] = [0, 0];
  for (let i = 0; i < ascending.length && passed < CELLS; i++) {
    if (ascending[i] > limit) {
      if (distinct >= SMALLEST_CELL) {
        starts.push(i);
        distinct = 0;
      }
      limit += 1 / CELLS;
      passed += 1;
    }
    if (distinct === 0 || ascending[i] !== ascending[i - 1]) distinct += 1;
  }
  const last = starts[starts.length - 1];
  if (starts.length > 1 && new Set(ascending.subarray(last)).size < SMALLEST_CELL) starts.pop();
  return starts;
}

/** A new polynomial smaller than this share of the one before vanishes at the rows: there are too few distinct values. */
const VANISHES = 1e-20;

/** Bits of the best polynomial over one piece, by polynomials that are orthogonal at its rows. */
function pieceCode(x: Column, y: Column, n: number): number {
  const m = x.length;
  const residual = y.slice();
  let before = new Float64Array(m);
  let current = new Float64Array(m).fill(1);
  let sizeBefore = 1;
  let best = Infinity;
  for (let degree = 0; degree <= HIGHEST_DEGREE; degree++) {
    const size = dot(current, current);
    if (!(size > VANISHES * sizeBefore)) break;
    const factor = dot(residual, current) / size;
    for (let i = 0; i < m; i++) residual[i] -= factor * current[i];
    if (degree > 0) {
      const squares = dot(residual, residual);
      best = Math.min(best, (m * log((squares + SQUARES_FLOOR) / m) + (degree + 2) * log(n)) / Math.LN2);
    }
    let center = 0;
    for (let i = 0; i < m; i++) center += x[i] * current[i] * current[i];
    center /= size;
    const share = degree > 0 ? size / sizeBefore : 0;
    const next = current.map((value, i) => (x[i] - center) * value - share * before[i]);
    [before, current, sizeBefore] = [current, next, size];
  }
  return best;
}

/** Levels of the quantiles that are averaged; with fewer rows only the median. */
const LEVELS = 7;
const FEW_ROWS = 200;
/** Bandwidth n^{-1/6}(1 − ρ²)^{1/4} times this, and the smallest 1 − ρ². */
const WIDTH = 1.25;
const LEAST_UNEXPLAINED = 0.05;

/**
 * Pinball loss of the cause's quantiles plus that of the effect's given the cause, averaged over seven levels, both
 * columns as normal scores: bQCD. Divided by the loss of both columns alone.
 *
 * Published code inverts an estimated pair copula; here quantiles given the cause are those of a kernel average over
 * the rows, the smallest value whose weights reach the level.
 * @reference Tagasovska et al. 2020     @cost O(n²) time, O(n) memory
 */
export function bqcdCost(cause: Column, effect: Column, compute: ComputeOptions): DirectionCost {
  const [from, to] = [cause, effect].map((column) => scoresOfRanks(column, compute));
  const { nodes, weights } = gaussLegendre(cause.length < FEW_ROWS ? 1 : LEVELS);
  const levels = nodes.map((node) => (node + 1) / 2);
  const average = (losses: (level: number, k: number) => number): number =>
    levels.reduce((sum, level, k) => sum + 0.5 * weights[k] * losses(level, k), 0);
  const alone = (column: Column): number => {
    const ascending = sorted(column);
    return average((level) => {
      const quantile = quantileOfSorted(ascending, level);
      return pinball(column, () => quantile, level);
    });
  };
  const given = quantilesGiven(from, to, levels);
  const [ofCause, ofEffect] = [alone(from), alone(to)];
  const ofEffectGiven = average((level, k) => pinball(to, (i) => given[k][i], level));
  return { cost: (ofCause + ofEffectGiven) / (ofCause + ofEffect), scale: 1 };
}

/** Φ⁻¹(rank/(n + 1)), ties at their mean rank. */
function scoresOfRanks(column: Column, compute: ComputeOptions): Column {
  const n = column.length;
  return unitRanks(column, compute).map((share) => normalQuantile((share * n + 0.5) / (n + 1)));
}

/** Quantiles of one column around each row of the other, one column for each level. */
function quantilesGiven(from: Column, to: Column, levels: ArrayLike<number>): Column[] {
  const n = from.length;
  let correlation = 0;
  let [fromSquares, toSquares] = [0, 0];
  for (let i = 0; i < n; i++) {
    correlation += from[i] * to[i];
    fromSquares += from[i] * from[i];
    toSquares += to[i] * to[i];
  }
  const unexplained = Math.max(1 - (correlation * correlation) / (fromSquares * toSquares), LEAST_UNEXPLAINED);
  const bandwidth = WIDTH * power(n, -1 / 6) * power(unexplained, 1 / 4);
  const order = Array.from(to, (_, i) => i).sort((a, b) => to[a] - to[b] || from[a] - from[b]);
  const [places, values] = [from, to].map((column) => Float64Array.from(order, (i) => column[i]));
  const quantiles = Array.from(levels, () => new Float64Array(n));
  const reached = new Float64Array(n);
  for (let row = 0; row < n; row++) {
    let total = 0;
    for (let i = 0; i < n; i++) {
      const distance = (places[i] - from[row]) / bandwidth;
      total += exp(-0.5 * distance * distance);
      reached[i] = total;
    }
    let i = 0;
    for (let k = 0; k < quantiles.length; k++) {
      while (reached[i] < levels[k] * total) i++;
      quantiles[k][row] = values[i];
    }
  }
  return quantiles;
}

/** Mean of (1[a ≤ q] − level)(q − a): least where q is the quantile of that level. */
function pinball(column: Column, quantile: (i: number) => number, level: number): number {
  let sum = 0;
  for (let i = 0; i < column.length; i++) {
    const q = quantile(i);
    sum += ((column[i] <= q ? 1 : 0) - level) * (q - column[i]);
  }
  return sum / column.length;
}

function dot(a: Column, b: Column): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}
