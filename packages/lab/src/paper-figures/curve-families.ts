import type { Figure, Mark } from "@causal-velocity/core/explain/figure.js";
import { type Column, evenGrid } from "@causal-velocity/core/primitives/columns.js";
import { cos, exp, sin } from "@causal-velocity/core/primitives/elementary.js";
import { seededRng } from "@causal-velocity/core/primitives/random.js";
import { gaussLegendre, normalLogDensity } from "@causal-velocity/core/primitives/special.js";
import { exponentialVelocity } from "../simulate/driving-velocities.js";
import { quickFlowMechanism } from "../simulate/flow-mechanism.js";
import {
  additiveMechanism,
  jetAtEffectInto,
  locationScaleMechanism,
  type Mechanism,
  mechanismJet,
} from "../simulate/mechanism.js";
import { exponentialFunction, type SmoothFunction } from "../simulate/smooth-function.js";
import { curvesOver, numberAxis, type PaperFigureOptions, requireSeed, wholeOption } from "./paper-figure.js";

const CAUSE_DOMAIN: readonly [number, number] = [-3, 3];
const EFFECT_DOMAIN: readonly [number, number] = [-4.5, 4.5];
const POINTS_PER_CURVE = 61;
/** Where the conditional density of the effect is drawn; at 0 it is standard normal in all three models. */
const SECTIONS: readonly number[] = [-2, 0, 2];
/** Width of a density, to the right of its section, at its highest point. */
const SECTION_WIDTH = 0.8;
const SECTION_POINTS = 181;
/** Densities are drawn where they are more than this share of their highest value. */
const SHOWN_DENSITY_SHARE = 0.005;
/** Height of the text above the curves. */
const WORDS_AT = 4.1;
/** Noise beyond this has a probability below 10⁻¹⁴. */
const NOISE_REACH = 8;
const NOISE_NODES = 80;

/** sin(1.5t), 0 at the baseline. */
const location: SmoothFunction = {
  value: (t) => sin(1.5 * t),
  slope: (t) => 1.5 * cos(1.5 * t),
  curvature: (t) => -2.25 * sin(1.5 * t),
};

/** Three mechanisms; in each, f(0, ε) = ε. */
const MODELS: readonly { readonly title: string; make(): Mechanism }[] = [
  { title: "ANM: y = sin(1.5x) + ε", make: () => additiveMechanism(location) },
  {
    title: "LSNM: y = sin(1.5x) + e^(0.25x) ε",
    make: () => locationScaleMechanism(location, exponentialFunction(0.25)),
  },
  { title: "Velocity v = e^(−y²)", make: () => quickFlowMechanism(exponentialVelocity()) },
];

/**
 * Causal curves from standard normal starts at x = 0 in an additive, a location-scale and an exponential velocity
 * model, with the resulting conditional densities and their skewness.
 *
 * The paper's text prints the last velocity as e^{y^{−2}}; the skewness in its caption is that of e^{−y²}.
 * @paper fig:parametrization     @cost about 10 µs a point of a curve     @throws InputError `wrong-option`
 */
export function curveFamiliesFigure({ seed = 0, rows }: PaperFigureOptions = {}): Figure {
  requireSeed(seed);
  const count = wholeOption("rows", rows, { least: 1, most: 1000, otherwise: 100 });
  const rng = seededRng(seed).split("curve families");
  const starts = Array.from({ length: count }, () => rng.normal());
  const grid = evenGrid(...CAUSE_DOMAIN, POINTS_PER_CURVE);
  const families = MODELS.map(({ title, make }) => ({ title, mechanism: make() }));
  const exponential = families[families.length - 1].mechanism;
  return {
    id: "curve-families",
    title: "Causal curves of three models",
    caption:
      `${count} causal curves from standard normal starts at x = 0 (seed ${seed}), with the density of y at ` +
      `x = ${SECTIONS.map((cause) => signed(cause)).join(", ")}. Additive curves are parallel and location-scale curves keep their proportions, ` +
      "so both densities stay normal, with skewness 0. The velocity e^(−y²) moves the middle and not the tails: skewed to " +
      `the right at x < 0 (${signed(skewness(exponential, SECTIONS[0]), 2)}), to the left at x > 0 ` +
      `(${signed(skewness(exponential, SECTIONS[SECTIONS.length - 1]), 2)}).`,
    panels: families.map(({ title, mechanism }) => ({
      title,
      x: numberAxis("cause x", { domain: CAUSE_DOMAIN }),
      y: numberAxis("effect y", { domain: EFFECT_DOMAIN }),
      marks: [
        curvesOver(
          grid,
          starts.map((start) => (x: number) => mechanism.effect(x, start)),
          { tone: "muted", weight: "thin", label: "causal curves" },
        ),
        ...sectionMarks(mechanism),
      ],
    })),
  };
}

/** Densities drawn sideways at the sections, and their skewness as text. */
function sectionMarks(mechanism: Mechanism): Mark[] {
  return [
    { kind: "rules", tone: "x->y", x: SECTIONS, stroke: "dotted" },
    {
      kind: "curves",
      tone: "x->y",
      weight: "bold",
      curves: SECTIONS.map((cause) => section(mechanism, cause)),
      label: "density of y at x",
    },
    {
      kind: "words",
      tone: "ink",
      x: Float64Array.from(SECTIONS),
      y: new Float64Array(SECTIONS.length).fill(WORDS_AT),
      text: SECTIONS.map((cause) => `skew ${signed(skewness(mechanism, cause), 1)}`),
      anchor: "middle",
    },
  ];
}

/** p(y | x) = φ(ε)·∂ε/∂y, scaled to one width. */
function section(mechanism: Mechanism, cause: number): { x: Column; y: Column } {
  const y = evenGrid(...EFFECT_DOMAIN, SECTION_POINTS);
  const jet = mechanismJet();
  const density = y.map((effect) => {
    const noise = jetAtEffectInto(mechanism, effect, cause, jet);
    return exp(normalLogDensity(noise)) / jet.dNoise;
  });
  const highest = Math.max(...density);
  const x = density.map((value) =>
    value > SHOWN_DENSITY_SHARE * highest ? cause + (SECTION_WIDTH * value) / highest : Number.NaN,
  );
  return { x, y };
}

/** Third standardized moment of the effect at a cause, for standard normal noise. */
function skewness(mechanism: Mechanism, cause: number): number {
  const { nodes, weights } = gaussLegendre(NOISE_NODES);
  const effects = nodes.map((node) => mechanism.effect(cause, NOISE_REACH * node));
  const masses = weights.map((weight, k) => NOISE_REACH * weight * exp(normalLogDensity(NOISE_REACH * nodes[k])));
  const expectation = (of: (effect: number) => number) =>
    effects.reduce((sum, effect, k) => sum + masses[k] * of(effect), 0);
  const mean = expectation((effect) => effect);
  const variance = expectation((effect) => (effect - mean) * (effect - mean));
  const third = expectation((effect) => (effect - mean) * (effect - mean) * (effect - mean));
  return third / (variance * Math.sqrt(variance));
}

/** A number with a typographic minus sign; no sign if it is rounded to zero. */
function signed(value: number, digits = 0): string {
  const text = Math.abs(value).toFixed(digits);
  return value < 0 && Number(text) !== 0 ? `−${text}` : text;
}
