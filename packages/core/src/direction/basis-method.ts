import { basisVelocity } from "../velocity/basis.js";
import { parseBasis } from "../velocity/expression/parse-basis.js";
import type { MethodEntry } from "./direction-method.js";
import { methodOf } from "./method-of.js";
import { VELOCITY_DEFAULTS, velocityMethod } from "./velocity-method.js";

const NAME = "basis";

/** As `b-lin`, the smallest of the paper's bases, until a user names his own. */
const DEFAULT_BASIS = "1, x, y";

/** One basis stands for all that a change of sign turns into others. */
const ASYMMETRIC: MethodEntry["exempt"][number] = {
  law: "sign",
  reason: "a change of sign turns the functions into others, which are not in this basis",
  when: { basis: "1, x, sin(x + y)" },
};

/** The velocity as a sum of functions that the user names in option `basis`. @paper tab:examples (Basis) */
export const basisMethod: MethodEntry = /* @__PURE__ */ makeBasisMethod();

function makeBasisMethod(): MethodEntry {
  const entry = methodOf(basisVelocity(NAME, parseBasis(DEFAULT_BASIS)), {
    summary: "v a sum of functions of your own, such as 1, x, y, sin(x)*y, exp(-y^2)",
    assumes: "the effect of a small change of x is a sum of multiples of these functions",
    assumesInShort: "velocity of your own functions",
  });
  return {
    ...entry,
    exempt: [...entry.exempt, ASYMMETRIC],
    defaults: { ...VELOCITY_DEFAULTS, basis: DEFAULT_BASIS },
    velocity: ({ basis = DEFAULT_BASIS }) => basisVelocity(NAME, parseBasis(basis)),
    create: ({ basis = DEFAULT_BASIS, ...options }, compute) =>
      velocityMethod(basisVelocity(NAME, parseBasis(basis)), options, compute),
  };
}
