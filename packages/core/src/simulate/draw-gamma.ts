import { exp, log } from "../numeric/elementary.js";
import type { Rng } from "../numeric/rng.js";

/**
 * A draw from the gamma law with the given shape (any above 0) and scale; mean shape·scale.
 *
 * Marsaglia & Tsang (2000): cube of a normal, accepted with a probability above 0.95. Below shape 1 a draw of shape + 1
 * is multiplied by U^{1/shape}.
 */
export function drawGamma(rng: Rng, shape: number, scale: number): number {
  if (shape < 1) return drawGamma(rng, shape + 1, scale) * exp(log(1 - rng.uniform()) / shape);
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const normal = rng.normal();
    const root = 1 + c * normal;
    if (root <= 0) continue;
    const cube = root * root * root;
    if (log(1 - rng.uniform()) < 0.5 * normal * normal + d * (1 - cube + log(cube))) return d * cube * scale;
  }
}
