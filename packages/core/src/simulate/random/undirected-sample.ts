import type { Rng } from "../../numeric/rng.js";
import type { ProbabilityLaw } from "../law/probability-law.js";
import { additiveMechanism } from "../mechanism/location-scale-mechanism.js";
import { type CausalSample, sampleModel } from "../sample-model.js";
import { linearFunction } from "../smooth-function.js";
import { fairSign, logUniform, oneOf } from "./chance.js";
import type { TwoLaws } from "./directed-sample.js";
import { additiveFamilies } from "./family/additive-families.js";

/** Slopes of a linear-Gaussian pair with noise of variance 1: correlations from 0.2 to 0.95. */
const SLOPES = [0.2, 3] as const;
/** How a hidden cause drives a column: a path, steps or a wave, and noise. */
const HIDDEN_DRIVES = ["additive", "monotone-additive", "periodic"];

/** n rows of two columns that have nothing to do with each other. */
export function independentSample(laws: TwoLaws, n: number, rng: Rng): CausalSample {
  const mechanism = additiveMechanism(linearFunction(0));
  return { ...sampleModel({ ...laws, mechanism }, n, rng), truth: "independent" };
}

/** n rows of slope·x + e: with normal laws, which the caller gives, they fit both directions equally well. */
export function linearSample(laws: TwoLaws, n: number, rng: Rng): CausalSample {
  const slope = fairSign(rng.split("sign")) * logUniform(rng.split("slope"), ...SLOPES);
  return sampleModel({ ...laws, mechanism: additiveMechanism(linearFunction(slope)) }, n, rng);
}

/**
 * n rows of two effects of a hidden cause, each by an additive mechanism and noise of its own.
 *
 * @param otherNoise law of the second effect's noise
 */
export function commonCauseSample(laws: TwoLaws, otherNoise: ProbabilityLaw, n: number, rng: Rng): CausalSample {
  const hiddenRng = rng.split("hidden");
  const hidden = Float64Array.from({ length: n }, () => laws.cause.draw(hiddenRng));
  const drives = additiveFamilies.filter(({ name }) => HIDDEN_DRIVES.includes(name));
  const driven = (noise: ProbabilityLaw, stream: Rng) => {
    const mechanism = oneOf(stream.split("family"), drives).draw(stream.split("mechanism"), laws.cause);
    const noiseRng = stream.split("noise");
    return hidden.map((value) => mechanism.effect(value, noise.draw(noiseRng)));
  };
  return {
    cause: driven(laws.noise, rng.split("first")),
    effect: driven(otherNoise, rng.split("second")),
    hidden,
    truth: "common-cause",
  };
}
