import { parsePenalty, tunedVelocity, type VelocityTuning } from "../fit/tuned-velocity.js";
import { wrongOption } from "../primitives/errors.js";
import { kde } from "../score/kde.js";
import { exponentialKernel } from "../score/kernel.js";
import {
  hybrid,
  type PerColumns,
  perColumns,
  type ScoreChoice,
  type ScoreName,
  type ScoreSource,
  scoreEstimators,
} from "../score/pair-scores.js";
import { stein } from "../score/stein.js";
import { STEIN_CV } from "../score/stein-cv.js";
import type { VelocityClass } from "../velocity/velocity-model.js";
import type { MethodEntry, MethodSettings } from "./decision.js";
import { velocityMethod } from "./velocity-method.js";

/** Ridge and bandwidth of scores. */
export interface ScoreTuning {
  /** λ of Stein scores, the least density of kernel densities. Of `hybrid`, a single number is λ of the joint score. */
  readonly ridge?: PerColumns | undefined;
  /** Factor of the bandwidths. */
  readonly bandwidth?: PerColumns | undefined;
}

/** Names of the scores of tuned methods. */
export const TUNED_SCORES: readonly string[] = [...Object.keys(scoreEstimators), STEIN_CV.name];

/** An estimator of scores with another ridge or bandwidth. @throws InputError `wrong-option` */
export function tunedScore(name: ScoreName | "stein-cv", tuning: ScoreTuning = {}): ScoreChoice {
  const { ridge, bandwidth } = tuning;
  if (!TUNED_SCORES.includes(name)) throw wrongOption("score", name, `one of ${TUNED_SCORES.join(", ")}`);
  const given = Object.entries({ ridge, bandwidth }).filter(([, value]) => value !== undefined);
  for (const [key, value] of given) {
    const numbers: readonly unknown[] = Array.isArray(value) ? value : [value];
    const isUsable = numbers.every((number) => typeof number === "number" && number > 0 && number < Infinity);
    const expected = "a number above 0, or two: for single columns and for both together";
    if (!isUsable || (Array.isArray(value) && value.length !== 2)) throw wrongOption(key, value, expected);
    if (name === STEIN_CV.name) throw wrongOption(key, value, `nothing: ${name} chooses it`);
  }
  if (name === "stein-cv") return STEIN_CV;
  if (given.length === 0) return name;
  const words = given.map(([key, value]) => `${key} ${value}`).join(", ");
  return { name: `${name}, ${words}`, create: tunedEstimators[name](tuning) };
}

/** The estimators of `scoreEstimators`, with another ridge and bandwidth. */
const tunedEstimators: Readonly<Record<ScoreName, (tuning: ScoreTuning) => ScoreSource["create"]>> = {
  stein: (tuning) => (compute) => stein({ ...compute, ...tuning }),
  "stein-exact": (tuning) => (compute) => stein({ ...compute, ...tuning, accuracy: "exact" }),
  "stein-exponential": (tuning) => (compute) => stein({ ...compute, ...tuning, kernel: exponentialKernel }),
  kde: (tuning) => (compute) => kde({ ...compute, ...densityTuning(tuning) }),
  "kde-gaussian": (tuning) => (compute) => kde({ ...compute, ...densityTuning(tuning), kernel: "gaussian" }),
  "kde-published": (tuning) => (compute) => kde({ ...compute, ...densityTuning(tuning), variant: "published" }),
  hybrid:
    ({ ridge, bandwidth }) =>
    (compute) =>
      hybrid(
        kde({ ...compute, bandwidth, floor: typeof ridge === "number" ? undefined : ridge }),
        stein({ ...compute, bandwidth, ridge: ridge === undefined ? undefined : perColumns(ridge, 2) }),
      ),
};

const densityTuning = ({ ridge, bandwidth }: ScoreTuning) => ({ bandwidth, floor: ridge });

/** What tunes a velocity, of the options of a method. */
function velocityTuning({ steps, rate, init, penalty }: MethodSettings): VelocityTuning {
  return { steps, rate, init, ...(penalty === undefined ? {} : { penalty: parsePenalty(penalty) }) };
}

/** Options of training alone. */
const TRAINING = ["steps", "rate", "init"];

/**
 * A velocity method that also takes `penalty`, `ridge`, `bandwidth`, the score `stein-cv` and, where it is trained,
 * `steps`, `rate` and `init`; other methods as they are. Programs that only decide do without them, and are smaller.
 */
export function tunable(entry: MethodEntry): MethodEntry {
  if (entry.kind !== "velocity" || !entry.velocity) return entry;
  const velocity = (settings: MethodSettings): VelocityClass => {
    const own = entry.velocity?.(settings) as VelocityClass;
    return tunedVelocity(own, velocityTuning(settings));
  };
  const score = ({ score: name = "stein", ridge, bandwidth }: MethodSettings): ScoreChoice =>
    tunedScore(name, { ridge, bandwidth });
  return {
    ...entry,
    optional: ({ fit = entry.defaults.fit }) => [...(fit === "paper" ? TRAINING : []), "penalty", "ridge", "bandwidth"],
    velocity,
    score,
    create: (settings, compute) => velocityMethod(velocity(settings), { ...settings, score: score(settings) }, compute),
  };
}
