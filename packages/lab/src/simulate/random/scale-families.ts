import { exp } from "@causal-velocity/core/primitives/elementary.js";
import type { Rng } from "@causal-velocity/core/primitives/random.js";
import type { Distribution } from "../distribution.js";
import { locationScaleMechanism } from "../mechanism.js";
import { composed, exponentialFunction, type SmoothFunction } from "../smooth-function.js";
import { type DirectedFamily, noiseScale, type SampledMechanism } from "./family.js";
import { distributionQuantile } from "./random-distribution.js";
import { logUniform, randomPath, randomShape } from "./random-shape.js";

/** Standard deviation of the logarithm of a scale: from nearly constant to a factor of e. */
const LOG_SCALE_SDS = [0.2, 1] as const;
/** For the proportional family: the scale where the location is smallest, in standard deviations of the location. */
const LEAST_SCALES = [0.05, 1] as const;
/** Share of the cause at which the location counts as smallest. */
const LOWEST_LOCATION_SHARE = 0.001;
/** For the multiplicative family: the mean of the factor with the noise. */
const OFFSETS = [0.3, 3] as const;
/** For the two-sided family: amplitudes of the logarithms of both scales, and length scales of their paths. */
const SIDE_AMPLITUDES = [0.15, 0.75] as const;
const SIDE_LENGTHS = [0.7, 3] as const;

/** A function of the cause scales the noise. */
export const scaleFamilies: readonly DirectedFamily[] = [
  {
    name: "location-scale",
    summary: "m(x) + s exp(a h(x)) e, m and h Gaussian-process paths",
    draw(rng, cause) {
      const location = randomShape(rng.split("location"), cause, "path");
      return locationScaleMechanism(location, randomScale(rng, randomShape(rng.split("scale"), cause, "path")));
    },
  },
  {
    name: "proportional",
    summary: "m(x) + s g(m(x)) e, m monotone steps, g growing like m above its smallest value",
    draw(rng, cause) {
      const location = randomShape(rng.split("location"), cause, "steps");
      const ends = [LOWEST_LOCATION_SHARE, 1 - LOWEST_LOCATION_SHARE].map((share) =>
        location.value(distributionQuantile(cause, share)),
      );
      const least = logUniform(rng.split("least scale"), ...LEAST_SCALES);
      const growth = positivePart(Math.min(...ends), least, noiseScale(rng));
      return locationScaleMechanism(location, composed(growth, location));
    },
  },
  {
    name: "multiplicative",
    summary: "exp(a h(x)) (c + e), h a path or monotone steps",
    draw(rng, cause) {
      const h = randomShape(rng.split("scale"), cause, "either");
      const rate = logUniform(rng.split("rate"), ...LOG_SCALE_SDS);
      const offset = logUniform(rng.split("offset"), ...OFFSETS);
      return locationScaleMechanism(
        composed(exponentialFunction(rate, offset), h),
        composed(exponentialFunction(rate), h),
      );
    },
  },
  {
    name: "two-sided",
    summary: "m(x) + s exp(b(x)) e above, m(x) + s exp(c(x)) e below, all Gaussian-process paths",
    draw: randomSides,
  },
];

/** s·e^{a·h(x)} with random s and a. */
function randomScale(rng: Rng, h: SmoothFunction): SmoothFunction {
  return composed(exponentialFunction(logUniform(rng.split("rate"), ...LOG_SCALE_SDS), noiseScale(rng)), h);
}

/**
 * size·(u/2 + √(u²/4 + least²)) with u = t − origin: a hyperbola that is size·least at the origin, grows like size·u
 * above it and stays positive below.
 */
function positivePart(origin: number, least: number, size: number): SmoothFunction {
  const root = (t: number) => Math.sqrt(0.25 * (t - origin) * (t - origin) + least * least);
  return {
    value: (t) => {
      const half = 0.5 * (t - origin);
      // Below the origin the sum cancels; the product of the two roots, least², does not.
      return size * (half >= 0 ? half + root(t) : (least * least) / (root(t) - half));
    },
    slope: (t) => size * (0.5 + (0.25 * (t - origin)) / root(t)),
    curvature: (t) => (0.25 * size * least * least) / (root(t) * root(t) * root(t)),
  };
}

/** The effect has a kink where the noise is 0, so it can only be sampled. */
function randomSides(rng: Rng, cause: Distribution): SampledMechanism {
  const location = randomShape(rng.split("location"), cause, "path");
  const amplitude = logUniform(rng.split("amplitude"), ...SIDE_AMPLITUDES);
  const [above, below] = ["above", "below"].map((side) => randomPath(rng.split(side), cause, ...SIDE_LENGTHS));
  const scale = noiseScale(rng);
  return {
    effect: (x, e) => location.value(x) + scale * exp(amplitude * (e > 0 ? above : below).value(x)) * e,
  };
}
