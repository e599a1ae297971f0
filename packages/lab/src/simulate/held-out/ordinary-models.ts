import { exp } from "@causal-velocity/core/primitives/elementary.js";
import type { Rng } from "@causal-velocity/core/primitives/random.js";
import { fairSign, logUniform, uniformBetween } from "../random/random-shape.js";
import type { DirectedKind, DirectedModel } from "./held-out.js";
import { type Curve, clamp, type Draw, randomCause, randomCurve, randomNoise, unitCurve } from "./held-out-laws.js";

/** A curve of the cause, of mean 0 and variance 1 over it and within ±5. */
export function curveOver(rng: Rng, cause: Draw): Curve {
  const unit = unitCurve(rng.split("pilot"), randomCurve(rng.split("curve")), cause);
  return (x) => clamp(unit(x), -5, 5);
}

/** m(x) + s·e, in every other pair with a noise scale that follows the cause: a direction that can be seen. */
export function ordinary(rng: Rng, cause: Draw = randomCause(rng.split("cause"))): DirectedModel {
  const [location, spread] = [curveOver(rng.split("location"), cause), curveOver(rng.split("spread"), cause)];
  const shape = rng.split("size");
  const [size, change] = [logUniform(shape, 0.1, 0.7), shape.uniform() < 0.5 ? uniformBetween(shape, 0.2, 0.6) : 0];
  const noise = randomNoise(rng.split("noise law"));
  return { cause, effect: (x, e) => location(x) + size * exp(change * spread(x)) * noise(e) };
}

/** b·x + e with neither part normal. */
export function linear(rng: Rng): DirectedModel {
  const noise = randomNoise(rng.split("noise law"), true);
  const slope = fairSign(rng.split("sign")) * logUniform(rng.split("slope"), 0.5, 3);
  return { cause: randomNoise(rng.split("cause"), true), effect: (x, e) => slope * x + noise(e) };
}

/** b·x + e, both normal. */
export function linearGaussian(rng: Rng): DirectedModel {
  const slope = fairSign(rng.split("sign")) * logUniform(rng.split("slope"), 0.5, 3);
  return { cause: (e) => e.normal(), effect: (x, e) => slope * x + e.normal() };
}

type DirectedDraw = (rng: Rng) => DirectedModel;

/** A kind that a sensible training set for ordinary tables has. */
export const kind = (
  name: string,
  summary: string,
  draw: DirectedDraw,
  covered = true,
  invisible?: string,
): DirectedKind => ({
  name,
  summary,
  direction: "directed",
  covered,
  ...(invisible === undefined ? {} : { invisible }),
  draw,
});
/** A kind that it need not have. */
export const rareKind = (name: string, summary: string, draw: DirectedDraw): DirectedKind =>
  kind(name, summary, draw, false);
