import type { Figure, Mark } from "@causal-velocity/core/explain/figure.js";
import { evenGrid } from "@causal-velocity/core/primitives/columns.js";
import { cos, sin } from "@causal-velocity/core/primitives/elementary.js";
import { seededRng } from "@causal-velocity/core/primitives/random.js";
import { normalDistribution } from "../simulate/distributions.js";
import { curveEnd } from "../simulate/flow-mechanism.js";
import {
  jetAtEffectInto,
  locationScaleMechanism,
  type Mechanism,
  mechanismJet,
  velocityOf,
} from "../simulate/mechanism.js";
import { sampleRows } from "../simulate/simulator.js";
import { exponentialFunction, linearFunction, type SmoothFunction, sumOf } from "../simulate/smooth-function.js";
import {
  curvesOver,
  numberAxis,
  type PaperFigureOptions,
  requireSeed,
  rowDots,
  wholeOption,
  withCommas,
} from "./paper-figure.js";

/** The part of the plane that both panels show. */
const X_DOMAIN: readonly [number, number] = [-2.6, 2.6];
const Y_DOMAIN: readonly [number, number] = [-4, 4];
const GRID_POINTS = 105;
/** The observation whose curve is drawn: a cause and the noise of its effect. */
const OBSERVED = { cause: -1, noise: 1 };
/** Counterfactual values of its cause. */
const IMAGINED: readonly number[] = [-2, 0, 1, 2];
/** Noise of the curves that the velocity generates. */
const FAMILY: readonly number[] = [-2.5, -2, -1.5, -1, -0.5, 0, 0.5, 1, 1.5, 2, 2.5];
const ARROWS_ACROSS = 13;
const ARROWS_UP = 13;
/** Length of an arrow, as a share of the panel. */
const ARROW_LENGTH = 0.045;

/** sin(rate·t). */
function wave(rate: number): SmoothFunction {
  return {
    value: (t) => sin(rate * t),
    slope: (t) => rate * cos(rate * t),
    curvature: (t) => -rate * rate * sin(rate * t),
  };
}

/** y = sin(1.4x) + 0.3x + e^{0.35x}·ε: curves neither parallel nor straight. */
function exampleMechanism(): Mechanism {
  return locationScaleMechanism(sumOf(wave(1.4), linearFunction(0.3)), exponentialFunction(0.35));
}

/**
 * Rows of a structural model, an observation with its causal curve, and the velocity that generates all curves.
 *
 * @paper fig:conceptual_fig, sec:dynamical     @cost milliseconds     @throws InputError `wrong-option`
 */
export function conceptFigure({ seed = 0, rows }: PaperFigureOptions = {}): Figure {
  requireSeed(seed);
  const n = wholeOption("rows", rows, { least: 1, most: 100_000, otherwise: 400 });
  const mechanism = exampleMechanism();
  const distribution = normalDistribution();
  const { cause, effect } = sampleRows(
    { cause: distribution, noise: distribution, mechanism },
    n,
    seededRng(seed).split("concept"),
  );
  const jet = mechanismJet();
  const velocityAt = (y: number, x: number) => {
    jetAtEffectInto(mechanism, y, x, jet);
    return velocityOf(jet).v;
  };
  // The curves of the second panel are integrated from the velocity, not taken from the mechanism.
  const integrated = curveEnd(velocityAt);
  const grid = evenGrid(...X_DOMAIN, GRID_POINTS);
  const counterfactual = (x: number) => mechanism.effect(x, OBSERVED.noise);
  const observedAt = { x: Float64Array.of(OBSERVED.cause), y: Float64Array.of(counterfactual(OBSERVED.cause)) };
  const axes = {
    x: numberAxis("cause x", { domain: X_DOMAIN }),
    y: numberAxis("effect y", { domain: Y_DOMAIN }),
  };
  const imagined = Float64Array.from(IMAGINED);
  const observation: Mark = { kind: "dots", tone: "ink", ...observedAt, size: "large", label: "observed (x, y)" };
  return {
    id: "concept",
    title: "A causal curve, and the velocity that generates all of them",
    caption:
      `Left: ${withCommas(n)} rows of a structural model x → y (seed ${seed}), one observation, and what its effect would have ` +
      "been for other values of its cause: the causal curve. Right: the slope of the causal curve through each point is the " +
      "causal velocity v(y, x); following these arrows from any observation gives its curve, so the velocity determines " +
      "every counterfactual.",
    panels: [
      {
        title: "Counterfactuals of one observation",
        ...axes,
        marks: [
          rowDots(cause, effect, "rows"),
          curvesOver(grid, [counterfactual], { tone: "x->y", weight: "bold", label: "causal curve" }),
          {
            kind: "dots",
            tone: "x->y",
            x: imagined,
            y: imagined.map(counterfactual),
            shape: "ring",
            size: "large",
            label: "if x had been x'",
          },
          observation,
        ],
      },
      {
        title: "The velocity generates all curves",
        ...axes,
        marks: [
          curvesOver(
            grid,
            FAMILY.map((noise) => (x: number) => integrated(x, mechanism.effect(0, noise))),
            { tone: "muted", weight: "thin", label: "causal curves" },
          ),
          arrowsOf(velocityAt),
          curvesOver(grid, [(x) => integrated(x, counterfactual(0))], { tone: "x->y", weight: "bold" }),
          observation,
        ],
      },
    ],
  };
}

/** Arrows along (1, v), all equally long on the panel, at the middles of a grid of cells. */
function arrowsOf(velocityAt: (effect: number, cause: number) => number): Mark {
  const [width, height] = [X_DOMAIN[1] - X_DOMAIN[0], Y_DOMAIN[1] - Y_DOMAIN[0]];
  const count = ARROWS_ACROSS * ARROWS_UP;
  const x = Float64Array.from({ length: count }, (_, k) => {
    const column = Math.floor(k / ARROWS_UP);
    return X_DOMAIN[0] + ((column + 0.5) * width) / ARROWS_ACROSS;
  });
  const y = x.map((_, k) => Y_DOMAIN[0] + (((k % ARROWS_UP) + 0.5) * height) / ARROWS_UP);
  const v = x.map((cause, k) => velocityAt(y[k], cause));
  const dx = v.map((slope) => {
    const [across, up] = [1 / width, slope / height];
    return ARROW_LENGTH / Math.sqrt(across * across + up * up);
  });
  return { kind: "arrows", tone: "ink", x, y, dx, dy: dx.map((step, k) => step * v[k]), label: "velocity v(y, x)" };
}
