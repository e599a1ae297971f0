import type { Rng } from "../../numeric/rng.js";
import { composed } from "../function-algebra.js";
import type { ProbabilityLaw } from "../law/probability-law.js";
import { linearFunction, type SmoothFunction } from "../smooth-function.js";
import { fairSign } from "./chance.js";
import { increasingSteps } from "./increasing-steps.js";
import { momentsUnder } from "./moments-under.js";
import { randomPath } from "./random-path.js";

/** What a function of the cause may look like: any smooth path, monotone steps, or one of the two by a fair coin. */
export type Shape = "path" | "steps" | "either";

/** Length scales of paths, in standard deviations of the cause. */
const LENGTHS = [0.5, 3] as const;

/** A random function of the cause with mean 0 and variance 1 over its law: the signal that noise is measured by. */
export function randomShape(rng: Rng, law: ProbabilityLaw, shape: Shape): SmoothFunction {
  const chosen = shape === "either" ? (rng.split("shape").uniform() < 0.5 ? "steps" : "path") : shape;
  if (chosen === "path") return standardizedFunction(randomPath(rng, law, ...LENGTHS), law);
  const sign = fairSign(rng.split("sign"));
  return standardizedFunction(composed(linearFunction(sign), increasingSteps(rng.split("steps"))), law);
}

/** (f − mean)/sd with mean and standard deviation over a law. */
export function standardizedFunction(f: SmoothFunction, law: ProbabilityLaw): SmoothFunction {
  const { mean, sd } = momentsUnder(law, f.value);
  return composed(linearFunction(1 / sd, -mean / sd), f);
}
