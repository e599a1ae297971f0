import { cos } from "../../numeric/elementary.js";
import type { Rng } from "../../numeric/rng.js";
import { logUniform } from "./chance.js";

/** Waves in a field unless told otherwise: enough that no single one shows. */
const WAVES = 60;

/** Between which two lengths the length scale of one argument lies; log-uniform. */
export type LengthRange = readonly [shortest: number, longest: number];

/**
 * A random function of two variables, nearly a Gaussian process of mean 0 and variance 1: random Fourier features,
 * √(2/waves)·Σ weight·cos(u·first + w·second + phase) with normal weights and frequencies.
 *
 * @reference Rahimi & Recht 2007     @cost a cosine a wave, 1 µs an evaluation
 */
export function randomField(
  rng: Rng,
  firstLengths: LengthRange,
  secondLengths: LengthRange,
  waves = WAVES,
): (first: number, second: number) => number {
  const lengths = rng.split("lengths");
  const [firstLength, secondLength] = [logUniform(lengths, ...firstLengths), logUniform(lengths, ...secondLengths)];
  const normals = (label: string, scale: number) => {
    const stream = rng.split(label);
    return Float64Array.from({ length: waves }, () => scale * stream.normal());
  };
  const firstFrequency = normals("first frequencies", 1 / firstLength);
  const secondFrequency = normals("second frequencies", 1 / secondLength);
  const weight = normals("weights", Math.sqrt(2 / waves));
  const phases = rng.split("phases");
  const phase = Float64Array.from({ length: waves }, () => 2 * Math.PI * phases.uniform());
  return (first, second) => {
    let sum = 0;
    for (let k = 0; k < waves; k++) {
      sum += weight[k] * cos(firstFrequency[k] * first + secondFrequency[k] * second + phase[k]);
    }
    return sum;
  };
}
