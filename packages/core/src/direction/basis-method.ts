import { basisVelocity } from "../velocity/basis.js";
import { parseBasis } from "../velocity/expression/parse-basis.js";
import type { MethodEntry } from "./direction-method.js";
import { methodOf } from "./method-of.js";
import { VELOCITY_DEFAULTS, velocityMethod } from "./velocity-method.js";

const NAME = "basis";

/** As `b-lin`, the smallest of the paper's bases, until a user names his own. */
const DEFAULT_BASIS = "1, x, y";

/** The velocity as a sum of functions that the user names in option `basis`. @paper tab:examples (Basis) */
export const basisMethod: MethodEntry = /* @__PURE__ */ makeBasisMethod();

function makeBasisMethod(): MethodEntry {
  return {
    ...methodOf(basisVelocity(NAME, parseBasis(DEFAULT_BASIS)), {
      summary: "v a sum of functions of your own, such as 1, x, y, sin(x)*y, exp(-y^2)",
      assumes: "the effect of a small change of x is a sum of multiples of these functions",
      assumesInShort: "velocity of your own functions",
    }),
    defaults: { ...VELOCITY_DEFAULTS, basis: DEFAULT_BASIS },
    create: ({ basis = DEFAULT_BASIS, ...options }, compute) =>
      velocityMethod(basisVelocity(NAME, parseBasis(basis)), options, compute),
  };
}
