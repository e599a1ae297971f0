import type { Column } from "../../numeric/column.js";
import type { Rng } from "../../numeric/rng.js";
import type { ProbabilityLaw } from "../law/probability-law.js";
import { type CausalSample, sampleModel, sampleRows, withoutMarginal } from "../sample-model.js";
import { type DirectedFamily, isKnown, type SampledMechanism } from "./family/directed-family.js";

/** Laws of the two independent parts of a pair. */
export interface TwoLaws {
  readonly cause: ProbabilityLaw;
  readonly noise: ProbabilityLaw;
}

/**
 * n rows of a mechanism of a family. Mechanism, cause, noise and errors of measurement have streams of their own: more rows
 * leave the first ones alone.
 */
export function directedSample(family: DirectedFamily, laws: TwoLaws, n: number, rng: Rng): CausalSample {
  const mechanism = family.draw(rng.split("mechanism"), laws.cause);
  return isKnown(mechanism)
    ? withoutMarginal(sampleModel({ ...laws, mechanism }, n, rng))
    : sampledOnly(mechanism, laws, n, rng);
}

function sampledOnly(mechanism: SampledMechanism, laws: TwoLaws, n: number, rng: Rng): CausalSample {
  const rows = sampleRows({ ...laws, mechanism }, n, rng);
  const { measurement } = mechanism;
  if (!measurement) return rows;
  return {
    cause: withErrors(rows.cause, measurement.cause, rng.split("error of the cause")),
    effect: withErrors(rows.effect, measurement.effect, rng.split("error of the effect")),
    noise: rows.noise,
  };
}

function withErrors(column: Column, sd: number, rng: Rng): Column {
  return column.map((value) => value + sd * rng.normal());
}
