import { basisVelocity, exponentialTerms, fourierTerms, polynomialTerms } from "../velocity/basis.js";
import { DEFAULT_NETWORK_SIZE, type NetworkVelocityOptions } from "../velocity/network-model.js";
import { anmNnVelocity, lsnmNnVelocity, nnVelocity } from "../velocity/network-velocities.js";
import { pnlVelocity } from "../velocity/pnl.js";
import { anmVelocity, lsnmVelocity } from "../velocity/spline-velocities.js";
import type { VelocityClass } from "../velocity/velocity-model.js";
import type { MethodEntry } from "./decision.js";
import { defaultEntry } from "./default-method.js";
import { basisMethod, methodOf, VELOCITY_DEFAULTS, velocityMethod } from "./velocity-method.js";

/** A method whose velocity is made of networks: trained, and of any size. */
function networkEntry(
  velocity: (options: NetworkVelocityOptions) => VelocityClass,
  about: Pick<MethodEntry, "summary" | "assumes" | "assumesInShort">,
): MethodEntry {
  return {
    ...methodOf(velocity({}), about),
    defaults: { ...VELOCITY_DEFAULTS, fit: "paper", size: DEFAULT_NETWORK_SIZE },
    exempt: [{ law: "sign", reason: "training starts at random weights, which a change of sign does not mirror" }],
    velocity: ({ size }) => velocity({ size }),
    create: (options, compute) => velocityMethod(velocity({ size: options.size }), options, compute),
  };
}

/** The paper's methods and the default, in the order shown to users. A new method is one file and one entry. */
export const methods: readonly MethodEntry[] = /* @__PURE__ */ coreMethods();

function coreMethods(): MethodEntry[] {
  return [
    defaultEntry,
    methodOf(lsnmVelocity(), {
      summary: "v = a(x) + b(x) y with splines a, b: location-scale noise",
      assumes: "x shifts and stretches the noise of y, and does nothing else to it",
      assumesInShort: "location-scale noise",
    }),
    methodOf(anmVelocity(), {
      summary: "v = a(x) with a spline a: additive noise",
      assumes: "x shifts y; the noise is the same everywhere",
      assumesInShort: "additive noise",
    }),
    methodOf(pnlVelocity(), {
      summary: "v = c(y) d(x) with splines c > 0, d: post-nonlinear noise g(m(x) + noise)",
      assumes: "x shifts y; noise and shift then pass through one increasing curve",
      assumesInShort: "post-nonlinear noise",
    }),
    methodOf(basisVelocity("b-lin", polynomialTerms(1)), {
      summary: "v linear in x and y",
      assumes: "the effect of a small change of x is linear in x and y",
      assumesInShort: "velocity linear in x, y",
    }),
    methodOf(basisVelocity("b-lin-exp", [...polynomialTerms(1), ...exponentialTerms()]), {
      summary: "b-lin with bumps exp(-x²), exp(-y²), exp(-x²-y²)",
      assumes: "as b-lin, but the center of the data may differ from the tails",
      assumesInShort: "velocity linear, with bumps",
    }),
    methodOf(basisVelocity("b-quad", polynomialTerms(2)), {
      summary: "v quadratic in x and y",
      assumes: "the effect of a small change of x is quadratic in x and y",
      assumesInShort: "velocity quadratic in x, y",
    }),
    methodOf(basisVelocity("b-quad-exp", [...polynomialTerms(2), ...exponentialTerms()]), {
      summary: "b-quad with bumps exp(-x²), exp(-y²), exp(-x²-y²)",
      assumes: "as b-quad, but the center of the data may differ from the tails",
      assumesInShort: "velocity quadratic, with bumps",
    }),
    methodOf(basisVelocity("b-cubic", polynomialTerms(3)), {
      summary: "v cubic in x and y",
      assumes: "the effect of a small change of x is cubic in x and y",
      assumesInShort: "velocity cubic in x, y",
      reference: "this project",
    }),
    methodOf(basisVelocity("b-trig", fourierTerms()), {
      summary: "v in 1, sin x, sin y, cos x, cos y, sin(x+y): the paper's Velocity benchmark",
      assumes: "the effect of a small change of x is periodic in x and y",
      assumesInShort: "velocity periodic in x, y",
      exempt: [
        {
          law: "sign",
          reason: "the basis holds sin(x + y) but not sin(x - y), into which a change of sign turns it",
        },
      ],
    }),
    networkEntry(nnVelocity, {
      summary: "v a neural network of x and y",
      assumes: "the effect of a small change of x is a smooth function of x and y",
      assumesInShort: "a smooth velocity",
    }),
    networkEntry(anmNnVelocity, {
      summary: "v = a(x) with a network a: additive noise, as the paper has it",
      assumes: "x shifts y; the noise is the same everywhere",
      assumesInShort: "additive noise",
    }),
    networkEntry(lsnmNnVelocity, {
      summary: "v = m'(x) + h'(x) (y - m(x)) with networks m, h: location-scale noise, as the paper has it",
      assumes: "x shifts and stretches the noise of y, and does nothing else to it",
      assumesInShort: "location-scale noise",
    }),
    basisMethod,
    methodOf(basisVelocity("v-zero", []), {
      summary: "v = 0: no model at all, the yardstick",
      assumes: "nothing; it compares how far each side is from independence",
      assumesInShort: "nothing: the yardstick",
      reference: "this project",
      exempt: [],
    }),
  ];
}
