import type { RecordAbout } from "@causal-velocity/core";
import { bestRoutines } from "../best-routines.js";
import { flagWords } from "./flag-words.js";
import { version } from "./version.js";

/** What the records of the command line say about their making. */
export function recordAbout(): RecordAbout {
  return { version, routines: bestRoutines().name, words: flagWords };
}
