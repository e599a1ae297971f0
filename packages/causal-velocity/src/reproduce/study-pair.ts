import {
  anmNnVelocity,
  anmVelocity,
  type KnownScorePair,
  knownScorePair,
  lsnmNnVelocity,
  lsnmVelocity,
  stein,
  type VelocityClass,
} from "@causal-velocity/core";
import { bestRoutines } from "../best-routines.js";
import type { Mode } from "./variants.js";

/** One simulated pair of a study. */
export interface StudyTask {
  readonly kind: string;
  readonly method: string;
  readonly mode: Mode;
  readonly rows: number;
  /** From 1; it also seeds the training. */
  readonly number: number;
}

const CLASSES: Readonly<Record<string, () => VelocityClass>> = {
  "v-anm": anmVelocity,
  "v-anm-nn": anmNnVelocity,
  "v-lsnm": lsnmVelocity,
  "v-lsnm-nn": lsnmNnVelocity,
};

/** Simulates and studies the pair; the published mode trains and takes absolute residuals. */
export function studyPair({ kind, method, mode, rows, number }: StudyTask): KnownScorePair {
  const velocity = CLASSES[method]?.();
  if (!velocity) throw new TypeError(`no class for the method "${method}" of a study`);
  const routines = bestRoutines();
  const how = mode === "published" ? ({ rule: "absolute", fit: "paper" } as const) : ({ rule: "squared" } as const);
  const options = { kind, velocity, estimator: stein({ routines }), routines, trainingSeed: number - 1, ...how };
  return knownScorePair(options, rows, number);
}
