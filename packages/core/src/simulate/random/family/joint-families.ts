import { tanh } from "../../../numeric/elementary.js";
import { meanAndSd } from "../../../numeric/mean-and-sd.js";
import type { Rng } from "../../../numeric/rng.js";
import type { ProbabilityLaw } from "../../law/probability-law.js";
import { logUniform } from "../chance.js";
import { type LengthRange, randomField } from "../random-field.js";
import type { DirectedFamily, SampledMechanism } from "./directed-family.js";

/** Length scales of the joint fields: in the noise they are longer, so that most are monotone in it over some range. */
const CAUSE_LENGTHS: LengthRange = [0.5, 3];
const MEASURED_CAUSE_LENGTHS: LengthRange = [0.7, 3];
const NOISE_LENGTHS: LengthRange = [1, 5];
/** Errors of measurement, in standard deviations of the column. */
const ERRORS = [0.02, 0.3] as const;
/** Draws from which the standard deviation of a measured effect is taken: known to 3 %. */
const DRAWS = 500;
/** Neurons of the network, and spreads of what they weigh cause and noise by, and of the direct way of the noise. */
const NEURONS = 12;
const CAUSE_WEIGHT_SD = 1.5;
const NOISE_WEIGHT_SD = 0.7;
const DIRECT_SD = 0.5;

/** Cause and noise enter together, and the effect need not be monotone in the noise: no velocity exists. */
export const jointFamilies: readonly DirectedFamily[] = [
  {
    name: "joint",
    summary: "f(x, e), random Fourier features of cause and noise",
    draw: (rng) => ({ effect: randomField(rng.split("field"), CAUSE_LENGTHS, NOISE_LENGTHS) }),
  },
  {
    name: "measured",
    summary: "joint, and both columns read with normal errors",
    draw: randomMeasured,
  },
  {
    name: "network",
    summary: "random tanh network of cause and noise, plus a multiple of the noise",
    draw: (rng) => ({ effect: randomPlaneNetwork(rng.split("network")) }),
  },
];

function randomMeasured(rng: Rng, cause: ProbabilityLaw): SampledMechanism {
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
