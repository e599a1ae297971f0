import { kept } from "@causal-velocity/core/compute/memo.js";
import { type ComputeOptions, computeOptions, type RowBlock } from "@causal-velocity/core/compute/routines.js";
import type { DirectionCost } from "@causal-velocity/core/decide/decision.js";
import { adamStepper } from "@causal-velocity/core/fit/train-velocity.js";
import type { Column } from "@causal-velocity/core/primitives/columns.js";
import { cos, exp } from "@causal-velocity/core/primitives/elementary.js";
import { mersenneTwister } from "@causal-velocity/core/primitives/random.js";
import { HALF_LOG_TWO_PI } from "@causal-velocity/core/primitives/special.js";
import { residualDependence } from "./additive-noise.js";
import { convexLocationScale } from "./convex-location-scale.js";

/** Size of the terms in the likelihood of one row, in nats. */
const NAT = 1;

/**
 * Mean negative log likelihood of the effect under the best location-scale Gaussian, in nats.
 *
 * The likelihood of the cause is left out, because it is the same for all standardized columns.
 * @reference Immer et al. 2023     @cost one `convexLocationScale`
 */
export function lociLikelihoodCost(cause: Column, effect: Column): DirectionCost {
  return { cost: convexLocationScale(cause, effect).nll, scale: NAT };
}

/** Dependence of the cause and the standardized residual of the same fit. @reference Immer et al. 2023 */
export function lociHsicCost(cause: Column, effect: Column, compute: ComputeOptions): DirectionCost {
  return { cost: residualDependence(cause, convexLocationScale(cause, effect).residual, compute) };
}

/** As `lociLikelihoodCost`, by a trained network: the smallest mean negative log likelihood during training. */
export function lociNetworkLikelihoodCost(
  cause: Column,
  effect: Column,
  steps: number,
  compute: ComputeOptions,
): DirectionCost {
  return { cost: trained(cause, effect, steps, compute).nll, scale: NAT };
}

/** Dependence of the cause and the standardized residual of the network's last parameters. */
export function lociNetworkHsicCost(
  cause: Column,
  effect: Column,
  steps: number,
  compute: ComputeOptions,
): DirectionCost {
  return { cost: residualDependence(cause, trained(cause, effect, steps, compute).residual, compute) };
}

function trained(cause: Column, effect: Column, steps: number, compute: ComputeOptions): NetworkLocationScale {
  const make = () => networkLocationScale(cause, effect, steps, compute);
  return kept(compute, `loci-nn ${steps}`, [cause, effect], make);
}

/** A location-scale Gaussian whose natural parameters a network gives. */
interface NetworkLocationScale {
  /** Smallest mean negative log likelihood during training, in nats. */
  readonly nll: number;
  /** (effect − mean)/sd by the last parameters. */
  readonly residual: Column;
}

const TANH_UNITS = 100;
const LOCI_WIDTHS = [1, TANH_UNITS, 2];
/** Weights and offsets of the network, followed by the two factors of its outputs. */
const NETWORK_PARAMETERS = 2 * TANH_UNITS + 2 * TANH_UNITS + 2;
const LOCATION_FACTOR = NETWORK_PARAMETERS;
const PRECISION_FACTOR = NETWORK_PARAMETERS + 1;
const FIRST_RATE = 1e-2;
const LAST_RATE = 1e-6;
const PUBLISHED_SEED = 711;
const TWO_TO_24 = 16777216;

/**
 * Trains the published network: 100 tanh units of the cause, outputs z₁ and z₂; η = a·z₁ and the precision q = e^{c·z₂}
 * give mean η/q and sd q^{−1/2}. Adam on all rows, with a rate that falls along a cosine.
 *
 * With the loss −½ ln q + ½(q·y² − 2yη + η²/q) a row, its derivatives are −(y − η/q) by η and −½ + ½(q·y² − η²/q) by
 * ln q.
 * @reference Immer et al. 2023     @cost O(n) a step; memory does not grow with the steps
 */
function networkLocationScale(
  cause: Column,
  effect: Column,
  steps: number,
  compute: ComputeOptions = {},
): NetworkLocationScale {
  const { routines } = computeOptions(compute);
  const theta = publishedStart();
  const gradient = new Float64Array(theta.length);
  const step = adamStepper(theta.length);
  const residual = new Float64Array(cause.length);
  const n = cause.length;
  const pass = (atRows: (from: number, outputs: RowBlock, cotangents: RowBlock) => void, ofNetwork?: Float64Array) =>
    routines.networkPass({
      widths: LOCI_WIDTHS,
      networks: 1,
      order: 0,
      theta: theta.subarray(0, NETWORK_PARAMETERS),
      inputs: [cause],
      atRows,
      gradient: ofNetwork,
    });
  let nll = Infinity;
  for (let t = 0; t < steps; t++) {
    gradient.fill(0);
    let loss = 0;
    const [a, c] = [theta[LOCATION_FACTOR], theta[PRECISION_FACTOR]];
    pass(
      (from, [z1, z2], [ofZ1, ofZ2]) => {
        for (let i = 0; i < z1.length; i++) {
          const y = effect[from + i];
          const eta = a * z1[i];
          const logPrecision = c * z2[i];
          const precision = exp(logPrecision);
          const mean = eta / precision;
          const gap = y - mean;
          loss += 0.5 * (precision * gap * gap - logPrecision);
          const ofEta = -gap / n;
          const ofLogPrecision = (0.5 * (precision * y * y - eta * mean) - 0.5) / n;
          ofZ1[i] = a * ofEta;
          ofZ2[i] = c * ofLogPrecision;
          gradient[LOCATION_FACTOR] += z1[i] * ofEta;
          gradient[PRECISION_FACTOR] += z2[i] * ofLogPrecision;
        }
      },
      gradient.subarray(0, NETWORK_PARAMETERS),
    );
    nll = Math.min(nll, HALF_LOG_TWO_PI + loss / n);
    step(theta, gradient, LAST_RATE + 0.5 * (FIRST_RATE - LAST_RATE) * (1 + cos((Math.PI * t) / steps)));
  }
  const [a, c] = [theta[LOCATION_FACTOR], theta[PRECISION_FACTOR]];
  pass((from, [z1, z2]) => {
    for (let i = 0; i < z1.length; i++) {
      const precision = exp(c * z2[i]);
      residual[from + i] = (effect[from + i] - (a * z1[i]) / precision) * Math.sqrt(precision);
    }
  });
  return { nll, residual };
}

/**
 * The published first parameters: uniform up to 1/√inputs, drawn in single precision in the order of the layers, with
 * weights by output; the factor of the log precision is 0, so that all sds are 1 at first.
 */
function publishedStart(): Float64Array {
  const word = mersenneTwister(PUBLISHED_SEED);
  const uniform = (bound: number): number => {
    const share = (word() & (TWO_TO_24 - 1)) / TWO_TO_24;
    return Math.fround(Math.fround(share * Math.fround(2 * bound)) - Math.fround(bound));
  };
  const theta = new Float64Array(NETWORK_PARAMETERS + 2);
  for (let k = 0; k < 2 * TANH_UNITS; k++) theta[k] = uniform(1);
  const second = 2 * TANH_UNITS;
  const bound = 1 / Math.sqrt(TANH_UNITS);
  for (let output = 0; output < 2; output++) {
    for (let unit = 0; unit < TANH_UNITS; unit++) theta[second + 2 * unit + output] = uniform(bound);
  }
  for (let output = 0; output < 2; output++) theta[second + 2 * TANH_UNITS + output] = uniform(bound);
  theta[LOCATION_FACTOR] = uniform(1);
  return theta;
}
