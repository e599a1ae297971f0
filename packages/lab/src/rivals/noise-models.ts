import type { ComputeOptions } from "@causal-velocity/core/compute/routines.js";
import type { DirectionCost } from "@causal-velocity/core/decide/decision.js";
import { adamStepper } from "@causal-velocity/core/fit/train-velocity.js";
import type { Column } from "@causal-velocity/core/primitives/columns.js";
import { exp, log } from "@causal-velocity/core/primitives/elementary.js";
import {
  firstPlace,
  meanAndSd,
  medianInPlace,
  selectInPlace,
  sorted,
} from "@causal-velocity/core/primitives/quantiles.js";
import { seededRng } from "@causal-velocity/core/primitives/random.js";
import { digamma } from "@causal-velocity/core/primitives/special.js";
import { kernelFactor, ridgeResidual } from "@causal-velocity/core/statistics/kernel-ridge.js";

// Rivals with location-scale noise: CAREFL, whose noise is Laplace and whose functions are small networks, and GRCI,
// which regresses twice and measures what is left in nats.

/** Layers that are compared, hidden units of each function, and the slope of a unit below 0. */
const LAYERS = [1, 3];
const HIDDEN = 5;
const LEAK = 0.2;
/** Every so many rows one is held out. */
const HELD_OUT = 5;
const STEPS = 500;
const RATE = 1e-2;
/** A function has weights and offsets of its units, their factors, and an offset. */
const FUNCTION_SIZE = 3 * HIDDEN + 1;
const NAT = 1;

/**
 * Minus the mean log likelihood of held-out rows under affine flows with Laplace noise: CAREFL for two columns.
 *
 * Each layer maps the effect to e^{s(cause)}·effect + t(cause), with s and t networks of five leaky units; the cause has
 * the Laplace distribution of greatest likelihood. The better of one and three layers counts. Published code holds out
 * the last rows of the file and trains on batches; here every fifth row is held out, and all others are one batch.
 * @reference Khemakhem et al. 2021     @cost 2,000 passes over the rows, each of 20 units
 */
export function careflCost(cause: Column, effect: Column): DirectionCost {
  const [x, y] = [cause, effect].map((column) => column.filter((_, i) => i % HELD_OUT !== HELD_OUT - 1));
  const [heldX, heldY] = [cause, effect].map((column) => column.filter((_, i) => i % HELD_OUT === HELD_OUT - 1));
  const center = medianInPlace(x.slice());
  const spread = x.reduce((sum, value) => sum + Math.abs(value - center), 0) / x.length;
  const ofCause =
    log(2 * spread) + heldX.reduce((sum, value) => sum + Math.abs(value - center) / spread, 0) / heldX.length;
  const ofEffect = Math.min(...LAYERS.map((layers) => flowLoss(trainedFlow(x, y, layers), heldX, heldY)));
  return { cost: ofCause + ofEffect, scale: NAT };
}

/** Parameters of a flow after training on all rows. */
function trainedFlow(x: Column, y: Column, layers: number): Float64Array {
  const rng = seededRng(0).split(`carefl ${layers}`);
  const theta = Float64Array.from({ length: 2 * layers * FUNCTION_SIZE }, (_, k) => {
    const place = k % FUNCTION_SIZE;
    // Units start spread over the cause, with small factors: close to the identity.
    return place < 2 * HIDDEN ? rng.normal() : 0.1 * rng.normal();
  });
  const gradient = new Float64Array(theta.length);
  const step = adamStepper(theta.length);
  for (let t = 0; t < STEPS; t++) {
    gradient.fill(0);
    flowLoss(theta, x, y, gradient);
    // The rate falls to 0, so that the last parameters are settled.
    step(theta, gradient, RATE * (1 - t / STEPS));
  }
  return theta;
}

/** Minus the mean log likelihood of the effects given the causes; its gradient is added where one is given. */
function flowLoss(theta: Float64Array, x: Column, y: Column, gradient?: Float64Array): number {
  const layers = theta.length / (2 * FUNCTION_SIZE);
  const n = x.length;
  const before = new Float64Array(layers);
  const growth = new Float64Array(layers);
  let loss = 0;
  for (let i = 0; i < n; i++) {
    let z = y[i];
    for (let l = 0; l < layers; l++) {
      const start = 2 * l * FUNCTION_SIZE;
      const s = functionAt(theta, start, x[i]);
      before[l] = z;
      growth[l] = exp(s);
      z = growth[l] * z + functionAt(theta, start + FUNCTION_SIZE, x[i]);
      loss -= s;
    }
    loss += Math.abs(z) + Math.LN2;
    if (!gradient) continue;
    let ofZ = Math.sign(z) / n;
    for (let l = layers - 1; l >= 0; l--) {
      const start = 2 * l * FUNCTION_SIZE;
      addSlopes(theta, start, x[i], ofZ * growth[l] * before[l] - 1 / n, gradient);
      addSlopes(theta, start + FUNCTION_SIZE, x[i], ofZ, gradient);
      ofZ *= growth[l];
    }
  }
  return loss / n;
}

function functionAt(theta: Float64Array, start: number, x: number): number {
  let sum = theta[start + 3 * HIDDEN];
  for (let h = 0; h < HIDDEN; h++) {
    const unit = theta[start + h] * x + theta[start + HIDDEN + h];
    sum += theta[start + 2 * HIDDEN + h] * (unit > 0 ? unit : LEAK * unit);
  }
  return sum;
}

function addSlopes(theta: Float64Array, start: number, x: number, factor: number, gradient: Float64Array): void {
  gradient[start + 3 * HIDDEN] += factor;
  for (let h = 0; h < HIDDEN; h++) {
    const unit = theta[start + h] * x + theta[start + HIDDEN + h];
    const slope = unit > 0 ? 1 : LEAK;
    const ofUnit = factor * theta[start + 2 * HIDDEN + h] * slope;
    gradient[start + h] += ofUnit * x;
    gradient[start + HIDDEN + h] += ofUnit;
    gradient[start + 2 * HIDDEN + h] += factor * slope * unit;
  }
}

/** Kernel and ridge of both regressions, as of RESIT. */
const BANDWIDTH = 1;
const RIDGE = 0.1;
/** The smallest scale, as a share of the mean absolute residual. */
const SMALLEST_SCALE = 0.05;
/** Values are taken to the nearest multiple of this many standard deviations, so that ties remain ties to the bit. */
const GRID = 1 / 1_073_741_824;
/** Neighbors behind the mutual information. */
const NEIGHBORS = 10;

/**
 * Mutual information, in nats, of the cause and the standardized residual of the effect after kernel regressions of its
 * mean and of its absolute residual: the noise model of GRCI for two columns.
 *
 * Distances to tenth neighbors estimate it (Kraskov et al. 2004).
 * @reference Strobl & Lasko 2023     @cost O(n²) time, O(n) memory
 */
export function grciCost(cause: Column, effect: Column, compute: ComputeOptions): DirectionCost {
  const factor = kernelFactor(cause, BANDWIDTH, compute);
  const left = ridgeResidual(factor, effect, RIDGE, compute);
  const size = left.map(Math.abs);
  const unexplained = ridgeResidual(factor, size, RIDGE, compute);
  const mean = size.reduce((sum, value) => sum + value, 0) / size.length;
  const noise = left.map((value, i) => value / Math.max(size[i] - unexplained[i], SMALLEST_SCALE * mean));
  const { sd } = meanAndSd(noise);
  const onGrid = (column: Column, unit: number): Column =>
    column.map((value) => Math.round(value / (unit * GRID)) * GRID);
  return { cost: mutualInformation(onGrid(cause, 1), onGrid(noise, sd > 0 ? sd : 1)), scale: NAT };
}

/** By distances to the tenth neighbor in the plane, the larger of both coordinates' distances. */
function mutualInformation(a: Column, b: Column): number {
  const n = a.length;
  const neighbors = Math.min(NEIGHBORS, n - 1);
  const [ascendingA, ascendingB] = [sorted(a), sorted(b)];
  const within = (ascending: Column, at: number, radius: number): number =>
    firstPlace(ascending, (value) => value - at >= radius) - firstPlace(ascending, (value) => at - value < radius);
  const distances = new Float64Array(n);
  let sum = 0;
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) distances[j] = Math.max(Math.abs(a[i] - a[j]), Math.abs(b[i] - b[j]));
    const radius = selectInPlace(distances, n, neighbors);
    // A row is within its own radius: its count is one more than that of its neighbors.
    sum +=
      digamma(Math.max(1, within(ascendingA, a[i], radius))) + digamma(Math.max(1, within(ascendingB, b[i], radius)));
  }
  return digamma(neighbors) + digamma(n) - sum / n;
}
