import {
  basisVelocity,
  exponentialTerms,
  fourierTerms,
  polynomialTerms,
} from "@causal-velocity/core/velocity/basis.js";
import { anmVelocity, lsnmVelocity } from "@causal-velocity/core/velocity/spline-velocities.js";
import type { VelocityClass } from "@causal-velocity/core/velocity/velocity-model.js";

/** The velocity class behind a name of the golden files. */
export function basisClass(name: string): VelocityClass {
  const terms: Record<string, Parameters<typeof basisVelocity>[1]> = {
    "V-ZERO": [],
    "B-LIN": polynomialTerms(1),
    "B-QUAD": polynomialTerms(2),
    "B-CUBIC": polynomialTerms(3),
    "B-QUARTIC": polynomialTerms(4),
    "B-LIN-EXP": [...polynomialTerms(1), ...exponentialTerms()],
    "B-QUAD-EXP": [...polynomialTerms(2), ...exponentialTerms()],
    "B-TRIG": fourierTerms(),
  };
  if (name === "V-ANM") return anmVelocity();
  if (name === "V-LSNM") return lsnmVelocity();
  if (!(name in terms)) throw new Error(`golden file names a basis this test does not know: ${name}`);
  return basisVelocity(name, terms[name]);
}
