import { piecewiseChebyshev } from "@causal-velocity/core/primitives/chebyshev.js";
import { exp } from "@causal-velocity/core/primitives/elementary.js";
import type { Rng } from "@causal-velocity/core/primitives/random.js";
import { type Distribution, REACH, shiftedDistribution } from "./distribution.js";
import { normalDistribution } from "./distributions.js";
import { fourierVelocity } from "./driving-velocities.js";
import { flowMechanism } from "./flow-mechanism.js";
import {
  additiveMechanism,
  chainMechanism,
  linkMechanism,
  locationScaleMechanism,
  type Mechanism,
  probitLink,
} from "./mechanism.js";
import { monotoneDistribution, randomMonotoneMap, randomNetwork } from "./monotone-map.js";
import { type Simulator, sampleModel, withoutMarginal } from "./simulator.js";
import { type SmoothFunction, smoothTable } from "./smooth-function.js";

const PAPER = "Xi, Dance, Orbanz & Bloem-Reddy 2025";
/** Rows of the paper's synthetic pairs. */
const PAPER_ROWS = 5000;
/** σ_θ of every network of tab:synthetic_params. */
const NETWORK_SD = 0.2;
const HIDDEN = 64;
/** Added to e^{−h²} in the location-scale benchmark, so that the noise is never 0. */
const SCALE_FLOOR = 0.2;
/** Relative accuracy of the tables that replace the networks. */
const NETWORK_TABLE_TOLERANCE = 1e-12;

/** The mechanism of one benchmark. */
interface PaperMechanism {
  readonly name: string;
  readonly formula: string;
  /** σ_y of tab:synthetic_params. */
  readonly noiseScale: number;
  readonly knows: "scores" | "joint-scores";
  draw(rng: Rng, cause: Distribution, asPublished: boolean): Mechanism;
}

const MECHANISMS: readonly PaperMechanism[] = [
  {
    name: "velocity",
    formula: "flow of a random periodic velocity",
    noiseScale: 1,
    knows: "joint-scores",
    draw: (rng, _, asPublished) => flowMechanism(fourierVelocity(randomCoefficients(rng, asPublished))),
  },
  {
    name: "sigmoid",
    formula: "c(x) + d(x) probit(sigmoid(a(x) + b(x) noise))",
    noiseScale: 3,
    knows: "scores",
    draw(rng, cause, asPublished) {
      const [a, b, c, d] = networkFunctions(rng, [1, HIDDEN, 4], cause, asPublished);
      return chainMechanism(
        locationScaleMechanism(a, bumpOf(b, 0)),
        linkMechanism(probitLink()),
        locationScaleMechanism(c, bumpOf(d, 0)),
      );
    },
  },
  {
    name: "anm",
    formula: "m(x) + noise",
    noiseScale: 0.2,
    knows: "scores",
    draw(rng, cause, asPublished) {
      const [m] = networkFunctions(rng, [1, HIDDEN, HIDDEN, 1], cause, asPublished);
      return additiveMechanism(m);
    },
  },
  {
    name: "lsnm",
    formula: "m(x) + (exp(-h(x)^2) + 0.2) noise",
    noiseScale: 0.2,
    knows: "scores",
    draw(rng, cause, asPublished) {
      const [m, h] = networkFunctions(rng, [1, HIDDEN, 2], cause, asPublished);
      return locationScaleMechanism(m, bumpOf(h, SCALE_FLOOR));
    },
  },
];

/**
 * The paper's four synthetic benchmarks, with noise from random monotone maps, and the same four with normal cause and
 * noise, `gaussian-…`, whose scores the paper uses as ground truth. Columns are not standardized: `decide` does that.
 *
 * @paper tab:synthetic_params, appx:experiment:syndetails
 * @deviates docs/decisions/0016-simulated-noise.md
 */
export const paperSimulators: readonly Simulator[] = /* @__PURE__ */ MECHANISMS.flatMap((mechanism) => [
  simulatorOf(mechanism, false),
  simulatorOf(mechanism, true),
]);

function simulatorOf(mechanism: PaperMechanism, gaussian: boolean): Simulator {
  return {
    name: gaussian ? `gaussian-${mechanism.name}` : mechanism.name,
    summary: gaussian ? `${mechanism.name} with normal cause and noise` : mechanism.formula,
    reference: PAPER,
    rows: PAPER_ROWS,
    knows: mechanism.knows,
    hasPublishedVariant: true,
    sample(n, rng, asPublished) {
      const [cause, noise] = ["law of the cause", "law of the noise"].map((label) =>
        gaussian ? normalDistribution() : randomDistribution(rng.split(label)),
      );
      const model = {
        cause,
        noise: shiftedDistribution(noise, mechanism.noiseScale),
        mechanism: mechanism.draw(rng.split("mechanism"), cause, asPublished),
      };
      const sample = sampleModel(model, n, rng);
      return mechanism.knows === "scores" ? sample : withoutMarginal(sample);
    },
  };
}

/** The paper's noise: a random increasing map of a standard normal. @paper appx:experiment:syndetails */
export function randomDistribution(rng: Rng): Distribution {
  return monotoneDistribution(randomMonotoneMap(rng));
}

/**
 * θ ~ N(0, I₆). The published code draws all six from the same key, so they are equal.
 *
 * @paper tab:synthetic_params (Velocity)
 */
function randomCoefficients(rng: Rng, asPublished: boolean): Float64Array {
  const first = rng.normal();
  return Float64Array.from({ length: 6 }, (_, k) => (k === 0 || asPublished ? first : rng.normal()));
}

/** Networks as tables over all values the cause can take. @paper tab:synthetic_params */
export function networkFunctions(
  rng: Rng,
  widths: readonly number[],
  cause: Distribution,
  asPublished: boolean,
): SmoothFunction[] {
  const [low, high] = [cause.substitute(-REACH).value, cause.substitute(REACH).value];
  const options = { widths, weightSd: NETWORK_SD, biasSd: NETWORK_SD, sharedStream: asPublished };
  return randomNetwork(rng, options).map((output) =>
    smoothTable(piecewiseChebyshev(output, low, high, NETWORK_TABLE_TOLERANCE)),
  );
}

/** e^{−b²} + floor, with its derivatives. */
function bumpOf(b: SmoothFunction, floor: number): SmoothFunction {
  const bump = (t: number) => exp(-b.value(t) * b.value(t));
  return {
    value: (t) => bump(t) + floor,
    slope: (t) => -2 * b.value(t) * b.slope(t) * bump(t),
    curvature: (t) => {
      const [value, slope, curvature] = [b.value(t), b.slope(t), b.curvature(t)];
      return ((4 * value * value - 2) * slope * slope - 2 * value * curvature) * bump(t);
    },
  };
}
