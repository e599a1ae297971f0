import type { Rng } from "@causal-velocity/core/primitives/random.js";
import { type Distribution, shiftedDistribution } from "./distribution.js";
import { normalDistribution } from "./distributions.js";
import { exponentialVelocity } from "./driving-velocities.js";
import { flowMechanism } from "./flow-mechanism.js";
import { additiveMechanism, chainMechanism, linkMechanism } from "./mechanism.js";
import { randomMonotoneMap } from "./monotone-map.js";
import { networkFunctions, randomDistribution } from "./paper.js";
import { type Simulator, sampleModel } from "./simulator.js";
import { linearFunction } from "./smooth-function.js";

const ROWS = 1000;
/** Noise relative to the networks of the paper's additive benchmark, which these kinds share. */
const NOISE_SCALE = 0.2;
const NETWORK_WIDTHS = [1, 64, 64, 1];
/** Correlations of the linear-Gaussian kind, up to sign. */
const WEAKEST_CORRELATION = 0.2;
const STRONGEST_CORRELATION = 0.9;

/**
 * Models to test every method on: a velocity beyond location and scale, a post-nonlinear one, and the three cases in
 * which the data do not show a direction.
 *
 * @paper fig:parametrization (exponential), tab:examples (PNL)
 */
export const textbookSimulators: readonly Simulator[] = [
  {
    name: "exponential",
    summary: "flow of the velocity exp(-y^2), normal cause and noise",
    reference: "Xi, Dance, Orbanz & Bloem-Reddy 2025",
    rows: ROWS,
    knows: "scores",
    hasPublishedVariant: false,
    sample: (n, rng) =>
      sampleModel(
        { cause: normalDistribution(), noise: normalDistribution(), mechanism: flowMechanism(exponentialVelocity()) },
        n,
        rng,
      ),
  },
  {
    name: "pnl",
    summary: "g(m(x) + noise) with a random increasing g",
    reference: "Zhang & Hyvärinen 2009",
    rows: ROWS,
    knows: "scores",
    hasPublishedVariant: false,
    sample(n, rng) {
      const cause = randomDistribution(rng.split("law of the cause"));
      const mechanism = chainMechanism(
        randomAdditive(rng.split("mechanism"), cause),
        linkMechanism(randomMonotoneMap(rng.split("link"))),
      );
      return sampleModel({ cause, noise: smallNoise(rng), mechanism }, n, rng);
    },
  },
  {
    name: "linear-gaussian",
    summary: "r x + sqrt(1 - r^2) noise, all normal: the data do not show a direction",
    reference: "textbook",
    rows: ROWS,
    knows: "scores",
    hasPublishedVariant: false,
    sample(n, rng) {
      const drawn = rng.split("mechanism");
      const sign = drawn.uniform() < 0.5 ? -1 : 1;
      const r = sign * (WEAKEST_CORRELATION + (STRONGEST_CORRELATION - WEAKEST_CORRELATION) * drawn.uniform());
      const noise = shiftedDistribution(normalDistribution(), Math.sqrt(1 - r * r));
      return sampleModel(
        { cause: normalDistribution(), noise, mechanism: additiveMechanism(linearFunction(r)) },
        n,
        rng,
      );
    },
  },
  {
    name: "independent",
    summary: "two unrelated columns",
    reference: "textbook",
    rows: ROWS,
    knows: "scores",
    hasPublishedVariant: false,
    sample(n, rng) {
      const [cause, noise] = [
        randomDistribution(rng.split("law of the cause")),
        randomDistribution(rng.split("law of the noise")),
      ];
      const mechanism = additiveMechanism(linearFunction(0));
      return { ...sampleModel({ cause, noise, mechanism }, n, rng), truth: "independent" };
    },
  },
  {
    name: "hidden-cause",
    summary: "m(z) + noise and k(z) + noise of an unseen z: neither causes the other",
    reference: "textbook",
    rows: ROWS,
    knows: "nothing",
    hasPublishedVariant: false,
    sample(n, rng) {
      const distribution = randomDistribution(rng.split("law of the cause"));
      const hiddenRng = rng.split("hidden");
      const hidden = Float64Array.from({ length: n }, () => distribution.draw(hiddenRng));
      const [cause, effect] = ["x", "y"].map((label) => {
        const stream = rng.split(label);
        const mechanism = randomAdditive(stream.split("mechanism"), distribution);
        const noise = smallNoise(stream);
        const noiseRng = stream.split("noise");
        return hidden.map((value) => mechanism.effect(value, noise.draw(noiseRng)));
      });
      return { cause, effect, hidden, truth: "common-cause" };
    },
  },
];

/** m(x) + e with the network of the paper's additive benchmark. */
function randomAdditive(rng: Rng, cause: Distribution) {
  return additiveMechanism(networkFunctions(rng, NETWORK_WIDTHS, cause, false)[0]);
}

function smallNoise(rng: Rng): Distribution {
  return shiftedDistribution(randomDistribution(rng.split("law of the noise")), NOISE_SCALE);
}
