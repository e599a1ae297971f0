import type { Rng } from "../../numeric/rng.js";
import { betaLaw } from "../law/beta-law.js";
import { gammaLaw } from "../law/gamma-law.js";
import { gumbelLaw } from "../law/gumbel-law.js";
import { laplaceLaw } from "../law/laplace-law.js";
import { logisticLaw } from "../law/logistic-law.js";
import { mirroredLaw } from "../law/mirrored-law.js";
import { mixtureLaw } from "../law/mixture-law.js";
import { normalLaw } from "../law/normal-law.js";
import { type ProbabilityLaw, shiftedLaw } from "../law/probability-law.js";
import { studentLaw } from "../law/student-law.js";
import { uniformLaw } from "../law/uniform-law.js";
import { randomLaw } from "../suite/paper-suite.js";
import { fairSign, logUniform, oneOf, uniformBetween } from "./chance.js";
import { momentsUnder } from "./moments-under.js";

/** The laws of causes and noises of random pairs, by name. */
export const lawNames = [
  "normal",
  "uniform",
  "laplace",
  "logistic",
  "student",
  "gumbel",
  "mixture",
  "monotone",
  "gamma",
  "beta",
] as const;

export type LawName = (typeof lawNames)[number];

/** Degrees of freedom of Student's law: heavy tails, with a finite kurtosis in all but the first. */
const DEGREES = [4, 5, 6, 7, 8, 9];
/** From the exponential law to a mildly skewed one. */
const GAMMA_SHAPES = [1, 4] as const;
/** From piled up at an end to thinned out there. */
const BETA_SHAPES = [0.4, 3] as const;
/** Normals of a mixture: how many, where, how wide and, up to their sum, with what weight. */
const PART_COUNTS = [2, 3];
const PART_MEANS = [-1.5, 1.5] as const;
const PART_SDS = [0.2, 0.8] as const;
const PART_WEIGHTS = [0.2, 1.2] as const;

/**
 * A law of the given name with mean 0 and variance 1, its other parameters drawn: degrees of Student's law, shapes of
 * gamma and beta, humps of a mixture, the increasing map of `monotone`, and the side to which Gumbel's and the gamma law
 * are skewed.
 *
 * @cost some microseconds; `monotone`, with a network to tabulate, 10 ms
 */
export function standardLaw(name: LawName, rng: Rng): ProbabilityLaw {
  switch (name) {
    case "normal":
      return normalLaw();
    case "uniform":
      return uniformLaw();
    case "laplace":
      return laplaceLaw();
    case "logistic":
      return logisticLaw();
    case "student":
      return studentLaw(oneOf(rng.split("degrees"), DEGREES));
    case "gumbel":
      return onEitherSide(rng, gumbelLaw());
    case "mixture":
      return standardized(randomMixture(rng.split("parts")));
    case "monotone":
      return standardized(randomLaw(rng.split("map")));
    case "gamma":
      return onEitherSide(rng, gammaLaw(logUniform(rng.split("shape"), ...GAMMA_SHAPES)));
    case "beta": {
      const shapes = rng.split("shapes");
      return betaLaw(logUniform(shapes, ...BETA_SHAPES), logUniform(shapes, ...BETA_SHAPES));
    }
  }
}

function onEitherSide(rng: Rng, law: ProbabilityLaw): ProbabilityLaw {
  return fairSign(rng.split("side")) < 0 ? mirroredLaw(law) : law;
}

function standardized(law: ProbabilityLaw): ProbabilityLaw {
  const { mean, sd } = momentsUnder(law, (t) => t);
  return shiftedLaw(law, 1 / sd, -mean / sd);
}

function randomMixture(rng: Rng): ProbabilityLaw {
  const parts = Array.from({ length: oneOf(rng, PART_COUNTS) }, () => ({
    weight: uniformBetween(rng, ...PART_WEIGHTS),
    mean: uniformBetween(rng, ...PART_MEANS),
    sd: logUniform(rng, ...PART_SDS),
  }));
  const total = parts.reduce((sum, { weight }) => sum + weight, 0);
  return mixtureLaw(parts.map(({ weight, mean, sd }) => ({ share: weight / total, mean, sd })));
}
