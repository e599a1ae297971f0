import { log } from "@causal-velocity/core/primitives/elementary.js";
import type { Rng } from "@causal-velocity/core/primitives/random.js";
import { type Distribution, shiftedDistribution, wideNormalDistribution } from "./distribution.js";
import { gaussianProcessPath } from "./gaussian-process.js";
import { additiveMechanism, locationScaleMechanism } from "./mechanism.js";
import { type CausalSample, type Simulator, sampleModel } from "./simulator.js";
import { linearFunction, type SmoothFunction } from "./smooth-function.js";

const ROWS = 1000;
const NOISE_SCALE = 0.2;
/** √2·9: the range of the widest part of the cause's distribution. */
const CAUSE_REACH = 13;

/**
 * AN, AN-s, LS, LS-s and MN-U: additive, location-scale and multiplicative noise around a Gaussian-process draw or,
 * with "-s", a sigmoid.
 *
 * The scale of the LS kinds is 0 at the row with the smallest m, and the noise of MN-U is bounded: they have a
 * velocity, but no score.
 * @reference Tagasovska, Chavez-Demoulin & Vatter 2020
 */
export const anlsmnSimulators: readonly Simulator[] = [
  kind("an", "Gaussian-process m(x) + noise", "scores", (n, rng) => additive(n, rng, gaussianProcess(rng))),
  kind("an-s", "sigmoid m(x) + noise", "scores", (n, rng) => additive(n, rng, randomSigmoid(rng))),
  kind("ls", "m(x) + (m(x) - min m) noise, Gaussian-process m", "velocity", (n, rng) =>
    proportional(n, rng, gaussianProcess(rng)),
  ),
  kind("ls-s", "m(x) + (m(x) - min m) noise, sigmoid m", "velocity", (n, rng) =>
    proportional(n, rng, randomSigmoid(rng)),
  ),
  kind("mn-u", "sigmoid m(x) times uniform noise", "velocity", multiplicative),
];

function kind(name: string, summary: string, knows: Simulator["knows"], sample: Simulator["sample"]): Simulator {
  return {
    name,
    summary,
    reference: "Tagasovska, Chavez-Demoulin & Vatter 2020",
    rows: ROWS,
    knows,
    hasPublishedVariant: false,
    sample,
  };
}

function gaussianProcess(rng: Rng): SmoothFunction {
  return gaussianProcessPath(rng.split("mechanism"), 1, CAUSE_REACH);
}

/** c·b(x + a)/(1 + |b(x + a)|): a ~ U(−2, 2), |b| ~ U(½, 2) with a fair sign, c ~ 1 + Exp(4). */
function randomSigmoid(parent: Rng): SmoothFunction {
  const rng = parent.split("mechanism");
  const a = 4 * rng.uniform() - 2;
  const b = (rng.uniform() < 0.5 ? -1 : 1) * (0.5 + 1.5 * rng.uniform());
  const c = 1 - log(1 - rng.uniform()) / 4;
  const damping = (t: number) => 1 + Math.abs(b * (t + a));
  return {
    value: (t) => (c * b * (t + a)) / damping(t),
    slope: (t) => (c * b) / (damping(t) * damping(t)),
    curvature: (t) => (-2 * c * b * Math.abs(b) * Math.sign(t + a)) / (damping(t) * damping(t) * damping(t)),
  };
}

function smallNoise(): Distribution {
  return shiftedDistribution(wideNormalDistribution(), NOISE_SCALE);
}

function additive(n: number, rng: Rng, m: SmoothFunction): CausalSample {
  return sampleModel({ cause: wideNormalDistribution(), noise: smallNoise(), mechanism: additiveMechanism(m) }, n, rng);
}

/** m + (m − min m)·e: the minimum is that of the rows, as in the published data. */
function proportional(n: number, rng: Rng, m: SmoothFunction): CausalSample {
  const [causeRng, noiseRng] = [rng.split("cause"), rng.split("noise")];
  const [causeDistribution, noiseDistribution] = [wideNormalDistribution(), smallNoise()];
  const cause = Float64Array.from({ length: n }, () => causeDistribution.draw(causeRng));
  const noise = Float64Array.from({ length: n }, () => noiseDistribution.draw(noiseRng));
  let smallest = Infinity;
  for (const value of cause) smallest = Math.min(smallest, m.value(value));
  const mechanism = locationScaleMechanism(m, { ...m, value: (t) => m.value(t) - smallest });
  return { cause, noise, effect: cause.map((value, i) => mechanism.effect(value, noise[i])), mechanism };
}

function multiplicative(n: number, rng: Rng): CausalSample {
  const [causeRng, noiseRng] = [rng.split("cause"), rng.split("noise")];
  const causeDistribution = wideNormalDistribution();
  const cause = Float64Array.from({ length: n }, () => causeDistribution.draw(causeRng));
  const noise = Float64Array.from({ length: n }, () => noiseRng.uniform());
  const mechanism = locationScaleMechanism(linearFunction(0), randomSigmoid(rng));
  return { cause, noise, effect: cause.map((value, i) => mechanism.effect(value, noise[i])), mechanism };
}
