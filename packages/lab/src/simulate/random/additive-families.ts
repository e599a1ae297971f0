import { cos, sin } from "@causal-velocity/core/primitives/elementary.js";
import type { Rng } from "@causal-velocity/core/primitives/random.js";
import type { Distribution } from "../distribution.js";
import { locationScaleMechanism, type Mechanism } from "../mechanism.js";
import { linearFunction, type SmoothFunction, sumOf } from "../smooth-function.js";
import { type DirectedFamily, noiseScale, type SampledMechanism } from "./family.js";
import { momentsUnder } from "./random-distribution.js";
import { fairSign, logUniform, randomShape, standardizedFunction, uniformBetween } from "./random-shape.js";

/** Frequencies of the periodic family: from less than one wave over the range of the cause to several. */
const WAVE_NUMBERS = [0.7, 3] as const;
/** Spread of the slope of its straight line. */
const TREND_SD = 0.5;
/** Spread of the first knot, and the distance of the second. */
const KNOT_SD = 0.7;
const KNOT_DISTANCE = 0.7;
/** Spread of the change of slope at the first knot; at the second it is a normal multiple of that. */
const BEND_SD = 2;
/** Every other hinge changes the noise too, by this much for each unit beyond the knot. */
const WIDENING_SHARE = 0.5;
const WIDENINGS = [-0.18, 0.42] as const;
/** The noise does not shrink below this. */
const SMALLEST_SCALE = 0.2;

/** A function of the cause plus noise; only in the last family does the noise depend on the cause. */
export const additiveFamilies: readonly DirectedFamily[] = [
  {
    name: "additive",
    summary: "m(x) + s e, m a Gaussian-process path",
    draw: (rng, cause) => additive(rng, randomShape(rng.split("location"), cause, "path")),
  },
  {
    name: "monotone-additive",
    summary: "m(x) + s e, m one to three monotone tanh steps",
    draw: (rng, cause) => additive(rng, randomShape(rng.split("location"), cause, "steps")),
  },
  {
    name: "linear",
    summary: "x + s e or -x + s e, not both normal",
    draw: (rng) => additive(rng, linearFunction(fairSign(rng.split("sign")))),
  },
  {
    name: "periodic",
    summary: "sin(w x + phase), standardized, + b x + s e",
    draw(rng, cause) {
      const wave = standardizedFunction(randomWave(rng.split("wave")), cause);
      return additive(rng, sumOf(wave, linearFunction(TREND_SD * rng.split("trend").normal())));
    },
  },
  {
    name: "hinge",
    summary: "piecewise linear m(x) with two knots + s max(0.2, 1 + h max(0, x - knot)) e",
    draw: randomHinge,
  },
];

/** location(x) + s·e with a random s: the noise is standard, and its scale belongs to the mechanism. */
function additive(rng: Rng, location: SmoothFunction): Mechanism {
  return { ...locationScaleMechanism(location, linearFunction(0, noiseScale(rng))), name: "additive" };
}

function randomWave(rng: Rng): SmoothFunction {
  const number = logUniform(rng, ...WAVE_NUMBERS);
  const phase = uniformBetween(rng, 0, 2 * Math.PI);
  return {
    value: (t) => sin(number * t + phase),
    slope: (t) => number * cos(number * t + phase),
    curvature: (t) => -number * number * sin(number * t + phase),
  };
}

/** A kink has no derivative, so a hinge can only be sampled. */
function randomHinge(rng: Rng, cause: Distribution): SampledMechanism {
  const shape = rng.split("shape");
  const knot = KNOT_SD * shape.normal();
  const slope = shape.normal();
  const firstBend = BEND_SD * shape.normal();
  const secondBend = firstBend * shape.normal();
  const beyond = (x: number) => Math.max(0, x - knot);
  const broken = (x: number) => slope * x + firstBend * beyond(x) + secondBend * beyond(x - KNOT_DISTANCE);
  const { mean, sd } = momentsUnder(cause, broken);
  const widths = rng.split("widening");
  const widening = widths.uniform() < WIDENING_SHARE ? uniformBetween(widths, ...WIDENINGS) : 0;
  const scale = noiseScale(rng);
  return {
    effect: (x, e) => (broken(x) - mean) / sd + scale * Math.max(SMALLEST_SCALE, 1 + widening * beyond(x)) * e,
  };
}
