import type { StandardPair } from "../../data/standardize.js";
import { anmVelocity } from "../../velocity/anm.js";
import { basisVelocity, fourierTerms, termsInUserUnits } from "../../velocity/basis.js";
import { lsnmVelocity } from "../../velocity/lsnm.js";
import type { VelocityClass } from "../../velocity/velocity-model.js";

/** A dataset, and a class that holds its velocity. */
export interface WellSpecified {
  readonly title: string;
  /** A simulator that knows its mechanism and scores. */
  readonly kind: string;
  /** Number of the pair: the first datasets are nearly straight, and would show little. */
  readonly number: number;
  classOf(pair: StandardPair): VelocityClass;
}

export const additiveCase: WellSpecified = {
  title: "ANM, a spline",
  kind: "gaussian-anm",
  number: 8,
  classOf: () => anmVelocity(),
};

export const locationScaleCase: WellSpecified = {
  title: "LSNM, two splines",
  kind: "gaussian-lsnm",
  number: 5,
  classOf: () => lsnmVelocity(),
};

export const fourierCase: WellSpecified = {
  title: "Velocity, six basis functions",
  kind: "gaussian-velocity",
  number: 1,
  classOf: ({ scale }) =>
    basisVelocity("fourier", termsInUserUnits(fourierTerms(), { cause: scale.x, effect: scale.y })),
};
