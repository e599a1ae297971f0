import {
  basisVelocity,
  type DirectionFitOptions,
  LOCATION_SCALE,
  parseBasis,
  type ScoreName,
  velocityNamed,
  velocityNames,
} from "@causal-velocity/core";
import { badUsage, given } from "./arguments.js";

/** Which velocity is fitted, as flags of every command that follows curves. */
export const VELOCITY_FLAGS = {
  velocity: { type: "string" },
  basis: { type: "string" },
  score: { type: "string" },
} as const;

/** Those that were given, read. @throws InputError `wrong-option`, `wrong-basis` */
export function velocityOptions(values: {
  readonly velocity?: string | undefined;
  readonly basis?: string | undefined;
  readonly score?: string | undefined;
}): Pick<DirectionFitOptions, "velocity" | "score"> {
  const { velocity, basis, score } = values;
  if (velocity !== undefined && basis !== undefined) {
    throw badUsage("options --velocity, --basis", "both", "one of them", "--basis stands for a velocity of your own.");
  }
  if (score !== undefined && basis === undefined && (velocity ?? LOCATION_SCALE) === LOCATION_SCALE) {
    throw badUsage(
      "--score",
      `"${score}"`,
      `a --velocity that is fitted to scores, not ${LOCATION_SCALE}`,
      "Name one.",
    );
  }
  // An unknown score is the library's to refuse.
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
