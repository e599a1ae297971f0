import {
  anmVelocity,
  basisVelocity,
  exponentialTerms,
  fourierTerms,
  lsnmVelocity,
  polynomialTerms,
  type VelocityClass,
} from "@causal-velocity/core";

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
