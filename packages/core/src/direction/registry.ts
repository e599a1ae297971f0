import { anmVelocity } from "../velocity/anm.js";
import { basisVelocity, exponentialTerms, fourierTerms, polynomialTerms } from "../velocity/basis.js";
import { lsnmVelocity } from "../velocity/lsnm.js";
import type { VelocityClass } from "../velocity/velocity-model.js";
import type { MethodEntry } from "./direction-method.js";
import { VELOCITY_DEFAULTS, velocityMethod } from "./velocity-method.js";

const PAPER = "Xi, Dance, Orbanz & Bloem-Reddy 2025";

function velocityEntry(
  velocity: VelocityClass,
  about: Pick<MethodEntry, "summary" | "assumes"> & Partial<Pick<MethodEntry, "exempt" | "reference">>,
): MethodEntry {
  return {
    name: velocity.name,
    family: "velocity",
    reference: PAPER,
    defaults: VELOCITY_DEFAULTS,
    exempt: [],
    ...about,
    create: (options, compute) => velocityMethod(velocity, options, compute),
  };
}

/** Every method that can be chosen by name, in the order shown to users. A new method is one file and one entry. */
export const methods: readonly MethodEntry[] = /* @__PURE__ */ allMethods();

function allMethods(): MethodEntry[] {
  return [
    velocityEntry(lsnmVelocity(), {
      summary: "v = a(x) + b(x) y with splines a, b: location-scale noise",
      assumes: "x shifts and stretches the noise of y, and does nothing else to it",
    }),
    velocityEntry(anmVelocity(), {
      summary: "v = a(x) with a spline a: additive noise",
      assumes: "x shifts y; the noise is the same everywhere",
    }),
    velocityEntry(basisVelocity("b-lin", polynomialTerms(1)), {
      summary: "v linear in x and y",
      assumes: "the effect of a small change of x is linear in x and y",
    }),
    velocityEntry(basisVelocity("b-lin-exp", [...polynomialTerms(1), ...exponentialTerms()]), {
      summary: "b-lin with bumps exp(-x²), exp(-y²), exp(-x²-y²)",
      assumes: "as b-lin, but the center of the data may differ from the tails",
    }),
    velocityEntry(basisVelocity("b-quad", polynomialTerms(2)), {
      summary: "v quadratic in x and y",
      assumes: "the effect of a small change of x is quadratic in x and y",
    }),
    velocityEntry(basisVelocity("b-quad-exp", [...polynomialTerms(2), ...exponentialTerms()]), {
      summary: "b-quad with bumps exp(-x²), exp(-y²), exp(-x²-y²)",
      assumes: "as b-quad, but the center of the data may differ from the tails",
    }),
    velocityEntry(basisVelocity("b-cubic", polynomialTerms(3)), {
      summary: "v cubic in x and y",
      assumes: "the effect of a small change of x is cubic in x and y",
      reference: "this project",
    }),
    velocityEntry(basisVelocity("b-trig", fourierTerms()), {
      summary: "v in 1, sin x, sin y, cos x, cos y, sin(x+y): the paper's Velocity benchmark",
      assumes: "the effect of a small change of x is periodic in x and y",
      exempt: [
        {
          law: "sign",
          reason: "the basis holds sin(x + y) but not sin(x - y), into which a change of sign turns it",
        },
      ],
    }),
    velocityEntry(basisVelocity("v-zero", []), {
      summary: "v = 0: no model at all, the yardstick",
      assumes: "nothing; it compares how far each side is from independence",
      reference: "this project",
    }),
  ];
}
