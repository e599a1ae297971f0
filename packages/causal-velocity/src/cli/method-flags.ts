import type { MethodEntry, MethodOptions } from "@causal-velocity/core/decide/decision.js";
import { TUNED_SCORES, tunedScore } from "@causal-velocity/core/decide/tuned-methods.js";
import { AUTO } from "@causal-velocity/core/explain/choose-velocity.js";
import type { DirectionFitOptions } from "@causal-velocity/core/explain/direction-fit.js";
import { LOCATION_SCALE } from "@causal-velocity/core/fit/location-scale-velocity.js";
import { parsePenalty, tunedVelocity } from "@causal-velocity/core/fit/tuned-velocity.js";
import type { PerColumns, ScoreName } from "@causal-velocity/core/score/pair-scores.js";
import { basisVelocity } from "@causal-velocity/core/velocity/basis.js";
import { parseBasis } from "@causal-velocity/core/velocity/expression/parse-basis.js";
import { velocityNamed, velocityNames } from "@causal-velocity/core/velocity/velocity-named.js";
import { allMethods } from "@causal-velocity/lab/rivals/methods.js";
import { bestRoutines } from "@causal-velocity/routines/best-routines.js";
import { badUsage, decimalNumber, given, listed, numbersOf, wholeNumber } from "./arguments.js";
import { wrap } from "./printable.js";

/** Scores and fits, as flags of every command that fits a velocity. */
const TUNING_FLAGS = {
  score: { type: "string" },
  ridge: { type: "string" },
  bandwidth: { type: "string" },
  steps: { type: "string" },
  rate: { type: "string" },
  init: { type: "string" },
  penalty: { type: "string" },
} as const;

/** Of one class, not of a choice among several. */
const FIT_FLAGS = ["penalty", "steps", "rate", "init"] as const;

type TuningValues = { readonly [K in keyof typeof TUNING_FLAGS]?: string | undefined };

function tuningOptions({ score, ridge, bandwidth, steps, rate, init, penalty }: TuningValues) {
  return {
    score,
    ridge: perColumns("--ridge", ridge),
    bandwidth: perColumns("--bandwidth", bandwidth),
    steps: wholeNumber("--steps", steps),
    rate: decimalNumber("--rate", rate),
    init: decimalNumber("--init", init),
    penalty,
  };
}

/** "0.1" for all estimates, or "0.1,0.5" for single columns and for both together; the library refuses others. */
function perColumns(option: string, text: string | undefined): PerColumns | undefined {
  const numbers = numbersOf(option, text);
  return numbers?.length === 1 ? numbers[0] : (numbers as PerColumns | undefined);
}

/** For every command with these flags. */
export const TUNING_LINES = `  --ridge L           λ of Stein scores, default 0.1; of kernel densities the
                      least density, default n^-2. L1,L2: for single columns and
                      for both together
  --bandwidth F       factor of the bandwidths of scores; default 1; or F1,F2
  --penalty K:S       also make the mean square of the K-th derivative of the
                      causal curves small, with strength S, such as 2:0.001;
                      default none, of trained velocities 2:0.0001
  --rate R            of trained velocities: length of a step; default 0.1/ln of
                      the number of parameters
  --init F            factor of the parameters at the start; default 1
  --steps N           most steps; default 100`;

/** The options of methods, as flags of every command that runs one. */
export const METHOD_FLAGS = {
  basis: { type: "string" },
  ...TUNING_FLAGS,
  rule: { type: "string" },
  fit: { type: "string" },
  size: { type: "string" },
  trim: { type: "string" },
  "as-published": { type: "boolean" },
  velocity: { type: "string" },
  abstain: { type: "string" },
  without: { type: "string" },
  unordered: { type: "boolean" },
} as const;

/** The given ones, read; whether the method has them is checked later. */
export function methodOptions(
  values: {
    readonly [K in keyof typeof METHOD_FLAGS]?:
      | ((typeof METHOD_FLAGS)[K]["type"] extends "boolean" ? boolean : string)
      | undefined;
  },
): MethodOptions {
  return given({
    basis: values.basis,
    ...tuningOptions(values),
    rule: values.rule,
    fit: values.fit,
    size: values.size,
    trim: decimalNumber("--trim", values.trim),
    asPublished: values["as-published"],
    velocity: values.velocity,
    abstain: decimalNumber("--abstain", values.abstain),
    without: values.without,
    unordered: values.unordered,
  }) as MethodOptions;
}

/** Which velocity is fitted, as flags of every command that follows curves. */
export const VELOCITY_FLAGS = {
  velocity: { type: "string" },
  basis: { type: "string" },
  ...TUNING_FLAGS,
} as const;

/** For every command that follows curves. */
export const VELOCITY_LINES: string = `  --velocity NAME     class of the causal curves; default location-scale, which
                      is regressed without scores; others are fitted to scores:
                      ${listed(velocityNames())};
                      or auto, which takes the one that describes the rows in
                      the fewest nats, and shows how all of them do
  --basis LIST        or a velocity made of given functions, as for decide
  --score NAME        of those: default stein; one of
                      ${listed(TUNED_SCORES)}
${TUNING_LINES}`;

/** The given ones, read. @throws InputError `wrong-option`, `wrong-basis` */
export function velocityOptions(
  values: TuningValues & { readonly velocity?: string | undefined; readonly basis?: string | undefined },
): Pick<DirectionFitOptions, "velocity" | "score"> {
  const { velocity, basis } = values;
  if (velocity !== undefined && basis !== undefined) {
    throw badUsage(
      "options --velocity, --basis",
      "both",
      "one of them",
      "--basis stands for a velocity made of given functions.",
    );
  }
  const tuning = Object.keys(TUNING_FLAGS) as (keyof typeof TUNING_FLAGS)[];
  const named = tuning.find((flag) => values[flag] !== undefined);
  if (named !== undefined && basis === undefined && (velocity ?? LOCATION_SCALE) === LOCATION_SCALE) {
    throw badUsage(
      `--${named}`,
      `"${values[named]}"`,
      `a --velocity that is fitted to scores, not ${LOCATION_SCALE}`,
      "Name one.",
    );
  }
  const chosen = chosenVelocity(velocity, basis);
  if (chosen === undefined || chosen === LOCATION_SCALE) return given({ velocity: chosen });
  const { score = "stein", ridge, bandwidth, penalty, ...training } = tuningOptions(values);
  if (chosen === AUTO) {
    const fixed = FIT_FLAGS.find((flag) => values[flag] !== undefined);
    if (fixed) throw badUsage(`--${fixed}`, `"${values[fixed]}"`, "a --velocity that is named, not auto", "Name one.");
    return { velocity: AUTO, score: tunedScore(score as ScoreName, { ridge, bandwidth }) };
  }
  return {
    velocity: tunedVelocity(chosen, {
      ...training,
      ...(penalty === undefined ? {} : { penalty: parsePenalty(penalty) }),
    }),
    // The library refuses an unknown score.
    score: tunedScore(score as ScoreName, { ridge, bandwidth }),
  };
}

function chosenVelocity(name: string | undefined, basis: string | undefined): DirectionFitOptions["velocity"] {
  if (basis !== undefined) return basisVelocity("basis", parseBasis(basis));
  return name === undefined ? undefined : velocityByName("--velocity", name);
}

/** The class of curves that a flag names. @throws InputError `wrong-option` */
export function velocityByName(flag: string, name: string): NonNullable<DirectionFitOptions["velocity"]> {
  if (name === LOCATION_SCALE || name === AUTO) return name;
  const names = [LOCATION_SCALE, ...velocityNames(), AUTO];
  if (!names.includes(name)) throw badUsage(flag, `"${name}"`, `one of ${names.join(", ")}`, "See the help.");
  return velocityNamed(name);
}

/** The flags of methods, wrapped. */
export function methodFlagLines(): string {
  const flags = Object.keys(METHOD_FLAGS).map((name) => `--${name}`);
  return wrap(flags.join(", "), "  ");
}

/** Adds the fastest routines and every method, rivals included, which the command knows by name. */
export function withAllMethods<Options extends object>(
  options: Options,
): Options & { readonly methods: readonly MethodEntry[] } {
  return { routines: bestRoutines(), methods: allMethods, ...options };
}
