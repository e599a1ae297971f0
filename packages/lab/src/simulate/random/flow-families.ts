import { tanh } from "@causal-velocity/core/primitives/elementary.js";
import { meanAndSd } from "@causal-velocity/core/primitives/quantiles.js";
import type { Rng } from "@causal-velocity/core/primitives/random.js";
import type { Distribution } from "../distribution.js";
import { fourierVelocity, quadraticVelocity, saturatingVelocity } from "../driving-velocities.js";
import { curveEnd, quickFlowMechanism } from "../flow-mechanism.js";
import type { DirectedFamily, SampledMechanism } from "./family.js";
import { type LengthRange, logUniform, randomField, uniformBetween } from "./random-shape.js";

/** Overall size of a velocity, in standard deviations of the noise for each of the cause. */
const AMPLITUDES = [0.3, 1.5] as const;
/** Standard deviations of the coefficients at amplitude 1, in the order of `fourierVelocity`. */
const PERIODIC_SDS = [0.7, 0.7, 0.7, 0.7, 0.7, 0.7];
/** The same for `quadraticVelocity`: squares and the product are damped. */
const QUADRATIC_SDS = [0.8, 0.8, 0.8, 0.32, 0.32, 0.4];
/**
 * For the random flow: size of its velocity at amplitude 1, length scales in cause and effect, and number of waves,
 * small for speed.
 */
const FIELD_SIZE = 1.2;
const FIELD_LENGTHS = [0.8, 3] as const;
const FIELD_WAVES = 30;
/** For the saturating flow, at amplitude 1. */
const SPEEDS = [0.5, 2] as const;
const CAPS = [1, 3] as const;
const WAVE_SD = 0.5;

/** The effect is the value, at the cause, of a curve that starts from the noise at cause 0. */
export const flowFamilies: readonly DirectedFamily[] = [
  {
    name: "periodic-flow",
    summary: "flow of a + b sin x + c sin y + d cos x + f cos y + g sin(x + y), all six independent",
    draw: (rng) => quickFlowMechanism(fourierVelocity(coefficients(rng, PERIODIC_SDS))),
  },
  {
    name: "quadratic-flow",
    summary: "flow of 2 tanh(q(x, y)/2), q a random quadratic",
    draw: (rng) => quickFlowMechanism(quadraticVelocity(coefficients(rng, QUADRATIC_SDS))),
  },
  {
    name: "random-flow",
    summary: "flow of random Fourier features of x and y",
    draw(rng) {
      const size = FIELD_SIZE * amplitudeOf(rng);
      const field = randomField(rng.split("field"), FIELD_LENGTHS, FIELD_LENGTHS, FIELD_WAVES);
      return { effect: curveEnd((y, x) => size * field(x, y)) };
    },
  },
  {
    name: "saturating-flow",
    summary: "flow of k (1 - (y/cap)^2) exp(-0.3 y^2) + b sin x",
    draw(rng) {
      const amplitude = amplitudeOf(rng);
      const shape = rng.split("shape");
      const speed = amplitude * logUniform(shape, ...SPEEDS);
      const cap = uniformBetween(shape, ...CAPS);
      return quickFlowMechanism(saturatingVelocity({ speed, cap, wave: amplitude * WAVE_SD * shape.normal() }));
    },
  },
];

function amplitudeOf(rng: Rng): number {
  return logUniform(rng.split("amplitude"), ...AMPLITUDES);
}

/** Normal coefficients of the given standard deviations, times a random amplitude. */
function coefficients(rng: Rng, sds: readonly number[]): Float64Array {
  const amplitude = amplitudeOf(rng);
  const stream = rng.split("coefficients");
  return Float64Array.from(sds, (sd) => amplitude * sd * stream.normal());
}

/** Length scales of the joint fields: longer in the noise, so that most are monotone in it over some range. */
const CAUSE_LENGTHS: LengthRange = [0.5, 3];
const MEASURED_CAUSE_LENGTHS: LengthRange = [0.7, 3];
const NOISE_LENGTHS: LengthRange = [1, 5];
/** Errors of measurement, in standard deviations of the column. */
const ERRORS = [0.02, 0.3] as const;
/** Draws from which the standard deviation of a measured effect is taken: known to 3%. */
const DRAWS = 500;
/** Neurons of the network, and spreads of their weights of cause and noise, and of the noise's direct weight. */
const NEURONS = 12;
const CAUSE_WEIGHT_SD = 1.5;
const NOISE_WEIGHT_SD = 0.7;
const DIRECT_SD = 0.5;

/** Cause and noise interact, and the effect need not be monotone in the noise: there is no velocity. */
export const jointFamilies: readonly DirectedFamily[] = [
  {
    name: "joint",
    summary: "f(x, e), random Fourier features of cause and noise",
    draw: (rng) => ({ effect: randomField(rng.split("field"), CAUSE_LENGTHS, NOISE_LENGTHS) }),
  },
  {
    name: "measured",
    summary: "joint, and both columns measured with normal errors",
    draw: randomMeasured,
  },
  {
    name: "network",
    summary: "random tanh network of cause and noise, plus a multiple of the noise",
    draw: (rng) => ({ effect: randomPlaneNetwork(rng.split("network")) }),
  },
];

function randomMeasured(rng: Rng, cause: Distribution): SampledMechanism {
  const field = randomField(rng.split("field"), MEASURED_CAUSE_LENGTHS, NOISE_LENGTHS);
  const [causes, noises, errors] = [rng.split("causes"), rng.split("noises"), rng.split("errors")];
  const { sd } = meanAndSd(Array.from({ length: DRAWS }, () => field(cause.draw(causes), noises.normal())));
  return {
    effect: field,
    measurement: { cause: logUniform(errors, ...ERRORS), effect: sd * logUniform(errors, ...ERRORS) },
  };
}

/** (Σ w·tanh(u·x + v·e + bias) + direct·e)/√12, the weights w and biases standard normal. */
function randomPlaneNetwork(rng: Rng): (cause: number, noise: number) => number {
  const normals = (label: string, sd: number) => {
    const stream = rng.split(label);
    return Float64Array.from({ length: NEURONS }, () => sd * stream.normal());
  };
  const causeWeight = normals("cause weights", CAUSE_WEIGHT_SD);
  const noiseWeight = normals("noise weights", NOISE_WEIGHT_SD);
  const [bias, weight] = [normals("biases", 1), normals("weights", 1)];
  const direct = DIRECT_SD * rng.split("direct").normal();
  return (x, e) => {
    let sum = direct * e;
    for (let k = 0; k < NEURONS; k++) sum += weight[k] * tanh(causeWeight[k] * x + noiseWeight[k] * e + bias[k]);
    return sum / Math.sqrt(NEURONS);
  };
}
