import type { MethodEntry, MethodOptions } from "@causal-velocity/core/decide/decision.js";
import type { DirectionFitOptions } from "@causal-velocity/core/explain/direction-fit.js";
import { LOCATION_SCALE } from "@causal-velocity/core/fit/location-scale-velocity.js";
import { type ScoreName, scoreEstimators } from "@causal-velocity/core/score/pair-scores.js";
import { basisVelocity } from "@causal-velocity/core/velocity/basis.js";
import { parseBasis } from "@causal-velocity/core/velocity/expression/parse-basis.js";
import { velocityNamed, velocityNames } from "@causal-velocity/core/velocity/velocity-named.js";
import { allMethods } from "@causal-velocity/lab/rivals/methods.js";
import { bestRoutines } from "@causal-velocity/routines/best-routines.js";
import { badUsage, decimalNumber, given, listed, wholeNumber } from "./arguments.js";
import { wrap } from "./printable.js";

/** The options of methods, as flags of every command that runs one. */
export const METHOD_FLAGS = {
  basis: { type: "string" },
  score: { type: "string" },
  rule: { type: "string" },
  fit: { type: "string" },
  size: { type: "string" },
  steps: { type: "string" },
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
    score: values.score,
    rule: values.rule,
    fit: values.fit,
    size: values.size,
    steps: wholeNumber("--steps", values.steps),
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
  score: { type: "string" },
} as const;

/** For every command that follows curves. */
export const VELOCITY_LINES: string = `  --velocity NAME     class of the causal curves; default location-scale, which
                      is regressed without scores; others are fitted to scores:
                      ${listed(velocityNames())}
  --basis LIST        or a velocity made of given functions, as for decide
  --score NAME        of those: default stein; one of
                      ${listed(Object.keys(scoreEstimators))}`;

/** The given ones, read. @throws InputError `wrong-option`, `wrong-basis` */
export function velocityOptions(values: {
  readonly velocity?: string | undefined;
  readonly basis?: string | undefined;
  readonly score?: string | undefined;
}): Pick<DirectionFitOptions, "velocity" | "score"> {
  const { velocity, basis, score } = values;
  if (velocity !== undefined && basis !== undefined) {
    throw badUsage(
      "options --velocity, --basis",
      "both",
      "one of them",
      "--basis stands for a velocity made of given functions.",
    );
  }
  if (score !== undefined && basis === undefined && (velocity ?? LOCATION_SCALE) === LOCATION_SCALE) {
    throw badUsage(
      "--score",
      `"${score}"`,
      `a --velocity that is fitted to scores, not ${LOCATION_SCALE}`,
      "Name one.",
    );
  }
  // The library refuses an unknown score.
  return given({ velocity: chosenVelocity(velocity, basis), score: score as ScoreName | undefined });
}

function chosenVelocity(name: string | undefined, basis: string | undefined): DirectionFitOptions["velocity"] {
  if (basis !== undefined) return basisVelocity("basis", parseBasis(basis));
  return name === undefined ? undefined : velocityByName("--velocity", name);
}

/** The class of curves that a flag names. @throws InputError `wrong-option` */
export function velocityByName(flag: string, name: string): NonNullable<DirectionFitOptions["velocity"]> {
  if (name === LOCATION_SCALE) return LOCATION_SCALE;
  const names = [LOCATION_SCALE, ...velocityNames()];
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
