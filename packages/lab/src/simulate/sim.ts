import type { Column } from "@causal-velocity/core/primitives/columns.js";
import { exp } from "@causal-velocity/core/primitives/elementary.js";
import type { Rng } from "@causal-velocity/core/primitives/random.js";
import { drawGamma } from "./distributions.js";
import { gaussianProcessDraw, gaussianProcessPath } from "./gaussian-process.js";
import type { CausalSample, Simulator } from "./simulator.js";

/** Shape and scale of a gamma distribution. */
type Gamma = readonly [shape: number, scale: number];

/** The distributions of one scenario's constants, all in standard deviations of the column they belong to. */
interface SimScenario {
  readonly name: string;
  readonly summary: string;
  readonly confounded: boolean;
  /** Length scale of the log slope of the map that bends a normal into cause and noise. */
  readonly bend: Gamma;
  /** Length scale of the cause in its own noise. */
  readonly causeLength: Gamma;
  /** Length scale of the effect in the noise. */
  readonly noiseLength: Gamma;
  /** Standard deviation of the measurement noise on either column. */
  readonly measurement: Gamma;
}

/** Length scale of the effect in the cause. */
const EFFECT_LENGTH: Gamma = [2, 3];
/** Length scale of either column in the confounder, and the bend of the confounder itself. */
const CONFOUNDER_LENGTH: Gamma = [2, 15];
const CONFOUNDER_BEND: Gamma = [5, 0.1];

const DEFAULTS = {
  confounded: false,
  bend: [5, 0.1],
  causeLength: [2, 1.5],
  noiseLength: [2, 15],
  measurement: [2, 0.1],
} as const;
/** A length scale of 1,000 standard deviations: the map is straight and the distribution normal. */
const STRAIGHT = [1e6, 1e-3] as const;

const SCENARIOS: readonly SimScenario[] = [
  { ...DEFAULTS, name: "sim", summary: "Gaussian-process effect of cause and noise, measured with noise" },
  { ...DEFAULTS, name: "sim-c", summary: "sim with an additional common cause", confounded: true },
  {
    ...DEFAULTS,
    name: "sim-ln",
    summary: "sim with little noise",
    noiseLength: [2, 300],
    measurement: [2, 0.01],
  },
  {
    ...DEFAULTS,
    name: "sim-g",
    summary: "sim with cause and noise nearly normal",
    bend: STRAIGHT,
    causeLength: STRAIGHT,
  },
];

const ROWS = 1000;

/**
 * The SIM benchmarks: random distributions, and functions drawn from Gaussian processes of cause and noise together, so
 * that velocity and scores have no closed form.
 *
 * @reference Mooij, Peters, Janzing, Zscheischler & Schölkopf 2016, appendix C
 * @deviates docs/decisions/0017-sim-by-features.md: the effect's length scale, and features instead of a Cholesky
 * factor
 */
export const simSimulators: readonly Simulator[] = /* @__PURE__ */ SCENARIOS.map((scenario) => ({
  name: scenario.name,
  summary: scenario.summary,
  reference: "Mooij et al. 2016",
  rows: ROWS,
  knows: "nothing",
  hasPublishedVariant: false,
  sample: (n, rng) => simSample(scenario, n, rng),
}));

function simSample(scenario: SimScenario, n: number, rng: Rng): CausalSample {
  const constants = rng.split("constants");
  const draw = ([shape, scale]: Gamma) => drawGamma(constants, shape, scale);
  const causeNoise = bentNormal(n, draw(scenario.bend), rng.split("noise of the cause"));
  const noise = bentNormal(n, draw(scenario.bend), rng.split("noise of the effect"));
  const hidden = scenario.confounded ? [bentNormal(n, draw(CONFOUNDER_BEND), rng.split("confounder"))] : [];
  const hiddenLengths = () => hidden.map(() => draw(CONFOUNDER_LENGTH));
  const cause = standardized(
    gaussianProcessDraw(
      rng.split("mechanism of the cause"),
      [causeNoise, ...hidden],
      [draw(scenario.causeLength), ...hiddenLengths()],
    ),
  );
  const effect = standardized(
    gaussianProcessDraw(
      rng.split("mechanism of the effect"),
      [cause, noise, ...hidden],
      [draw(EFFECT_LENGTH), draw(scenario.noiseLength), ...hiddenLengths()],
    ),
  );
  const sample = {
    cause: measured(cause, draw(scenario.measurement), rng.split("measurement of the cause")),
    effect: measured(effect, draw(scenario.measurement), rng.split("measurement of the effect")),
    noise,
  };
  return scenario.confounded ? { ...sample, hidden: hidden[0] } : sample;
}

/**
 * n draws of a random distribution: normals t through the increasing map ∫ e^{f(t)} dt, f a Gaussian process,
 * standardized. The integral is the trapezoidal sum over the sorted draws.
 */
function bentNormal(n: number, bend: number, rng: Rng): Column {
  const normals = Float64Array.from({ length: n }, () => rng.normal());
  const order = Uint32Array.from(normals, (_, i) => i).sort((a, b) => normals[a] - normals[b]);
  const reach = Math.max(Math.abs(normals[order[0]]), Math.abs(normals[order[n - 1]]));
  const path = gaussianProcessPath(rng.split("path"), bend, reach);
  const out = new Float64Array(n);
  let before = exp(path.value(normals[order[0]]));
  for (let k = 1; k < n; k++) {
    const here = exp(path.value(normals[order[k]]));
    out[order[k]] = out[order[k - 1]] + 0.5 * (before + here) * (normals[order[k]] - normals[order[k - 1]]);
    before = here;
  }
  return standardized(out);
}

function measured(column: Column, sd: number, rng: Rng): Column {
  return column.map((value) => value + sd * rng.normal());
}

/** Mean 0 and standard deviation 1; a constant column, such as a single row, becomes 0. */
function standardized(column: Column): Column {
  let mean = 0;
  for (const value of column) mean += value / column.length;
  let square = 0;
  for (const value of column) square += ((value - mean) * (value - mean)) / column.length;
  const sd = Math.sqrt(square);
  return column.map((value) => (sd > 0 ? (value - mean) / sd : 0));
}
