import type { VelocityClass } from "../velocity/velocity-model.js";
import type { MethodEntry } from "./direction-method.js";
import { VELOCITY_DEFAULTS, velocityMethod } from "./velocity-method.js";

const PAPER = "Xi, Dance, Orbanz & Bloem-Reddy 2025";

/** Broken by the published training alone: the exact fit has no start. */
const TRAINED_SIGN: MethodEntry["exempt"][number] = {
  law: "sign",
  reason: "training starts at random parameters, which a change of sign does not mirror",
  when: { fit: "paper" },
};

/**
 * A method from a velocity class, one's own or a known one: `decide(pair, { method: methodOf(velocity) })`.
 *
 * @param about what the list of methods tells users, and laws that do not hold
 */
export function methodOf(
  velocity: VelocityClass,
  about: Partial<Pick<MethodEntry, "summary" | "assumes" | "assumesInShort" | "exempt" | "reference">> = {},
): MethodEntry {
  return {
    name: velocity.name,
    family: "velocity",
    summary: `the velocity class ${velocity.name}`,
    assumes: "that the class holds the velocity of the true direction",
    reference: PAPER,
    defaults: VELOCITY_DEFAULTS,
    exempt: [TRAINED_SIGN],
    ...about,
    velocity: () => velocity,
    create: (options, compute) => velocityMethod(velocity, options, compute),
  };
}
