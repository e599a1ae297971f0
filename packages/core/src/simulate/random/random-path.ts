import type { Rng } from "../../numeric/rng.js";
import { gaussianProcessPath } from "../gaussian-process.js";
import { type ProbabilityLaw, REACH } from "../law/probability-law.js";
import type { SmoothFunction } from "../smooth-function.js";
import { logUniform } from "./chance.js";

/** Paths fade to 0 beyond this: one value in a million of the heaviest law, Student's with 4 degrees, lies there. */
const FARTHEST = 30;

/**
 * A path of a Gaussian process with mean 0 and variance 1 over the values of a law, its length scale log-uniform
 * between two, in standard deviations of the law.
 *
 * @cost (reach/length)² normals to draw, about 24·|t|/length + 64 multiplications an evaluation
 */
export function randomPath(rng: Rng, law: ProbabilityLaw, shortest: number, longest: number): SmoothFunction {
  const reach = Math.max(Math.abs(law.substitute(-REACH).value), Math.abs(law.substitute(REACH).value));
  const length = logUniform(rng.split("length"), shortest, longest);
  return gaussianProcessPath(rng.split("path"), length, Math.min(reach, FARTHEST));
}
