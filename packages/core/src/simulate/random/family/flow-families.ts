import type { Rng } from "../../../numeric/rng.js";
import { curveEnd } from "../../mechanism/curve-end.js";
import { fourierVelocity } from "../../mechanism/fourier-velocity.js";
import { quadraticVelocity } from "../../mechanism/quadratic-velocity.js";
import { quickFlowMechanism } from "../../mechanism/quick-flow-mechanism.js";
import { saturatingVelocity } from "../../mechanism/saturating-velocity.js";
import { logUniform, uniformBetween } from "../chance.js";
import { randomField } from "../random-field.js";
import type { DirectedFamily } from "./directed-family.js";

/** Overall size of a velocity, in standard deviations of the noise for each of the cause. */
const AMPLITUDES = [0.3, 1.5] as const;
/** Standard deviations of the coefficients at amplitude 1, in the order of `fourierVelocity`. */
const PERIODIC_SDS = [0.7, 0.7, 0.7, 0.7, 0.7, 0.7];
/** The same for `quadraticVelocity`: squares and the product are damped. */
const QUADRATIC_SDS = [0.8, 0.8, 0.8, 0.32, 0.32, 0.4];
/** Of the random flow: size of its velocity at amplitude 1, length scales in cause and effect, and waves, few for speed. */
const FIELD_SIZE = 1.2;
const FIELD_LENGTHS = [0.8, 3] as const;
const FIELD_WAVES = 30;
/** Of the saturating flow, at amplitude 1. */
const SPEEDS = [0.5, 2] as const;
const CAPS = [1, 3] as const;
const WAVE_SD = 0.5;

/** The effect is where a curve that starts from the noise at cause 0 stands at the cause. */
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
