import type { Rng } from "../../../numeric/rng.js";
import { logUniform } from "../chance.js";

/** From hardly any noise to three times the signal. */
const SCALES = [0.12, 3] as const;

/** Standard deviation of the noise, relative to a signal of variance 1: log-uniform from 0.12 to 3. */
export function noiseScale(rng: Rng): number {
  return logUniform(rng.split("noise scale"), ...SCALES);
}
