import { piecewiseChebyshev } from "@causal-velocity/core/primitives/chebyshev.js";
import { exp, log, tanh } from "@causal-velocity/core/primitives/elementary.js";
import type { Rng } from "@causal-velocity/core/primitives/random.js";
import { normalLogDensity } from "@causal-velocity/core/primitives/special.js";
import { type Distribution, REACH } from "./distribution.js";
import { type SmoothFunction, smoothTable } from "./smooth-function.js";

/** An increasing function from the real line onto itself, with its inverse. */
export interface MonotoneMap extends SmoothFunction {
  inverse(t: number): number;
}

/** Layers and spread of the network inside the integral. */
const MAP_WIDTHS = [1, 64, 64, 1];
const WEIGHT_SD = 0.3;
/** Relative accuracy of the tabulated integrand. */
const INTEGRAND_TOLERANCE = 1e-13;

/**
 * T(z) = ∫₀ᶻ softplus(f(u)) du with a random network f: the paper's triangular monotone increasing map.
 *
 * The integrand is tabulated on |u| ≤ 9 and its series are integrated term by term, which agrees with quadrature of the
 * network itself to 10⁻¹² and needs no network call per row. Beyond that range T is a straight line.
 * @paper appx:experiment:syndetails     @deviates docs/decisions/0016-simulated-noise.md: no biases
 * @cost about 600 network calls, 10 ms
 */
export function randomMonotoneMap(rng: Rng): MonotoneMap {
  const [network] = randomNetwork(rng, { widths: MAP_WIDTHS, weightSd: WEIGHT_SD, biasSd: 0 });
  const slope = piecewiseChebyshev((u) => softplus(network(u)), -REACH, REACH, INTEGRAND_TOLERANCE);
  const map = smoothTable(slope.integral(0));
  return { ...map, inverse: (t) => inverseOf(map, t) };
}

/** ln(1 + eᵗ), without overflow. */
export function softplus(t: number): number {
  return t > 0 ? t + log(1 + exp(-t)) : log(1 + exp(t));
}

const MOST_INVERSE_STEPS = 100;
const PRECISION = 4e-16;

/** The z with map(z) = t: Newton's method within a shrinking bracket. @cost about 6 evaluations */
export function inverseOf(map: SmoothFunction, t: number): number {
  let low = -REACH;
  let high = REACH;
  while (map.value(low) > t) low *= 2;
  while (map.value(high) < t) high *= 2;
  let z = 0;
  for (let i = 0; i < MOST_INVERSE_STEPS; i++) {
    const excess = map.value(z) - t;
    if (excess === 0) break;
    if (excess > 0) high = z;
    else low = z;
    const newton = z - excess / map.slope(z);
    const next = newton > low && newton < high ? newton : 0.5 * (low + high);
    const step = next - z;
    z = next;
    if (Math.abs(step) <= PRECISION * Math.max(1, Math.abs(z))) break;
  }
  return z;
}

/**
 * The distribution of T(Z) for a standard normal Z and an increasing map T, by change of variables with z = T⁻¹(t):
 * log p = log φ(z) − log T′(z), score = (−z − T″/T′)/T′.
 *
 * @paper appx:experiment:syndetails
 */
export function monotoneDistribution(map: MonotoneMap): Distribution {
  return {
    name: "monotone",
    smooth: true,
    draw: (rng) => map.value(rng.normal()),
    logDensity: (t) => {
      const z = map.inverse(t);
      return normalLogDensity(z) - log(map.slope(z));
    },
    score: (t) => {
      const z = map.inverse(t);
      const slope = map.slope(z);
      return (-z - map.curvature(z) / slope) / slope;
    },
    substitute: (s) => ({ value: map.value(s), logWeight: normalLogDensity(s) }),
  };
}

interface NetworkOptions {
  /** Neurons of each layer, input (1) and outputs included. */
  readonly widths: readonly number[];
  /** Standard deviation of every weight. */
  readonly weightSd: number;
  /** Standard deviation of every bias; 0 means no biases. */
  readonly biasSd: number;
  /**
   * Draws the first two layers from the same stream, so that the weights of the second begin with those of the first.
   */
  readonly sharedStream?: boolean;
}

/**
 * A random network of tanh neurons from one number to a few, one function for each output.
 *
 * Weights are not divided by the width: the outputs of wide layers vary a lot, as in the paper.
 * @paper tab:synthetic_params ("2x64" and "3x64" count layers of weights)
 * @deviates docs/decisions/0016-simulated-noise.md: layers are drawn independently unless `sharedStream`
 */
export function randomNetwork(rng: Rng, options: NetworkOptions): ((t: number) => number)[] {
  const { widths, weightSd, biasSd, sharedStream = false } = options;
  const layers = widths.slice(1).map((outputs, k) => {
    const inputs = widths[k];
    const label = `layer ${sharedStream && k === 1 ? 1 : k + 1}`;
    const [weightRng, biasRng] = [rng.split(`weights of ${label}`), rng.split(`biases of ${label}`)];
    const weights = Float64Array.from({ length: inputs * outputs }, () => weightSd * weightRng.normal());
    const biases = Float64Array.from({ length: outputs }, () => (biasSd === 0 ? 0 : biasSd * biasRng.normal()));
    return { inputs, outputs, weights, biases, activity: new Float64Array(outputs) };
  });
  const last = layers[layers.length - 1];
  const hidden = layers.slice(0, -1);
  const activate = (t: number): Float64Array => {
    let before = Float64Array.of(t);
    for (const { inputs, outputs, weights, biases, activity } of hidden) {
      activity.set(biases);
      for (let i = 0; i < inputs; i++) {
        for (let j = 0; j < outputs; j++) activity[j] += before[i] * weights[i * outputs + j];
      }
      for (let j = 0; j < outputs; j++) activity[j] = tanh(activity[j]);
      before = activity;
    }
    return before;
  };
  return Array.from({ length: last.outputs }, (_, j) => (t: number) => {
    const before = activate(t);
    let sum = last.biases[j];
    for (let i = 0; i < last.inputs; i++) sum += before[i] * last.weights[i * last.outputs + j];
    return sum;
  });
}
