import { exp, log, tanh } from "@causal-velocity/core/primitives/elementary.js";
import type { Rng } from "@causal-velocity/core/primitives/random.js";
import type { Distribution } from "../distribution.js";
import { chainMechanism, linkMechanism, locationScaleMechanism, type Mechanism } from "../mechanism.js";
import { inverseOf, type MonotoneMap } from "../monotone-map.js";
import { composed, exponentialFunction, linearFunction, sumOf } from "../smooth-function.js";
import { type DirectedFamily, noiseScale, type SampledMechanism } from "./family.js";
import { increasingSteps, logUniform, randomPath, randomShape, type Shape, uniformBetween } from "./random-shape.js";

/** Slope of the straight line that keeps the steps of a link from being flat. */
const LEAST_SLOPES = [0.1, 0.5] as const;
/** For the exponential family: the standard deviation of the effect's logarithm. */
const LOG_SDS = [0.2, 1] as const;
/**
 * For the saturating family: amplitude of locations; that of the logarithms of scales, relative to it; length scales.
 */
const AMPLITUDES = [0.3, 1.5] as const;
const RELATIVE_LOG_SCALE = 0.7;
const SATURATION_LENGTHS = [0.7, 3] as const;

/** A nonlinear function of signal plus noise. */
export const linkFamilies: readonly DirectedFamily[] = [
  {
    name: "post-nonlinear",
    summary: "g((m(x) + s e)/sd), m a Gaussian-process path, g increasing tanh steps plus a line",
    draw: (rng, cause) => linked(rng, cause, "path", randomLink(rng.split("link"))),
  },
  {
    name: "exponential",
    summary: "exp(k (m(x) + s e)/sd), m a path or monotone steps",
    draw: (rng, cause) => linked(rng, cause, "either", exponentialLink(logUniform(rng.split("rate"), ...LOG_SDS))),
  },
  {
    name: "saturating",
    summary: "c(x) + exp(d(x)) tanh(a(x) + exp(b(x)) e), all Gaussian-process paths",
    draw: randomSaturation,
  },
];

/** link((m(x) + s·e)/√(1 + s²)): what enters the link has variance 1. */
function linked(rng: Rng, cause: Distribution, shape: Shape, link: MonotoneMap): Mechanism {
  const scale = noiseScale(rng);
  const unit = 1 / Math.sqrt(1 + scale * scale);
  const location = composed(linearFunction(unit), randomShape(rng.split("location"), cause, shape));
  return chainMechanism(locationScaleMechanism(location, linearFunction(0, scale * unit)), linkMechanism(link));
}

function randomLink(rng: Rng): MonotoneMap {
  const line = linearFunction(uniformBetween(rng.split("line"), ...LEAST_SLOPES));
  const map = sumOf(increasingSteps(rng.split("steps")), line);
  return { ...map, inverse: (t) => inverseOf(map, t) };
}

/** e^{rate·t}, whose values are positive: effects of 0 or less have no noise. */
function exponentialLink(rate: number): MonotoneMap {
  return { ...exponentialFunction(rate), inverse: (t) => log(t) / rate };
}

/** Where tanh is flat to the last digit the noise cannot be recovered, so it can only be sampled. */
function randomSaturation(rng: Rng, cause: Distribution): SampledMechanism {
  const amplitude = logUniform(rng.split("amplitude"), ...AMPLITUDES);
  const [a, b, c, d] = ["a", "b", "c", "d"].map(
    (name) => randomPath(rng.split(name), cause, ...SATURATION_LENGTHS).value,
  );
  const scale = (f: (x: number) => number, x: number) => exp(RELATIVE_LOG_SCALE * amplitude * f(x));
  return {
    effect: (x, e) => amplitude * c(x) + scale(d, x) * tanh(amplitude * a(x) + scale(b, x) * e),
  };
}
