import type { ProbabilityLaw } from "../law/probability-law.js";
import { lawNodes } from "./law-nodes.js";

/** Nodes of smaller weight change no digit that matters, and far ones are dear. */
const NEGLIGIBLE_SHARE = 1e-12;

/** Mean and standard deviation of f(T) for T of a law. @cost at most 289 values of f */
export function momentsUnder(
  law: ProbabilityLaw,
  f: (t: number) => number,
): { readonly mean: number; readonly sd: number } {
  const { values, shares } = lawNodes(law);
  const images = values.map((value, k) => (shares[k] > NEGLIGIBLE_SHARE ? f(value) : 0));
  const mean = images.reduce((sum, image, k) => sum + shares[k] * image, 0);
  const variance = images.reduce((sum, image, k) => sum + shares[k] * (image - mean) * (image - mean), 0);
  return { mean, sd: Math.sqrt(variance) };
}
