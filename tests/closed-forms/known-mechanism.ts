import type { Oriented } from "@causal-velocity/core/fit/orient.js";
import type { Rng } from "@causal-velocity/core/primitives/random.js";
import { exactScore } from "@causal-velocity/core/score/pair-scores.js";

/**
 * effect = m(cause) + e^{h(cause)}·ε with standard normal cause and noise: every score is known.
 * Derivatives are given by hand and checked against differences of the log density.
 */
export interface KnownMechanism {
  readonly name: string;
  m(x: number): number;
  dm(x: number): number;
  h(x: number): number;
  dh(x: number): number;
}

export const MECHANISMS: Readonly<
  Record<"independent" | "linear" | "linearVelocity" | "quadratic" | "sine" | "cubic" | "scale", KnownMechanism>
> = {
  independent: { name: "independent", m: () => 0, dm: () => 0, h: () => 0, dh: () => 0 },
  linear: { name: "linear Gaussian", m: (x) => 0.7 * x, dm: () => 0.7, h: () => 0, dh: () => 0 },
  // v = 0.4 + 0.3 x + 0.2 y: m solves m′ = 0.2 m + 0.3 x + 0.4.
  linearVelocity: {
    name: "velocity linear in x and y",
    m: (x) => -1.5 * x - 9.5 + 9.5 * Math.exp(0.2 * x),
    dm: (x) => -1.5 + 1.9 * Math.exp(0.2 * x),
    h: (x) => 0.2 * x,
    dh: () => 0.2,
  },
  quadratic: {
    name: "velocity quadratic in x",
    m: (x) => 0.3 * x ** 3,
    dm: (x) => 0.9 * x * x,
    h: () => 0,
    dh: () => 0,
  },
  sine: { name: "velocity cos x", m: Math.sin, dm: Math.cos, h: () => 0, dh: () => 0 },
  cubic: { name: "velocity cubic in x", m: (x) => 0.1 * x ** 4, dm: (x) => 0.4 * x ** 3, h: () => 0, dh: () => 0 },
  // v = 1 − 0.3 x² + 0.3 x·y: scale e^{0.15 x²}, location x.
  scale: { name: "location and scale", m: (x) => x, dm: () => 1, h: (x) => 0.15 * x * x, dh: (x) => 0.3 * x },
};

/** log p(cause, effect), up to a constant. */
export function logDensity({ m, h }: KnownMechanism, x: number, y: number): number {
  const noise = Math.exp(-h(x)) * (y - m(x));
  return -0.5 * x * x - 0.5 * noise * noise - h(x);
}

/** v = ṁ + ḣ(y − m). @see tab:examples */
export function trueVelocity({ m, dm, dh }: KnownMechanism, y: number, x: number): number {
  return dm(x) + dh(x) * (y - m(x));
}

/** ∇ log p(cause, effect). The paper prints a plus before ε·∂ε in both parts; it must be a minus. */
export function jointScore({ m, dm, h, dh }: KnownMechanism, x: number, y: number): [number, number] {
  const scale = Math.exp(-h(x));
  const noise = scale * (y - m(x));
  const dNoiseDx = -dh(x) * noise - scale * dm(x);
  return [-x - noise * dNoiseDx - dh(x), -noise * scale];
}

/** A sample with its true scores, in the causal direction. */
export function knownSample(mechanism: KnownMechanism, rows: number, rng: Rng): Oriented {
  const [causeRng, noiseRng] = [rng.split("cause"), rng.split("noise")];
  const cause = Float64Array.from({ length: rows }, () => causeRng.normal());
  const effect = cause.map((x) => mechanism.m(x) + Math.exp(mechanism.h(x)) * noiseRng.normal());
  const joint = exactScore(mechanism.name, {
    scoreInto: (z, out) => out.set(jointScore(mechanism, z[0], z[1])),
    jacobianInto: () => {
      throw new Error("not needed here");
    },
  }).estimate([cause, effect]);
  return {
    direction: "x->y",
    cause,
    effect,
    scoreCause: cause.map((x) => -x),
    jointCause: joint.atRows[0],
    jointEffect: joint.atRows[1],
  };
}
