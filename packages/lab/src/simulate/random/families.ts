import { wrongOption } from "@causal-velocity/core/primitives/errors.js";
import { additiveFamilies } from "./additive-families.js";
import type { DirectedFamily } from "./family.js";
import { flowFamilies, jointFamilies } from "./flow-families.js";
import { linkFamilies } from "./link-families.js";
import { scaleFamilies } from "./scale-families.js";

/** Every family of mechanisms from which random pairs are drawn. */
export const families: readonly DirectedFamily[] = /* @__PURE__ */ allFamilies();

function allFamilies(): DirectedFamily[] {
  return [...additiveFamilies, ...scaleFamilies, ...linkFamilies, ...flowFamilies, ...jointFamilies];
}

/**
 * Families that must not be used to choose a constant of a method: they test whether confidence is right beyond the
 * mechanisms it was calibrated on. One of each kind: `hinge` is nearly additive, `two-sided` nearly location-scale,
 * `random-flow` a general flow, `exponential` post-nonlinear.
 */
export const leftOutFamilies: readonly string[] = ["hinge", "two-sided", "random-flow", "exponential"];

/** The other families, from which random pairs are drawn unless a family is given. */
export const calibrationFamilies: readonly DirectedFamily[] = /* @__PURE__ */ families.filter(
  ({ name }) => !leftOutFamilies.includes(name),
);

/** The family of that name. @throws InputError `wrong-option` listing the families */
export function familyNamed(name: string): DirectedFamily {
  const family = families.find((known) => known.name === name);
  if (family) return family;
  throw wrongOption("family", name, `one of ${families.map((known) => known.name).join(", ")}`);
}
